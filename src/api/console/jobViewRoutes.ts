import { consoleEndpoints } from '../../contract/console.ts'
import { isUuid } from '../../model/uuid.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { dropJobView, listJobViews, putJobView, type ViewOwner } from '../../store/project/views/jobViews.ts'
import { mayShareViews } from '../../workflow/policies/people.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { mayNot } from '../http/sessionCheck.ts'

/** That one person has in a project, with those of the project. */
const MAX_VIEWS = 200

const noSuchView = () => new ApiError('resource_error', 'this project has no such view')

/** Views of the list of jobs: each person's own, and those that managers share with the project. */
export function jobViewRoutes({ pool }: ApiContext): Route[] {
  return [
    route(consoleEndpoints.listJobViews, {
      handle: async ({ projectId, session }) => ({
        views: await listJobViews(pool, { projectId, userId: session.userId }),
      }),
    }),
    route(consoleEndpoints.setJobView, {
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
    route(consoleEndpoints.deleteJobView, {
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
