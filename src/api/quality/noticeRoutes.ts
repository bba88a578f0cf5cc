import { undefinedEndpoints } from '../../contract/notices.ts'
import { isoTime } from '../../formats/isoTime.ts'
import { listNotices } from '../../store/project/notices/notices.ts'
import { seesProject } from '../../workflow/policies/people.ts'
import { resumeWork } from '../../workflow/quality/goldScores.ts'
import type { ApiContext } from '../context.ts'
import { noSuchProject } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'

/** Notices to managers about their people, and the way to resume a paused person. */
export function noticeRoutes(context: ApiContext): Route[] {
  const { pool, projects } = context
  return [
    route(undefinedEndpoints.listNotices, {
      handle: async ({ session, query }) => {
        const projectId = query.project_id.toLowerCase()
        if (!seesProject(session, projectId) || !(await projects.exists(projectId))) throw noSuchProject()
        const notices = await listNotices(pool, projectId)
        return {
          notices: notices.map(({ kind, userId, tag, jobId, at }) => {
            return { kind, user_id: userId, tag, job_id: jobId, at: isoTime(at) }
          }),
        }
      },
    }),
    route(undefinedEndpoints.resumePerson, {
      handle: async ({ projectId, params, body, by }) => {
        await resumeWork(pool, by, { projectId, tag: body.tag, userId: params.uid.toLowerCase() })
        return {}
      },
    }),
  ]
}
