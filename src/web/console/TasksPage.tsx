import { Button, Group, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { ShownTask } from '../../contract/installation.ts'
import { request } from '../kit/api.ts'
import { useMe } from '../kit/me.tsx'
import { Empty, Loaded } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import type { MessageId } from '../messages/message.ts'
import { useTranslator } from '../messages/useTranslator.tsx'

const GIVEN_UP = ['failed-tasks']

const KINDS: Readonly<Record<string, MessageId>> = {
  validate: 'tasks.kind.validate',
  assemble: 'tasks.kind.assemble',
  dry_run: 'tasks.kind.dry_run',
  export: 'tasks.kind.export',
  action: 'tasks.kind.action',
  score_review: 'tasks.kind.score_review',
  score_work: 'tasks.kind.score_work',
  compare_candidates: 'tasks.kind.compare_candidates',
  import: 'tasks.kind.import',
  ingest: 'tasks.kind.ingest',
  settle_ingest: 'tasks.kind.settle_ingest',
}
/** Steps of a job; the subjects of other steps have no page. */
const OF_JOBS: ReadonlySet<string> = new Set([
  'validate',
  'assemble',
  'score_review',
  'score_work',
  'compare_candidates',
])

/** Steps that the service gave up: why, of which job, and what can be done about it. */
export function TasksPage() {
  const t = useTranslator()
  const tasks = useQuery({
    queryKey: GIVEN_UP,
    queryFn: ({ signal }) => request('GET /api/v1/tasks', { signal }),
    refetchInterval: 15_000,
  })
  return (
    <div className="page">
      <Title order={1} size="h2" mb="xs">
        {t('tasks.title')}
      </Title>
      <Text c="dimmed" mb="md">
        {t('tasks.hint')}
      </Text>
      <Loaded of={tasks}>
        {({ tasks: given }) =>
          given.length === 0 ? <Empty title={t('tasks.empty')}>{t('tasks.emptyHint')}</Empty> : <Tasks tasks={given} />
        }
      </Loaded>
    </div>
  )
}

function Tasks({ tasks }: { tasks: readonly ShownTask[] }) {
  const t = useTranslator()
  return (
    <Table verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('tasks.step')}</Table.Th>
          <Table.Th>{t('projects.column.project')}</Table.Th>
          <Table.Th>{t('tasks.job')}</Table.Th>
          <Table.Th>{t('tasks.reason')}</Table.Th>
          <Table.Th>{t('tasks.attempts')}</Table.Th>
          <Table.Th>{t('tasks.failedAt')}</Table.Th>
          <Table.Th />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tasks.map((task) => (
          <TaskRow key={task.task_id} task={task} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function TaskRow({ task }: { task: ShownTask }) {
  const t = useTranslator()
  const { projects } = useMe()
  const { kind, project_id: projectId, subject_id: subjectId } = task
  const known = KINDS[kind]
  return (
    <Table.Tr>
      <Table.Td>{known ? t(known) : kind}</Table.Td>
      <Table.Td>{projects.find((project) => project.projectId === projectId)?.name ?? '…'}</Table.Td>
      <Table.Td>
        {OF_JOBS.has(kind) ? <Link href={`/projects/${projectId}/jobs/${subjectId}`}>{subjectId}</Link> : '–'}
      </Table.Td>
      <Table.Td translate="no" style={{ overflowWrap: 'anywhere' }}>
        {task.note ?? t('tasks.noReason')}
      </Table.Td>
      <Table.Td>{t.number(task.attempts)}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{t.moment(task.failed_at)}</Table.Td>
      <Table.Td>
        <TaskActions taskId={task.task_id} />
      </Table.Td>
    </Table.Tr>
  )
}

function TaskActions({ taskId }: { taskId: number }) {
  const t = useTranslator()
  const retry = useAction({
    run: () => request('POST /api/v1/tasks/:tid/retry', { params: { tid: String(taskId) } }),
    done: t('tasks.retried'),
    changes: [GIVEN_UP],
  })
  const drop = useAction({
    run: () => request('DELETE /api/v1/tasks/:tid', { params: { tid: String(taskId) } }),
    done: t('tasks.dropped'),
    changes: [GIVEN_UP],
  })
  const isBusy = retry.isPending || drop.isPending
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button size="compact-sm" disabled={isBusy} loading={retry.isPending} onClick={() => retry.mutate()}>
        {t('tasks.retry')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={isBusy}
        loading={drop.isPending}
        onClick={() => drop.mutate()}
      >
        {t('tasks.drop')}
      </Button>
    </Group>
  )
}
