import { Button, Group, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useRef } from 'react'
import { useSearchParams } from 'wouter'
import type { ProjectRowAnswer } from '../../../contract/console.ts'
import { useMay } from '../../kit/me.tsx'
import { Empty, Failed, Loading } from '../../kit/States.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { BulkBar } from './BulkBar.tsx'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { useColumns } from './columns.tsx'
import { DownloadJobs } from './DownloadJobs.tsx'
import { JobFilterBar } from './JobFilterBar.tsx'
import { JobTable } from './JobTable.tsx'
import { activeFilters, apiFilter, type Order, orderOf } from './jobFilters.ts'
import { withParameter } from './narrowing.ts'
import { useJobList } from './useJobList.ts'
import { useSelection } from './useSelection.ts'
import { ViewsMenu } from './ViewsMenu.tsx'

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
        <Empty title={isNarrowed ? t('jobs.noMatch') : t('jobs.empty')}>
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
