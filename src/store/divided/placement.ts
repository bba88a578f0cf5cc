/** Where a divided database keeps a table; local: known to Citus, but on the coordinator alone. */
export type Placement = 'distributed' | 'reference' | 'local'

export interface PlacedTable {
  name: string
  hasProject: boolean
}

export const PROJECTS_TABLE = 'projects'

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
