import { Anchor, Badge, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import type { WorstObject, WorstWork } from '../../../contract/quality.ts'
import { writeDeepLink } from '../../kit/deepLink.ts'
import { Loaded } from '../../kit/States.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { type SortedColumn, SortedTable } from '../SortedTable.tsx'
import type { FigureFilter } from './figureFilter.ts'
import { useWorstWork } from './figureQueries.ts'

interface Props {
  projectId: string
  filter: FigureFilter
}

/** The work and the objects that checks found worst, each with the way to the two documents that show it. */
export function WorstWorkTables({ projectId, filter }: Props) {
  const worst = useWorstWork(projectId, filter)
  return (
    <Loaded of={worst}>
      {({ jobs, objects }) => (
        <>
          <WorstJobs jobs={jobs} />
          {objects.length > 0 && <WorstObjects objects={objects} />}
        </>
      )}
    </Loaded>
  )
}

type Work = WorstWork | WorstObject

/** Columns that say where it is and what found it. */
function useWorkColumns<Row extends Work>() {
  const t = useTranslator()
  const job: SortedColumn<Row> = {
    name: 'job',
    title: t('jobs.column.job'),
    by: (row) => row.reference_id,
    show: (row) => (
      <Anchor component={Link} href={addressOf(row)} size="sm" fw={500}>
        {row.reference_id}
      </Anchor>
    ),
  }
  const source: SortedColumn<Row> = {
    name: 'source',
    title: t('quality.foundBy'),
    by: (row) => t(`quality.source.${row.source}`),
    show: (row) => (
      <Badge variant="light" tt="none" size="sm">
        {t(`quality.source.${row.source}`)}
      </Badge>
    ),
  }
  const tag: SortedColumn<Row> = {
    name: 'tag',
    title: t('job.tag'),
    by: (row) => row.tag,
    show: (row) => row.tag,
  }
  const at: SortedColumn<Row> = {
    name: 'at',
    title: t('quality.submitted'),
    by: (row) => row.at,
    show: (row) => <span title={t.moment(row.at)}>{t.ago(row.at, Date.now())}</span>,
  }
  return { job, source, tag, at }
}

function WorstJobs({ jobs }: { jobs: readonly WorstWork[] }) {
  const t = useTranslator()
  const { job, source, tag, at } = useWorkColumns<WorstWork>()
  const score: SortedColumn<WorstWork> = {
    name: 'score',
    title: t('quality.score'),
    isNumber: true,
    by: (row) => row.score,
    show: (row) => t.number(row.score, { style: 'percent', maximumFractionDigits: 1 }),
  }
  return (
    <>
      <Title order={2} size="h4" mt="lg" mb="xs">
        {t('quality.worstJobs')}
      </Title>
      {jobs.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t('quality.worstEmpty')}
        </Text>
      ) : (
        <SortedTable
          label={t('quality.worstJobs')}
          parameter="jobs"
          initial="score"
          columns={[job, source, tag, at, score]}
          rows={jobs}
          keyOf={(row) => `${row.job_id} ${row.source}`}
        />
      )}
    </>
  )
}

function WorstObjects({ objects }: { objects: readonly WorstObject[] }) {
  const t = useTranslator()
  const { job, source, tag, at } = useWorkColumns<WorstObject & { place: number }>()
  const columns: SortedColumn<WorstObject & { place: number }>[] = [
    job,
    { name: 'class', title: t('quality.by.class'), by: (row) => row.label, show: (row) => row.label },
    {
      name: 'state',
      title: t('quality.difference'),
      by: (row) => t(`compare.state.${row.state}`),
      show: (row) => t(`compare.state.${row.state}`),
    },
    source,
    tag,
    at,
    {
      name: 'likeness',
      title: t('quality.overlap'),
      isNumber: true,
      by: (row) => row.likeness,
      show: (row) =>
        row.state === 'moved' ? t.number(row.likeness, { style: 'percent', maximumFractionDigits: 1 }) : '–',
    },
  ]
  return (
    <>
      <Title order={2} size="h4" mt="lg" mb="xs">
        {t('quality.worstObjects')}
      </Title>
      <SortedTable
        label={t('quality.worstObjects')}
        parameter="objects"
        initial="likeness"
        columns={columns}
        // An extra object has no id.
        rows={objects.map((object, place) => ({ ...object, place }))}
        keyOf={({ place }) => `${place}`}
      />
    </>
  )
}

function addressOf(row: Work): string {
  const place = 'label' in row ? { frame: row.frame, objectId: row.track_id } : { frame: null, objectId: null }
  return `/jobs/${row.job_id}${writeDeepLink({ ...place, over: row.over })}`
}
