import type { Queryable } from '../../postgres/pools.ts'
import type { PlainTaskKind, TaskKind, TaskPayload } from '../../taskKinds.ts'

interface NewTaskFacts {
  projectId: string
  subjectId: string
  /** 1–10, 10 goes first; 5 when left out. */
  priority?: number
  /** The delay from now, by the database clock; none if absent. */
  delayMs?: number
}

export type NewTaskOf<K extends TaskKind> = NewTaskFacts &
  (K extends PlainTaskKind ? { kind: K; payload?: TaskPayload<K> } : { kind: K; payload: TaskPayload<K> })
export type NewTask = { [K in TaskKind]: NewTaskOf<K> }[TaskKind]

/**
 * Adds tasks in the caller's transaction: what follows from a change is written with the change. Ring a TaskHint after
 * the commit. The ingest path inserts by its own SQL; it needs project_id, kind and subject_id, the rest has defaults.
 */
export async function enqueue(db: Queryable, tasks: readonly NewTask[]): Promise<void> {
  if (tasks.length === 0) return
  await db.query(
    `insert into tasks (project_id, kind, subject_id, payload, priority, due_at)
     select project_id, kind, subject_id, payload, priority, now() + delay_ms * interval '1 ms'
     from unnest($1::uuid[], $2::text[], $3::uuid[], $4::jsonb[], $5::smallint[], $6::float8[])
       as given (project_id, kind, subject_id, payload, priority, delay_ms)`,
    [
      tasks.map((task) => task.projectId),
      tasks.map((task) => task.kind),
      tasks.map((task) => task.subjectId),
      tasks.map((task) => JSON.stringify(task.payload ?? {})),
      tasks.map((task) => task.priority ?? 5),
      tasks.map((task) => task.delayMs ?? 0),
    ],
  )
}
