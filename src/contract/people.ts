import { type Static, Type } from 'typebox'
import { Id, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { LANGUAGE_CODES } from '../model/language.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../model/people/password.ts'
import { type Permission, ROLES } from '../model/permissions.ts'
import { NAME_PATTERN } from '../model/visibleText.ts'
import { endpoint } from './endpoint.ts'
import { EmptyAnswer, settingsBody, textParameter } from './words.ts'

const RoleName = stringEnum(...ROLES)

export const LanguageName = stringEnum(...LANGUAGE_CODES)

const ShownName = orNull(Type.String())

export const MeAnswer = Type.Object({
  userId: Id,
  email: Type.String(),
  name: ShownName,
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

export type MeAnswer = Static<typeof MeAnswer>

const WaysAnswer = Type.Object({ password: Type.Boolean(), provider: Type.Boolean() })

export type WaysAnswer = Static<typeof WaysAnswer>

const InvitationAnswer = Type.Object({ email: orNull(Type.String()), name: ShownName, role: RoleName })

export type InvitationAnswer = Static<typeof InvitationAnswer>

const PersonAnswer = Type.Object({
  userId: Id,
  email: Type.String(),
  name: ShownName,
  role: RoleName,
  projects: Type.Array(Id),
  state: stringEnum('active', 'invited', 'disabled'),
  createdAt: Time,
  lastSeenAt: orNull(Time),
})

export type PersonAnswer = Static<typeof PersonAnswer>

const inviteUrl = Type.String({ description: 'a link that opens once; it is shown here alone' })

const InvitedAnswer = Type.Object({ userId: Id, inviteUrl })

const InviteLinkAnswer = Type.Object({ inviteUrl })

const ProjectIds = Type.Array(Type.String({ format: 'uuid' }), { uniqueItems: true, maxItems: 10_000 })

const LinkToken = Type.String({ minLength: 1, maxLength: 200 })

/** The pattern refuses control characters, and those that turn or hide the text around them. */
export const PersonName = Type.String({
  maxLength: 256,
  pattern: NAME_PATTERN,
})

const OptionalName = Type.Optional(PersonName)

/** An email in a body; readEmail says whether it is one. */
export const EmailText = Type.String({ maxLength: 320, pattern: '^[^\\s@]{1,64}@[^\\s@]{1,190}\\.[^\\s@]{1,63}$' })

export const NewPasswordText = Type.String({
  maxLength: MAX_PASSWORD_LENGTH,
  description: `at least ${MIN_PASSWORD_LENGTH} characters, none of the most common passwords, not the email address or name`,
})

export type PasswordNews = MeAnswer['password']

export const peopleEndpoints = {
  getSignInWays: endpoint({
    method: 'GET',
    paths: ['/api/sign-in/ways'],
    access: 'public',
    tag: 'pages',
    summary: 'How people may sign in',
    answer: WaysAnswer,
  }),
  startOpenId: endpoint({
    method: 'GET',
    paths: ['/api/oidc/start'],
    access: 'public',
    tag: 'pages',
    summary: 'Redirect the browser to the OpenID provider',
    alsoAnswers: { 302: 'the provider, or the page that says why not', 404: 'no OpenID provider is configured' },
    query: Type.Object({ to: textParameter('path of the page to open afterwards') }),
    answer: Type.Null(),
  }),
  finishOpenId: endpoint({
    method: 'GET',
    paths: ['/api/oidc/callback'],
    access: 'public',
    tag: 'pages',
    summary: 'Return address of the OpenID provider',
    alsoAnswers: {
      302: 'the page that was asked for, signed in, or one that says why not',
      404: 'no OpenID provider is configured',
    },
    answer: Type.Null(),
  }),
  listPeople: endpoint({
    method: 'GET',
    paths: ['/api/people'],
    access: { session: 'managePeople' },
    tag: 'pages',
    summary: 'People; for a manager those who share a project',
    answer: Type.Object({ people: Type.Array(PersonAnswer) }),
  }),
  invitePerson: endpoint({
    method: 'POST',
    paths: ['/api/people'],
    access: { session: 'managePeople' },
    tag: 'pages',
    summary: 'Invite a person; the link opens once',
    answer: InvitedAnswer,
    body: settingsBody({
      email: EmailText,
      name: Type.Optional(PersonName),
      role: stringEnum(...ROLES),
      projects: ProjectIds,
    }),
  }),
  changePerson: endpoint({
    method: 'PATCH',
    paths: ['/api/people/:uid'],
    access: { session: 'managePeople' },
    tag: 'pages',
    summary: 'Change role, projects or name; deactivate or activate a person',
    answer: PersonAnswer,
    body: settingsBody({
      name: Type.Optional(PersonName),
      role: Type.Optional(stringEnum(...ROLES)),
      projects: Type.Optional(ProjectIds),
      disabled: Type.Optional(Type.Boolean()),
    }),
  }),
  inviteAgain: endpoint({
    method: 'POST',
    paths: ['/api/people/:uid/invite'],
    access: { session: 'managePeople' },
    tag: 'pages',
    summary: 'Replace a lost invitation link; for admins also reset a password',
    answer: InviteLinkAnswer,
  }),
  signIn: endpoint({
    method: 'POST',
    paths: ['/api/sign-in'],
    access: 'public',
    tag: 'pages',
    summary: 'Sign in',
    answer: MeAnswer,
    refusals: ['auth-failure', 'unauthorized', 'rate_limited'],
    body: Type.Object({
      email: Type.String({ maxLength: 320 }),
      password: Type.String({ writeOnly: true, maxLength: MAX_PASSWORD_LENGTH }),
    }),
  }),
  signOut: endpoint({
    method: 'POST',
    paths: ['/api/sign-out'],
    access: { session: 'signed-in' },
    tag: 'pages',
    summary: 'End this session',
    answer: EmptyAnswer,
  }),
  setUp: endpoint({
    method: 'POST',
    paths: ['/api/setup'],
    access: 'public',
    tag: 'pages',
    summary: 'Create the first admin with the link that the service printed',
    answer: MeAnswer,
    refusals: ['resource_error', 'CONFLICT', 'rate_limited'],
    body: Type.Object({
      token: LinkToken,
      email: EmailText,
      name: OptionalName,
      password: NewPasswordText,
    }),
  }),
  getInvitation: endpoint({
    method: 'POST',
    paths: ['/api/invitation'],
    access: 'public',
    tag: 'pages',
    summary: 'The person an invitation is for',
    answer: InvitationAnswer,
    refusals: ['resource_error', 'rate_limited'],
    body: Type.Object({ token: LinkToken }),
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    paths: ['/api/invitation/accept'],
    access: 'public',
    tag: 'pages',
    summary: 'Accept an invitation and set a password',
    answer: MeAnswer,
    refusals: ['resource_error', 'CONFLICT', 'rate_limited'],
    body: Type.Object({ token: LinkToken, name: OptionalName, password: NewPasswordText }),
  }),
}
