import type { Queryable } from './pools.ts'

/** The server behind a connection, as far as it matters to who runs the service. */
export interface ServerFacts {
  version: string
  encoding: string
  /** Whether the user may create tables. */
  mayCreate: boolean
  /** Connections that can still be opened. */
  free: number
}

export async function readServer(db: Queryable): Promise<ServerFacts> {
  const { rows } = await db.query<{ version: string; encoding: string; may_create: boolean; free: number }>(
    `select current_setting('server_version') as version, pg_encoding_to_char(encoding) as encoding,
       has_schema_privilege(current_schema(), 'create') as may_create,
       (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - (select count(*) from pg_stat_activity where backend_type = 'client backend'))::int as free
     from pg_database where datname = current_database()`,
  )
  const [{ version, encoding, may_create: mayCreate, free }] = rows
  return { version, encoding, mayCreate, free }
}

/** How many connections processes of the service have to this database. */
export async function countServiceSessions(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ sessions: number }>(
    `select count(*)::int as sessions from pg_stat_activity
     where datname = current_database() and application_name in ('fiducial api', 'fiducial workers')`,
  )
  return rows[0].sessions
}

/** Reads a row of a migrated database. @throws where it does not answer in time */
export async function touchDatabase(db: Queryable, timeoutMs: number): Promise<void> {
  await db.query({ text: 'select 1 from schema_migrations limit 1', query_timeout: timeoutMs })
}
