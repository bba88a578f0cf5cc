import type { FastifyReply } from 'fastify'
import type { JobPayloadAnswer } from '../../contract/payload.ts'
import { workEndpoints } from '../../contract/work.ts'
import { packDocument } from '../../formats/document/packedDocument.ts'
import { isoTimeOrNull } from '../../formats/isoTime.ts'
import { MAX_SAVE_BYTES } from '../../formats/workbench/work.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { MAX_JOB_VALUES } from '../../model/limits.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { type Decided, undecidedSuggestions } from '../../store/project/assistants/outcomes.ts'
import { countAssistedTime } from '../../store/project/assistants/times.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { settleSuggestions } from '../../workflow/assistants/suggestions.ts'
import { refuseUnchecked } from '../../workflow/policies/jobs.ts'
import { accessOf } from '../../workflow/policies/leases.ts'
import { refuseSubmission } from '../../workflow/policies/submissions.ts'
import { otherVersion } from '../../workflow/refusal.ts'
import { submitWork } from '../../workflow/work/submitWork.ts'
import { undoSubmission } from '../../workflow/work/undoSubmission.ts'
import { asSeenBy } from '../customer/reachedJob.ts'
import { personOf } from '../http/actor.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { sendBytes, sendWith } from '../http/sendJson.ts'
import type { Sent } from '../http/sent.ts'
import { resultTarget } from '../results/resultTarget.ts'
import { authorizeJob, authorizeLateJob } from './authorizeJob.ts'
import { jobPayload } from './jobPayload.ts'
import { hashSent, receiveBatch, saveOperations } from './saving.ts'
import { snapshotWork } from './submission.ts'
import type { WorkbenchContext } from './workbenchContext.ts'

const TIME_LIMIT_MS = 60_000

/** Counts how long people worked on a job that was submitted, and what they made of what assistants suggested for it. */
async function countSuggestionOutcomes({ context, documents }: WorkbenchContext, job: Job): Promise<void> {
  // In private copies people are checked, with what others know of the job already.
  if (!job.origin) await countAssistedTime(context.pool, job)
  const suggested = await undecidedSuggestions(context.pool, job)
  if (suggested.length === 0) return
  const accepted = suggested.filter(({ state }) => state === 'accepted')
  const order = {
    job: await resultTarget(context, job),
    document: packDocument((await documents.current(job)).document),
    suggestions: accepted.map(({ record, more }) => ({ record, ...more, score: null })),
  }
  const found = rulesOf(job.annotationType).hasLabels || accepted.length === 0 ? [] : await outcomesIn(order)
  const ofAccepted = new Map(accepted.map(({ suggestionId }, index) => [suggestionId, found[index] ?? 'kept']))
  const decided = suggested.map(
    ({ suggestionId, assistant, version, state }): Decided => ({
      suggestionId,
      assistant,
      version,
      outcome: ofAccepted.get(suggestionId) ?? (state === 'dropped' ? 'dropped' : 'untouched'),
    }),
  )
  await settleSuggestions(context.pool, job, decided)

  function outcomesIn(given: typeof order) {
    return context.threads.run('suggestionOutcomes', given, { lane: job.projectId, timeLimitMs: TIME_LIMIT_MS })
  }
}

/** Opening a job, saving edits, and submitting it. */
export function workRoutes(workbench: WorkbenchContext): Route[] {
  return [
    route(workEndpoints.openJob, {
      handle: async ({ session, params, reply }) => {
        const job = await authorizeJob(workbench, session, params.jid)
        return openJob(workbench, session, job, reply)
      },
    }),
    route(workEndpoints.openLabels, {
      handle: async ({ session, params, query, reply }) => {
        const job = await authorizeJob(workbench, session, params.jid)
        return sendLabels(workbench, job, query.version, reply)
      },
    }),
    route(workEndpoints.saveOperations, {
      maxBodyBytes: MAX_SAVE_BYTES,
      maxValues: MAX_JOB_VALUES,
      handle: async ({ session, params, bytes, request }) => {
        const batch = await receiveBatch(workbench, session.userId, bytes)
        const job = await authorizeLateJob(workbench, session, params.jid)
        return saveOperations(workbench, session, job, batch, hashSent(request.headers))
      },
    }),
    route(workEndpoints.submitJob, {
      handle: async ({ session, params, body }) => {
        const job = await authorizeJob(workbench, session, params.jid)
        return submitVersion(workbench, session, job, body.version)
      },
    }),
    route(workEndpoints.undoSubmission, {
      handle: async ({ session, params }) => {
        const job = await authorizeJob(workbench, session, params.jid)
        const undone = await undoSubmission(workbench.context.pool, personOf(session), job, workbench.leaseSeconds)
        return { stage: undone.stage, undoUntil: null }
      },
    }),
  ]
}

async function openJob(
  workbench: WorkbenchContext,
  session: Session,
  job: Job,
  reply: FastifyReply,
): Promise<Sent<JobPayloadAnswer>> {
  refuseUnchecked(job)
  const { version, json } = await workbench.documents.opened(job)
  const { payload, content } = await jobPayload(workbench, await asSeenBy(workbench.context, session, job), {
    access: accessOf(session, job),
    userId: session.userId,
    files: { base: `/api/assets/${job.jobId}/`, query: '' },
    version,
    labelsUrl: `/api/jobs/${job.jobId}/labels?version=${version}`,
  })
  return sendWith(reply, payload, { content: [content], document: json })
}

/** The labels at the version that was asked for; 409 when the work has moved on. */
async function sendLabels(workbench: WorkbenchContext, job: Job, asked: string | undefined, reply: FastifyReply) {
  if (!rulesOf(job.annotationType).hasLabels) throw new ApiError('resource_error', 'this job has no labels')
  const { version, file } = await workbench.documents.openedLabels(job)
  if (asked !== undefined && asked !== String(version)) throw otherVersion(version)
  return sendBytes(reply, file)
}

async function submitVersion(workbench: WorkbenchContext, session: Session, job: Job, version: number) {
  const { pool, wake, log } = workbench.context
  const person = personOf(session)
  // Asked before the work is read and written, and again under the lock.
  await refuseSubmission(pool, person, job)
  const submitted = await submitWork(pool, person, job, await snapshotWork(workbench, job, version, true))
  wake('tasks')
  // Figures about assistants: a submission that is done does not wait for them.
  countSuggestionOutcomes(workbench, job).catch((err) =>
    log.warn({ err }, 'what became of suggestions was not counted'),
  )
  return { stage: submitted.stage, undoUntil: isoTimeOrNull(submitted.job.undoUntil) }
}
