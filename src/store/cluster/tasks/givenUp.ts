import type { Queryable } from '../../postgres/pools.ts'
import { bigint, int, nullable, type RowOf, Table, text, timestamp, uuid } from '../../postgres/table.ts'

export const FAILED_TASKS = new Table('failed_tasks', {
  id: bigint,
  project_id: uuid,
  kind: text,
  subject_id: uuid,
  attempts: int,
  note: nullable(text),
  created_at: timestamp,
  failed_at: timestamp,
})
export type GivenUpTask = RowOf<typeof FAILED_TASKS>

export const GIVEN_UP_SHOWN = 1000

/** Tasks that were given up, the newest first, at most 1,000. */
export async function listGivenUp(db: Queryable): Promise<GivenUpTask[]> {
  const { rows } = await db.query<GivenUpTask>(
    `select ${FAILED_TASKS.list()} from failed_tasks order by failed_at desc, id desc limit ${GIVEN_UP_SHOWN}`,
  )
  return rows
}

/** The task, locked against change until the caller's transaction ends. */
export async function lockGivenUp(db: Queryable, taskId: number): Promise<GivenUpTask | null> {
  const { rows } = await db.query<GivenUpTask>(
    `select ${FAILED_TASKS.list()} from failed_tasks where id = $1 for update`,
    [taskId],
  )
  return rows[0] ?? null
}

/** Puts a task that was given up back into the queue, as a new one. */
export async function requeueGivenUp(db: Queryable, taskId: number): Promise<void> {
  await db.query(
    `with again as (delete from failed_tasks where id = $1 returning *)
     insert into tasks (project_id, kind, subject_id, payload) select project_id, kind, subject_id, payload from again`,
    [taskId],
  )
}

export async function removeGivenUp(db: Queryable, taskId: number): Promise<void> {
  await db.query('delete from failed_tasks where id = $1', [taskId])
}
