import { findJob, homeOf, type JobPlace } from '../../store/project/jobs/jobs.ts'
import { findGiven } from '../../store/project/quality/goldGiven.ts'
import { listReviews } from '../../store/project/results/reviews.ts'
import { reviewOutcomeOf } from '../../workflow/quality/reviewOutcome.ts'
import type { ApiContext } from '../context.ts'
import { noSuchJob } from '../http/apiError.ts'

/** What checks made of a job. `withGold`: of a person's copy of a gold job too. */
export async function jobQuality({ pool }: ApiContext, at: JobPlace, withGold: boolean) {
  const given = withGold ? await findGiven(pool, at.projectId, at.jobId) : null
  const place = given?.copy ?? at
  const job = await findJob(pool, place.projectId, place.jobId)
  if (!job) throw noSuchJob()
  const gold = withGold ? await findGiven(pool, homeOf(job), job.jobId) : null
  const reviews = await listReviews(pool, job.projectId, job.jobId)
  return {
    ...(withGold && { gold: gold && { score: gold.score, passed: gold.passed, source_job_id: gold.jobId } }),
    reviews: reviews.map((review) => ({ outcome: reviewOutcomeOf(review), score: review.score })),
    consensus: null,
  }
}
