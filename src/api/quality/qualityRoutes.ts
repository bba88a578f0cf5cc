import { type Static, Type } from 'typebox'
import { stringEnum } from '../../formats/json/schemas.ts'
import { mayDo } from '../../model/permissions.ts'
import { namesOf } from '../../store/cluster/people/names.ts'
import { findJob } from '../../store/project/jobs/jobs.ts'
import { listClassSums, listConfusions, listSums, type SumRange } from '../../store/project/quality/sums.ts'
import { listReviews } from '../../store/project/results/reviews.ts'
import { reviewOutcomeOf } from '../../workflow/quality/reviewOutcome.ts'
import type { ApiContext } from '../context.ts'
import { ApiError, noSuchJob, noSuchProject } from '../http/apiError.ts'
import { textParameter } from '../http/query.ts'
import { type Route, route } from '../http/route.ts'
import { seesProject } from '../http/sessionCheck.ts'
import { ConfusionAnswer, JobQuality, OwnQuality, QualityRows } from './answers.ts'
import { classFigures, meanScore, QUALITY_KEYS, qualityRows } from './qualityRows.ts'

const P = '/v1/projects/:pid'

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
      summary: 'Figures about the quality of submitted work, by person, class, tag, attribute or UTC day of submission',
      query: Type.Object({ ...range, by: Type.Optional(stringEnum(...QUALITY_KEYS)) }),
      answer: QualityRows,
      handle: async ({ projectId, query, session }) => {
        const by = query.by ?? 'day'
        const isManager = session !== null && mayDo(session.role, 'manageProjects')
        if (by === 'person' && session && !isManager) {
          throw new ApiError('unauthorized', 'figures of single people are for managers')
        }
        const rows = await qualityRows(pool, projectId, by, rangeOf(query))
        if (by !== 'person' || !isManager) return { rows }
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
      summary: 'Which classes were taken for which: accepted work (a) against submitted (b), counted in records',
      query: Range,
      answer: ConfusionAnswer,
      handle: async ({ projectId, query }) => ({ confusion: await listConfusions(pool, projectId, rangeOf(query)) }),
    }),
    route({
      method: 'GET',
      paths: [`${P}/jobs/:jid/quality`],
      access: { key: 'read', session: 'seeQuality' },
      tag: 'results',
      summary: 'What reviews made of a job',
      answer: JobQuality,
      handle: async ({ projectId, params }) => {
        const job = await findJob(pool, projectId, params.jid)
        if (!job) throw noSuchJob()
        const reviews = await listReviews(pool, projectId, job.jobId)
        return {
          reviews: reviews.map((review) => ({ outcome: reviewOutcomeOf(review), score: review.score })),
          consensus: null,
        }
      },
    }),
    route({
      method: 'GET',
      paths: ['/api/me/quality'],
      access: { session: 'signed-in' },
      tag: 'pages',
      summary: 'How good the own work is, up to yesterday',
      query: Type.Object({ ...range, project_id: Type.String({ format: 'uuid' }) }),
      answer: OwnQuality,
      handle: async ({ query, session }) => {
        const projectId = query.project_id
        if (!seesProject(session, projectId)) throw noSuchProject()
        const asked = rangeOf(query)
        const [to] = [asked.to, dayOf(new Date())].sort()
        const own = { ...asked, userId: session.userId, to }
        const [days, classes] = await Promise.all([
          listSums(pool, projectId, 'day', own),
          listClassSums(pool, projectId, 'class', own),
        ])
        return {
          days: days.map((row) => ({ day: row.key, jobs: row.jobs, score: meanScore(row) })),
          classes: classes.map((row) => ({ key: row.key, by_figure: classFigures(row) })),
        }
      },
    }),
  ]
}

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
  throw new ApiError('GE_0002', `${field} is no day and no time`, { failures: [{ field, type: 'INVALID_VALUE' }] })
}
