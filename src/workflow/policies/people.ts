import { mayDo, mayInvite, type Role, rolesGivenBy, rolesThatMay } from '../../model/permissions.ts'

/** Who acts on people: their role, and the projects that they are in. */
export interface Keeper {
  role: Role
  projects: ReadonlySet<string>
}

interface Kept {
  role: Role
  projects: readonly string[]
}

/** Admins see every project. */
export const seesProject = ({ role, projects }: Keeper, projectId: string): boolean =>
  role === 'admin' || projects.has(projectId)

/** Projects that a list is narrowed to; null: all. */
export const projectsSeenBy = ({ role, projects }: Keeper): string[] | null => (role === 'admin' ? null : [...projects])

export const mayGiveRole = (keeper: Keeper, role: Role): boolean => rolesGivenBy(keeper.role).includes(role)

/** Whom a person may look for to name them: annotators find those who review, and not one another. */
export const rolesToMention = ({ role }: Pick<Keeper, 'role'>): readonly Role[] =>
  mayDo(role, 'review') ? rolesThatMay('discuss') : rolesThatMay('review')

/** People who manage a project's jobs manage its shared views of the list of jobs. */
export const mayShareViews = ({ role }: Pick<Keeper, 'role'>): boolean => mayDo(role, 'manageJobs')

/** Managers see people who share a project with them; to others they do not exist. */
export const seesPerson = (keeper: Keeper, { projects }: Pick<Kept, 'projects'>): boolean =>
  keeper.role === 'admin' || projects.some((id) => keeper.projects.has(id))

/**
 * Managers change people below them, all of whose projects are theirs: a person of other projects too is not this
 * manager's alone, and a new link would open those as well.
 */
export const mayChangePerson = (keeper: Keeper, person: Kept): boolean =>
  mayGiveRole(keeper, person.role) && person.projects.every((id) => seesProject(keeper, id))

export const mayRenewLink = (keeper: Keeper, { role }: Kept, hasPassword: boolean): boolean =>
  mayInvite(keeper.role, { role, hasPassword })
