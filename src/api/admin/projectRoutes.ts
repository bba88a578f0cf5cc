import type { Static } from 'typebox'
import { type NewProjectBody, projectEndpoints } from '../../contract/projects.ts'
import { checkUrl } from '../../egress/target.ts'
import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import { urlFault } from '../../formats/jobBody/frameRules.ts'
import type { AuditActor } from '../../model/audit.ts'
import type { Scope } from '../../model/permissions.ts'
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
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { makePlace, readPlace } from './projectPlace.ts'

export function projectRoutes(context: ApiContext): Route[] {
  return [...projectsThemselves(context), ...keyRoutes(context)]
}

function projectsThemselves(context: ApiContext): Route[] {
  const { pool, projects } = context
  return [
    route(projectEndpoints.createProject, {
      handle: ({ body, by }) => {
        refuseBadCallback(context, body.callback?.url)
        return makeProject(context, by, body)
      },
    }),
    route(projectEndpoints.listProjects, {
      handle: async ({ query }) => {
        const after = query.page_token === undefined ? null : readPlace(query.page_token)
        const { projects: page, last } = await projectPage(pool, after, PROJECTS_A_PAGE)
        return { projects: page.map(shownProject), next_page_token: last && makePlace(last) }
      },
    }),
    route(projectEndpoints.changeProject, {
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
function makeProject({ pool, masterKey }: ApiContext, by: AuditActor, body: Static<typeof NewProjectBody>) {
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
    route(projectEndpoints.createKey, {
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
    route(projectEndpoints.listKeys, {
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
    route(projectEndpoints.revokeKey, {
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
