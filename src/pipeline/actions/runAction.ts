import { enqueue } from '../../store/cluster/tasks/enqueue.ts'
import { completeTasks } from '../../store/cluster/tasks/settle.ts'
import type { Task } from '../../store/cluster/tasks/task.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import {
  addItems,
  endAction,
  findAction,
  type JobAction,
  keepShare,
  startAction,
  waitingItems,
} from '../../store/project/actions/actions.ts'
import { findExport, insertExport } from '../../store/project/exports/exports.ts'
import { searchJobs } from '../../store/project/jobs/jobSearch.ts'
import { type ActionValue, actOnJobs } from '../../workflow/actions/jobActions.ts'
import type { PipelineContext } from '../context.ts'
import { retryUntilFound } from '../retryUntilFound.ts'

const JOBS_A_LISTING = 1000
/** In one transaction, where the action allows it. */
const JOBS_A_PIECE = 50

/**
 * Runs an action on many jobs. The whole set is listed before the first act, since acts change what filters find. Each
 * step is stored, so that another worker can continue after one dies.
 */
export async function runAction(context: PipelineContext, task: Task, signal: AbortSignal): Promise<void> {
  const { pool } = context
  const action = await startAction(pool, task.projectId, task.subjectId)
  if (!action) {
    const ended = await findAction(pool, task.projectId, task.subjectId)
    await (ended?.completed_at ? completeTasks(pool, [task]) : retryUntilFound(pool, task))
    return
  }
  if (await listSet(context, action, signal)) await act(context, action, signal)
  signal.throwIfAborted()
  await withTransaction(pool, async (db) => {
    if ((await completeTasks(db, [task])).size === 0) throw new Error('the lease was lost')
    await endAction(db, action.project_id, action.id, 'completed')
  })
  context.wake('tasks')
  context.wake('deliveries')
}

/** False when the action was cancelled meanwhile. */
async function listSet({ pool }: PipelineContext, started: JobAction, signal: AbortSignal): Promise<boolean> {
  let action: JobAction | null = started
  while (action && !action.is_listed) {
    signal.throwIfAborted()
    if (action.status !== 'running') return false
    const { jobIds, next } = await nextOfSet(pool, action)
    const at = action
    await withTransaction(pool, async (db) => {
      const isRunning = await addItems(db, at, jobIds, next)
      const { share = 1 } = actionValue(at)
      if (isRunning && next === null && share < 1) await keepShare(db, at, share)
    })
    action = await findAction(pool, at.project_id, at.id)
  }
  return action?.status === 'running'
}

const actionValue = ({ value }: JobAction): ActionValue => (typeof value === 'object' && value !== null ? value : {})

async function nextOfSet(pool: PipelineContext['pool'], action: JobAction) {
  const { selection, listed_to: after } = action
  if ('jobIds' in selection) return { jobIds: selection.jobIds, next: null }
  const { createdFrom, createdTo } = selection.filter
  // Jobs created while it runs are excluded. Times were stored as text.
  const to = createdTo === null ? action.created_at : new Date(Math.min(+new Date(createdTo), +action.created_at))
  const filter = { ...selection.filter, createdFrom: createdFrom && new Date(createdFrom), createdTo: to }
  const { jobs, next } = await searchJobs(pool, action.project_id, {
    filter,
    order: 'created',
    after,
    limit: JOBS_A_LISTING,
  })
  return { jobIds: jobs.map(({ jobId }) => jobId), next }
}

async function act({ pool }: PipelineContext, action: JobAction, signal: AbortSignal): Promise<void> {
  for (;;) {
    const jobIds = await waitingItems(pool, action, JOBS_A_PIECE)
    if (jobIds.length === 0) break
    signal.throwIfAborted()
    await actOnJobs(pool, action, jobIds)
  }
  const now = await findAction(pool, action.project_id, action.id)
  if (now?.status === 'running' && action.action === 'export' && !action.dry_run) await startExportOf(pool, action)
}

/** The export of the set, created once: an id is never written twice. */
async function startExportOf(pool: PipelineContext['pool'], action: JobAction): Promise<void> {
  const { project_id: projectId, id: actionId, export_id: exportId, key_id: keyId, user_id: userId } = action
  const { export: wanted } = actionValue(action)
  if (exportId === null || !wanted) throw new Error(`action ${actionId} has no export`)
  await withTransaction(pool, async (db) => {
    if (await findExport(db, projectId, exportId)) return
    const made = { projectId, exportId, ...wanted, keyId, userId }
    await insertExport(db, made, { actionId })
    await enqueue(db, [{ projectId, kind: 'export', subjectId: exportId }])
  })
}
