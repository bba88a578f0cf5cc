import { qualityEndpoints } from '../../contract/quality.ts'
import type { QualityKey } from '../../model/quality.ts'
import { namesOf } from '../../store/cluster/people/names.ts'
import { listClassSums, listConfusions, listSums } from '../../store/project/quality/sums.ts'
import { seesChecks, seesPeopleApart } from '../../workflow/policies/figures.ts'
import { seesProject } from '../../workflow/policies/people.ts'
import type { ApiContext } from '../context.ts'
import { noSuchProject } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { dayOf, rangeFor, rangeOf, refusePeople } from './figureRange.ts'
import { jobQuality } from './jobQuality.ts'
import { personRoutes } from './personRoutes.ts'
import { ownClassFigures, ownScore, qualityRows } from './qualityRows.ts'
import { worstWork } from './worstWork.ts'

const USUAL_WORST = 20

/** Quality figures, from sums that are updated continuously. */
export function qualityRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route(qualityEndpoints.listQuality, {
      handle: async ({ projectId, query, ...caller }) => {
        const { session } = caller
        const by = query.by ?? 'day'
        if (isOfPeople(by)) refusePeople(caller)
        const range = rangeFor(query, caller)
        const rows = await qualityRows(pool, projectId, by, range)
        if (!isOfPeople(by) || session === null) return { rows }
        const names = await namesOf(
          pool,
          rows.flatMap(({ key }) => key ?? []),
        )
        return { rows: rows.map((row) => ({ ...row, name: row.key === null ? null : (names.get(row.key) ?? null) })) }
      },
    }),
    ...personRoutes(context),
    route(qualityEndpoints.listConfusion, {
      handle: async ({ projectId, query, ...caller }) => {
        return { confusion: await listConfusions(pool, projectId, rangeFor(query, caller)) }
      },
    }),
    route(qualityEndpoints.listWorstWork, {
      handle: ({ projectId, query, ...caller }) => {
        return worstWork(pool, projectId, rangeFor(query, caller), {
          limit: query.limit ?? USUAL_WORST,
          withDocuments: seesPeopleApart(caller),
        })
      },
    }),
    route(qualityEndpoints.getJobQuality, {
      handle: ({ projectId, params, ...caller }) =>
        jobQuality(
          context,
          { projectId, jobId: params.jid.toLowerCase() },
          { withGold: seesChecks(caller), withPeople: seesPeopleApart(caller) },
        ),
    }),
    route(qualityEndpoints.getOwnQuality, {
      handle: async ({ query, session }) => {
        const projectId = query.project_id
        if (!seesProject(session, projectId)) throw noSuchProject()
        const asked = rangeOf(query)
        const [to] = [asked.to, dayOf(new Date())].sort()
        const own = { ...asked, userId: session.userId, to, withGold: true }
        const [days, classes] = await Promise.all([
          listSums(pool, projectId, 'day', own),
          listClassSums(pool, projectId, 'class', own),
        ])
        return {
          days: days.map((row) => ({ day: row.key, jobs: row.jobs, score: ownScore(row) })),
          classes: classes.map((row) => ({ key: row.key, by_figure: ownClassFigures(row) })),
        }
      },
    }),
  ]
}

const isOfPeople = (by: QualityKey): boolean => by === 'person' || by === 'reviewer'
