import type { Static } from 'typebox'
import { type FigureRange, type FigureRangeOfPerson, qualityEndpoints } from '../../contract/quality.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { isoTime } from '../../formats/isoTime.ts'
import { reckonedTime } from '../../model/day.ts'
import type { QualityKey } from '../../model/quality.ts'
import { namesOf } from '../../store/cluster/people/names.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { findJob, homeOf, type JobPlace } from '../../store/project/jobs/jobs.ts'
import { CANDIDATE_LETTERS, findConsensus, listPlaces } from '../../store/project/quality/consensus.ts'
import { findGiven } from '../../store/project/quality/goldGiven.ts'
import { listWorstObjects, listWorstWork } from '../../store/project/quality/scoredWork.ts'
import { listClassSums, listConfusions, listSums, type SumRange } from '../../store/project/quality/sums.ts'
import { listReviews } from '../../store/project/results/reviews.ts'
import { seesChecks, seesPeopleApart } from '../../workflow/policies/figures.ts'
import { seesProject } from '../../workflow/policies/people.ts'
import { reviewOutcomeOf } from '../../workflow/quality/reviewOutcome.ts'
import type { ApiContext } from '../context.ts'
import { ApiError, noSuchJob, noSuchProject } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import {
  agreementPairs,
  ownClassFigures,
  ownScore,
  personClassCells,
  personDayCells,
  qualityRows,
} from './qualityRows.ts'

type Caller = Parameters<typeof seesChecks>[0]

function refusePeople(caller: Caller): void {
  if (seesPeopleApart(caller)) return
  throw new ApiError('unauthorized', 'only managers see figures of individual people')
}

/** What of the figures the caller may see: with gold for the operator and managers, of one person for who sees people. */
function rangeFor({ user_id: userId, ...query }: Static<typeof FigureRangeOfPerson>, caller: Caller): SumRange {
  if (userId !== undefined) refusePeople(caller)
  return {
    ...rangeOf(query),
    ...(userId !== undefined && { userId: userId.toLowerCase() }),
    withGold: seesChecks(caller),
  }
}

const DAY_MS = 86_400_000
const USUAL_DAYS = 30

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Whole UTC days: the one that `from` is in, up to the one that `to` is in, unless it is the midnight that begins it. */
function rangeOf({ from, to, tag }: Static<typeof FigureRange>): SumRange {
  const endMs = to === undefined ? Date.now() : timeOf(to, 'to')
  const startMs = from === undefined ? endMs - USUAL_DAYS * DAY_MS : timeOf(from, 'from')
  const last = dayOf(new Date(Math.ceil(endMs / DAY_MS) * DAY_MS))
  return { from: dayOf(new Date(startMs)), to: last, ...(tag !== undefined && { tag }) }
}

function timeOf(text: string, field: string): number {
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? reckonedTime(Date.parse(text)) : null
  if (at !== null) return at
  throw new ApiError('GE_0002', `${field} is neither a date nor a time`, {
    failures: [faultAt(field, 'INVALID_VALUE', 'a date or a time', text)],
  })
}

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

/** What checks found worst. `withDocuments`: with the names of those that show it, where the caller may see them. */
async function worstWork(
  db: Queryable,
  projectId: string,
  range: SumRange,
  { limit, withDocuments }: { limit: number; withDocuments: boolean },
) {
  const [jobs, objects] = await Promise.all([
    listWorstWork(db, projectId, range, limit),
    listWorstObjects(db, projectId, range, limit),
  ])
  const shown = ({ job_id, reference_id, tag, source, at, over }: (typeof jobs)[number]) => ({
    job_id,
    reference_id,
    tag,
    source,
    at: isoTime(at),
    over: withDocuments ? over : null,
  })
  return {
    jobs: jobs.map((row) => ({ ...shown(row), score: row.score })),
    objects: objects.map(({ label, state, likeness, frame, track_id, ...row }) => {
      return { ...shown(row), label, state, likeness, frame, track_id }
    }),
  }
}

/** How people compare with one another: for managers, and for keys, which see ids without names. */
function personRoutes({ pool }: ApiContext): Route[] {
  async function named<Cell extends { user_id: string | null }>(cells: readonly Cell[]) {
    const names = await namesOf(pool, [...new Set(cells.flatMap((cell) => cell.user_id ?? []))])
    return cells.map((cell) => ({ ...cell, name: names.get(cell.user_id ?? '') ?? null }))
  }
  return [
    route(qualityEndpoints.listQualityClasses, {
      handle: async ({ projectId, query, ...caller }) => {
        const cells = await personClassCells(pool, projectId, rangeFor(query, caller))
        return { cells: caller.session ? await named(cells) : cells }
      },
    }),
    route(qualityEndpoints.listQualityDays, {
      handle: async ({ projectId, query, ...caller }) => {
        const cells = await personDayCells(pool, projectId, rangeFor(query, caller))
        return { cells: caller.session ? await named(cells) : cells }
      },
    }),
    route(qualityEndpoints.listQualityPairs, {
      handle: async ({ projectId, query, ...caller }) => {
        const pairs = await agreementPairs(pool, projectId, rangeFor(query, caller))
        if (caller.session === null) return { pairs }
        const names = await namesOf(pool, [...new Set(pairs.flatMap(({ a, b }) => [a, b]))])
        const ofPeople = pairs.map((pair) => {
          return { ...pair, name_a: names.get(pair.a) ?? null, name_b: names.get(pair.b) ?? null }
        })
        return { pairs: ofPeople }
      },
    }),
  ]
}

/** What checks made of a job. `withGold`: of a person's copy of a gold job too; `withPeople`: with ids of who agreed. */
async function jobQuality(
  { pool }: ApiContext,
  at: JobPlace,
  { withGold, withPeople }: { withGold: boolean; withPeople: boolean },
) {
  const given = withGold ? await findGiven(pool, at.projectId, at.jobId) : null
  const place = given?.copy ?? at
  const job = await findJob(pool, place.projectId, place.jobId)
  if (!job) throw noSuchJob()
  const gold = withGold ? await findGiven(pool, homeOf(job), job.jobId) : null
  const reviews = await listReviews(pool, job.projectId, job.jobId)
  return {
    ...(withGold && { gold: gold && { score: gold.score, passed: gold.passed, source_job_id: gold.jobId } }),
    reviews: reviews.map((review) => ({
      outcome: reviewOutcomeOf(review),
      score: review.score,
      ...(review.overturned && { overturned: true }),
    })),
    consensus: await consensusOf(pool, job, withPeople),
  }
}

async function consensusOf(pool: Queryable, at: JobPlace, withPeople: boolean) {
  const consensus = await findConsensus(pool, at)
  if (!consensus) return null
  const places = await listPlaces(pool, at)
  const { wanted, isOpen, result } = consensus
  const nameOf = (index: number): string => {
    const place = places.find(({ number }) => number === result?.candidates[index])
    return (withPeople ? (place?.userId ?? place?.keyId) : null) ?? CANDIDATE_LETTERS[index]
  }
  return {
    wanted,
    n: places.filter(({ isSubmitted }) => isSubmitted).length,
    waiting_for: isOpen && places.length < wanted ? ('people' as const) : null,
    agreement: result?.score ?? null,
    pairs: (result?.pairs ?? []).map(({ a, b, score }) => ({ a: nameOf(a), b: nameOf(b), score })),
    outcome: result?.outcome ?? ('open' as const),
    alpha: result?.alpha ?? {},
  }
}
