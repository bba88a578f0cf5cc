/** What people are in this service. Everybody but an admin sees only the projects that they belong to. */
export const ROLES = ['admin', 'manager', 'reviewer', 'annotator', 'viewer'] as const
export type Role = (typeof ROLES)[number]

const everyone: readonly Role[] = ROLES
const workers: readonly Role[] = ['admin', 'manager', 'reviewer', 'annotator']
const reviewers: readonly Role[] = ['admin', 'manager', 'reviewer']
const managers: readonly Role[] = ['admin', 'manager']
const admins: readonly Role[] = ['admin']

/** The one table of who may do what; the server asks it at every call, the pages ask it what to show. */
export const PERMISSIONS = {
  /** Open jobs read-only, with their files, work, issues and reviews; see batches and lists of jobs. */
  viewJobs: everyone,
  /** Pin issues to jobs, answer and resolve them. */
  discuss: workers,
  /** Take jobs from the queue, save work, submit it; apply or discard drafts of a job whose lease they have. */
  annotate: workers,
  /** Take jobs in review; accept, reject or fix them. */
  review: reviewers,
  /** Figures about how good the work is; those of single people are for managers alone. */
  seeQuality: reviewers,
  /** Take over other people's jobs; discard any draft. */
  takeOver: managers,
  /** Priority, cancel, retry, reopen, send callbacks again; create batches; exports with their archives, and imports. */
  manageJobs: managers,
  /** Name and rules of a project, its tags, sensors, callback and access settings; see its keys and usage. */
  manageProjects: managers,
  /** Remove the data of finished jobs permanently. */
  deleteData: admins,
  /** Create and revoke API keys. */
  manageKeys: admins,
  /** Create projects. */
  createProjects: admins,
  /** See the steps that the service gave up; retry and drop them. */
  manageTasks: admins,
  /** Invite, change and deactivate people: managers only reviewers, annotators and viewers of their own projects. */
  managePeople: managers,
} as const satisfies Readonly<Record<string, readonly Role[]>>

export type Permission = keyof typeof PERMISSIONS

const isPermission = (word: string): word is Permission => Object.hasOwn(PERMISSIONS, word)

export const mayDo = (role: Role, permission: Permission): boolean =>
  PERMISSIONS[permission].some((one) => one === role)

export const rolesThatMay = (permission: Permission): readonly Role[] => PERMISSIONS[permission]

export const permissionsOf = (role: Role): Permission[] =>
  Object.keys(PERMISSIONS)
    .filter(isPermission)
    .filter((permission) => mayDo(role, permission))

/** Roles that a person with managePeople may give and take: managers only roles below their own. */
export const rolesGivenBy = (role: Role): readonly Role[] =>
  role === 'admin' ? ROLES : role === 'manager' ? ['reviewer', 'annotator', 'viewer'] : []

/**
 * Whether a person may create the link with which another chooses a password: managers only for people below them, and
 * only until those have a password, since everyone with the link could sign in as that person.
 */
export const mayInvite = (maker: Role, person: { role: Role; hasPassword: boolean }): boolean =>
  rolesGivenBy(maker).includes(person.role) && (maker === 'admin' || !person.hasPassword)

export type Scope = 'submit' | 'read' | 'annotate' | 'assist'

export const SCOPES: readonly Scope[] = ['submit', 'read', 'annotate', 'assist']
