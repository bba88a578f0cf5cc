import { contestEndpoints } from '../../contract/contests.ts'
import { openContest } from '../../workflow/quality/contests.ts'
import { type Route, route } from '../http/route.ts'
import type { WorkbenchParts } from './parts.ts'
import { reachJob } from './reach.ts'

/** A person says that the verdict on their work is wrong. */
export function contestRoute(workbench: WorkbenchParts): Route {
  return route(contestEndpoints.contestVerdict, {
    handle: async ({ session, params, body }) => {
      const job = await reachJob(workbench, session, params.jid)
      return { contest_id: await openContest(workbench.context.pool, job, session.userId, body.comment) }
    },
  })
}
