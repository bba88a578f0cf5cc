import { Anchor, Badge, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { JobRowAnswer } from '../../../contract/console.ts'
import { STAGE_COLORS } from '../../kit/stageColors.ts'
import type { MessageId } from '../../messages/message.ts'
import type { Translator } from '../../messages/translator.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { isMetadata, metadataKey, type Order } from './jobFilters.ts'

export interface JobColumn {
  label: MessageId
  /** Orders by this column, the first one when it is pressed first. */
  orders?: readonly Order[]
  isNumber?: boolean
  /** As text, for the file. */
  text(t: Translator, row: JobRowAnswer): string | number | null
  show?(t: Translator, row: JobRowAnswer): ReactNode
}

const peopleOf = ({ lease, annotatorName, reviewerName }: JobRowAnswer): string =>
  [...new Set([lease?.name, annotatorName, reviewerName].filter((name) => name !== null && name !== undefined))].join(
    ', ',
  )

export const COLUMNS = {
  tag: { label: 'job.tag', text: (_, row) => row.tag },
  stage: {
    label: 'jobs.stage',
    text: (t, row) => t(workState(row)),
    show: (t, row) => (
      <Badge variant="light" color={STAGE_COLORS[row.stage]} size="sm" tt="none" fw={600} miw="max-content">
        {t(workState(row))}
      </Badge>
    ),
  },
  stageAt: {
    label: 'jobs.column.stageAt',
    orders: ['stage_at'],
    text: (_, row) => row.stageAt,
    show: (_, row) => <TimeAgo at={row.stageAt} />,
  },
  priority: { label: 'job.priority', orders: ['priority'], isNumber: true, text: (_, row) => row.priorityWeight },
  frames: { label: 'job.frames', isNumber: true, text: (_, row) => row.frames },
  annotations: { label: 'job.annotations', isNumber: true, text: (_, row) => row.annotations },
  people: {
    label: 'jobs.column.people',
    text: (_, row) => peopleOf(row),
    show: (t, row) => (row.lease ? t('jobs.workingNow', { name: row.lease.name }) : peopleOf(row) || '–'),
  },
  assignee: {
    label: 'jobs.column.assignee',
    text: (_, row) => row.assignee?.name ?? null,
    show: (t, { assignee }) => {
      if (!assignee) return '–'
      return assignee.isGroup ? t('jobs.groupNamed', { name: assignee.name }) : assignee.name
    },
  },
  uncertainty: {
    label: 'jobs.column.uncertainty',
    orders: ['uncertainty'],
    isNumber: true,
    text: (_, row) => row.uncertainty,
    show: (t, { uncertainty }) =>
      uncertainty === null ? '–' : t.number(uncertainty, { style: 'percent', maximumFractionDigits: 0 }),
  },
  deadline: {
    label: 'jobs.column.deadline',
    text: (_, row) => row.deadline,
    show: (_, { deadline }) => (deadline ? <TimeAgo at={deadline} /> : '–'),
  },
  created: {
    label: 'job.created',
    orders: ['-created', 'created'],
    text: (_, row) => row.createdAt,
    show: (_, row) => <TimeAgo at={row.createdAt} />,
  },
  completed: {
    label: 'job.completed',
    text: (_, row) => row.completedAt,
    show: (t, { completedAt }) => (completedAt ? t.moment(completedAt) : '–'),
  },
  jobId: { label: 'job.id', text: (_, row) => row.jobId },
} as const satisfies Readonly<Record<string, JobColumn>>
export type ColumnName = keyof typeof COLUMNS

const USUAL: readonly string[] = ['tag', 'stage', 'stageAt', 'priority', 'frames', 'annotations', 'people', 'created']

export interface NamedColumn extends Omit<JobColumn, 'label'> {
  name: string
  title: string
}

const isColumn = (name: string): name is ColumnName => Object.hasOwn(COLUMNS, name)

export function columnOf(t: Translator, name: string): NamedColumn | null {
  if (isColumn(name)) {
    const { label, ...column }: JobColumn = COLUMNS[name]
    return { ...column, name, title: t(label) }
  }
  if (!isMetadata(name)) return null
  const key = metadataKey(name)
  return { name, title: key, text: (_, row) => (Object.hasOwn(row.metadata, key) ? String(row.metadata[key]) : null) }
}

/** A person's columns for a project, stored in this browser. The first one, the job, is always shown. */
export function useColumns(t: Translator, projectId: string) {
  const [names, setNames] = useLocalStorage<readonly string[]>({
    key: `fiducial.jobs.columns.${projectId}`,
    defaultValue: USUAL,
    getInitialValueInEffect: false,
  })
  const columns = names.flatMap((name) => columnOf(t, name) ?? [])
  return { names, setNames: (next: readonly string[]) => setNames(next.length > 0 ? next : USUAL), columns }
}

/** In one line, so that more rows are seen. */
function TimeAgo({ at }: { at: string }) {
  const t = useTranslator()
  return (
    <Text span inherit title={t.moment(at)} style={{ whiteSpace: 'nowrap' }}>
      {t.ago(at, Date.now())}
    </Text>
  )
}

export function JobLink({ projectId, row }: { projectId: string; row: JobRowAnswer }) {
  return (
    <Anchor
      component={Link}
      href={`/projects/${projectId}/jobs/${row.jobId}`}
      size="sm"
      fw={500}
      title={row.referenceId}
    >
      {row.referenceId}
    </Anchor>
  )
}

/** What really happens with a job: whether a person works on it now, and what it waits for. */
function workState({
  stage,
  lease,
  rejected,
}: Pick<JobRowAnswer, 'stage' | 'lease' | 'rejected'>): Extract<MessageId, `stage.${string}` | `workState.${string}`> {
  if (stage === 'in_progress' && rejected) return lease ? 'workState.reworking' : 'workState.rework'
  if (stage === 'in_progress' && !lease) return 'workState.unclaimed'
  if (stage === 'in_review' && !lease) return 'workState.waitingForReview'
  return `stage.${stage}`
}
