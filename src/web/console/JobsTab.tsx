import { Anchor, Button, Group, Select, Table, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { JobRow } from '../../formats/workbench/console.ts'
import { STAGES } from '../../model/stage.ts'
import { request } from '../kit/api.ts'
import { FIRST_PAGE } from '../kit/firstPage.ts'
import { StageBadge } from '../kit/StageBadge.tsx'
import { Empty, Failed, Loading } from '../kit/States.tsx'
import type { Translator } from '../messages/translator.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { keys, useBatches, useTags } from './queries.ts'

const FILTERS = ['stage', 'tag', 'batch', 'reference'] as const
type FilterName = (typeof FILTERS)[number]

/** Filters stand in the address, so that a list can be passed on. */
function useFilters() {
  const [search, setSearch] = useSearchParams()
  const set = (name: FilterName, value: string | null) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace: true },
    )
  return { get: (name: FilterName) => search.get(name), set, isAny: FILTERS.some((name) => search.has(name)) }
}

export function JobsTab({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const filters = useFilters()
  const [reference, setReference] = useState(filters.get('reference') ?? '')
  const [referenceId] = useDebouncedValue(reference.trim(), 300)
  const query = {
    stage: filters.get('stage') ?? undefined,
    tag: filters.get('tag') ?? undefined,
    batch_id: filters.get('batch') ?? undefined,
    q: referenceId || undefined,
  }
  const jobs = useInfiniteQuery({
    queryKey: [...keys.jobs(projectId), query],
    queryFn: ({ signal, pageParam }) =>
      request('GET /api/projects/:pid/jobs', {
        params: { pid: projectId },
        query: { ...query, page_token: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.nextPage,
  })
  const rows = jobs.data?.pages.flatMap((page) => page.jobs) ?? []
  return (
    <>
      <Filters projectId={projectId} filters={filters} reference={reference} onReference={setReference} />
      {jobs.error && <Failed error={jobs.error} onRetry={() => jobs.refetch()} />}
      {jobs.isPending && <Loading />}
      {jobs.data && rows.length === 0 && (
        <Empty title={filters.isAny || referenceId ? t('jobs.noMatch') : t('jobs.empty')}>
          {filters.isAny || referenceId ? t('jobs.noMatchHint') : t('jobs.emptyHint')}
        </Empty>
      )}
      {rows.length > 0 && <JobTable projectId={projectId} rows={rows} />}
      {jobs.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={jobs.isFetchingNextPage} onClick={() => jobs.fetchNextPage()}>
            {t('common.showMore')}
          </Button>
        </Group>
      )}
    </>
  )
}

interface FiltersProps {
  projectId: string
  filters: ReturnType<typeof useFilters>
  reference: string
  onReference(reference: string): void
}

function Filters({ projectId, filters, reference, onReference }: FiltersProps) {
  const t = useTranslator()
  const batches = useBatches(projectId).data ?? []
  return (
    <Group mb="sm" gap="sm">
      <Select
        aria-label={t('jobs.stage')}
        placeholder={t('jobs.allStages')}
        clearable
        data={STAGES.map((stage) => ({ value: stage, label: t(`stage.${stage}`) }))}
        value={filters.get('stage')}
        onChange={(value) => filters.set('stage', value)}
      />
      <TagFilter projectId={projectId} filters={filters} />
      <Select
        aria-label={t('batches.column.batch')}
        placeholder={t('jobs.allBatches')}
        clearable
        searchable
        limit={100}
        data={batches.map(({ id, name }) => ({ value: id, label: name }))}
        value={filters.get('batch')}
        onChange={(value) => filters.set('batch', value)}
      />
      <TextInput
        aria-label={t('jobs.referenceId')}
        placeholder={t('jobs.referenceId')}
        value={reference}
        onChange={(event) => onReference(event.currentTarget.value)}
      />
    </Group>
  )
}

function TagFilter({ projectId, filters }: Pick<FiltersProps, 'projectId' | 'filters'>) {
  const t = useTranslator()
  const tags = useTags(projectId).data ?? []
  return (
    <Select
      aria-label={t('job.tag')}
      placeholder={t('jobs.allTags')}
      clearable
      searchable
      data={tags.map(({ tag }) => tag)}
      value={filters.get('tag')}
      onChange={(value) => filters.set('tag', value)}
    />
  )
}

function JobTable({ projectId, rows }: { projectId: string; rows: readonly JobRow[] }) {
  const t = useTranslator()
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('jobs.column.job')}</Table.Th>
          <Table.Th>{t('job.tag')}</Table.Th>
          <Table.Th>{t('jobs.stage')}</Table.Th>
          <Table.Th ta="right">{t('job.priority')}</Table.Th>
          <Table.Th ta="right">{t('job.frames')}</Table.Th>
          <Table.Th ta="right">{t('job.annotations')}</Table.Th>
          <Table.Th>{t('jobs.column.people')}</Table.Th>
          <Table.Th>{t('job.created')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.jobId}>
            <Table.Td maw="18rem" className="clipped">
              <Anchor
                component={Link}
                href={`/projects/${projectId}/jobs/${row.jobId}`}
                size="sm"
                fw={500}
                title={row.referenceId}
              >
                {row.referenceId}
              </Anchor>
            </Table.Td>
            <Table.Td>{row.tag}</Table.Td>
            <Table.Td>
              <StageBadge stage={row.stage} />
            </Table.Td>
            <Table.Td ta="right" className="numbers">
              {row.priorityWeight}
            </Table.Td>
            <Table.Td ta="right" className="numbers">
              {t.number(row.frames)}
            </Table.Td>
            <Table.Td ta="right" className="numbers">
              {t.number(row.annotations)}
            </Table.Td>
            <Table.Td>{peopleOf(t, row)}</Table.Td>
            <Table.Td>{t.ago(row.createdAt, Date.now())}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function peopleOf(t: Translator, { lease, annotatorName, reviewerName }: JobRow): string {
  if (lease) return t('jobs.assigned', { name: lease.name })
  const names = [annotatorName, reviewerName].filter((name) => name !== null)
  return [...new Set(names)].join(', ') || '–'
}
