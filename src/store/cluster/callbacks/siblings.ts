import type { Pool } from '../../postgres/pools.ts'
import { withTransaction } from '../../postgres/transactions.ts'
import type { DueDelivery } from './claim.ts'

/** An announcement of a job that is still in the queue. */
export interface Sibling {
  position: number
  pendingStatus: boolean
  attempts: number
  /** Leased by this very claim. */
  mine: boolean
  /** Another worker has it: on its way to the receiver, or just being claimed. */
  inFlight: boolean
}

export interface SiblingPlan {
  /** Claimed ones to release for a moment. */
  wait: number[]
  superseded: number[]
}

// How long a claimed delivery steps back for an earlier one of its job. Waking it exactly would race with the marks.
const STEP_BACK_MS = 200

/**
 * Nothing earlier may reach the receiver after a job's terminal announcement. Among one job's queue rows, newest first:
 * a terminal one replaces earlier PENDING ones and earlier terminal ones whose attempts failed, and waits for those in
 * flight or never tried; a PENDING one waits for all earlier ones.
 */
export function planSiblings(siblings: readonly Sibling[]): SiblingPlan {
  const newestFirst = [...siblings].sort((a, b) => b.position - a.position)
  const wait: number[] = []
  for (const [index, candidate] of newestFirst.entries()) {
    if (!candidate.mine) continue
    const older = newestFirst.slice(index + 1)
    const takesTheirPlace =
      !candidate.pendingStatus && older.every((one) => !one.inFlight && (one.pendingStatus || one.attempts > 0))
    if (takesTheirPlace) return { wait, superseded: older.map((one) => one.position) }
    if (older.length > 0) wait.push(candidate.position)
  }
  return { wait, superseded: [] }
}

interface SiblingRow {
  project_id: string
  job_id: string
  position: string | number
  pending_status: boolean
  attempts: number
  mine: boolean
  in_others_hands: boolean
}

// Rows that others hold locked are left out by `locked`: they are being claimed this moment. The query never
// waits for a lock, so two workers cannot block each other. What may change under it is read from the locked row, the
// newest there is: the statement itself still sees a row as free that another claimed since the statement began.
const SIBLINGS = `
  with locked as materialized (
    select q.position, q.attempts, coalesce(q.lease_token <> $3 and q.due_at > now(), false) as leased
    from delivery_queue q where q.project_id = $1 and q.job_id = any($2::uuid[]) for update of q skip locked
  )
  select q.project_id, q.job_id, q.position, q.pending_status, coalesce(l.attempts, q.attempts) as attempts,
    coalesce(q.lease_token = $3, false) as mine,
    coalesce(l.leased, true) as in_others_hands
  from delivery_queue q left join locked l on l.position = q.position
  where q.project_id = $1 and q.job_id = any($2::uuid[])`

/** Orders claimed deliveries with the other announcements of their jobs; returns those to be sent now. */
export async function settleSiblings(pool: Pool, claimed: readonly DueDelivery[]): Promise<DueDelivery[]> {
  const contested = claimed.filter((one) => one.hasOlder)
  if (contested.length === 0) return [...claimed]
  const token = contested[0].leaseToken
  const dropped = await withTransaction(pool, async (client) => {
    const rows: SiblingRow[] = []
    for (const [projectId, ofProject] of Map.groupBy(contested, (one) => one.projectId)) {
      const ids = ofProject.map((one) => one.jobId)
      rows.push(...(await client.query<SiblingRow>(SIBLINGS, [projectId, ids, token])).rows)
    }
    const wait: [string, number][] = []
    const superseded: [string, number][] = []
    for (const siblings of Map.groupBy(rows, (row) => `${row.project_id} ${row.job_id}`).values()) {
      const plan = planSiblings(siblings.map(siblingOfRow))
      const { project_id } = siblings[0]
      wait.push(...plan.wait.map((position): [string, number] => [project_id, position]))
      superseded.push(...plan.superseded.map((position): [string, number] => [project_id, position]))
    }
    const jobIds = contested.map((one) => one.jobId)
    await client.query(
      `update delivery_queue q set lease_token = null, leased_by = null, due_at = now() + $4 * interval '1 millisecond'
       from unnest($1::uuid[], $2::bigint[]) as w(project_id, position)
       where q.project_id = w.project_id and q.position = w.position and q.job_id = any($3::uuid[])`,
      [...columns(wait), jobIds, STEP_BACK_MS],
    )
    await client.query(
      `with gone as (
         delete from delivery_queue q using unnest($1::uuid[], $2::bigint[]) as s(project_id, position)
         where q.project_id = s.project_id and q.position = s.position and q.job_id = any($3::uuid[])
         returning q.project_id, q.position
       )
       update deliveries d set status = 'superseded', finished_at = now() from gone
       where d.project_id = gone.project_id and d.position = gone.position`,
      [...columns(superseded), jobIds],
    )
    return new Set([...wait, ...superseded].map(([projectId, position]) => `${projectId} ${position}`))
  })
  return claimed.filter((one) => !dropped.has(`${one.projectId} ${one.position}`))
}

function siblingOfRow(row: SiblingRow): Sibling {
  const { pending_status: pendingStatus, attempts, mine } = row
  return {
    position: Number(row.position),
    pendingStatus,
    attempts,
    mine,
    inFlight: !mine && row.in_others_hands,
  }
}

function columns(keys: readonly [string, number][]): [string[], number[]] {
  return [keys.map(([projectId]) => projectId), keys.map(([, position]) => position)]
}
