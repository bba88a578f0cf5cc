import { Alert, Button, Group, SegmentedControl, Select, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Play, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { WorkKind } from '../../model/stage.ts'
import { request } from '../kit/api.ts'
import { FIRST_PAGE } from '../kit/firstPage.ts'
import { useMay, useMe } from '../kit/me.tsx'
import { oneOf } from '../kit/oneOf.ts'
import { Empty, Failed, Loading } from '../kit/States.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'
import { QueueTable } from './QueueTable.tsx'
import { type QueueFilter, useQueueFilter } from './queueFilter.tsx'
import { QUEUE } from './queueKey.ts'
import { useNextJob } from './useNextJob.ts'

export function QueuePage() {
  const t = useTranslator()
  const [filter, setFilter] = useQueueFilter()
  const { kind, projectId, tag } = filter
  const queue = useInfiniteQuery({
    queryKey: [...QUEUE, filter],
    queryFn: ({ signal, pageParam }) =>
      request('GET /api/queue', {
        query: {
          kind: kind ?? undefined,
          project_id: projectId ?? undefined,
          tag: tag ?? undefined,
          page: pageParam ?? undefined,
        },
        signal,
      }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.nextPage,
    refetchInterval: 30_000,
  })
  const rows = queue.data?.pages.flatMap(({ jobs }) => jobs) ?? []
  return (
    <div className="page">
      <Group justify="space-between" align="start" mb="lg" wrap="nowrap">
        <Title order={1} size="h2">
          {t('queue.title')}
        </Title>
        <NextJob />
      </Group>
      <Filters filter={filter} onChange={setFilter} tags={rows.map((row) => row.tag)} />
      {queue.error && <Failed error={queue.error} onRetry={() => queue.refetch()} />}
      {queue.isPending && <Loading />}
      {queue.data && rows.length === 0 && (
        <Empty title={t('queue.empty')}>
          {!kind && !projectId && !tag ? t('queue.emptyHint') : t('queue.emptyFiltered')}
        </Empty>
      )}
      {rows.length > 0 && <QueueTable rows={rows} />}
      {queue.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" onClick={() => queue.fetchNextPage()} loading={queue.isFetchingNextPage}>
            {t('common.showMore')}
          </Button>
        </Group>
      )}
    </div>
  )
}

/** The largest button of the page: most people need no other. */
function NextJob() {
  const t = useTranslator()
  const [, go] = useLocation()
  const [isEmpty, setEmpty] = useState(false)
  const next = useNextJob((job) => {
    setEmpty(job === null)
    if (job) go(`/jobs/${job.jobId}`)
  })
  return (
    <Stack gap={6} align="end">
      <Button
        size="lg"
        autoFocus
        leftSection={<Play size="1.25rem" />}
        loading={next.isPending}
        onClick={() => next.mutate(undefined)}
      >
        {t('queue.next')}
      </Button>
      {isEmpty && (
        <Alert color="blue" variant="light" py={6} role="status">
          <Text size="sm">{t('queue.noNext')}</Text>
        </Alert>
      )}
    </Stack>
  )
}

const WORK_KINDS: readonly WorkKind[] = ['annotate', 'review']

interface FiltersProps {
  filter: QueueFilter
  onChange(filter: QueueFilter): void
  /** Those of the rows that are shown. */
  tags: readonly string[]
}

function Filters({ filter, onChange, tags }: FiltersProps) {
  const t = useTranslator()
  const me = useMe()
  const mayReview = useMay('review')
  const client = useQueryClient()
  const known = [...new Set([...tags, ...(filter.tag ? [filter.tag] : [])])].sort()
  return (
    <Group mb="sm" gap="sm">
      {mayReview && (
        <SegmentedControl
          size="sm"
          aria-label={t('queue.kind')}
          value={filter.kind ?? ''}
          onChange={(value) => onChange({ ...filter, kind: oneOf(WORK_KINDS, value) ?? null })}
          data={[
            { value: '', label: t('queue.kind.all') },
            { value: 'annotate', label: t('queue.kind.annotate') },
            { value: 'review', label: t('queue.kind.review') },
          ]}
        />
      )}
      <Select
        aria-label={t('queue.project')}
        placeholder={t('queue.allProjects')}
        clearable
        searchable
        data={me.projects.map(({ projectId, name }) => ({ value: projectId, label: name }))}
        value={filter.projectId}
        onChange={(projectId) => onChange({ ...filter, projectId })}
      />
      <Select
        aria-label={t('queue.tag')}
        placeholder={t('queue.allTags')}
        clearable
        data={known}
        value={filter.tag}
        onChange={(tag) => onChange({ ...filter, tag })}
      />
      <Button
        variant="subtle"
        color="gray"
        leftSection={<RotateCw size="0.875rem" />}
        onClick={() => client.invalidateQueries({ queryKey: QUEUE })}
      >
        {t('common.refresh')}
      </Button>
    </Group>
  )
}
