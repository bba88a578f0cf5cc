import type { Queryable } from '../../postgres/pools.ts'
import type { QueueKey } from './claim.ts'

/** The outcome of one POST. */
export interface AttemptFacts {
  at: Date
  durationMs: number
  httpStatus: number | null
  /** A description without internal addresses; null if the receiver answered. */
  error: string | null
  /** The beginning of the answer, at most 4 KiB, without secrets; null if there was none. */
  response: string | null
}

export interface FailedDelivery extends QueueKey {
  leaseToken: string
  attempt: AttemptFacts
  /** null: that was the last attempt, the delivery is exhausted. */
  retryInMs: number | null
}

// A success stays a fact even if another worker has the lease by now, so the token is not checked.
const DELIVERED = `
  with done as (
    select * from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::timestamptz[], $5::int[], $6::int[], $7::text[])
      as t(project_id, job_id, position, at, duration_ms, http_status, response)
  ), gone as (
    delete from delivery_queue q using done d
    where q.project_id = d.project_id and q.job_id = d.job_id and q.position = d.position
  ), counted as (
    update deliveries v set status = 'delivered', attempts = v.attempts + 1, finished_at = now()
    from done d where v.project_id = d.project_id and v.position = d.position and v.status <> 'delivered'
    returning v.project_id, v.position, v.attempts
  )
  insert into delivery_attempts (project_id, position, number, at, duration_ms, http_status, response)
  select c.project_id, c.position, c.attempts, d.at, d.duration_ms, d.http_status, d.response
  from counted c join done d on d.project_id = c.project_id and d.position = c.position
  on conflict do nothing`

/** Notes deliveries that were received (any 2xx). May be repeated when it is not known whether it took. */
export async function markDelivered(
  client: Queryable,
  delivered: readonly (QueueKey & { attempt: AttemptFacts })[],
): Promise<void> {
  if (delivered.length === 0) return
  const column = <T>(pick: (one: QueueKey & { attempt: AttemptFacts }) => T): T[] => inKeyOrder(delivered).map(pick)
  await client.query({
    name: 'callbacks-delivered',
    text: DELIVERED,
    values: [
      column((one) => one.projectId),
      column((one) => one.jobId),
      column((one) => one.position),
      column((one) => one.attempt.at),
      column((one) => one.attempt.durationMs),
      column((one) => one.attempt.httpStatus),
      column((one) => one.attempt.response),
    ],
  })
}

const FAILED = `
  with tried as (
    select * from unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::float8[], $6::timestamptz[], $7::int[], $8::int[],
      $9::text[], $10::text[])
      as t(job_id, position, token, retry_in_ms, at, duration_ms, http_status, error, response)
  ), held as materialized (
    select t.*, now() + t.retry_in_ms * interval '1 millisecond' as again_at,
      case when t.retry_in_ms is null then now() end as ended_at
    from delivery_queue q join tried t
      on q.job_id = t.job_id and q.position = t.position and q.lease_token = t.token
    where q.project_id = $1
    order by q.job_id, q.position for update of q
  ), again as (
    update delivery_queue q set due_at = h.again_at, attempts = q.attempts + 1,
      lease_token = null, leased_by = null
    from held h where h.retry_in_ms is not null and q.project_id = $1 and q.job_id = h.job_id and q.position = h.position
  ), gone as (
    delete from delivery_queue q using held h where h.retry_in_ms is null
      and q.project_id = $1 and q.job_id = h.job_id and q.position = h.position
  ), counted as (
    update deliveries v set attempts = v.attempts + 1,
      status = case when h.retry_in_ms is null then 'exhausted' else v.status end,
      finished_at = h.ended_at
    from held h where v.project_id = $1 and v.position = h.position
    returning v.position, v.attempts
  )
  insert into delivery_attempts (project_id, position, number, at, duration_ms, http_status, error, response)
  select $1, c.position, c.attempts, h.at, h.duration_ms, h.http_status, h.error, h.response
  from counted c join held h on h.position = c.position
  on conflict do nothing`

/**
 * Notes failed attempts, where the lease is still the one the attempt was made under, and when to try again. One
 * statement per project, because it locks rows first.
 */
export async function markFailed(client: Queryable, failed: readonly FailedDelivery[]): Promise<void> {
  for (const [projectId, ofProject] of Map.groupBy(inKeyOrder(failed), (one) => one.projectId)) {
    const column = <T>(pick: (one: FailedDelivery) => T): T[] => ofProject.map(pick)
    await client.query({
      name: 'callbacks-failed',
      text: FAILED,
      values: [
        projectId,
        column((one) => one.jobId),
        column((one) => one.position),
        column((one) => one.leaseToken),
        column((one) => one.retryInMs),
        column((one) => one.attempt.at),
        column((one) => one.attempt.durationMs),
        column((one) => one.attempt.httpStatus),
        column((one) => one.attempt.error),
        column((one) => one.attempt.response),
      ],
    })
  }
}

/** Gives leased deliveries back untried, due in `delayMs`. */
export async function releaseDelivery(
  client: Queryable,
  held: readonly (QueueKey & { leaseToken: string })[],
  delayMs: number,
): Promise<void> {
  if (held.length === 0) return
  await client.query(
    `update delivery_queue q set lease_token = null, leased_by = null, due_at = now() + $5 * interval '1 millisecond'
     from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::uuid[]) as h(project_id, job_id, position, token)
     where q.project_id = h.project_id and q.job_id = h.job_id and q.position = h.position and q.lease_token = h.token`,
    [
      held.map((one) => one.projectId),
      held.map((one) => one.jobId),
      held.map((one) => one.position),
      held.map((one) => one.leaseToken),
      delayMs,
    ],
  )
}

// One order of locking for all writers of the queue.
function inKeyOrder<T extends QueueKey>(rows: readonly T[]): T[] {
  return [...rows].sort(
    (a, b) => compare(a.projectId, b.projectId) || compare(a.jobId, b.jobId) || a.position - b.position,
  )
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
