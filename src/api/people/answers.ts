import { Type } from 'typebox'
import { Id, orNull, stringEnum, Time } from '../../formats/json/schemas.ts'
import { LANGUAGE_CODES } from '../../model/language.ts'
import { type Permission, ROLES } from '../../model/permissions.ts'

const RoleName = stringEnum(...ROLES)
export const LanguageName = stringEnum(...LANGUAGE_CODES)
const Name = orNull(Type.String())

export const MeAnswer = Type.Object({
  userId: Id,
  email: Type.String(),
  name: Name,
  role: RoleName,
  language: orNull(LanguageName),
  permissions: Type.Array(Type.Unsafe<Permission>({ type: 'string' })),
  projects: Type.Array(Type.Object({ projectId: Id, name: Type.String(), base: Type.String() })),
  password: Type.Object({
    changedAt: orNull(Time),
    resetBy: orNull(Type.String({ description: 'who made the link by which it was replaced' })),
    openLink: orNull(Type.Object({ madeBy: Type.String(), madeAt: Time, expiresAt: Time })),
  }),
})

export const WaysAnswer = Type.Object({ password: Type.Boolean(), provider: Type.Boolean() })

export const InvitationAnswer = Type.Object({ email: orNull(Type.String()), name: Name, role: RoleName })

export const PersonAnswer = Type.Object({
  userId: Id,
  email: Type.String(),
  name: Name,
  role: RoleName,
  projects: Type.Array(Id),
  state: stringEnum('active', 'invited', 'disabled'),
  createdAt: Time,
  lastSeenAt: orNull(Time),
})

const inviteUrl = Type.String({ description: 'a link that opens once; it is shown here alone' })
export const InvitedAnswer = Type.Object({ userId: Id, inviteUrl })
export const InviteLinkAnswer = Type.Object({ inviteUrl })
