import { type Static, Type } from 'typebox'
import { Count, Id, optionalOrNull, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { SCOPES } from '../model/permissions.ts'
import { NAME_PATTERN } from '../model/visibleText.ts'
import { BaseName } from './batches.ts'
import { ServiceKey } from './callbacks.ts'
import { endpoint } from './endpoint.ts'
import { settingsBody, textParameter } from './words.ts'

/** The pattern refuses characters that steer what shows the name. */
const ProjectName = Type.String({ minLength: 1, maxLength: 256, pattern: NAME_PATTERN })

const KeyScopes = Type.Array(stringEnum(...SCOPES))

export const ProjectCloudFrame = stringEnum('sensor', 'common', 'auto')

const UndoSeconds = Type.Integer({
  minimum: 0,
  maximum: 30,
  description: 'for so long a person may take a submission back',
})

export const NewProjectBody = settingsBody(
  {
    name: ProjectName,
    base: BaseName,
    callback: Type.Optional(
      settingsBody({
        url: Type.String(),
        service_key: Type.Optional(ServiceKey),
      }),
    ),
    review: Type.Optional(Type.Boolean()),
    self_review: Type.Optional(Type.Boolean()),
    point_cloud_frame: Type.Optional(ProjectCloudFrame),
    undo_seconds: Type.Optional(UndoSeconds),
  },
  { title: 'NewProject' },
)

export type NewProjectBody = Static<typeof NewProjectBody>

export const ProjectChangeBody = settingsBody(
  {
    rotate_links: Type.Optional(
      Type.Boolean({ description: 'true: every attachment and viewer link given out so far stops working' }),
    ),
    name: Type.Optional(ProjectName),
    base: Type.Optional(BaseName),
    review: Type.Optional(Type.Boolean()),
    self_review: Type.Optional(Type.Boolean()),
    point_cloud_frame: Type.Optional(ProjectCloudFrame),
    undo_seconds: Type.Optional(UndoSeconds),
  },
  { title: 'ProjectChange' },
)

const ShownProject = Type.Object(
  {
    project_id: Id,
    name: Type.String(),
    base: BaseName,
    review: Type.Boolean(),
    self_review: Type.Boolean(),
    point_cloud_frame: ProjectCloudFrame,
    undo_seconds: UndoSeconds,
    created_at: Time,
  },
  { title: 'Project' },
)

const ShownKey = Type.Object(
  {
    key_id: Id,
    name: Type.String(),
    scopes: KeyScopes,
    last_four: Type.String(),
    created_at: Time,
    last_used_at: orNull(Time),
  },
  { title: 'Key' },
)

export type ShownKey = Static<typeof ShownKey>

const RetentionDays = (what: string) =>
  optionalOrNull(
    Type.Integer({ minimum: 1, maximum: 36_500, description: `days for which ${what}; null: permanently` }),
  )

const retentionMembers = {
  inputs_days: RetentionDays('what the customer sent is kept'),
  results_days: RetentionDays('results and the work on them are kept'),
  drafts_days: RetentionDays('unsaved edits of people who lost the lease are kept'),
}

export const NewRetention = settingsBody(retentionMembers, { title: 'NewRetention' })

const ShownRetention = Type.Required(Type.Object(retentionMembers), { title: 'Retention' })

export type ShownRetention = Static<typeof ShownRetention>

const RetentionPreview = Type.Object(
  {
    jobs: Count,
    files: Type.Integer({ description: 'received and delivered ones; what is derived from them comes on top' }),
    bytes: Count,
    drafts: Count,
    skipped: Type.Object({
      deliveries: Type.Integer({ description: 'jobs left for later: their callback is on its way' }),
      exports: Type.Integer({ description: 'jobs left for later: an export is reading them' }),
      gold: Type.Integer({ description: 'jobs left for later: gold that is given out' }),
    }),
  },
  { title: 'RetentionPreview' },
)

const ProjectCreated = Type.Object(
  { project_id: Id, api_key: Type.String(), signing_secret: Type.String() },
  { title: 'ProjectCreated', description: 'the key and the secret are shown this once' },
)

export type ProjectCreated = Static<typeof ProjectCreated>

const KeyCreated = Type.Object(
  { key_id: Id, key: Type.String(), scopes: KeyScopes },
  { title: 'KeyCreated', description: 'the key is shown this once' },
)

export const projectEndpoints = {
  createProject: endpoint({
    method: 'POST',
    paths: ['/v1/projects'],
    access: { key: 'admin', session: 'createProjects' },
    tag: 'administration',
    summary: 'Create a project; its first key and signing secret are shown this once',
    body: NewProjectBody,
    answer: ProjectCreated,
  }),
  listProjects: endpoint({
    method: 'GET',
    paths: ['/v1/projects'],
    access: 'admin',
    tag: 'administration',
    summary: 'Projects in the order of creation, 100 a page',
    query: Type.Object({ page_token: textParameter('next_page_token of the page before') }),
    answer: Type.Object({ projects: Type.Array(ShownProject), next_page_token: orNull(Type.String()) }),
  }),
  changeProject: endpoint({
    method: 'PATCH',
    paths: ['/v1/projects/:pid'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'administration',
    summary: 'Change a project',
    body: ProjectChangeBody,
    answer: ShownProject,
  }),
  createKey: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/keys'],
    access: { key: 'admin', session: 'manageKeys' },
    tag: 'administration',
    summary: 'Create a key; it is shown this once',
    body: Type.Object({
      name: ProjectName,
      scopes: Type.Array(stringEnum(...SCOPES), { minItems: 1, uniqueItems: true }),
    }),
    answer: KeyCreated,
  }),
  listKeys: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/keys'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'administration',
    summary: 'The keys of a project, without their secrets',
    answer: Type.Object({ keys: Type.Array(ShownKey) }),
  }),
  revokeKey: endpoint({
    method: 'DELETE',
    paths: ['/v1/projects/:pid/keys/:kid'],
    access: { key: 'admin', session: 'manageKeys' },
    tag: 'administration',
    summary: 'Revoke a key',
    answer: Type.Object({ key_id: Id }),
  }),
  getRetention: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/retention'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'administration',
    summary: 'How many days the data of a finished job is kept',
    answer: ShownRetention,
  }),
  setRetention: endpoint({
    method: 'PUT',
    paths: ['/v1/projects/:pid/retention'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'administration',
    summary: 'Set how long data is kept; older data is deleted within the hour',
    body: NewRetention,
    answer: ShownRetention,
  }),
  previewRetention: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/retention/preview'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'administration',
    summary: 'What these settings would delete now; nothing is changed',
    body: NewRetention,
    answer: RetentionPreview,
  }),
}
