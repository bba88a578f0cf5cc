import { type Static, Type } from 'typebox'
import { checkUrl } from '../../egress/target.ts'
import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import { urlFault } from '../../formats/jobBody/frameRules.ts'
import { Id, orNull, stringEnum, Time } from '../../formats/json/schemas.ts'
import type { AuditActor } from '../../model/audit.ts'
import { SCOPES, type Scope } from '../../model/permissions.ts'
import { NAME_PATTERN } from '../../model/visibleText.ts'
import { createKey, listKeys, revokeKey } from '../../store/cluster/keys/keys.ts'
import { projectPage } from '../../store/cluster/projects/projectList.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit, recordDifference } from '../../store/project/audit/audit.ts'
import { createCallbackSettings } from '../../store/project/callbacks/settings.ts'
import {
  changeProject,
  createProject,
  DEFAULT_UNDO_SECONDS,
  findProject,
  type Project,
  rotateLinkSecret,
} from '../../store/project/projects/projects.ts'
import type { ApiContext } from '../context.ts'
import { BaseName } from '../customer/answers.ts'
import { ApiError } from '../http/apiError.ts'
import { textParameter } from '../http/query.ts'
import { type Route, route } from '../http/route.ts'
import { settingsBody } from '../http/settingsBody.ts'
import { ServiceKey } from './callbackRoutes.ts'
import { makePlace, readPlace } from './projectPlace.ts'

const P = '/v1/projects/:pid'

/** Without characters that steer what shows it. */
const Name = Type.String({ minLength: 1, maxLength: 256, pattern: NAME_PATTERN })
const Scopes = Type.Array(stringEnum(...SCOPES))
const CloudFrame = stringEnum('sensor', 'common', 'auto')
const UndoSeconds = Type.Integer({
  minimum: 0,
  maximum: 30,
  description: 'for so long a person may take a submission back',
})

const NewProject = settingsBody({
  name: Name,
  base: BaseName,
  callback: Type.Optional(
    settingsBody({
      url: Type.String(),
      service_key: Type.Optional(ServiceKey),
    }),
  ),
  review: Type.Optional(Type.Boolean()),
  self_review: Type.Optional(Type.Boolean()),
  point_cloud_frame: Type.Optional(CloudFrame),
  undo_seconds: Type.Optional(UndoSeconds),
})

const ProjectChange = settingsBody({
  rotate_links: Type.Optional(
    Type.Boolean({ description: 'true: every attachment and viewer link given out so far stops working' }),
  ),
  name: Type.Optional(Name),
  base: Type.Optional(BaseName),
  review: Type.Optional(Type.Boolean()),
  self_review: Type.Optional(Type.Boolean()),
  point_cloud_frame: Type.Optional(CloudFrame),
  undo_seconds: Type.Optional(UndoSeconds),
})

const ShownProject = Type.Object({
  project_id: Id,
  name: Type.String(),
  base: BaseName,
  review: Type.Boolean(),
  self_review: Type.Boolean(),
  point_cloud_frame: CloudFrame,
  undo_seconds: UndoSeconds,
  created_at: Time,
})

const ShownKey = Type.Object({
  key_id: Id,
  name: Type.String(),
  scopes: Scopes,
  last_four: Type.String(),
  created_at: Time,
  last_used_at: orNull(Time),
})

export function projectRoutes(context: ApiContext): Route[] {
  return [...projectsThemselves(context), ...keyRoutes(context)]
}

function projectsThemselves(context: ApiContext): Route[] {
  const { pool, projects } = context
  return [
    route({
      method: 'POST',
      paths: ['/v1/projects'],
      access: { key: 'admin', session: 'createProjects' },
      tag: 'administration',
      summary: 'Create a project; its first key and signing secret are shown this once',
      body: NewProject,
      answer: Type.Object({ project_id: Id, api_key: Type.String(), signing_secret: Type.String() }),
      handle: ({ body, by }) => {
        refuseBadCallback(context, body.callback?.url)
        return makeProject(context, by, body)
      },
    }),
    route({
      method: 'GET',
      paths: ['/v1/projects'],
      access: 'admin',
      tag: 'administration',
      summary: 'Projects in the order of creation, 100 a page',
      query: Type.Object({ page_token: textParameter('next_page_token of the page before') }),
      answer: Type.Object({ projects: Type.Array(ShownProject), next_page_token: orNull(Type.String()) }),
      handle: async ({ query }) => {
        const after = query.page_token === undefined ? null : readPlace(query.page_token)
        const { projects: page, last } = await projectPage(pool, after, PROJECTS_A_PAGE)
        return { projects: page.map(shownProject), next_page_token: last && makePlace(last) }
      },
    }),
    route({
      method: 'PATCH',
      paths: [P],
      access: { key: 'admin', session: 'manageProjects' },
      tag: 'administration',
      summary: 'Change a project',
      body: ProjectChange,
      answer: ShownProject,
      handle: async ({ body, projectId, by }) => {
        const { name, base, review, self_review: selfReview, point_cloud_frame: pointCloudFrame } = body
        const { undo_seconds: undoSeconds } = body
        await withTransaction(pool, async (client) => {
          const before = await findProject(client, projectId)
          await changeProject(client, projectId, { name, base, review, selfReview, pointCloudFrame, undoSeconds })
          const after = await findProject(client, projectId)
          const change = { projectId, action: 'project.change', object: projectId } as const
          if (before && after)
            await recordDifference(client, by, { ...change, before: shownProject(before), after: shownProject(after) })
          if (!body.rotate_links) return
          await rotateLinkSecret(client, context.masterKey, projectId)
          await recordAudit(client, by, { ...change, action: 'project.rotate_links' })
        })
        projects.forget(projectId)
        return shownProject((await projects.get(projectId)).project)
      },
    }),
  ]
}

