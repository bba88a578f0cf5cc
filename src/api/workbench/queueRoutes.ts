import { type Static, Type } from 'typebox'
import type { QueuePage, QueueRow } from '../../formats/workbench/queue.ts'
import type { Operation } from '../../model/operation.ts'
import { mayDo } from '../../model/permissions.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import {
  findQueued,
  isOwnWork,
  listQueue,
  lockNext,
  mayTake,
  QUEUE_PAGE,
  type QueuedJob,
  type QueueOf,
} from '../../store/cluster/work/queue.ts'
import type { Client, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { activeSeconds, beat, beginBeats } from '../../store/project/work/activeTimes.ts'
import { findHolder, giveBack, hold, isHeld, kindOfStage, renew } from '../../store/project/work/lease.ts'
import { addSkip } from '../../store/project/work/skips.ts'
import { beginWork } from '../../store/project/work/works.ts'
import { words } from '../admin/words.ts'
import { leaseOf as leaseOfRow } from '../console/rows.ts'
import { isoTime } from '../customer/record.ts'
import { ApiError, wrongState } from '../http/apiError.ts'
import { textParameter } from '../http/query.ts'
import { type Route, route } from '../http/route.ts'
import { mayNot } from '../people/sessionCheck.ts'
import type { Workbench } from './parts.ts'
import { leaseLost, leaseOf, queueOf, reachLocked, reachProject } from './reach.ts'

const Wanted = Type.Object({
  projectId: Type.Optional(Type.String({ format: 'uuid' })),
  tag: Type.Optional(Type.String()),
  kind: Type.Optional(words('annotate', 'review')),
})

/** Which job comes next, and whose hands a job is in. */
export function queueRoutes(workbench: Workbench): Route[] {
  const { pool } = workbench.context
  return [
    route({
      method: 'POST',
      paths: ['/api/next'],
      access: { session: 'annotate' },
      tag: 'pages',
      summary: 'Take the job that comes first',
      body: Wanted,
      bodyOptional: true,
      handle: async ({ session, body }) => {
        const of = narrowed(await queueOf(workbench, session), body)
        const taken = await withTransaction(pool, async (client) => {
          const job = await lockNext(client, of)
          if (!job) return null
          await take(workbench, client, session, job)
          return findQueued(client, job.projectId, job.jobId)
        })
        return { job: taken && queueRow(taken) }
      },
    }),
    route({
      method: 'GET',
      paths: ['/api/queue'],
      access: { session: 'annotate' },
      tag: 'pages',
      summary: 'What there is to do, in its order',
      query: Type.Object({
        kind: Wanted.properties.kind,
        project_id: Wanted.properties.projectId,
        tag: Wanted.properties.tag,
        page: textParameter('nextPage of the page before'),
      }),
      handle: async ({ session, query }): Promise<QueuePage> => {
        const { kind, project_id: projectId, tag, page = '0' } = query
        const offset = /^\d{1,6}$/.test(page) ? Number(page) : 0
        const of = narrowed(await queueOf(workbench, session), { kind, projectId, tag })
        const found = await listQueue(pool, of, offset)
        const rows = found.slice(0, QUEUE_PAGE).map(queueRow)
        return { jobs: rows, nextPage: found.length > QUEUE_PAGE ? String(offset + QUEUE_PAGE) : null }
      },
    }),
    ...handRoutes(workbench),
  ]
}

/** Taking one job, giving it back, and keeping it. */
function handRoutes(workbench: Workbench): Route[] {
  const { pool } = workbench.context
  const within = <T>(session: Session, jobId: string, fn: (client: Client, job: Job) => Promise<T>) =>
    withTransaction(pool, async (client) => fn(client, await reachLocked(workbench, client, session, jobId)))
  return [
    handRoute('claim', 'annotate', 'Take this job', async (session, jobId) => {
      const of = await queueOf(workbench, session)
      return within(session, jobId, async (client, job) => {
        if (job.holderId !== session.userId && isHeld(job, Date.now())) throw await leaseLost(client, job)
        if (!(await mayTake(client, job, of))) throw notForYou(job)
        return take(workbench, client, session, job)
      })
    }),
    handRoute('take-over', 'takeOver', 'Take this job out of somebody else’s hands', (session, jobId) =>
      within(session, jobId, async (client, job) => {
        if (!['queued', 'in_progress', 'in_review'].includes(job.stage)) throw wrongState('take over', job.stage)
        if (job.stage === 'in_review' && (await isOwnWork(client, job, session.userId))) throw notForYou(job)
        return take(workbench, client, session, job)
      }),
    ),
    handRoute('release', 'annotate', 'Give this job back; what was saved stays', (session, jobId) =>
      within(session, jobId, async (client, job) => {
        if (job.holderId !== session.userId && !mayDo(session.role, 'takeOver')) throw await leaseLost(client, job)
        if (job.holderId !== null) await giveBack(client, job)
        return {}
      }),
    ),
    route({
      method: 'POST',
      paths: ['/api/jobs/:jid/skip'],
      access: { session: 'annotate' },
      tag: 'pages',
      summary: 'Give this job back with a reason; it is not offered to this person again for a day',
      body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 2000 }) }),
      handle: ({ session, params, body }) =>
        within(session, params.jid, async (client, job) => {
          if (job.holderId !== session.userId && isHeld(job, Date.now())) throw await leaseLost(client, job)
          await addSkip(client, job, session.userId, body.reason)
          if (job.holderId === session.userId) await giveBack(client, job)
          return {}
        }),
    }),
    handRoute(
      'heartbeat',
      'annotate',
      'A sign of life: renews the lease and counts the time',
      async (session, jobId) => {
        const projectId = await reachProject(workbench, session, jobId)
        const at = { projectId, jobId, userId: session.userId }
        const renewed = await renew(pool, at, workbench.leaseSeconds)
        if (!renewed) throw await leaseLost(pool, at)
        await beat(pool, at, session.userId, renewed.kind)
        return { heldUntil: isoTime(renewed.heldUntil), activeSeconds: await activeSeconds(pool, at) }
      },
    ),
  ]
}

