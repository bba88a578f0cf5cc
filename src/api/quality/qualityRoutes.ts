import { Type } from 'typebox'
import { stringEnum } from '../../formats/json/schemas.ts'
import { QUALITY_KEYS, type QualityKey } from '../../model/quality.ts'
import { namesOf } from '../../store/cluster/people/names.ts'
import { listClassSums, listConfusions, listSums } from '../../store/project/quality/sums.ts'
import { seesChecks, seesPeopleApart } from '../../workflow/policies/figures.ts'
import { seesProject } from '../../workflow/policies/people.ts'
import type { ApiContext } from '../context.ts'
import { noSuchProject } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { ConfusionAnswer, JobQuality, OwnQuality, QualityRows, WorstAnswer } from './answers.ts'
import { dayOf, Range, RangeOfPerson, rangeFor, rangeOf, refusePeople } from './figureRange.ts'
import { jobQuality } from './jobQuality.ts'
import { personRoutes } from './personRoutes.ts'
import { ownClassFigures, ownScore, qualityRows } from './qualityRows.ts'
import { worstWork } from './worstWork.ts'

const P = '/v1/projects/:pid'

const MOST_WORST = 100
const USUAL_WORST = 20

/** How good the work is: figures from sums that are kept as things happen. */
export function qualityRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route({
      method: 'GET',
      paths: [`${P}/quality`],
      access: { key: 'read', session: 'seeQuality' },
      tag: 'results',
      summary: 'Quality figures of submitted work, by person, class, tag, attribute or UTC day of submission',
      query: Type.Object({ ...RangeOfPerson.properties, by: Type.Optional(stringEnum(...QUALITY_KEYS)) }),
      answer: QualityRows,
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
    route({
      method: 'GET',
      paths: [`${P}/quality/confusion`],
      access: { key: 'read', session: 'seeQuality' },
      tag: 'results',
      summary: 'Confusion matrix: classes of accepted (a) against submitted (b) records',
      query: RangeOfPerson,
      answer: ConfusionAnswer,
      handle: async ({ projectId, query, ...caller }) => {
        return { confusion: await listConfusions(pool, projectId, rangeFor(query, caller)) }
      },
    }),
    route({
      method: 'GET',
      paths: [`${P}/quality/worst`],
      access: { key: 'read', session: 'seeQuality' },
      tag: 'results',
      summary: 'The work with the lowest scores, and the objects that differ most',
      query: Type.Object({
        ...RangeOfPerson.properties,
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_WORST })),
      }),
      answer: WorstAnswer,
      handle: ({ projectId, query, ...caller }) => {
        return worstWork(pool, projectId, rangeFor(query, caller), {
          limit: query.limit ?? USUAL_WORST,
          withDocuments: seesPeopleApart(caller),
        })
      },
    }),
    route({
      method: 'GET',
      paths: [`${P}/jobs/:jid/quality`],
      access: { key: 'read', session: 'seeQuality' },
      tag: 'results',
      summary: 'Review results of a job',
      answer: JobQuality,
      handle: ({ projectId, params, ...caller }) =>
        jobQuality(
          context,
          { projectId, jobId: params.jid.toLowerCase() },
          { withGold: seesChecks(caller), withPeople: seesPeopleApart(caller) },
        ),
    }),
    route({
      method: 'GET',
      paths: ['/api/me/quality'],
      access: { session: 'signed-in' },
      tag: 'pages',
      summary: 'Quality of your own work, up to yesterday',
      alsoAnswers: { 404: 'there is no such project' },
      query: Type.Object({ ...Range.properties, project_id: Type.String({ format: 'uuid' }) }),
      answer: OwnQuality,
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
