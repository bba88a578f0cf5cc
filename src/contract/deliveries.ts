import { type Static, Type } from 'typebox'
import { CallbackBody, ProjectEvent } from '../formats/callback/callbackSchema.ts'
import { Count, Id, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { CALLBACK_EVENTS } from '../model/callbackEvent.ts'
import { endpoint } from './endpoint.ts'
import { textParameter } from './words.ts'

const Queued = Type.Object({ queued: Count })

const DeliveryAttempt = Type.Object(
  {
    at: Time,
    duration_ms: Type.Number(),
    http_status: orNull(Type.Integer()),
    error: orNull(Type.String()),
    response: orNull(Type.String()),
  },
  { title: 'DeliveryAttempt' },
)

const Delivery = Type.Object(
  {
    webhook_id: Type.String(),
    status: stringEnum('pending', 'delivered', 'exhausted', 'disabled'),
    url: Type.String(),
    next_attempt_at: orNull(Time),
    attempts: Type.Array(DeliveryAttempt),
  },
  { title: 'Delivery' },
)

export type Delivery = Static<typeof Delivery>

const DeliveriesAnswer = Type.Object({
  deliveries: Type.Array(Delivery),
})

/** Bodies are stored as JSON and sent as stored. */
const FeedBody = Type.Unsafe<object>(
  Type.Union([CallbackBody, ProjectEvent], { description: 'a callback about a job, or another event of the project' }),
)

const Event = Type.Object(
  { cursor: Type.String({ description: 'continues after this event' }), body: FeedBody },
  { title: 'FeedEvent' },
)

const Events = Type.Object({
  events: Type.Array(Event),
  next_cursor: Type.String(),
})

const UsageRow = Type.Object(
  {
    job_id: Id,
    reference_id: Type.String(),
    tag: Type.String(),
    frames: Count,
    annotations: Count,
    completed_at: Time,
  },
  { title: 'UsageRow' },
)

export type UsageRow = Static<typeof UsageRow>

const Usage = Type.Object({
  rows: Type.Array(UsageRow),
  next_page_token: orNull(Type.String()),
})

export const deliveryEndpoints = {
  listDeliveries: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/jobs/:jid/deliveries'],
    access: { key: 'read', session: 'manageJobs' },
    tag: 'callbacks',
    summary: 'Every attempt to deliver the callbacks of a job',
    answer: DeliveriesAnswer,
  }),
  resendJobCallbacks: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/jobs/:jid/callback'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'callbacks',
    summary: 'Resend the callbacks of a job now',
    body: Type.Object({}),
    bodyOptional: true,
    answer: Queued,
  }),
  resendBatchCallbacks: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/batch/:bid/callback'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'callbacks',
    summary: 'Resend the callbacks of a batch now; only=failed: those that were given up or are held',
    body: Type.Object({}),
    bodyOptional: true,
    query: Type.Object({
      only: Type.Optional(Type.Literal('failed', { description: 'failed: exhausted and disabled deliveries alone' })),
    }),
    answer: Queued,
  }),
  listEvents: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/events'],
    access: 'read',
    tag: 'callbacks',
    summary: 'The callback bodies in order, for customers without a public receiver',
    query: Type.Object({
      after: textParameter('next_cursor of the page before'),
      types: textParameter(`with commas between, of ${CALLBACK_EVENTS.join(', ')}; those of jobs when left out`),
    }),
    answer: Events,
  }),
  listUsage: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/usage'],
    access: { key: 'read', session: 'manageProjects' },
    tag: 'jobs',
    summary: 'The ledger: one permanent row per job, written when it is first completed',
    query: Type.Object({
      from: textParameter('ISO 8601, included'),
      to: textParameter('ISO 8601, excluded'),
      page_token: textParameter('next_page_token of the page before'),
    }),
    answer: Usage,
  }),
}
