import type { Permission, Role } from '../../model/permissions.ts'

export const MIN_PASSWORD_LENGTH = 10
export const MAX_PASSWORD_LENGTH = 1024

/** Who is signed in, and what they may do. */
export interface Me {
  userId: string
  email: string
  name: string | null
  role: Role
  permissions: Permission[]
  /** Of an admin all of them. */
  projects: { projectId: string; name: string; base: string }[]
}

export interface SignIn {
  email: string
  password: string
}

/** By the one-time link that the service prints: `${BASE_URL}/setup#token=…`. */
export interface FirstAdmin {
  token: string
  email: string
  name?: string
  password: string
}

/** What an unused invitation (`${BASE_URL}/invite#token=…`) says of its person. */
export interface Invitation {
  email: string
  name: string | null
  role: Role
}

export interface AcceptInvitation {
  token: string
  name?: string
  password: string
}

export interface ChangePassword {
  current: string
  next: string
}

/** One row of the console's list of people. Times are ISO 8601 with an offset, here and everywhere. */
export interface PersonRow {
  userId: string
  email: string
  name: string | null
  role: Role
  projects: string[]
  /** invited: the link was not used yet. */
  state: 'active' | 'invited' | 'disabled'
  createdAt: string
  lastSeenAt: string | null
}

export interface InvitePerson {
  email: string
  name?: string
  role: Role
  projects: string[]
}

export interface ChangePerson {
  name?: string
  role?: Role
  projects?: string[]
  disabled?: boolean
}
