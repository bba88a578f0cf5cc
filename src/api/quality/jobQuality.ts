import type { Queryable } from '../../store/postgres/pools.ts'
import { findJob, homeOf, type JobPlace } from '../../store/project/jobs/jobs.ts'
import { CANDIDATE_LETTERS, findConsensus, listPlaces } from '../../store/project/quality/consensus.ts'
import { findGiven } from '../../store/project/quality/goldGiven.ts'
import { listReviews } from '../../store/project/results/reviews.ts'
import { reviewOutcomeOf } from '../../workflow/quality/reviewOutcome.ts'
import type { ApiContext } from '../context.ts'
import { noSuchJob } from '../http/apiError.ts'

/** What checks made of a job. `withGold`: of a person's copy of a gold job too; `withPeople`: with ids of who agreed. */
export async function jobQuality(
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
