import { contestEndpoints } from '../../contract/contests.ts'
import { openContest } from '../../workflow/quality/contests.ts'
import { type Route, route } from '../http/route.ts'
import { authorizeJob } from './authorizeJob.ts'
import type { WorkbenchContext } from './workbenchContext.ts'

/** A person says that the verdict on their work is wrong. */
export function contestRoute(workbench: WorkbenchContext): Route {
  return route(contestEndpoints.contestVerdict, {
    handle: async ({ session, params, body }) => {
      const job = await authorizeJob(workbench, session, params.jid)
      return { contest_id: await openContest(workbench.context.pool, job, session.userId, body.comment) }
    },
  })
}