function refuseBadCallback({ allowNetworks }: ApiContext, url: string | undefined): void {
  const type = url === undefined ? null : checkUrl(url, { allowNetworks })
  if (type)
    throw new ApiError('GE_0002', 'callback.url is not valid', {
      failures: [urlFault('callback.url', type, url ?? '')],
    })
}

/** The project with its callback settings and first key, in one transaction. */
function makeProject({ pool, masterKey }: ApiContext, by: AuditActor, body: Static<typeof NewProject>) {
  return withTransaction(pool, async (client) => {
    const projectId = await createProject(client, masterKey, {
      name: body.name,
      base: body.base,
      review: body.review ?? false,
      selfReview: body.self_review ?? false,
      pointCloudFrame: body.point_cloud_frame ?? 'auto',
      undoSeconds: body.undo_seconds ?? DEFAULT_UNDO_SECONDS,
    })
    const { signingSecret } = await createCallbackSettings(client, masterKey, {
      projectId,
      url: body.callback?.url ?? null,
      serviceKey: body.callback?.service_key ?? null,
    })
    const { key } = await createKey(client, { projectId, name: 'first key', scopes: ['submit', 'read'] })
    const made = await findProject(client, projectId)
    await recordAudit(client, by, {
      projectId,
      action: 'project.create',
      object: projectId,
      after: made && { ...shownProject(made), callback_url: body.callback?.url ?? null },
    })
    return { project_id: projectId, api_key: key, signing_secret: signingSecret }
  })
}

function keyRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route({
      method: 'POST',
      paths: [`${P}/keys`],
      access: { key: 'admin', session: 'manageKeys' },
      tag: 'administration',
      summary: 'Create a key; it is shown this once',
      body: Type.Object({ name: Name, scopes: Type.Array(stringEnum(...SCOPES), { minItems: 1, uniqueItems: true }) }),
      answer: Type.Object({ key_id: Id, key: Type.String(), scopes: Scopes }),
      handle: async ({ body, projectId, by }) => {
        const scopes: Scope[] = body.scopes
        const { keyId, key } = await withTransaction(pool, async (client) => {
          const made = await createKey(client, { projectId, name: body.name, scopes })
          const after = { name: body.name, scopes, key: { set: true, last4: made.key.slice(-4) } }
          await recordAudit(client, by, { projectId, action: 'key.create', object: made.keyId, after })
          return made
        })
        return { key_id: keyId, key, scopes }
      },
    }),
    route({
      method: 'GET',
      paths: [`${P}/keys`],
      access: { key: 'admin', session: 'manageProjects' },
      tag: 'administration',
      summary: 'The keys of a project, without their secrets',
      answer: Type.Object({ keys: Type.Array(ShownKey) }),
      handle: async ({ projectId }) => ({
        keys: (await listKeys(pool, projectId)).map((key) => ({
          key_id: key.keyId,
          name: key.name,
          scopes: key.scopes,
          last_four: key.lastFour,
          created_at: isoTime(key.createdAt),
          last_used_at: isoTimeOrNull(key.lastUsedAt),
        })),
      }),
    }),
    route({
      method: 'DELETE',
      paths: [`${P}/keys/:kid`],
      access: { key: 'admin', session: 'manageKeys' },
      tag: 'administration',
      summary: 'Revoke a key',
      answer: Type.Object({ key_id: Id }),
      handle: async ({ projectId, params, by }) => {
        const isId = /^[0-9a-f-]{36}$/i.test(params.kid)
        await withTransaction(pool, async (client) => {
          if (!isId || !(await revokeKey(client, projectId, params.kid))) {
            throw new ApiError('resource_error', 'the project has no such key')
          }
          await recordAudit(client, by, { projectId, action: 'key.revoke', object: params.kid })
        })
        context.keys.forget()
        return { key_id: params.kid }
      },
    }),
  ]
}

function shownProject(project: Project) {
  return {
    project_id: project.projectId,
    name: project.name,
    base: project.base,
    review: project.review,
    self_review: project.selfReview,
    point_cloud_frame: project.pointCloudFrame,
    undo_seconds: project.undoSeconds,
    created_at: isoTime(project.createdAt),
  }
}

const PROJECTS_A_PAGE = 100