function handRoute(
  verb: string,
  permission: 'annotate' | 'takeOver',
  summary: string,
  handle: (session: Session, jobId: string) => Promise<unknown>,
): Route {
  return route({
    method: 'POST',
    paths: [`/api/jobs/:jid/${verb}`],
    access: { session: permission },
    tag: 'pages',
    summary,
    handle: ({ session, params }) => handle(session, params.jid.toLowerCase()),
  })
}

/** Puts the locked job into this person's hands. */
async function take({ leaseSeconds }: Workbench, db: Queryable, session: Session, job: Job) {
  await hold(db, job, session.userId, leaseSeconds)
  await beginWork(db, job)
  await beginBeats(db, job, session.userId, kindOfStage(job.stage))
  return leaseOf(await findHolder(db, job.projectId, job.jobId))
}

const notForYou = (job: Job) =>
  ['queued', 'in_progress', 'in_review'].includes(job.stage)
    ? new ApiError(
        'JOB_STATE',
        'this job is not for you: it is somebody else’s first, or your own work to be reviewed',
        {
          meta: { stage: job.stage },
        },
      )
    : wrongState('take', job.stage)

function narrowed(of: QueueOf, by: Static<typeof Wanted>): QueueOf {
  const projectId = by.projectId?.toLowerCase()
  if (projectId !== undefined && !of.projectIds.includes(projectId)) throw mayNot()
  return {
    ...of,
    projectIds: projectId === undefined ? of.projectIds : [projectId],
    tag: by.tag ?? null,
    annotate: of.annotate && by.kind !== 'review',
    review: of.review && by.kind !== 'annotate',
  }
}

const queueRow = ({ job, projectName, own, holderName, openIssues }: QueuedJob): QueueRow => ({
  jobId: job.jobId,
  projectId: job.projectId,
  projectName,
  referenceId: job.referenceId,
  tag: job.tag,
  operation: job.operation as Operation,
  stage: job.stage,
  kind: kindOfStage(job.stage),
  priorityWeight: job.priorityWeight,
  frames: job.frames,
  createdAt: isoTime(job.createdAt),
  lease: leaseOfRow(job, holderName),
  own,
  openIssues,
})
