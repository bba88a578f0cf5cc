import { Type } from 'typebox'
import { isoTime } from '../../formats/isoTime.ts'
import { Id, orNull, stringEnum, Time } from '../../formats/json/schemas.ts'
import { NOTICE_KINDS } from '../../model/notification.ts'
import { listNotices } from '../../store/project/notices/notices.ts'
import { seesProject } from '../../workflow/policies/people.ts'
import { resumeWork } from '../../workflow/quality/goldScores.ts'
import type { ApiContext } from '../context.ts'
import { noSuchProject } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'

const Notices = Type.Object({
  notices: Type.Array(
    Type.Object({
      kind: stringEnum(...NOTICE_KINDS),
      user_id: orNull(Id),
      tag: orNull(Type.String()),
      job_id: orNull(Id),
      at: Time,
    }),
  ),
})

/** What managers hear of their people, and letting a paused one go on. */
export function noticeRoutes(context: ApiContext): Route[] {
  const { pool, projects } = context
  return [
    route({
      method: 'GET',
      paths: ['/api/notices'],
      access: { session: 'manageProjects' },
      tag: 'pages',
      summary: 'Open notices of a project, newest first',
      query: Type.Object({ project_id: Id }),
      alsoAnswers: { 404: 'there is no such project' },
      answer: Notices,
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
    route({
      method: 'POST',
      paths: ['/api/projects/:pid/people/:uid/resume'],
      access: { session: 'manageProjects' },
      tag: 'pages',
      summary: 'Let a paused person continue with a tag',
      body: Type.Object({ tag: Type.String({ minLength: 1, maxLength: 256 }) }),
      refusals: ['JOB_STATE'],
      answer: Type.Object({}),
      handle: async ({ projectId, params, body, by }) => {
        await resumeWork(pool, by, { projectId, tag: body.tag, userId: params.uid.toLowerCase() })
        return {}
      },
    }),
  ]
}
