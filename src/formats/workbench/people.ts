import type { LanguageCode } from '../../model/language.ts'
import type { Permission, Role } from '../../model/permissions.ts'

/** Who is signed in, and what they may do. */
export interface Me {
  userId: string
  email: string
  name: string | null
  role: Role
  /** In which the person last used the pages, for email; null: not known. */
  language: LanguageCode | null
  permissions: Permission[]
  /** An admin has all projects. */
  projects: { projectId: string; name: string; base: string }[]
  password: PasswordNews
}

/** News about a person's own password. */
export interface PasswordNews {
  changedAt: string | null
  /** The name or email of the person whose link replaced it; null if no other person was involved. */
  resetBy: string | null
  /** A link that can currently set another password. */
  openLink: { madeBy: string; madeAt: string; expiresAt: string } | null
}

/** The available ways to sign in. */
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

/** The content of an unused invitation (`${BASE_URL}/invite#token=…`). */
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
