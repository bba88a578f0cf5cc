import type { Queryable } from '../../postgres/pools.ts'
import type { HeldTask } from './task.ts'

/*
 * The ends of a claim. Each says whether the lease was still held: false means that another worker has the task, or had it
 * and settled it, and the caller has to roll back all that it wrote under the lease.
 */

const MAX_NOTE_LENGTH = 500

/** Finishes tasks, in the transaction that writes what they came to. Answers the ids of those that were still held. */
export async function completeTasks(db: Queryable, tasks: readonly HeldTask[]): Promise<Set<number>> {
  if (tasks.length === 0) return new Set()
  const { rows } = await db.query<{ id: number }>({
    name: 'complete tasks',
    text: `delete from tasks t using unnest($1::bigint[], $2::uuid[]) as held (id, token)
           where t.id = held.id and t.lease_token = held.token returning t.id`,
    values: [tasks.map((task) => task.id), tasks.map((task) => task.leaseToken)],
  })
  return new Set(rows.map((row) => row.id))
}

/** Puts a task off and counts an attempt. */
export async function retryLater(db: Queryable, task: HeldTask, delayMs: number, note: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update tasks set lease_token = null, leased_until = null, worker = null, attempts = attempts + 1,
       due_at = (select clock_timestamp()) + $3 * interval '1 ms', note = $4
     where id = $1 and lease_token = $2`,
    [task.id, task.leaseToken, delayMs, cutNote(note)],
  )
  return rowCount === 1
}

/** Defers a task that waits for others; this does not count as an attempt. */
export async function postpone(db: Queryable, task: HeldTask, delayMs: number, note: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update tasks set lease_token = null, leased_until = null, worker = null,
       due_at = (select clock_timestamp()) + $3 * interval '1 ms', note = $4
     where id = $1 and lease_token = $2`,
    [task.id, task.leaseToken, delayMs, cutNote(note)],
  )
  return rowCount === 1
}

/** Gives a task up: it leaves the queue for `failed_tasks`, where people find it. */
export async function fail(db: Queryable, task: HeldTask, note: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `with gone as (delete from tasks where id = $1 and lease_token = $2 returning *)
     insert into failed_tasks (id, project_id, kind, subject_id, payload, attempts, note, created_at)
     select id, project_id, kind, subject_id, payload, attempts, $3, created_at from gone`,
    [task.id, task.leaseToken, cutNote(note)],
  )
  return rowCount === 1
}

/** Returns tasks unchanged, for others to claim immediately: stopping a worker does not count as a crash. */
export async function releaseTask(db: Queryable, tasks: readonly HeldTask[]): Promise<number> {
  if (tasks.length === 0) return 0
  const { rowCount } = await db.query(
    `update tasks t set lease_token = null, leased_until = null, worker = null
     from unnest($1::bigint[], $2::uuid[]) as held (id, token)
     where t.id = held.id and t.lease_token = held.token`,
    [tasks.map((task) => task.id), tasks.map((task) => task.leaseToken)],
  )
  return rowCount ?? 0
}

/**
 * Reports that the process that ran only this task crashed while its parent lived: the only crash that is evidence
 * against the task. An expired lease is not: then the parent ended too, for any reason.
 */
export async function reportIsolatedCrash(db: Queryable, task: HeldTask, note: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update tasks set lease_token = null, leased_until = null, worker = null, alone_deaths = alone_deaths + 1, note = $3
     where id = $1 and lease_token = $2`,
    [task.id, task.leaseToken, cutNote(note)],
  )
  return rowCount === 1
}

/** text takes no NUL, and a note is a line, not a page. */
const cutNote = (note: string) => note.replaceAll('\0', '').slice(0, MAX_NOTE_LENGTH)
