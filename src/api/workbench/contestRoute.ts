import { Type } from 'typebox'
import { Id } from '../../formats/json/schemas.ts'
import { openContest } from '../../workflow/quality/contests.ts'
import { type Route, route } from '../http/route.ts'
import type { WorkbenchParts } from './parts.ts'
import { reachJob } from './reach.ts'

/** A person says that the verdict on their work is wrong. */
export function contestRoute(workbench: WorkbenchParts): Route {
  return route({
    method: 'POST',
    paths: ['/api/jobs/:jid/contest'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Contest the verdict on work that you have submitted',
    body: Type.Object({ comment: Type.String({ minLength: 1, maxLength: 2000 }) }),
    refusals: ['JOB_STATE'],
    answer: Type.Object({ contest_id: Id }),
    handle: async ({ session, params, body }) => {
      const job = await reachJob(workbench, session, params.jid)
      return { contest_id: await openContest(workbench.context.pool, job, session.userId, body.comment) }
    },
  })
}
