import { pendingMigrations, readMigrations } from '../postgres/migrate.ts'
import type { Queryable } from '../postgres/pools.ts'
import { namedRows } from '../postgres/table.ts'

/** Where a divided database keeps a table; local: known to Citus, but on the coordinator alone. */
type Placement = 'distributed' | 'reference' | 'local'

export interface PlacedTable {
  name: string
  hasProject: boolean
}

const PROJECTS_TABLE = 'projects'

/** People and their projects: small, and read by statements of every project. */
const REFERENCE = new Set(['users', 'user_projects', 'private_spaces'])
/** The queue of tasks, written together with rows of projects: known to Citus, so that both commit or neither. */
const LOCAL = new Set(['tasks', 'failed_tasks'])
/** Found by hash, before the project is known. */
const KEYS_OF_PROJECTS = 'api_keys'

/** null: on the coordinator, as a table of the whole installation, which Citus need not know. */
export function divisionOf({ name, hasProject }: PlacedTable): Placement | null {
  if (REFERENCE.has(name)) return 'reference'
  if (LOCAL.has(name)) return 'local'
  if (name === PROJECTS_TABLE || (hasProject && name !== KEYS_OF_PROJECTS)) return 'distributed'
  return null
}

/** A table as the catalogue describes it. */
interface KnownTable extends PlacedTable {
  /** The placement in Citus; null: Citus does not know the table. */
  kept: Placement | null
}

const TABLES = `
  select c.relname as name,
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped) as has_project,
    case when p.partmethod = 'h' then 'distributed' when p.repmodel = 't' then 'reference'
      when p.logicalrelid is not null then 'local' end as kept
  from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
  order by c.relname <> '${PROJECTS_TABLE}', c.relname`

/** Keys and unique indexes without the project: a shard cannot know of the others' rows. */
const KEYS = `
  select c.relname as table, i.relname as index, k.conname as constraint, coalesce(k.contype = 'p', false) as is_primary,
    array(select a.attname::text from unnest(x.indkey) with ordinality as u(no, nr)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = u.no order by u.nr) as columns
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
    left join pg_constraint k on k.conindid = x.indexrelid and k.contype in ('p', 'u')
  where x.indisunique and c.relnamespace = current_schema()::regnamespace and c.relname = any($1)
  order by c.relname, i.relname`

const FOREIGN_KEYS = `
  select c.relname as table, k.conname as name, f.relname as target, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace
  order by c.relname, k.conname`

interface Key {
  table: string
  index: string
  constraint: string | null
  isPrimary: boolean
  columns: string[]
}

interface ForeignKey {
  table: string
  name: string
  target: string
  definition: string
}

/**
 * The statements that distribute this database by project, except those that were run before. Each can run alone, so
 * that after an interruption the rest can follow.
 */
async function distributionSteps(db: Queryable): Promise<string[]> {
  const tables = await namedRows<KnownTable>(db, TABLES)
  const wanted = new Map(tables.map((table) => [table.name, divisionOf(table)]))
  const missing = tables.filter(isMisplaced)
  const divided = missing.filter(({ name }) => wanted.get(name) === 'distributed').map(({ name }) => name)
  const keys = await namedRows<Key>(db, KEYS, [divided])
  const { rows: foreignKeys } = await db.query<ForeignKey>(FOREIGN_KEYS)
  const names = new Set(missing.map(({ name }) => name))
  const touched = foreignKeys.filter(({ table, target }) => names.has(table) || names.has(target))
  return [
    ...touched.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...keys.filter(({ table, columns }) => !columns.includes(projectOf(table))).flatMap(widened),
    ...missing.map(({ name }) => placed(name, wanted.get(name) ?? null)),
    ...touched
      .filter(({ table, target }) => canHold(wanted.get(table) ?? null, wanted.get(target) ?? null))
      .map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
  ]
}

/** Runs the steps. Answers the statements. */
export async function distributeTables(db: Queryable): Promise<string[]> {
  const statements = await distributionSteps(db)
  for (const statement of statements) await db.query(statement)
  return statements
}

/** The steps after all migrations, which are applied and rolled back. */
export async function rehearseDistribution(db: Queryable): Promise<string[]> {
  const { length: missing } = await pendingMigrations(db)
  await db.query('begin')
  try {
    for (const { sql } of missing > 0 ? (await readMigrations()).slice(-missing) : []) await db.query(sql)
    return await distributionSteps(db)
  } finally {
    await db.query('rollback')
  }
}

/** Tables that are not yet where a step puts them. */
export async function misplacedTables(db: Queryable): Promise<PlacedTable[]> {
  return (await namedRows<KnownTable>(db, TABLES)).filter(isMisplaced)
}

const isMisplaced = (table: KnownTable) => table.kept === null && divisionOf(table) !== null

const projectOf = (table: string) => (table === PROJECTS_TABLE ? 'id' : 'project_id')

/** A primary key gets the project; another unique index becomes a plain one, because it holds random ids. */
function widened({ table, index, constraint, isPrimary, columns }: Key): string[] {
  const list = columns.join(', ')
  const dropped = constraint ? `alter table ${table} drop constraint ${constraint}` : `drop index ${index}`
  if (!isPrimary) return [dropped, `create index ${index} on ${table} (${list})`]
  return [
    dropped,
    `alter table ${table} add primary key (project_id, ${list})`,
    `create index ${table}_by_id on ${table} (${list})`,
  ]
}

function placed(table: string, kept: Placement | null): string {
  if (kept === 'reference') return `select create_reference_table('${table}')`
  if (kept === 'local') return `select citus_add_local_table_to_metadata('${table}')`
  const beside = table === PROJECTS_TABLE ? 'none' : PROJECTS_TABLE
  return `select create_distributed_table('${table}', '${projectOf(table)}', colocate_with => '${beside}')`
}

/** Whether both sides of each row are on the same machine. */
const canHold = (from: Placement | null, to: Placement | null) =>
  (from === 'distributed' && to === 'distributed') || (to === 'reference' && from === 'reference')
