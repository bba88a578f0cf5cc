import type { Queryable } from '../../postgres/pools.ts'
import { bigint, type RowOf, smallint, Table, timestamp } from '../../postgres/table.ts'

export const CALLBACK_SUMS = new Table('callback_sums', {
  delivered: bigint,
  failed: bigint,
  given_up: bigint,
  delay_ms: bigint,
})
export type CallbackSums = RowOf<typeof CALLBACK_SUMS>
const HOURS = new Table('callback_sums', { hour: timestamp })

/** Adds to this hour. */
export async function addToCallbacks(db: Queryable, projectId: string, more: Partial<CallbackSums>): Promise<void> {
  await db.query(
    `insert into callback_sums as s (project_id, hour, delivered, failed, given_up, delay_ms)
     values ($1, date_trunc('hour', now(), 'UTC'), $2, $3, $4, $5)
     on conflict (project_id, hour) do update set delivered = s.delivered + excluded.delivered,
       failed = s.failed + excluded.failed, given_up = s.given_up + excluded.given_up,
       delay_ms = s.delay_ms + excluded.delay_ms`,
    [projectId, more.delivered ?? 0, more.failed ?? 0, more.given_up ?? 0, Math.round(more.delay_ms ?? 0)],
  )
}

export const CALLBACK_DELAYS = new Table('callback_delays', { hour: timestamp, step: smallint, delivered: bigint })
export type CallbackDelays = RowOf<typeof CALLBACK_DELAYS>

/** Adds deliveries to this hour, by the step of their delay. */
export async function addToDelays(db: Queryable, projectId: string, more: ReadonlyMap<number, number>): Promise<void> {
  // In one order everywhere, so that two who add several never wait for each other.
  const steps = [...more].sort(([one], [other]) => one - other)
  await db.query(
    `insert into callback_delays as d (project_id, hour, step, delivered)
     select $1, date_trunc('hour', now(), 'UTC'), * from unnest($2::smallint[], $3::bigint[])
     on conflict (project_id, hour, step) do update set delivered = d.delivered + excluded.delivered`,
    [projectId, steps.map(([step]) => step), steps.map(([, delivered]) => delivered)],
  )
}

/** Delays in a span of time, by hour and step. */
export async function listDelays(
  db: Queryable,
  projectId: string,
  { from, to }: { from: Date; to: Date },
): Promise<CallbackDelays[]> {
  const { rows } = await db.query<CallbackDelays>(
    `select ${CALLBACK_DELAYS.list()} from callback_delays
     where project_id = $1 and hour >= $2 and hour < $3 order by hour, step`,
    [projectId, from, to],
  )
  return rows
}

/** Callbacks in a span of time, by hour. */
export async function listCallbacks(
  db: Queryable,
  projectId: string,
  { from, to }: { from: Date; to: Date },
): Promise<(CallbackSums & RowOf<typeof HOURS>)[]> {
  const { rows } = await db.query<CallbackSums & RowOf<typeof HOURS>>(
    `select hour, ${CALLBACK_SUMS.list()} from callback_sums
     where project_id = $1 and hour >= $2 and hour < $3 order by hour`,
    [projectId, from, to],
  )
  return rows
}
