import type { ErrorCode } from '../formats/errors/codes.ts'
import type { Fault } from '../formats/errors/fault.ts'
import { isoTime } from '../formats/isoTime.ts'
import type { Refusal } from '../formats/jobBody/jobBody.ts'
import type { WorkConflict } from '../formats/workbench/work.ts'
import type { Stage } from '../model/stage.ts'
import type { Queryable } from '../store/postgres/pools.ts'
import { findJob, type Job } from '../store/project/jobs/jobs.ts'
import { findHolder } from '../store/project/work/lease.ts'

/** A use case that was refused by the rules, with the code and the facts that the caller is answered. */
export class WorkflowRefusal extends Error {
  readonly code: ErrorCode
  readonly failures: readonly Fault[]
  readonly meta: Readonly<Record<string, unknown>>

  constructor(
    code: ErrorCode,
    message: string,
    details: { failures?: readonly Fault[]; meta?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message)
    this.code = code
    this.failures = details.failures ?? []
    this.meta = details.meta ?? {}
  }
}

/** A body that did not pass its checks. */
export const refused = ({ code, message, failures }: Refusal) => new WorkflowRefusal(code, message, { failures })

/** A closed batch accepts no more jobs. */
export const batchClosed = (batchId: string) =>
  new WorkflowRefusal('JOB_STATE', 'this batch is closed: it takes no more jobs', {
    meta: { batch_id: batchId, reason: 'BATCH_CLOSED' },
  })

export const batchNotFound = () => new WorkflowRefusal('resource_error', 'this project has no such batch')
export const jobNotFound = () => new WorkflowRefusal('FS_0006', 'this project has no such job')

export const wrongState = (verb: string, stage: Stage | 'gone') =>
  new WorkflowRefusal('JOB_STATE', `cannot ${verb} a job that is ${stage}`, { meta: { stage } })

/** Where annotators disagree, the reviewer has to choose or write the result. */
export const undecided = (stage: Stage) =>
  new WorkflowRefusal('JOB_STATE', 'the annotators disagreed on this job: decide it instead of rejecting it', {
    meta: { stage },
  })

/** A key may not act on a job that a person works on. */
export const heldByPerson = (verb: string, stage: Stage) =>
  new WorkflowRefusal('JOB_STATE', `cannot ${verb} a job that a person is working on`, {
    meta: { stage, reason: 'HELD' },
  })

export const notReserved = (stage: Stage) =>
  new WorkflowRefusal('JOB_STATE', 'this job is reserved for another person, or a review of your own work', {
    meta: { stage, reason: 'RESERVED' },
  })

/** Work of a tag that checks people is given out by Next alone. */
export const nextOnly = (stage: Stage) =>
  new WorkflowRefusal('JOB_STATE', 'new jobs of this tag are given out in order: choose Next to get one', {
    meta: { stage, reason: 'NEXT_ONLY' },
  })

const conflict = (message: string, meta: WorkConflict) =>
  new WorkflowRefusal('CONFLICT', message, { meta: { ...meta } })

export const otherVersion = (version: number) =>
  conflict('the document has changed: open the job again', { reason: 'VERSION', version })

export const failedChecks = (findings: Extract<WorkConflict, { reason: 'CHECKS' }>['findings']) =>
  new WorkflowRefusal('JOB_STATE', `${findings.length} findings must be fixed first`, {
    meta: { reason: 'CHECKS', findings },
  })

/** The tag has errors that only the points of the job show, and not all points were examined in time. */
export const uncheckedWork = () =>
  new WorkflowRefusal('JOB_STATE', 'the work has not been checked yet: submit it again in a moment', {
    meta: { reason: 'CHECKS_UNFINISHED' },
  })

/** The refusal for work on a job that this person does not hold: it says who does. */
export async function leaseLost(db: Queryable, at: Pick<Job, 'projectId' | 'jobId'>): Promise<WorkflowRefusal> {
  const now = await findJob(db, at.projectId, at.jobId)
  if (!now) return jobNotFound()
  const held = await findHolder(db, at.projectId, at.jobId)
  const holder = held && { ...held, heldUntil: isoTime(held.heldUntil) }
  const message = holder ? `${holder.name} is working on this job` : 'you do not hold this job'
  return conflict(message, { reason: 'LEASE_LOST', holder, stage: now.stage })
}
