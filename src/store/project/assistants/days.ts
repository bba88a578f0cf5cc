import type { Queryable } from '../../postgres/pools.ts'

interface Asked {
  projectId: string
  assistant: string
}

// Days are those of UTC, by the database's clock.
const TODAY = `(now() at time zone 'UTC')::date`
const TOMORROW = `(date_trunc('day', now() at time zone 'UTC') + interval '1 day') at time zone 'UTC'`

/** Counts a call of today before it is made; false where the assistant was asked as often as it may be. */
export async function takeCall(db: Queryable, { projectId, assistant }: Asked, most: number | null): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into assistant_days as d (project_id, assistant, day, calls) values ($1, $2, ${TODAY}, 1)
     on conflict (project_id, assistant, day) do update set calls = d.calls + 1
     where $3::int is null or d.calls < $3`,
    [projectId, assistant, most],
  )
  return rowCount === 1
}

/** How often an assistant may be asked a day, and stays so until the transaction ends. */
export async function lockedLimit(db: Queryable, { projectId, assistant }: Asked): Promise<number | null> {
  const { rows } = await db.query<{ most: number | null }>(
    `select (settings ->> 'callsPerDay')::int as most from assistants where project_id = $1 and name = $2 for update`,
    [projectId, assistant],
  )
  return rows[0]?.most ?? null
}

/** Today's number of calls of each assistant of a project. */
export async function listCallsToday(db: Queryable, projectId: string): Promise<Map<string, number>> {
  const { rows } = await db.query<{ assistant: string; calls: number }>(
    `select assistant, calls from assistant_days where project_id = $1 and day = ${TODAY}`,
    [projectId],
  )
  return new Map(rows.map(({ assistant, calls }) => [assistant, calls]))
}

/** When the next day begins. */
export async function tomorrow(db: Queryable): Promise<Date> {
  const { rows } = await db.query<{ at: Date }>(`select ${TOMORROW} as at`)
  return rows[0].at
}
