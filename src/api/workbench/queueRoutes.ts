import { type QueueAnswer, type QueueRowAnswer, queueEndpoints } from '../../contract/queue.ts'
import { isoTime } from '../../formats/isoTime.ts'
import type { AuditActor } from '../../model/audit.ts'
import { workKindAt } from '../../model/stage.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { findQueued, listQueue, type QueuedJob } from '../../store/cluster/work/queue.ts'
import { QUEUE_PAGE } from '../../store/cluster/work/queueConditions.ts'
import { homeOf, type Job } from '../../store/project/jobs/jobs.ts'
import { activeSeconds, recordHeartbeat, startHeartbeats } from '../../store/project/work/activeTimes.ts'
import { findHolder, renewLease } from '../../store/project/work/lease.ts'
import { leaseLost } from '../../workflow/refusal.ts'
import { claimJob, claimNext, takeOver } from '../../workflow/work/claim.ts'
import { releaseJob, skipJob } from '../../workflow/work/release.ts'
import { leaseOfJob as leaseOfRow } from '../console/rows.ts'
import { asSeenBy } from '../customer/reachedJob.ts'
import { personOf } from '../http/actor.ts'
import { whileCallerWaits } from '../http/callerSignal.ts'
import { type Exchange, type Route, route } from '../http/route.ts'
import { authorizeClaim, authorizeProject, leaseOf, queueOf } from './authorizeJob.ts'
import type { WorkbenchContext } from './workbenchContext.ts'

/** Which job comes next, and whose hands a job is in. */
export function queueRoutes(workbench: WorkbenchContext): Route[] {
  const { pool } = workbench.context
  return [
    route(queueEndpoints.takeNextJob, {
      handle: async ({ session, body, request }) => {
        const queue = await queueOf(workbench, session, body)
        const like = body.like && (await queueOf(workbench, session, body.like))
        const { leaseSeconds } = workbench
        const job = await whileCallerWaits(request, (signal) =>
          claimNext(pool, personOf(session), { queue, leaseSeconds, signal }, like),
        )
        const taken = job && (await findQueued(pool, job.projectId, job.jobId))
        return { job: taken && queueRow(await asSeen(workbench, session, taken)) }
      },
    }),
    route(queueEndpoints.listQueue, {
      handle: async ({ session, query }): Promise<QueueAnswer> => {
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
function handRoutes(workbench: WorkbenchContext): Route[] {
  const { pool } = workbench.context
  const { leaseSeconds } = workbench
  const reach = async (session: Session, jobId: string) => ({
    projectId: await authorizeProject(workbench, session, jobId),
    jobId,
  })
  const lease = async (job: Job) => leaseOf(await findHolder(pool, job.projectId, job.jobId))
  return [
    route(queueEndpoints.claimJob, {
      handle: inHand(async ({ session, jobId, signal }) => {
        const queue = await queueOf(workbench, session)
        const at = { projectId: await authorizeClaim(workbench, session, jobId), jobId }
        return lease(await claimJob(pool, personOf(session), at, { queue, leaseSeconds, signal }))
      }),
    }),
    route(queueEndpoints.takeOverJob, {
      handle: inHand(async ({ session, jobId, by }) =>
        lease(await takeOver(pool, personOf(session), by, await reach(session, jobId), leaseSeconds)),
      ),
    }),
    route(queueEndpoints.releaseJob, {
      handle: inHand(async ({ session, jobId }) => {
        await releaseJob(pool, personOf(session), await reach(session, jobId))
        return {}
      }),
    }),
    route(queueEndpoints.skipJob, {
      handle: async ({ session, params, body }) => {
        await skipJob(pool, personOf(session), await reach(session, params.jid), body.reason)
        return {}
      },
    }),
    route(queueEndpoints.keepJob, {
      handle: async ({ session, params, body }) => {
        const { userId } = session
        const jobId = params.jid.toLowerCase()
        const at = { projectId: await authorizeProject(workbench, session, jobId, { isLate: true }), jobId, userId }
        const renewed = await renewLease(pool, at, leaseSeconds)
        if (!renewed) throw await leaseLost(pool, at)
        await (body.begins ? startHeartbeats : recordHeartbeat)(pool, at, userId, renewed.kind)
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

type HandCall = Pick<Hand, 'session' | 'by'> & { params: { jid: string }; request: Exchange['request'] }

/** Gives a handler the job of its path, while the caller waits. */
const inHand =
  <Answer>(handle: (hand: Hand) => Promise<Answer>) =>
  ({ session, params, by, request }: HandCall): Promise<Answer> =>
    whileCallerWaits(request, (signal) => handle({ session, jobId: params.jid.toLowerCase(), by, signal }))

const asSeen = async ({ context }: WorkbenchContext, session: Session, queued: QueuedJob): Promise<QueuedJob> => ({
  ...queued,
  job: await asSeenBy(context, session, queued.job),
})

const queueRow = ({ job, projectName, own, holderName, openIssues }: QueuedJob): QueueRowAnswer => ({
  jobId: job.jobId,
  projectId: homeOf(job),
  projectName,
  referenceId: job.referenceId,
  tag: job.tag,
  operation: job.annotationType,
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
