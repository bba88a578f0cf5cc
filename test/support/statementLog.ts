import type { Pool } from '../../src/store/postgres/pools.ts'

/** Settings of connections whose statements a StatementLog reads, as PGOPTIONS. */
export const LOGGED =
  '-c log_statement=all -c citus.log_remote_commands=on -c log_min_messages=notice -c citus.log_local_commands=on'

/** A statement as the coordinator took it, with the parts of the database that it was sent to. */
export interface LoggedStatement {
  application: string
  text: string
  /** First hash of each part: colocated tables have the same. */
  parts: Set<string>
}

interface LogLine {
  dbname?: string
  session_id: string
  application_name?: string
  error_severity: string
  message: string
}

const TAKEN = /^(?:statement|execute [^:]+): ([\s\S]*)$/
const SENT = /^(?:issuing|executing the command locally:) ([\s\S]*)$/
const SHARD = /_(\d{6,})\b/g

/** The log of the coordinator of a Citus cluster: its statements, and those that it sends to its workers. */
export class StatementLog {
  readonly #pool: Pool
  readonly #database: string
  #read = 0

  constructor(pool: Pool, databaseUrl: string) {
    this.#pool = pool
    this.#database = new URL(databaseUrl).pathname.slice(1)
  }

  /** Statements since the last call. */
  async next(): Promise<LoggedStatement[]> {
    const lines = await this.#linesToHere()
    const { rows } = await this.#pool.query<{ shard: string; part: string }>(
      'select shardid::text as shard, shardminvalue as part from pg_dist_shard where shardminvalue is not null',
    )
    const parts = new Map(rows.map(({ shard, part }) => [shard, part]))
    const open = new Map<string, LoggedStatement>()
    const statements: LoggedStatement[] = []
    for (const { dbname, session_id: session, application_name: application = '', message } of lines) {
      if (dbname !== this.#database) continue
      const [, text] = TAKEN.exec(message) ?? []
      if (text !== undefined) {
        const statement = {
          application,
          text: text.replaceAll(/\s+/g, ' '),
          parts: new Set<string>(),
          sent: [] as string[],
        }
        open.set(session, statement)
        statements.push(statement)
      }
      const [, sent = ''] = SENT.exec(message) ?? []
      for (const [, shard] of sent.matchAll(SHARD)) {
        const part = parts.get(shard)
        if (part !== undefined) open.get(session)?.parts.add(part)
      }
    }
    return statements
  }

  /** A separate process writes the log: lines from before a mark precede it. */
  async #linesToHere(): Promise<LogLine[]> {
    const mark = `mark ${crypto.randomUUID()}`
    await this.#pool.query(`do $$ begin raise log '${mark}'; end $$`)
    for (;;) {
      const { rows } = await this.#pool.query<{ bytes: Buffer }>(
        `select pg_read_binary_file(pg_current_logfile('jsonlog'), $1, 100000000) as bytes`,
        [this.#read],
      )
      const end = rows[0].bytes.lastIndexOf('\n') + 1
      const text = rows[0].bytes.subarray(0, end).toString('utf8')
      const lines = text
        .split('\n')
        .filter(Boolean)
        .map((line): LogLine => JSON.parse(line))
      if (lines.some(({ message }) => message === mark)) {
        this.#read += end
        return lines
      }
    }
  }
}
