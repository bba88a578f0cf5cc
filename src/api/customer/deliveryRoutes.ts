import { deliveryEndpoints } from '../../contract/deliveries.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import { CALLBACK_EVENTS, type CallbackEventName } from '../../model/callbackEvent.ts'
import { type Delivery, deliveriesOfJob } from '../../store/project/callbacks/deliveries.ts'
import { eventsPage } from '../../store/project/callbacks/events.ts'
import { findJob } from '../../store/project/jobs/jobs.ts'
import { type Charge, USAGE_ROWS_A_PAGE, usageAfter } from '../../store/project/results/usage.ts'
import { resendBatchCallbacks, resendJobCallbacks } from '../../workflow/jobs/deliveries.ts'
import type { ApiContext } from '../context.ts'
import { ApiError, noSuchJob } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { readTime } from '../http/time.ts'
import { makePageToken, readPageToken } from './pageToken.ts'

/** @throws ApiError for a type that there is not */
function readTypes(text: string | undefined): CallbackEventName[] | undefined {
  return text?.split(',').map((name) => {
    const known = CALLBACK_EVENTS.find((one) => one === name)
    if (known) return known
    const expected = CALLBACK_EVENTS.join(', ')
    throw new ApiError('GE_0002', `types are ${expected}`, {
      failures: [faultAt('types', 'UNKNOWN', expected, name)],
    })
  })
}

export function deliveryRoutes(context: ApiContext): Route[] {
  const { pool } = context
  const wake = (queued: number) => {
    if (queued > 0) context.wake('deliveries')
    return { queued }
  }
  return [
    route(deliveryEndpoints.listDeliveries, {
      handle: async ({ projectId, params }) => {
        if (!(await findJob(pool, projectId, params.jid))) throw noSuchJob()
        const deliveries = await deliveriesOfJob(pool, projectId, params.jid)
        return { deliveries: deliveries.map(shownDelivery) }
      },
    }),
    route(deliveryEndpoints.resendJobCallbacks, {
      handle: async ({ projectId, params, by }) =>
        wake(await resendJobCallbacks(pool, by, { projectId, jobId: params.jid })),
    }),
    route(deliveryEndpoints.resendBatchCallbacks, {
      handle: async ({ projectId, params, query, by }) => {
        const batch = { projectId, batchId: params.bid.toLowerCase(), onlyFailed: query.only === 'failed' }
        return wake(await resendBatchCallbacks(pool, by, batch))
      },
    }),
    route(deliveryEndpoints.listEvents, {
      handle: async ({ projectId, query }) => {
        const page = await eventsPage(pool, { projectId, after: query.after ?? null, types: readTypes(query.types) })
        if (page === 'bad_cursor') throw new ApiError('invalid_request_error', 'invalid cursor')
        return { events: page.events, next_cursor: page.nextCursor }
      },
    }),
    route(deliveryEndpoints.listUsage, {
      handle: async ({ projectId, query }) => {
        const list = `usage-${projectId}`
        const found = await usageAfter(pool, projectId, {
          from: readTime(query.from, 'from'),
          to: readTime(query.to, 'to'),
          after: query.page_token === undefined ? 0 : readPageToken(query.page_token, list),
        })
        const page = found.slice(0, USAGE_ROWS_A_PAGE)
        return {
          rows: page.map(shownUsage),
          next_page_token: found.length > page.length ? makePageToken(list, page[page.length - 1].position) : null,
        }
      },
    }),
  ]
}

const shownDelivery = (delivery: Delivery) => ({
  webhook_id: delivery.webhookId,
  status: delivery.status,
  url: delivery.url,
  next_attempt_at: isoTimeOrNull(delivery.nextAttemptAt),
  attempts: delivery.attempts.map((attempt) => ({
    at: isoTime(attempt.at),
    duration_ms: attempt.durationMs,
    http_status: attempt.httpStatus,
    error: attempt.error,
    response: attempt.response,
  })),
})

const shownUsage = (row: Charge) => ({
  job_id: row.jobId,
  reference_id: row.referenceId,
  tag: row.tag,
  frames: row.frames,
  annotations: row.annotations,
  completed_at: isoTime(row.completedAt),
})
