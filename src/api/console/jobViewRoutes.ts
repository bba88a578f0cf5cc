import { Type } from 'typebox'
import { Id } from '../../formats/json/schemas.ts'
import { isUuid } from '../../model/uuid.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { dropJobView, listJobViews, putJobView, type ViewOwner } from '../../store/project/views/jobViews.ts'
import { mayShareViews } from '../../workflow/policies/people.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { EmptyAnswer } from '../http/emptyAnswer.ts'
import { type Route, route } from '../http/route.ts'
import { mayNot } from '../http/sessionCheck.ts'
import { settingsBody } from '../http/settingsBody.ts'

const LIST = '/api/projects/:pid/views'
/** That one person has in a project, with those of the project. */
const MAX_VIEWS = 200

const fields = {
  name: Type.String({ minLength: 1, maxLength: 60, pattern: '^[^\\u0000]*$' }),
  search: Type.String({ maxLength: 4000, pattern: '^[^\\u0000]*$', description: 'the query of the address' }),
  isShared: Type.Boolean(),
}
const noSuchView = () => new ApiError('resource_error', 'this project has no such view')

/** Views of the list of jobs: each person's own, and those that managers share with the project. */
export function jobViewRoutes({ pool }: ApiContext): Route[] {
  return [
    route({
      method: 'GET',
      paths: [LIST],
      access: { session: 'viewJobs' },
      tag: 'pages',
      summary: 'Saved views of the list of jobs: your own, and those of the project',
      answer: Type.Object({ views: Type.Array(Type.Object({ viewId: Id, ...fields })) }),
      handle: async ({ projectId, session }) => ({
        views: await listJobViews(pool, { projectId, userId: session.userId }),
      }),
    }),
    route({
      method: 'PUT',
      paths: [`${LIST}/:vid`],
      access: { session: 'viewJobs' },
      tag: 'pages',
      summary: 'Save a view of the list of jobs, or change it',
      body: settingsBody(fields),
      answer: EmptyAnswer,
      handle: async ({ projectId, session, params, body }) => {
        const owner = ownerOf(session, projectId)
        const viewId = viewOf(params.vid)
        if (body.isShared && !owner.mayShare) throw mayNot()
        const views = await listJobViews(pool, owner)
        if (views.length >= MAX_VIEWS && views.every((view) => view.viewId !== viewId))
          throw new ApiError('GE_0002', `there are at most ${MAX_VIEWS} views: remove one first`)
        if (!(await putJobView(pool, owner, { viewId, ...body }))) throw noSuchView()
        return {}
      },
    }),
    route({
      method: 'DELETE',
      paths: [`${LIST}/:vid`],
      access: { session: 'viewJobs' },
      tag: 'pages',
      summary: 'Remove a saved view of the list of jobs',
      answer: EmptyAnswer,
      handle: async ({ projectId, session, params }) => {
        if (!(await dropJobView(pool, ownerOf(session, projectId), viewOf(params.vid)))) throw noSuchView()
        return {}
      },
    }),
  ]
}

const ownerOf = (session: Session, projectId: string): ViewOwner => ({
  projectId,
  userId: session.userId,
  mayShare: mayShareViews(session),
})

function viewOf(given: string): string {
  if (!isUuid(given)) throw noSuchView()
  return given.toLowerCase()
}
