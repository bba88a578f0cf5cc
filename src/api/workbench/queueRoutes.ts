import { type Static, type TSchema, Type } from 'typebox'
import { isoTime } from '../../formats/isoTime.ts'
import { stringEnum } from '../../formats/json/schemas.ts'
import type { QueueRow, QueueRowPage } from '../../formats/workbench/queue.ts'
import type { AuditActor } from '../../model/audit.ts'
import { workKindAt } from '../../model/stage.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { findQueued, listQueue, QUEUE_PAGE, type QueuedJob } from '../../store/cluster/work/queue.ts'
import { homeOf, type Job } from '../../store/project/jobs/jobs.ts'
import { activeSeconds, beat, beginBeats } from '../../store/project/work/activeTimes.ts'
import { findHolder, renewLease } from '../../store/project/work/lease.ts'
import { leaseLost } from '../../workflow/refusal.ts'
import { claimJob, claimNext, takeOver } from '../../workflow/work/claim.ts'
import { releaseJob, skipJob } from '../../workflow/work/release.ts'
import { leaseOfJob as leaseOfRow } from '../console/rows.ts'
import { asSeenBy } from '../customer/reachedJob.ts'
import { personOf } from '../http/actor.ts'
import { whileCallerWaits } from '../http/callerSignal.ts'
import { EmptyAnswer } from '../http/emptyAnswer.ts'
import { textParameter } from '../http/query.ts'
import { type Answered, type Route, route } from '../http/route.ts'
import { ClaimAnswer, HeartbeatAnswer, NextJobAnswer, QueueAnswer } from './answers.ts'
import type { WorkbenchParts } from './parts.ts'
import { leaseOf, queueOf, reachClaimed, reachProject } from './reach.ts'

const Wanted = Type.Object({
  projectId: Type.Optional(Type.String({ format: 'uuid' })),
  tag: Type.Optional(Type.String()),
  kind: Type.Optional(stringEnum('annotate', 'review')),
})

/** Which job comes next, and whose hands a job is in. */
export function queueRoutes(workbench: WorkbenchParts): Route[] {
  const { pool } = workbench.context
  return [
    route({
      method: 'POST',
      paths: ['/api/next'],
      access: { session: 'annotate' },
      tag: 'pages',
      summary: 'Claim the next job',
      answer: NextJobAnswer,
      body: Wanted,
      bodyOptional: true,
      handle: async ({ session, body, request }) => {
        const queue = await queueOf(workbench, session, body)
        const { leaseSeconds } = workbench
        const job = await whileCallerWaits(request, (signal) =>
          claimNext(pool, personOf(session), { queue, leaseSeconds, signal }),
        )
        const taken = job && (await findQueued(pool, job.projectId, job.jobId))
        return { job: taken && queueRow(await asSeen(workbench, session, taken)) }
      },
    }),
    route({
      method: 'GET',
      paths: ['/api/queue'],
      access: { session: 'annotate' },
      tag: 'pages',
      summary: 'The queue, in order',
      answer: QueueAnswer,
      query: Type.Object({
        kind: Wanted.properties.kind,
        project_id: Wanted.properties.projectId,
        tag: Wanted.properties.tag,
        page: textParameter('nextPage of the page before'),
      }),
      handle: async ({ session, query }): Promise<QueueRowPage> => {
        const { kind, project_id: projectId, tag, page = '0' } = query
        const offset = /^\d{1,6}$/.test(page) ? Number(page) : 0
        const of = await queueOf(workbench, session, { kind, projectId, tag })
        const found = await listQueue(pool, of, offset)
        const seen = found.slice(0, QUEUE_PAGE).map((one) => asSeen(workbench, session, one))
        const rows = (await Promise.all(seen)).map(queueRow)
        return { jobs: rows, nextPage: found.length > QUEUE_PAGE ? String(offset + QUEUE_PAGE) : null }
      },
    }),
    ...handRoutes(workbench),
  ]
}

