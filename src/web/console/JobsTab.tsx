import { Anchor, Button, Group, Select, Table, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { JobRow } from '../../formats/workbench/console.ts'
import { STAGES } from '../../model/stage.ts'
import { request } from '../kit/api.ts'
import { StageBadge } from '../kit/StageBadge.tsx'
import { Empty, Failed, Loading } from '../kit/States.tsx'
import { ago } from '../kit/time.ts'
import { STAGE_WORDS } from '../kit/words.ts'
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
  const filters = useFilters()
  const [reference, setReference] = useState(filters.get('reference') ?? '')
  const [referenceId] = useDebouncedValue(reference.trim(), 300)
  const query = {
    stage: filters.get('stage') ?? undefined,
    tag: filters.get('tag') ?? undefined,
    batch_id: filters.get('batch') ?? undefined,
    reference_id: referenceId || undefined,
  }
  const jobs = useInfiniteQuery({
    queryKey: [...keys.jobs(projectId), query],
    queryFn: ({ signal, pageParam }) =>
      request('GET /api/projects/:pid/jobs', {
        params: { pid: projectId },
        query: { ...query, page: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextPage,
  })
  const rows = jobs.data?.pages.flatMap((page) => page.jobs) ?? []
  return (
    <>
      <Filters projectId={projectId} filters={filters} reference={reference} onReference={setReference} />
      {jobs.error && <Failed error={jobs.error} onRetry={() => jobs.refetch()} />}
      {jobs.isPending && <Loading what="jobs" />}
      {jobs.data && rows.length === 0 && (
        <Empty title={filters.isAny || referenceId ? 'No job fits' : 'No jobs yet'}>
          {filters.isAny || referenceId
            ? 'Change the filters to see others.'
            : 'Jobs are submitted with a key of the project, by the API or the command line.'}
        </Empty>
      )}
      {rows.length > 0 && <JobTable projectId={projectId} rows={rows} />}
      {jobs.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={jobs.isFetchingNextPage} onClick={() => jobs.fetchNextPage()}>
            Show more
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
  const batches = useBatches(projectId).data ?? []
  return (
    <Group mb="sm" gap="sm">
      <Select
        aria-label="Stage"
        placeholder="All stages"
        clearable
        data={STAGES.map((stage) => ({ value: stage, label: STAGE_WORDS[stage] }))}
        value={filters.get('stage')}
        onChange={(value) => filters.set('stage', value)}
      />
      <TagFilter projectId={projectId} filters={filters} />
      <Select
        aria-label="Batch"
        placeholder="All batches"
        clearable
        searchable
        limit={100}
        data={batches.map(({ id, name }) => ({ value: id, label: name }))}
        value={filters.get('batch')}
        onChange={(value) => filters.set('batch', value)}
      />
      <TextInput
        aria-label="Reference id"
        placeholder="Reference id"
        value={reference}
        onChange={(event) => onReference(event.currentTarget.value)}
      />
    </Group>
  )
}

function TagFilter({ projectId, filters }: Pick<FiltersProps, 'projectId' | 'filters'>) {
  const tags = useTags(projectId).data ?? []
  return (
    <Select
      aria-label="Tag"
      placeholder="All tags"
      clearable
      searchable
      data={tags.map(({ tag }) => tag)}
      value={filters.get('tag')}
      onChange={(value) => filters.set('tag', value)}
    />
  )
}

function JobTable({ projectId, rows }: { projectId: string; rows: readonly JobRow[] }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Job</Table.Th>
          <Table.Th>Tag</Table.Th>
          <Table.Th>Stage</Table.Th>
          <Table.Th ta="right">Priority</Table.Th>
          <Table.Th ta="right">Frames</Table.Th>
          <Table.Th ta="right">Annotations</Table.Th>
          <Table.Th>People</Table.Th>
          <Table.Th>Created</Table.Th>
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
              {row.frames.toLocaleString()}
            </Table.Td>
            <Table.Td ta="right" className="numbers">
              {row.annotations.toLocaleString()}
            </Table.Td>
            <Table.Td>{peopleOf(row)}</Table.Td>
            <Table.Td>{ago(row.createdAt, Date.now())}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function peopleOf({ lease, annotatorName, reviewerName }: JobRow): string {
  if (lease) return `${lease.name} has it`
  const names = [annotatorName, reviewerName].filter((name) => name !== null)
  return [...new Set(names)].join(', ') || '–'
}
