import { Type } from 'typebox'
import { changeWanted } from '../../workflow/quality/consensus.ts'
import type { ApiContext } from '../context.ts'
import { type Route, route } from '../http/route.ts'
import { settingsBody } from '../http/settingsBody.ts'

/** How many people annotate one job, where the tag asks for more than there are. */
export function consensusRoute(context: ApiContext): Route {
  return route({
    method: 'PUT',
    paths: ['/v1/projects/:pid/jobs/:jid/consensus'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'administration',
    summary: 'Change how many people annotate a consensus job that is not complete',
    body: settingsBody({ annotators: Type.Integer({ minimum: 1, maximum: 20 }) }),
    refusals: ['JOB_STATE'],
    answer: Type.Object({ annotators: Type.Integer() }),
    handle: async ({ projectId, params, body: { annotators } }) => {
      await changeWanted(context.pool, { projectId, jobId: params.jid.toLowerCase() }, annotators)
      context.wake('tasks')
      return { annotators }
    },
  })
}
