import { type Static, Type } from 'typebox'
import { faultAt } from '../../formats/errors/fault.ts'
import { stringEnum } from '../../formats/json/schemas.ts'
import { namesOf } from '../../store/cluster/people/names.ts'
import { listClassSums, listConfusions, listSums, type SumRange } from '../../store/project/quality/sums.ts'
import { seesChecks, seesPeopleApart } from '../../workflow/policies/figures.ts'
import { seesProject } from '../../workflow/policies/people.ts'
import type { ApiContext } from '../context.ts'
import { ApiError, noSuchProject } from '../http/apiError.ts'
import { textParameter } from '../http/query.ts'
import { type Route, route } from '../http/route.ts'
import { ConfusionAnswer, JobQuality, OwnQuality, QualityRows, WorstAnswer } from './answers.ts'
import { jobQuality } from './jobQuality.ts'
import { classFigures, ownScore, QUALITY_KEYS, type QualityKey, qualityRows } from './qualityRows.ts'
import { worstWork } from './worstWork.ts'

const P = '/v1/projects/:pid'

const MOST_WORST = 100
const USUAL_WORST = 20

const range = {
  from: textParameter('day or time, in UTC; left out: 30 days before `to`'),
  to: textParameter('day or time that ends the range; left out: now, today included'),
  tag: textParameter('work of this tag alone'),
}
const Range = Type.Object(range)

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
      query: Type.Object({ ...range, by: Type.Optional(stringEnum(...QUALITY_KEYS)) }),
      answer: QualityRows,
      handle: async ({ projectId, query, ...caller }) => {
        const { session } = caller
        const by = query.by ?? 'day'
        if (isOfPeople(by) && !seesPeopleApart(caller)) {
          throw new ApiError('unauthorized', 'only managers see figures of individual people')
        }
        const range = { ...rangeOf(query), withGold: seesChecks(caller) }
        const rows = await qualityRows(pool, projectId, by, range)
        if (!isOfPeople(by) || session === null) return { rows }
        const names = await namesOf(
          pool,
          rows.flatMap(({ key }) => key ?? []),
        )
        return { rows: rows.map((row) => ({ ...row, name: row.key === null ? null : (names.get(row.key) ?? null) })) }
      },
    }),
    route({
      method: 'GET',
      paths: [`${P}/quality/confusion`],
      access: { key: 'read', session: 'seeQuality' },
      tag: 'results',
      summary: 'Confusion matrix: classes of accepted (a) against submitted (b) records',
      query: Range,
      answer: ConfusionAnswer,
      handle: async ({ projectId, query, ...caller }) => {
        const range = { ...rangeOf(query), withGold: seesChecks(caller) }
        return { confusion: await listConfusions(pool, projectId, range) }
      },
    }),
    route({
      method: 'GET',
      paths: [`${P}/quality/worst`],
      access: { key: 'read', session: 'seeQuality' },
      tag: 'results',
      summary: 'The work with the lowest scores, and the objects that differ most',
      query: Type.Object({ ...range, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_WORST })) }),
      answer: WorstAnswer,
      handle: ({ projectId, query, ...caller }) => {
        const range = { ...rangeOf(query), withGold: seesChecks(caller) }
        return worstWork(pool, projectId, range, {
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
      query: Type.Object({ ...range, project_id: Type.String({ format: 'uuid' }) }),
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
          classes: classes.map((row) => ({ key: row.key, by_figure: classFigures(row) })),
        }
      },
    }),
  ]
}

const isOfPeople = (by: QualityKey): boolean => by === 'person' || by === 'reviewer'

const DAY_MS = 86_400_000
const USUAL_DAYS = 30

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Whole UTC days: the one that `from` is in, up to the one that `to` is in, unless it is the midnight that begins it. */
function rangeOf({ from, to, tag }: Static<typeof Range>): SumRange {
  const endMs = to === undefined ? Date.now() : timeOf(to, 'to')
  const startMs = from === undefined ? endMs - USUAL_DAYS * DAY_MS : timeOf(from, 'from')
  const last = dayOf(new Date(Math.ceil(endMs / DAY_MS) * DAY_MS))
  return { from: dayOf(new Date(startMs)), to: last, ...(tag !== undefined && { tag }) }
}

function timeOf(text: string, field: string): number {
  const at = Date.parse(text)
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(at)) return at
  throw new ApiError('GE_0002', `${field} is neither a date nor a time`, {
    failures: [faultAt(field, 'INVALID_VALUE', 'a date or a time', text)],
  })
}
