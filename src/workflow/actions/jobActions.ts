import type { ErrorCode } from '../../formats/errors/codes.ts'
import { type AutoVerb, isForTag } from '../../model/assistants/assistant.ts'
import type { JobActionName } from '../../model/jobAction.ts'
import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { type JobAction, lockItems, settleItem, settleItems } from '../../store/project/actions/actions.ts'
import { findAssistant } from '../../store/project/assistants/assistants.ts'
import { askAgain } from '../../store/project/assistants/reruns.ts'
import { resendJob } from '../../store/project/callbacks/resend.ts'
import type { ExportRequest } from '../../store/project/exports/exports.ts'
import { type Assignee, setAssignee } from '../../store/project/jobs/assignees.ts'
import { type Job, lockJob, lockJobs } from '../../store/project/jobs/jobs.ts'
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

/** They refuse before they write, and change nothing but the job and its steps: many of them share a transaction. */
const TOGETHER: ReadonlySet<JobActionName> = new Set(['priority', 'assign', 'unassign', 'export'])

type Outcomes = Map<string, ErrorCode | null>

class Rehearsed extends Error {}

/**
 * Does the action to these jobs, to each once: act and mark are one transaction. A dry run does the same and takes it
 * back, so that what it promises is what happens.
 */
export async function actOnJobs(pool: Pool, action: JobAction, jobIds: readonly string[]): Promise<void> {
  if (action.dry_run) return rehearse(pool, action, jobIds)
  if (!TOGETHER.has(action.action)) {
    for (const jobId of jobIds) await actOnJob(pool, action, jobId)
    return
  }
  await withTransaction(pool, async (db) => {
    const waiting = await lockItems(db, action, jobIds)
    await settleItems(db, action, await actTogether(db, action, waiting))
  })
}

async function rehearse(pool: Pool, action: JobAction, jobIds: readonly string[]): Promise<void> {
  let outcomes: Outcomes = new Map()
  try {
    await withTransaction(pool, async (db) => {
      const isTogether = TOGETHER.has(action.action)
      outcomes = isTogether ? await actTogether(db, action, jobIds) : await actOneByOne(db, action, jobIds)
      throw new Rehearsed()
    })
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error
  }
  await withTransaction(pool, (db) => settleItems(db, action, outcomes))
}

async function actTogether(db: Queryable, action: JobAction, jobIds: readonly string[]): Promise<Outcomes> {
  const jobs = await lockJobs(db, action.project_id, jobIds)
  const outcomes: Outcomes = new Map()
  for (const jobId of jobIds) outcomes.set(jobId, await outcomeOf(() => act(db, action, jobs.get(jobId) ?? null)))
  return outcomes
}

/** Each is taken back before the next, and holds nothing any longer. */
async function actOneByOne(db: Queryable, action: JobAction, jobIds: readonly string[]): Promise<Outcomes> {
  const outcomes: Outcomes = new Map()
  for (const jobId of jobIds) {
    await db.query('savepoint one')
    outcomes.set(jobId, await outcomeOf(async () => act(db, action, await lockJob(db, action.project_id, jobId))))
    await db.query('rollback to savepoint one')
  }
  return outcomes
}

async function actOnJob(pool: Pool, action: JobAction, jobId: string): Promise<void> {
  const code = await outcomeOf(() =>
    withTransaction(pool, async (db) => {
      if (!(await settleItem(db, action, jobId))) return
      await act(db, action, await lockJob(db, action.project_id, jobId))
    }),
  )
  if (code !== null) await withTransaction(pool, (db) => settleItems(db, action, new Map([[jobId, code]])))
}

async function act(db: Queryable, action: JobAction, job: Job | null): Promise<void> {
  if (!job) throw jobNotFound()
  const value: ActionValue = typeof action.value === 'object' && action.value !== null ? action.value : {}
  await ACTS[action.action](db, job, value)
}

/** The code of the refusal, null when it was done. */
async function outcomeOf(doIt: () => Promise<void>): Promise<ErrorCode | null> {
  try {
    await doIt()
    return null
  } catch (error) {
    if (error instanceof WorkflowRefusal) return error.code
    throw error
  }
}
