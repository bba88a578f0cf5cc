import type { LanguageCode } from '../../model/language.ts'
import type { Permission, Role } from '../../model/permissions.ts'

/** Who is signed in, and what they may do. */
export interface Me {
  userId: string
  email: string
  name: string | null
  role: Role
  /** In which the person last used the pages, for e-mail; null: not known. */
  language: LanguageCode | null
  permissions: Permission[]
  /** Of an admin all of them. */
  projects: { projectId: string; name: string; base: string }[]
  password: PasswordNews
}

/** What people can see about their own password. */
export interface PasswordNews {
  changedAt: string | null
  /** Who made the link by which it was replaced, by name or e-mail; null where no other person was involved. */
  resetBy: string | null
  /** A link by which another password could be chosen now. */
  openLink: { madeBy: string; madeAt: string; expiresAt: string } | null
}

/** How people may sign in. */
export interface SignInWays {
  password: boolean
  /** An OpenID provider: by GET /api/oidc/start. */
  provider: boolean
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
