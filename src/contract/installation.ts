import { type Static, Type } from 'typebox'
import { Id, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { AUDIT_ACTIONS, AUDIT_ACTORS, INSTALLATION } from '../model/audit.ts'
import { ROLES } from '../model/permissions.ts'
import { endpoint } from './endpoint.ts'
import { EmailText, PersonName } from './people.ts'
import { settingsBody, textParameter } from './words.ts'

export const AuditQuery = Type.Object({
  project_id: Type.Optional(
    Type.String({ format: 'uuid', description: `only this project; ${INSTALLATION}: the whole installation` }),
  ),
  actor: Type.Optional(Type.String({ format: 'uuid', description: 'id of a person or key' })),
  action: Type.Optional(
    Type.String({ pattern: '^[a-z_]+(\\.[a-z_]+)?$', description: 'an action, or a noun such as `job` for all of it' }),
  ),
  from: textParameter('ISO 8601, included'),
  to: textParameter('ISO 8601, excluded'),
  page_token: textParameter('next_page_token of the page before'),
})

const Changed = orNull(
  Type.Unsafe<Record<string, unknown>>({ description: 'members that differ; secrets as {set, last4}' }),
)

const AuditEntry = Type.Object(
  {
    id: Id,
    at: Time,
    actor: Type.Object({
      type: stringEnum(...AUDIT_ACTORS),
      id: orNull(Id),
      name: orNull(Type.String({ description: 'email of the person, name of the key' })),
    }),
    address: orNull(Type.String()),
    action: stringEnum(...AUDIT_ACTIONS),
    project_id: orNull(Id),
    object: orNull(Type.String()),
    before: Changed,
    after: Changed,
  },
  { title: 'AuditEntry' },
)

export type AuditEntry = Static<typeof AuditEntry>

const AuditPage = Type.Object({
  entries: Type.Array(AuditEntry),
  next_page_token: orNull(Type.String()),
})

const ShownTask = Type.Object(
  {
    task_id: Type.Integer(),
    project_id: Type.String({ format: 'uuid' }),
    kind: Type.String(),
    subject_id: Type.String({ format: 'uuid', description: 'the job, or what else the step is about' }),
    attempts: Type.Integer(),
    note: Type.Union([Type.String(), Type.Null()]),
    created_at: Type.String(),
    failed_at: Type.String(),
  },
  { title: 'GivenUpTask' },
)

export type ShownTask = Static<typeof ShownTask>

const NewUser = settingsBody(
  {
    email: EmailText,
    role: stringEnum(...ROLES),
    name: Type.Optional(PersonName),
    projects: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { uniqueItems: true })),
  },
  { title: 'NewUser' },
)

const ShownUser = Type.Object(
  {
    user_id: Id,
    email: Type.String(),
    name: orNull(Type.String()),
    role: stringEnum(...ROLES),
    projects: Type.Array(Id),
    active: Type.Boolean(),
    created_at: Time,
  },
  { title: 'User' },
)

const UserCreated = Type.Object(
  { user_id: Id, invite_url: Type.String({ format: 'uri', description: 'opens once' }) },
  { title: 'UserCreated' },
)

const AdminKey = Type.Object(
  { key_id: Id, last_four: Type.String(), created_at: Time, last_used_at: orNull(Time) },
  { title: 'AdminKey' },
)

export const installationEndpoints = {
  listAdminKeys: endpoint({
    method: 'GET',
    paths: ['/v1/admin_keys'],
    access: 'admin',
    tag: 'administration',
    summary: 'The valid admin keys, without their secrets',
    answer: Type.Object({ keys: Type.Array(AdminKey) }),
  }),
  rotateAdminKey: endpoint({
    method: 'POST',
    paths: ['/v1/admin_keys/rotate'],
    access: 'admin',
    tag: 'administration',
    summary: 'Replace the admin key of this machine; the previous one is revoked at once',
    body: Type.Object({}),
    bodyOptional: true,
    answer: Type.Object({ key: Type.String() }),
  }),
  revokeAdminKey: endpoint({
    method: 'DELETE',
    paths: ['/v1/admin_keys/:kid'],
    access: 'admin',
    tag: 'administration',
    summary: 'Revoke an admin key, of another machine or a lost folder',
    answer: Type.Object({ key_id: Type.String() }),
  }),
  listAuditEntries: endpoint({
    method: 'GET',
    paths: ['/v1/audit'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'administration',
    summary: 'Audit log: changes of settings, people and keys, and manual changes of jobs, newest first, 100 a page',
    query: AuditQuery,
    answer: AuditPage,
  }),
  listTasks: endpoint({
    method: 'GET',
    paths: ['/v1/tasks'],
    access: { key: 'admin', session: 'manageTasks' },
    tag: 'administration',
    summary: 'Failed tasks, newest first, at most 1,000',
    answer: Type.Object({ tasks: Type.Array(ShownTask) }),
  }),
  retryTask: endpoint({
    method: 'POST',
    paths: ['/v1/tasks/:tid/retry'],
    access: { key: 'admin', session: 'manageTasks' },
    tag: 'administration',
    summary: 'Retry a failed task',
    body: Type.Object({}),
    bodyOptional: true,
    answer: ShownTask,
  }),
  dropTask: endpoint({
    method: 'DELETE',
    paths: ['/v1/tasks/:tid'],
    access: { key: 'admin', session: 'manageTasks' },
    tag: 'administration',
    summary: 'Drop a failed task; its job does not change',
    answer: ShownTask,
  }),
  createUser: endpoint({
    method: 'POST',
    paths: ['/v1/users'],
    access: 'admin',
    tag: 'administration',
    summary: 'Invite a person; the link opens once',
    body: NewUser,
    answer: UserCreated,
  }),
  listUsers: endpoint({
    method: 'GET',
    paths: ['/v1/users'],
    access: 'admin',
    tag: 'administration',
    summary: 'All people',
    answer: Type.Object({ users: Type.Array(ShownUser) }),
  }),
}
