import { type Static, Type } from 'typebox'
import { Count, Id, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { LeaseAnswer, WorkKindName } from '../formats/workbench/queue.ts'
import { ANNOTATION_TYPES } from '../model/annotationType.ts'
import { endpoint } from './endpoint.ts'
import { StageName } from './jobs.ts'
import { EmptyAnswer, textParameter } from './words.ts'

const QueueRowAnswer = Type.Object({
  jobId: Id,
  projectId: Id,
  projectName: Type.String(),
  referenceId: Type.String(),
  tag: Type.String(),
  operation: stringEnum(...ANNOTATION_TYPES),
  stage: StageName,
  kind: WorkKindName,
  priorityWeight: Type.Integer(),
  frames: Count,
  createdAt: Time,
  lease: orNull(LeaseAnswer),
  own: orNull(stringEnum('unfinished', 'rejected')),
  waitingSince: Time,
  openIssues: Count,
})

export type QueueRowAnswer = Static<typeof QueueRowAnswer>

const NextJobAnswer = Type.Object({ job: orNull(QueueRowAnswer) })

const QueueAnswer = Type.Object({
  jobs: Type.Array(QueueRowAnswer),
  nextPage: orNull(Type.String({ description: 'to be sent as `page` for the rows that follow' })),
})

export type QueueAnswer = Static<typeof QueueAnswer>

/** The lease of a job that was claimed or taken over. */
const ClaimAnswer = orNull(LeaseAnswer)

const OfQueue = {
  projectId: Type.String({ format: 'uuid' }),
  tag: Type.String(),
  kind: stringEnum('annotate', 'review'),
}
const Like = Type.Object(OfQueue, {
  description: 'the job that was worked on before: of jobs that come equally first, the next one is like it',
})
const WantedJob = Type.Partial(Type.Object({ ...OfQueue, like: Like }))

export type WantedJob = Static<typeof WantedJob>

export const ActiveSeconds = Type.Object({ annotate: Type.Number(), review: Type.Number() })

const HeartbeatAnswer = Type.Object({ heldUntil: Time, activeSeconds: ActiveSeconds })

export type HeartbeatAnswer = Static<typeof HeartbeatAnswer>

export const queueEndpoints = {
  takeNextJob: endpoint({
    method: 'POST',
    paths: ['/api/next'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Claim the next job',
    answer: NextJobAnswer,
    body: WantedJob,
    bodyOptional: true,
  }),
  listQueue: endpoint({
    method: 'GET',
    paths: ['/api/queue'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'The queue, in order',
    answer: QueueAnswer,
    query: Type.Object({
      kind: Type.Optional(OfQueue.kind),
      project_id: Type.Optional(OfQueue.projectId),
      tag: Type.Optional(OfQueue.tag),
      page: textParameter('nextPage of the page before'),
    }),
  }),
  claimJob: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/claim'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Take this job',
    answer: ClaimAnswer,
  }),
  takeOverJob: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/take-over'],
    access: { session: 'takeOver' },
    tag: 'pages',
    summary: 'Take this job from its holder',
    answer: ClaimAnswer,
  }),
  releaseJob: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/release'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Release this job; what was saved stays',
    answer: EmptyAnswer,
  }),
  skipJob: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/skip'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Release this job with a reason; it is not offered to this person again for a day',
    answer: EmptyAnswer,
    body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 2000 }) }),
  }),
  keepJob: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/heartbeat'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Renews the lease and counts the time',
    answer: HeartbeatAnswer,
    body: Type.Object({ begins: Type.Optional(Type.Boolean()) }),
    bodyOptional: true,
  }),
}
