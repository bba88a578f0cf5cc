import type { AcrossProjects } from '../cluster/acrossProjects.ts'
import type { ClaimedRow, DeliveryClaim } from '../cluster/callbacks/deliveryClaim.ts'
import type { Queryable } from '../postgres/pools.ts'
import { namedRows } from '../postgres/table.ts'
import { QUEUE_OF_SHARDS } from './queueOfShards.ts'

interface DueRow {
  project_id: string
  job_id: string
  position: number
  receiver: string
}

// A receiver belongs to one project, so each shard counts for itself. No row is locked: the faster worker claims it
// below.
const DUE = `
  select project_id, job_id, position, receiver from (
    select project_id, job_id, position, receiver, due_at,
      row_number() over (partition by project_id, receiver order by due_at) as place
    from delivery_queue where due_at <= now() and receiver > $1
  ) d where place <= $2
  order by receiver, due_at limit $3`

const CLAIM_OF_PROJECT = `
  with claimed as (
    update delivery_queue q set lease_token = $4, leased_by = $5, due_at = now() + $6 * interval '1 millisecond'
    from unnest($2::uuid[], $3::bigint[]) as wanted(job_id, position)
    where q.project_id = $1 and q.job_id = wanted.job_id and q.position = wanted.position and q.due_at <= now()
    returning q.project_id, q.job_id, q.position, q.receiver, q.attempts, q.pending_status
  )
  select c.*, d.webhook_id, d.url, d.own_url, e.body, extract(epoch from (now() - d.created_at)) * 1000 as age_ms,
    exists (select 1 from delivery_queue o
      where o.project_id = $1 and o.job_id = c.job_id and o.position < c.position) as has_older
  from claimed c
    join deliveries d on d.project_id = $1 and d.position = c.position
    join events e on e.project_id = $1 and e.position = c.position
  order by c.position`

/**
 * The same over all shards: due deliveries are looked up without a lock, then claimed by one statement per project,
 * which goes to one shard. Deliveries that another worker claims in between are no longer due.
 */
async function claimOfShards(client: Queryable, options: DeliveryClaim): Promise<ClaimedRow[]> {
  const { slots, defaultSlots, leaseToken, workerId, leaseMs } = options
  const most = Math.max(defaultSlots, ...slots.values())
  const { rows: due } = await client.query<DueRow>(DUE, [options.startAfter, most, options.limit + EXCESS])
  const chosen = [...Map.groupBy(due, (row) => row.receiver)]
    .flatMap(([receiver, rows]) => rows.slice(0, slots.get(receiver) ?? defaultSlots))
    .slice(0, options.limit)
  const claimed: ClaimedRow[] = []
  for (const [projectId, rows] of Map.groupBy(chosen, (row) => row.project_id)) {
    const [jobIds, positions] = [rows.map((row) => row.job_id), rows.map((row) => row.position)]
    const values = [projectId, jobIds, positions, leaseToken, workerId, leaseMs]
    const taken = await client.query<ClaimedRow>({ name: 'callbacks-claim-shard', text: CLAIM_OF_PROJECT, values })
    claimed.push(...taken.rows)
  }
  return claimed
}

/** Extra rows, since receivers with fewer slots than others leave some unused. */
const EXCESS = 10_000

/** Whether the tables of projects are divided among machines: see `fiducial database distribute`. */
export async function isDivided(db: Queryable): Promise<boolean> {
  const rows = await namedRows<{ hasCitus: boolean }>(
    db,
    `select to_regclass('pg_dist_partition') is not null as has_citus`,
  )
  if (!rows[0].hasCitus) return false
  const { rowCount } = await db.query(
    `select 1 from pg_dist_partition where logicalrelid = to_regclass('jobs') and partmethod = 'h'`,
  )
  return rowCount === 1
}

/** Each project is on one of several machines. Flushes leave the other connections for calls. */
export const ON_SHARDS: AcrossProjects = { queue: QUEUE_OF_SHARDS, claimRows: claimOfShards, flushesAtOnce: 4 }
