import type { ErrorCode } from '../../formats/errors/codes.ts'
import { type AutoVerb, isForTag } from '../../model/assistants/assistant.ts'
import type { AuditActor } from '../../model/audit.ts'
import type { JobActionName } from '../../model/jobAction.ts'
import { enqueue } from '../../store/cluster/tasks/enqueue.ts'
import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import {
  insertAction,
  type JobAction,
  lockItems,
  type NewJobAction,
  settleItems,
} from '../../store/project/actions/actions.ts'
import { type Assistant, findAssistant } from '../../store/project/assistants/assistants.ts'
import { askAgain } from '../../store/project/assistants/reruns.ts'
import { recordAudit } from '../../store/project/audit/audit.ts'
import { resendJobs } from '../../store/project/callbacks/resend.ts'
import type { ExportRequest } from '../../store/project/exports/exports.ts'
import { type Assignee, setAssignee } from '../../store/project/jobs/assignees.ts'
import { type Job, lockJobs } from '../../store/project/jobs/jobs.ts'
import { cancelJobs, prioritiseJobs, reopenJobs, retryJobs } from '../jobs/moveManyJobs.ts'
import {
  refuseAssigning,
  refuseCancel,
  refuseExport,
  refusePreAnnotation,
  refusePriority,
  refuseReopen,
  refuseRetry,
} from '../policies/jobs.ts'
import { jobNotFound, WorkflowRefusal } from '../refusal.ts'

/** The value of an action; its name determines which member is present. */
export interface ActionValue {
  priorityWeight?: number
  /** The deadline as ISO text. */
  assignee?: Omit<Assignee, 'deadline'> & { deadline: string | null }
  export?: { format: string; request: ExportRequest }
  assist?: { assistant: string; verb: AutoVerb }
  /** The part of the set that is assigned. */
  share?: number
  /** Why jobs are reopened. */
  reason?: string | null
}

const NO_ONE: Assignee = { userId: null, groupName: null, deadline: null }

/** The value, with the assistant that it names, and who asked. */
type Asked = ActionValue & { assistant: Assistant | null; by: Pick<AuditActor, 'type' | 'id'> }

/** An action on jobs of one project: the reason why a job is refused, and the change of all others together. */
interface Act {
  refuse?: (job: Job, asked: Asked) => void
  act?: (db: Queryable, projectId: string, jobs: readonly Job[], asked: Asked) => Promise<unknown>
}

const idsOf = (jobs: readonly Job[]): string[] => jobs.map(({ jobId }) => jobId)

const ACTS: Readonly<Record<JobActionName, Act>> = {
  cancel: { refuse: refuseCancel, act: cancelJobs },
  retry: { refuse: refuseRetry, act: retryJobs },
  reopen: {
    refuse: refuseReopen,
    act: (db, projectId, jobs, { by, reason = null }) => reopenJobs(db, projectId, jobs, by, reason),
  },
  priority: {
    refuse: refusePriority,
    act: async (db, projectId, jobs, { priorityWeight }) =>
      priorityWeight !== undefined && prioritiseJobs(db, projectId, idsOf(jobs), priorityWeight),
  },
  assign: {
    refuse: refuseAssigning,
    act: (db, projectId, jobs, { assignee }) => {
      const { deadline = null, ...to } = assignee ?? { ...NO_ONE, deadline: null }
      return setAssignee(db, projectId, idsOf(jobs), { ...to, deadline: deadline === null ? null : new Date(deadline) })
    },
  },
  unassign: { act: (db, projectId, jobs) => setAssignee(db, projectId, idsOf(jobs), NO_ONE) },
  resend: { act: (db, projectId, jobs) => resendJobs(db, projectId, idsOf(jobs)) },
  export: { refuse: refuseExport },
  assist: {
    refuse: refuseAssisting,
    act: async (db, projectId, jobs, { assistant, assist }) =>
      assistant && assist && askAgain(db, projectId, idsOf(jobs), assistant, assist.verb),
  },
}

function refuseAssisting(job: Job, { assistant }: Asked): void {
  refusePreAnnotation(job)
  if (!assistant) throw new WorkflowRefusal('resource_error', 'this project has no such assistant')
  if (!isForTag(assistant.settings, job.tag))
    throw new WorkflowRefusal('GE_0002', 'the assistant does not help with jobs of this tag')
}

/** Queues an action on many jobs. `asked`: the request as the audit log shows it. */
export function startJobAction(pool: Pool, by: AuditActor, made: NewJobAction, asked: object): Promise<void> {
  const { project_id: projectId, id } = made
  return withTransaction(pool, async (db) => {
    await insertAction(db, made)
    await recordAudit(db, by, { projectId, action: 'jobs.action', object: id, after: asked })
    await enqueue(db, [{ projectId, kind: 'action', subjectId: id, priority: 7 }])
  })
}

/**
 * Applies the action to these jobs, to each once: act and mark are one transaction. A dry run reports the same for each
 * without acting.
 */
export function actOnJobs(pool: Pool, action: JobAction, jobIds: readonly string[]): Promise<void> {
  const { project_id: projectId } = action
  const { refuse, act } = ACTS[action.action]
  return withTransaction(pool, async (db) => {
    const asked = await askedBy(db, action)
    const waiting = await lockItems(db, action, jobIds)
    const found = new Map((await lockJobs(db, projectId, waiting)).map((job) => [job.jobId, job]))
    const refusalOf = (jobId: string) => codeOf(found.get(jobId), (job) => refuse?.(job, asked))
    const outcomes = new Map(waiting.map((jobId) => [jobId, refusalOf(jobId)]))
    await settleItems(db, action, outcomes)
    const allowed = [...found.values()].filter(({ jobId }) => outcomes.get(jobId) === null)
    if (!action.dry_run && allowed.length > 0) await act?.(db, projectId, allowed, asked)
  })
}

async function askedBy(db: Queryable, action: JobAction): Promise<Asked> {
  const { project_id: projectId, value, user_id: userId, key_id: keyId } = action
  const asked: ActionValue = typeof value === 'object' && value !== null ? value : {}
  const assistant = asked.assist ? await findAssistant(db, projectId, asked.assist.assistant) : null
  return { ...asked, assistant, by: userId ? { type: 'user', id: userId } : { type: 'key', id: keyId } }
}

/** The code of the refusal; null: there is none. */
function codeOf(job: Job | undefined, refuse: (job: Job) => void): ErrorCode | null {
  try {
    if (!job) throw jobNotFound()
    refuse(job)
    return null
  } catch (error) {
    if (error instanceof WorkflowRefusal) return error.code
    throw error
  }
}
