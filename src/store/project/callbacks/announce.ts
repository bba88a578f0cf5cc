import { createHash, randomUUID } from 'node:crypto'
import type { CallbackEventName } from '../../../model/callbackEvent.ts'
import type { Pool, Queryable } from '../../postgres/pools.ts'

export interface Announcement {
  projectId: string
  /** The id of the job, or of another subject of an event. */
  jobId: string
  /** null if the subject is not a job. */
  batchId: string | null
  /** The job's own address, otherwise the batch's; null: the project's. */
  callbackUrl: string | null
  status: CallbackEventName
  /** The callback body; from here on these bytes are frozen. */
  body: Buffer
}

/** LISTEN on this channel; it is only a hint, polling decides. */
export const DELIVERIES_CHANNEL = 'deliveries'

/** Who shares a breaker and a share of the sender: one project's addresses on one origin. Returns a UUID. */
export function receiverOf(projectId: string, url: string): string {
  const hex = createHash('sha256')
    .update(`${projectId} ${originOf(url) ?? url}`)
    .digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** Origin of an absolute http(s) address, null for anything else. */
export function originOf(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { protocol, origin } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? origin : null
}

// The statement that writes the rows also increments the position. The counter's row stays locked until the transaction
// ends, so the next position is taken only after this one is visible or rolled back: commit order = position order.
const ANNOUNCE = `
  with input as (
    select * from unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::bytea[], $8::text[])
      with ordinality as t(job_id, batch_id, own_url, own_receiver, status, body, webhook_id, nr)
  ), chosen as (
    select i.*, coalesce(i.own_url, s.url) as url, coalesce(i.own_receiver, s.receiver) as receiver, s.enabled,
      i.status = any(coalesce(s.events, '{COMPLETED,FAILED}')) as wanted, row_number() over (order by i.nr) as place
    from input i left join callback_settings s on s.project_id = $1
    where i.status in ('COMPLETED', 'FAILED') or i.status = any(s.events)
  ), counted as (
    insert into feed_positions as f (project_id, next_event)
    select $1, 1 + count(*) from chosen having count(*) > 0
    on conflict (project_id) do update set next_event = f.next_event + excluded.next_event - 1
    returning f.next_event
  ), placed as (
    select c.*, f.next_event - n.n + c.place - 1 as position
    from chosen c cross join counted f cross join (select count(*) as n from chosen) n
  ), noted as (
    insert into events (project_id, position, job_id, status, body)
    select $1, position, job_id, status, body from placed
  ), delivered as (
    insert into deliveries (project_id, position, webhook_id, job_id, batch_id, url, receiver, own_url, status)
    select $1, position, webhook_id, job_id, batch_id, url, receiver, own_url is not null,
      case when enabled then 'pending' else 'disabled' end
    from placed where wanted and url is not null and enabled is not null
  ), queued as (
    insert into delivery_queue (project_id, job_id, position, receiver, pending_status)
    select $1, job_id, position, receiver, status in ('PENDING', 'job.queued', 'job.in_review')
    from placed where wanted and url is not null and enabled
    returning 1
  )
  select count(*)::int as queued from queued`

/**
 * Writes what follows from jobs that completed, failed or began, in the caller's transaction: the event, the delivery
 * and its place in the queue. A COMPLETED or FAILED always becomes an event, others only where the project asks.
 * It locks the project's feed position until the transaction ends, so it must be the transaction's LAST statement (after
 * the counters), and once a transaction: pass everything as one list. After the commit call `wake()` of the
 * callbacks worker in this process, or `notifyDeliveries`. Returns the number queued for sending.
 */
export async function announce(client: Queryable, announcements: readonly Announcement[]): Promise<number> {
  const projects = Map.groupBy(announcements, ({ projectId }) => projectId)
  let queued = 0
  // In one order everywhere, so that two who announce in several projects never wait for each other.
  for (const projectId of [...projects.keys()].sort()) {
    queued += await announceOf(client, projectId, projects.get(projectId) ?? [])
  }
  return queued
}

async function announceOf(client: Queryable, projectId: string, all: readonly Announcement[]): Promise<number> {
  const column = <T>(pick: (announcement: Announcement) => T): T[] => all.map(pick)
  const { rows } = await client.query<{ queued: number }>({
    name: 'callbacks-announce',
    text: ANNOUNCE,
    values: [
      projectId,
      column((one) => one.jobId),
      column((one) => one.batchId),
      column((one) => one.callbackUrl),
      column((one) => (one.callbackUrl === null ? null : receiverOf(projectId, one.callbackUrl))),
      column((one) => one.status),
      column((one) => one.body),
      column(() => `msg_${randomUUID()}`),
    ],
  })
  return rows[0].queued
}

/** Tells delivery workers of other processes; call after the commit, at most once a flush (it takes a global lock). */
export async function notifyDeliveries(pool: Pool): Promise<void> {
  await pool.query(`select pg_notify('${DELIVERIES_CHANNEL}', '')`)
}
