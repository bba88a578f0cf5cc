import type { Queryable } from '../../postgres/pools.ts'

export interface StoredTable {
  name: string
  /** Writable columns: generated ones are excluded. */
  columns: string[]
}

/**
 * Every table that belongs in a backup, referenced tables first. Tables that describe only one database are excluded.
 */
export async function listTables(db: Queryable): Promise<StoredTable[]> {
  const { rows } = await db.query<StoredTable & { needs: string[] }>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select distinct t.relname::text from pg_constraint f join pg_class t on t.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not in ('schema_migrations', 'clock_seen')
     order by c.relname`,
  )
  const ordered: StoredTable[] = []
  const done = new Set<string>()
  while (ordered.length < rows.length) {
    const next = rows.filter(({ name, needs }) => !done.has(name) && needs.every((other) => done.has(other)))
    if (next.length === 0) throw new Error('tables refer to each other in a circle')
    for (const { name, columns } of next) {
      done.add(name)
      ordered.push({ name, columns })
    }
  }
  return ordered
}

/** Rows are read in pieces of about this size. */
const PIECE_BYTES = 1024 * 1024
const MOST_ROWS = 5000

/**
 * Rows of a table as JSON, each a line, in pieces; run it in a transaction. Members that PostgreSQL keeps as JSON text
 * stay as they were written, numbers and times keep all their digits.
 */
export async function* readTable(db: Queryable, { name }: StoredTable): AsyncGenerator<{ text: string; rows: number }> {
  await db.query(`declare backup_rows no scroll cursor for select row_to_json(t)::text as line from ${quoted(name)} t`)
  for (let count = 1; ; ) {
    const { rows } = await db.query<{ line: string }>(`fetch ${count} from backup_rows`)
    if (rows.length === 0) break
    // Newlines inside are escaped, except those between members of a column of the type json.
    const text = rows.map(({ line }) => `${line.replaceAll('\n', ' ')}\n`).join('')
    yield { text, rows: rows.length }
    const isLarge = text.length > PIECE_BYTES
    count = isLarge ? Math.max(1, Math.floor(count / 2)) : Math.min(MOST_ROWS, count * 2)
  }
  await db.query('close backup_rows')
}

/** Writes rows as readTable gave them, in a list of lines. */
export async function writeRows(
  db: Queryable,
  { name, columns }: StoredTable,
  lines: readonly string[],
): Promise<void> {
  const list = columns.map(quoted).join(', ')
  await db.query(
    `insert into ${quoted(name)} (${list}) overriding system value
     select ${list} from json_populate_recordset(null::${quoted(name)}, $1::json)`,
    [`[${lines.join(',')}]`],
  )
}

/** Continues PostgreSQL's own number sequences after the existing rows. */
export async function continueNumbers(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ name: string; column: string }>(
    `select table_name as name, column_name as column from information_schema.columns
     where table_schema = current_schema() and is_identity = 'YES'`,
  )
  for (const { name, column } of rows) {
    await db.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest(1, (select max(${quoted(column)}) from ${quoted(name)})),
         exists (select from ${quoted(name)}))`,
      [name, column],
    )
  }
}

export async function isEmptyTable(db: Queryable, { name }: StoredTable): Promise<boolean> {
  const { rows } = await db.query<{ some: boolean }>(`select exists (select from ${quoted(name)}) as some`)
  return !rows[0].some
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
