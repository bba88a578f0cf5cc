import type { Queryable } from '../../postgres/pools.ts'
import type { ClaimedRow, ClaimRows, DeliveryClaim } from './deliveryClaim.ts'

/** A row of the queue. */
export interface QueueKey {
  projectId: string
  jobId: string
  position: number
}

/** A delivery leased to this worker until `leaseMs` after the claim; marks count only with its token. */
export interface DueDelivery extends QueueKey {
  leaseToken: string
  receiver: string
  pendingStatus: boolean
  /** Attempts made in this round. */
  attempts: number
  webhookId: string
  url: string
  ownUrl: boolean
  body: Buffer
  ageMs: number
  /** An earlier announcement of the job was still in the queue: see settleSiblings. */
  hasOlder: boolean
}

export const NO_RECEIVER = '00000000-0000-0000-0000-000000000000'

/**
 * Up to this many due deliveries are found by their time: one query of the queue, however many receivers wait in it.
 */
const FEW = 1000

const COUNT_DUE = `select count(*) as due from (
  select 1 from delivery_queue where due_at <= now() limit ${FEW + 1}) d`

// With few due deliveries: only the receivers that have one, however many others wait.
const RECEIVERS_OF_FEW = `select distinct receiver from (
  select receiver from delivery_queue where due_at <= now() limit ${FEW + 1}) d where receiver > $7`

// With many: from receiver to receiver through the index, up to the limit, so that the backlog of one receiver costs
// the others nothing.
const RECEIVERS_OF_MANY = `
  (select receiver from delivery_queue where receiver > $7 order by receiver limit 1)
  union all
  select (select q.receiver from delivery_queue q where q.receiver > r.receiver order by q.receiver limit 1)
  from receivers r where r.receiver is not null`

// Takes no more than its share from each receiver. A due time in the future hides leased rows. The locked rows are
// updated by ctid: with a join by their key, the planner reads the whole queue once it has some thousands of rows.
const CLAIM = (receivers: string) => `
  with recursive receivers as (${receivers}
  ), candidates as materialized (
    select c.ctid from receivers r
      left join unnest($1::uuid[], $2::int[]) as l(receiver, slots) on l.receiver = r.receiver
      cross join lateral (
        select q.ctid from delivery_queue q
        where q.receiver = r.receiver and q.due_at <= now()
        order by q.due_at limit coalesce(l.slots, $3) for update skip locked
      ) c
    where r.receiver is not null
    limit $8
  ), claimed as (
    update delivery_queue q set lease_token = $4, leased_by = $5, due_at = now() + $6 * interval '1 millisecond'
    where q.ctid = any(array(select ctid from candidates))
    returning q.*, exists (select 1 from delivery_queue o
      where o.project_id = q.project_id and o.job_id = q.job_id and o.position < q.position) as has_older
  )
  select c.project_id, c.job_id, c.position, c.receiver, c.attempts, c.pending_status, c.has_older,
    d.webhook_id, d.url, d.own_url, e.body,
    extract(epoch from (now() - d.created_at)) * 1000 as age_ms
  from claimed c
    join deliveries d on d.project_id = c.project_id and d.position = c.position
    join events e on e.project_id = c.project_id and e.position = c.position
  order by c.position`

/** Leases due deliveries, oldest due first, each receiver within its slots. */
export async function claimDeliveries(
  client: Queryable,
  options: DeliveryClaim,
  claimRows: ClaimRows = claimOfOne,
): Promise<DueDelivery[]> {
  const { rows: counted } = await client.query<{ due: number }>({ name: 'callbacks-due', text: COUNT_DUE })
  const { due } = counted[0]
  if (due === 0) return []
  const rows = await claimRows(client, options, due)
  return rows.map((row) => ({
    projectId: row.project_id,
    jobId: row.job_id,
    position: Number(row.position),
    leaseToken: options.leaseToken,
    receiver: row.receiver,
    pendingStatus: row.pending_status,
    attempts: row.attempts,
    webhookId: row.webhook_id,
    url: row.url,
    ownUrl: row.own_url,
    body: row.body,
    ageMs: Number(row.age_ms),
    hasOlder: row.has_older,
  }))
}

/** Claims when all projects are on one machine. */
export async function claimOfOne(client: Queryable, options: DeliveryClaim, due: number): Promise<ClaimedRow[]> {
  const isMany = due > FEW
  const { rows } = await client.query<ClaimedRow>({
    name: isMany ? 'callbacks-claim-many' : 'callbacks-claim-few',
    text: CLAIM(isMany ? RECEIVERS_OF_MANY : RECEIVERS_OF_FEW),
    values: [
      [...options.slots.keys()],
      [...options.slots.values()],
      options.defaultSlots,
      options.leaseToken,
      options.workerId,
      options.leaseMs,
      options.startAfter,
      options.limit,
    ],
  })
  return rows
}
