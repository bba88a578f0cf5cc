import type { Queryable } from '../../postgres/pools.ts'

// Only a job's newest result, failure or start: an earlier one could reach the receiver after the terminal one.
// Addresses of the project follow its current settings; a project with deactivated callbacks sends nothing.
const RESEND = (newest: string) => `
  with newest as (${newest}), again as (
    update deliveries d set status = 'pending', finished_at = null,
      url = case when d.own_url then d.url else s.url end,
      receiver = case when d.own_url then d.receiver else s.receiver end
    from newest n join callback_settings s on s.project_id = $1
    where d.project_id = $1 and d.position = n.position and s.enabled and (d.own_url or s.url is not null)
    returning d.project_id, d.job_id, d.position, d.receiver, n.event_status
  ), queued as (
    insert into delivery_queue as q (project_id, job_id, position, receiver, pending_status)
    select project_id, job_id, position, receiver, event_status = 'PENDING' from again
    order by project_id, job_id, position
    -- One that waits for its next attempt goes now, with a whole schedule before it; one in flight is left alone.
    on conflict (project_id, job_id, position) do update
      set due_at = case when q.lease_token is not null and q.due_at > excluded.due_at then q.due_at
        else excluded.due_at end, attempts = 0
    returning 1
  )
  select count(*)::int as queued from queued`

const NEWEST_OF = (jobs: string) => `
  select l.position, l.event_status from ${jobs} cross join lateral (
    select d.position, d.status, e.status as event_status from deliveries d
      join events e on e.project_id = d.project_id and e.position = d.position
    where d.project_id = $1 and d.job_id = j.id and d.status <> 'superseded'
      and e.status in ('PENDING', 'COMPLETED', 'FAILED')
    order by d.position desc limit 1
  ) l`

const NEWEST_OF_JOBS = RESEND(NEWEST_OF('unnest($2::uuid[]) as j(id)'))

const NEWEST_OF_BATCH = RESEND(`${NEWEST_OF('jobs j')}
  where j.project_id = $1 and j.batch_id = $2 and (not $3 or l.status in ('exhausted', 'disabled'))`)

/** Announcements increment this row until they commit, so the newest one is looked up while none is being written. */
const holdAnnouncements = (client: Queryable, projectId: string) =>
  client.query('select 1 from feed_positions where project_id = $1 for update', [projectId])

/**
 * Sends the newest callback of jobs again now: same webhook-id, same bytes, in any state of the delivery. Returns the
 * number queued (0 if there is none, or the project's callbacks are deactivated). Run it in a transaction, and wake the
 * worker afterwards.
 */
export async function resendJobs(client: Queryable, projectId: string, jobIds: readonly string[]): Promise<number> {
  await holdAnnouncements(client, projectId)
  const { rows } = await client.query<{ queued: number }>(NEWEST_OF_JOBS, [projectId, jobIds])
  return rows[0].queued
}

/** `resendJobs` of all jobs of a batch, or of those whose newest callback is exhausted or disabled. */
export async function resendBatch(
  client: Queryable,
  options: { projectId: string; batchId: string; onlyFailed: boolean },
): Promise<number> {
  const { projectId, batchId, onlyFailed } = options
  await holdAnnouncements(client, projectId)
  const { rows } = await client.query<{ queued: number }>(NEWEST_OF_BATCH, [projectId, batchId, onlyFailed])
  return rows[0].queued
}
