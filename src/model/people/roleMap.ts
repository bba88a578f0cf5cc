import { ROLES, type Role } from '../permissions.ts'
import { isUuid } from '../uuid.ts'

/** The rights that members of an OpenID provider's group get. */
export interface Grant {
  role: Role
  /** Ids, or all that there are. */
  projects: readonly string[] | '*'
}

export type RoleMap = ReadonlyMap<string, Grant>

export class RoleMapError extends Error {}

/** Reads `{"group": {"role": "annotator", "projects": ["id"] or "*"}}`. @throws RoleMapError that names the place */
export function parseRoleMap(text: string): RoleMap {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new RoleMapError('expected JSON such as {"group": {"role": "annotator", "projects": "*"}}')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new RoleMapError('expected an object of groups')
  return new Map(Object.entries(parsed).map(([group, grant]) => [group, readGrant(group, grant)]))
}

function readGrant(group: string, given: unknown): Grant {
  const { role, projects, ...rest }: Record<string, unknown> = typeof given === 'object' ? { ...given } : {}
  const known = ROLES.find((one) => one === role)
  if (!known) throw new RoleMapError(`group "${group}": role has to be one of ${ROLES.join(', ')}`)
  const [extra] = Object.keys(rest)
  if (extra !== undefined) throw new RoleMapError(`group "${group}": "${extra}" is not known`)
  if (projects === '*') return { role: known, projects }
  if (!Array.isArray(projects) || !projects.every((id) => isUuid(id)))
    throw new RoleMapError(`group "${group}": projects has to be "*" or a list of project ids`)
  return { role: known, projects: projects.map((id: string) => id.toLowerCase()) }
}

/** The highest role of all groups, and all their projects; null if none of them is mapped. */
export function grantOf(map: RoleMap, groups: readonly string[]): Grant | null {
  const grants = groups.flatMap((group) => map.get(group) ?? [])
  const role = ROLES.find((one) => grants.some((grant) => grant.role === one))
  if (role === undefined) return null
  const lists = grants.map(({ projects }) => projects)
  return { role, projects: lists.includes('*') ? '*' : [...new Set(lists.flatMap((list) => [...list]))] }
}
