import type { AuditActor } from '../../model/audit.ts'
import { type GivenUpTask, lockGivenUp, removeGivenUp, requeueGivenUp } from '../../store/cluster/tasks/givenUp.ts'
import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit } from '../../store/project/audit/audit.ts'
import { lockJobs } from '../../store/project/jobs/jobs.ts'
import { WorkflowRefusal } from '../refusal.ts'
import { moveJobs } from '../stage/moveJobs.ts'

const noSuchTask = () => new WorkflowRefusal('resource_error', 'there is no such failed task')

/** Does a step again that was given up. One whose job has moved on is only forgotten. */
export function retryTask(pool: Pool, by: AuditActor, taskId: number): Promise<GivenUpTask> {
  return withTransaction(pool, async (db) => {
    const task = await lockedTask(db, taskId)
    await recordAudit(db, by, auditOf(task, 'task.retry'))
    if (task.kind !== 'assemble') {
      await requeueGivenUp(db, taskId)
      return task
    }
    const [job] = await lockJobs(db, task.project_id, [task.subject_id])
    if (job?.error) await moveJobs(db, [{ job, change: { error: null } }], 'retry_assembly')
    await removeGivenUp(db, taskId)
    return task
  })
}

/** Deletes an abandoned step; its job stays unchanged. */
export function dropTask(pool: Pool, by: AuditActor, taskId: number): Promise<GivenUpTask> {
  return withTransaction(pool, async (db) => {
    const task = await lockedTask(db, taskId)
    await recordAudit(db, by, auditOf(task, 'task.drop'))
    await removeGivenUp(db, taskId)
    return task
  })
}

const auditOf = (task: GivenUpTask, action: 'task.retry' | 'task.drop') => ({
  projectId: task.project_id,
  action,
  object: String(task.id),
  before: { kind: task.kind, subject_id: task.subject_id, note: task.note },
})

async function lockedTask(db: Queryable, taskId: number): Promise<GivenUpTask> {
  const task = await lockGivenUp(db, taskId)
  if (!task) throw noSuchTask()
  return task
}
