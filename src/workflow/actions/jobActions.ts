import type { ErrorCode } from '../../formats/errors/codes.ts'
import { type AutoVerb, isForTag } from '../../model/assistants/assistant.ts'
import type { JobActionName } from '../../model/jobAction.ts'
import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { type JobAction, settleItem } from '../../store/project/actions/actions.ts'
import { findAssistant } from '../../store/project/assistants/assistants.ts'
import { askAgain } from '../../store/project/assistants/reruns.ts'
import { resendJob } from '../../store/project/callbacks/resend.ts'
import type { ExportRequest } from '../../store/project/exports/exports.ts'
import { type Assignee, setAssignee } from '../../store/project/jobs/assignees.ts'
import { type Job, lockJob } from '../../store/project/jobs/jobs.ts'
import { cancelLocked, reopenLocked, retryLocked, setPriority } from '../jobs/manageJob.ts'
import { refuseAssigning, refuseExport, refusePreAnnotation } from '../policies/jobs.ts'
import { jobNotFound, WorkflowRefusal } from '../refusal.ts'

/** What an action needs beside the jobs; which member is there follows from its name. */
export interface ActionValue {
  priorityWeight?: number
  /** The deadline as ISO text. */
  assignee?: Omit<Assignee, 'deadline'> & { deadline: string | null }
  export?: { format: string; request: ExportRequest }
  assist?: { assistant: string; verb: AutoVerb }
  /** The part of the set that is assigned. */
  share?: number
}

const NO_ONE: Assignee = { userId: null, groupName: null, deadline: null }

const ACTS: Readonly<Record<JobActionName, (db: Queryable, job: Job, value: ActionValue) => Promise<unknown>>> = {
  cancel: cancelLocked,
  retry: (db, job) => retryLocked(db, job),
  reopen: reopenLocked,
  priority: (db, job, { priorityWeight = job.priorityWeight }) => setPriority(db, job, priorityWeight),
  assign: (db, job, { assignee }) => {
    refuseAssigning(job)
    const { deadline = null, ...to } = assignee ?? { ...NO_ONE, deadline: null }
    return setAssignee(db, job, { ...to, deadline: deadline === null ? null : new Date(deadline) })
  },
  unassign: (db, job) => setAssignee(db, job, NO_ONE),
  resend: resendJob,
  export: async (_, job) => refuseExport(job),
  assist: preAnnotate,
}

async function preAnnotate(db: Queryable, job: Job, { assist }: ActionValue): Promise<void> {
  refusePreAnnotation(job)
  const assistant = assist && (await findAssistant(db, job.projectId, assist.assistant))
  if (!assistant) throw new WorkflowRefusal('resource_error', 'this project has no such assistant')
  if (!isForTag(assistant.settings, job.tag))
    throw new WorkflowRefusal('GE_0002', 'the assistant does not help with jobs of this tag')
  await askAgain(db, job, assistant, assist.verb)
}

class Rehearsed extends Error {}

/**
 * Does the action to one job, once: act and mark are one transaction. A dry run does the same and takes it back, so that
 * what it promises is what happens. Answers the code of the refusal, null when it was done.
 */
export async function actOnJob(pool: Pool, action: JobAction, jobId: string): Promise<ErrorCode | null> {
  const value: ActionValue = typeof action.value === 'object' && action.value !== null ? action.value : {}
  try {
    await withTransaction(pool, async (db) => {
      if (!action.dry_run && !(await settleItem(db, action, jobId, null))) return
      const job = await lockJob(db, action.project_id, jobId)
      if (!job) throw jobNotFound()
      await ACTS[action.action](db, job, value)
      if (action.dry_run) throw new Rehearsed()
    })
    return null
  } catch (error) {
    const code = error instanceof WorkflowRefusal ? error.code : null
    if (code === null && !(error instanceof Rehearsed)) throw error
    await withTransaction(pool, (db) => settleItem(db, action, jobId, code))
    return code
  }
}
