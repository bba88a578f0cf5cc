import { Button, Checkbox, Group, Popover, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Columns3 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { JobRowAnswer, ProjectRowAnswer } from '../../../contract/console.ts'
import { request } from '../../kit/api.ts'
import { FIRST_PAGE } from '../../kit/firstPage.ts'
import { useMay } from '../../kit/me.tsx'
import { Empty, Failed, Loading } from '../../kit/States.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { keys } from '../queries.ts'
import { BulkBar } from './BulkBar.tsx'
import { COLUMNS, columnOf, useColumns } from './columns.tsx'
import { DownloadJobs } from './DownloadJobs.tsx'
import { JobFilterBar } from './JobFilterBar.tsx'
import { JobTable } from './JobTable.tsx'
import { activeFilters, apiFilter, metadataName, type Order, orderOf } from './jobFilters.ts'
import { withParameter } from './narrowing.ts'
import { useSelection } from './useSelection.ts'
import { ViewsMenu } from './ViewsMenu.tsx'

/** How many empty pages are loaded automatically: the service reads a limited part of the list for each. */
const EMPTY_PAGES = 20
const LIVE_MS = 15_000

/** The jobs of a filter, page by page; refreshed while the page is visible. */
function useJobList(projectId: string, query: Readonly<Record<string, string>>) {
  const list = useInfiniteQuery({
    queryKey: [...keys.jobs(projectId), query],
    queryFn: ({ signal, pageParam }) =>
      request('GET /api/projects/:pid/jobs', {
        params: { pid: projectId },
        query: { ...query, page_token: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.nextPage,
    // Many pages are not read again and again: who went that far looks for something.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 3 ? false : LIVE_MS),
  })
  const pages = list.data?.pages ?? []
  const rows = pages.flatMap(({ jobs }) => jobs)
  const { hasNextPage, isFetching, fetchNextPage, isError } = list
  const mayGoOn = hasNextPage && !isFetching && !isError && rows.length === 0 && pages.length < EMPTY_PAGES
  useEffect(() => {
    if (mayGoOn) void fetchNextPage()
  }, [mayGoOn, fetchNextPage])
  return { ...list, rows, isLooking: list.isPending || (rows.length === 0 && (mayGoOn || (isFetching && hasNextPage))) }
}

/** All jobs of a project. The filter and order are part of the address, so that a list can be shared. */
export function JobsTab({ project }: { project: ProjectRowAnswer }) {
  const t = useTranslator()
  const { projectId } = project
  const mayManage = useMay('manageJobs')
  const [search, setSearch] = useSearchParams()
  const order = orderOf(search)
  const query = { ...apiFilter(search), order }
  const jobs = useJobList(projectId, query)
  const { rows, hasNextPage } = jobs
  const selection = useSelection(JSON.stringify([projectId, query]), rows)
  const { names, setNames, columns } = useColumns(t, projectId)
  const referenceInput = useRef<HTMLInputElement>(null)
  const isNarrowed = activeFilters(search).length > 0
  // The count of the whole project is known; that of a part once its last page is loaded.
  const whole = isNarrowed ? null : project.totalJobs
  const setOrder = (next: Order) => setSearch(withParameter('order', next))
  useHotkeys([
    ['/', () => referenceInput.current?.focus()],
    ['Escape', selection.clear],
  ])
  return (
    <>
      <JobFilterBar projectId={projectId} search={search} setSearch={setSearch} referenceInput={referenceInput} />
      <Group justify="space-between" mb={4} mih="2rem">
        <Group gap="xs">
          <Text size="sm" c="dimmed" role="status">
            {!jobs.isLooking &&
              rows.length > 0 &&
              t(whole === null && hasNextPage ? 'jobs.countSoFar' : 'jobs.count', { count: whole ?? rows.length })}
          </Text>
          {isNarrowed && (
            <Button variant="subtle" size="compact-sm" onClick={() => setSearch(search.has('order') ? { order } : {})}>
              {t('jobs.clearFilters')}
            </Button>
          )}
        </Group>
        <Group gap="xs">
          <ViewsMenu projectId={projectId} search={search} setSearch={setSearch} />
          <ColumnsMenu names={names} setNames={setNames} rows={rows} />
          <DownloadJobs project={project} query={query} columns={columns} />
        </Group>
      </Group>
      {jobs.error && <Failed error={jobs.error} onRetry={() => jobs.refetch()} />}
      {jobs.isLooking && <Loading />}
      {!jobs.isLooking && jobs.data && rows.length === 0 && (
        <Empty
          title={isNarrowed ? t('jobs.noMatch') : t('jobs.empty')}
          action={
            !isNarrowed &&
            mayManage && (
              <Button component={Link} href={`/projects/${projectId}/data`}>
                {t('data.add')}
              </Button>
            )
          }
        >
          {isNarrowed ? t('jobs.noMatchHint') : t('jobs.emptyHint')}
        </Empty>
      )}
      {rows.length > 0 && (
        <JobTable
          projectId={projectId}
          rows={rows}
          columns={columns}
          order={order}
          onOrder={setOrder}
          selection={mayManage ? selection : null}
        />
      )}
      {hasNextPage && !jobs.isLooking && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={jobs.isFetchingNextPage} onClick={() => jobs.fetchNextPage()}>
            {t(rows.length === 0 ? 'jobs.keepSearching' : 'common.showMore')}
          </Button>
        </Group>
      )}
      {mayManage && <BulkBar projectId={projectId} search={search} rows={rows} selection={selection} />}
    </>
  )
}

interface Props {
  names: readonly string[]
  setNames(names: readonly string[]): void
  /** Their metadata can be columns too. */
  rows: readonly JobRowAnswer[]
}

function ColumnsMenu({ names, setNames, rows }: Props) {
  const t = useTranslator()
  const ofMetadata = rows.flatMap(({ metadata }) => Object.keys(metadata).map(metadataName))
  const offered = [...new Set([...Object.keys(COLUMNS), ...names, ...ofMetadata])]
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Button variant="default" size="compact-sm" leftSection={<Columns3 size="0.875rem" />}>
          {t('jobs.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah="60vh" style={{ overflow: 'auto' }}>
        {/* Ordered as in the menu, not by the order of the choices. */}
        <Checkbox.Group
          aria-label={t('jobs.columns')}
          value={[...names]}
          onChange={(chosen) => setNames(offered.filter((name) => chosen.includes(name)))}
        >
          <Stack gap="xs">
            {offered.map((name) => (
              <Checkbox key={name} value={name} label={columnOf(t, name)?.title ?? name} size="sm" />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}