/** Taking one job, releasing it, and keeping it. */
function handRoutes(workbench: WorkbenchParts): Route[] {
  const { pool } = workbench.context
  const { leaseSeconds } = workbench
  const reach = async (session: Session, jobId: string) => ({
    projectId: await reachProject(workbench, session, jobId),
    jobId,
  })
  const lease = async (job: Job) => leaseOf(await findHolder(pool, job.projectId, job.jobId))
  return [
    handRoute('claim', 'annotate', 'Take this job', ClaimAnswer, async ({ session, jobId, signal }) => {
      const queue = await queueOf(workbench, session)
      const at = { projectId: await reachClaimed(workbench, session, jobId), jobId }
      return lease(await claimJob(pool, personOf(session), at, { queue, leaseSeconds, signal }))
    }),
    handRoute('take-over', 'takeOver', 'Take this job from its holder', ClaimAnswer, async ({ session, jobId, by }) =>
      lease(await takeOver(pool, personOf(session), by, await reach(session, jobId), leaseSeconds)),
    ),
    handRoute(
      'release',
      'annotate',
      'Release this job; what was saved stays',
      EmptyAnswer,
      async ({ session, jobId }) => {
        await releaseJob(pool, personOf(session), await reach(session, jobId))
        return {}
      },
    ),
    route({
      method: 'POST',
      paths: ['/api/jobs/:jid/skip'],
      access: { session: 'annotate' },
      tag: 'pages',
      summary: 'Release this job with a reason; it is not offered to this person again for a day',
      answer: EmptyAnswer,
      body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 2000 }) }),
      handle: async ({ session, params, body }) => {
        await skipJob(pool, personOf(session), await reach(session, params.jid), body.reason)
        return {}
      },
    }),
    route({
      method: 'POST',
      paths: ['/api/jobs/:jid/heartbeat'],
      access: { session: 'annotate' },
      tag: 'pages',
      summary: 'Renews the lease and counts the time',
      answer: HeartbeatAnswer,
      body: Type.Object({ begins: Type.Optional(Type.Boolean()) }),
      bodyOptional: true,
      handle: async ({ session, params, body }) => {
        const { userId } = session
        const jobId = params.jid.toLowerCase()
        const at = { projectId: await reachProject(workbench, session, jobId, { isLate: true }), jobId, userId }
        const renewed = await renewLease(pool, at, leaseSeconds)
        if (!renewed) throw await leaseLost(pool, at)
        await (body.begins ? beginBeats : beat)(pool, at, userId, renewed.kind)
        return { heldUntil: isoTime(renewed.heldUntil), activeSeconds: await activeSeconds(pool, at) }
      },
    }),
  ]
}

/** One job, and who wants it. */
interface Hand {
  session: Session
  jobId: string
  by: AuditActor
  signal: AbortSignal
}

function handRoute<Answer extends TSchema>(
  verb: string,
  permission: 'annotate' | 'takeOver',
  summary: string,
  answer: Answer,
  handle: (hand: Hand) => Promise<Answered<Static<Answer>>>,
): Route {
  return route({
    method: 'POST',
    paths: [`/api/jobs/:jid/${verb}`],
    access: { session: permission },
    tag: 'pages',
    summary,
    answer,
    handle: ({ session, params, by, request }) =>
      whileCallerWaits(request, (signal) => handle({ session, jobId: params.jid.toLowerCase(), by, signal })),
  })
}

const asSeen = async ({ context }: WorkbenchParts, session: Session, queued: QueuedJob): Promise<QueuedJob> => ({
  ...queued,
  job: await asSeenBy(context, session, queued.job),
})

const queueRow = ({ job, projectName, own, holderName, openIssues }: QueuedJob): QueueRow => ({
  jobId: job.jobId,
  projectId: homeOf(job),
  projectName,
  referenceId: job.referenceId,
  tag: job.tag,
  operation: job.operation,
  stage: job.stage,
  kind: workKindAt(job.stage),
  priorityWeight: job.priorityWeight,
  frames: job.frames,
  createdAt: isoTime(job.createdAt),
  waitingSince: isoTime(job.stageAt),
  lease: leaseOfRow(job, holderName),
  own,
  openIssues,
})
