import type { Static } from 'typebox'
import { type NewProjectBody, type ProjectChangeBody, projectEndpoints } from '../../contract/projects.ts'
import { checkUrl } from '../../egress/target.ts'
import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import { urlFault } from '../../formats/jobBody/frameRules.ts'
import { listKeys } from '../../store/cluster/keys/keys.ts'
import { projectPage } from '../../store/cluster/projects/projectList.ts'
import { DEFAULT_UNDO_SECONDS, type Project } from '../../store/project/projects/projects.ts'
import { createKey, revokeKey } from '../../workflow/projects/keys.ts'
import { changeProject, createProject } from '../../workflow/projects/projects.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { makePlace, readPlace } from './projectPlace.ts'

export function projectRoutes(context: ApiContext): Route[] {
  return [...projectsThemselves(context), ...keyRoutes(context)]
}

function projectsThemselves(context: ApiContext): Route[] {
  const { pool, masterKey, projects } = context
  return [
    route(projectEndpoints.createProject, {
      handle: async ({ body, by }) => {
        refuseBadCallback(context, body.callback?.url)
        const made = await createProject(pool, masterKey, by, newProject(body), shownProject)
        return { project_id: made.projectId, api_key: made.key, signing_secret: made.signingSecret }
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
        await changeProject(pool, masterKey, by, projectId, projectChanges(body), shownProject)
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

const newProject = (body: Static<typeof NewProjectBody>) => ({
  name: body.name,
  base: body.base,
  review: body.review ?? false,
  selfReview: body.self_review ?? false,
  pointCloudFrame: body.point_cloud_frame ?? ('auto' as const),
  undoSeconds: body.undo_seconds ?? DEFAULT_UNDO_SECONDS,
  callback: { url: body.callback?.url ?? null, serviceKey: body.callback?.service_key ?? null },
})

const projectChanges = (body: Static<typeof ProjectChangeBody>) => ({
  name: body.name,
  base: body.base,
  review: body.review,
  selfReview: body.self_review,
  pointCloudFrame: body.point_cloud_frame,
  undoSeconds: body.undo_seconds,
  rotateLinks: body.rotate_links,
})

function keyRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route(projectEndpoints.createKey, {
      handle: async ({ body, projectId, by }) => {
        const { name, scopes } = body
        const { keyId, key } = await createKey(pool, by, { projectId, name, scopes })
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
        await revokeKey(pool, by, projectId, params.kid)
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
