import { createHmac } from 'node:crypto'
import type { ReviewShare } from '../../model/tag.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { homeOf, type Job } from '../../store/project/jobs/jobs.ts'
import { findReviewDraw, putReviewDraw, samplingSecret } from '../../store/project/quality/sampling.ts'
import { findReviewRule } from '../../store/project/tags/tags.ts'

/**
 * Whether submitted work is reviewed: by the tag's setting, otherwise by the project's. A share is drawn at the first
 * submission, and the draw stays when the job returns. `submissions`: how many of the tag the person has made, this one
 * included; null for a program.
 */
export async function needsReview(db: Queryable, job: Job, submissions: number | null): Promise<boolean> {
  const home = homeOf(job)
  const rule = await findReviewRule(db, home, job.tag)
  if (typeof rule === 'boolean') return rule
  const before = await findReviewDraw(db, job)
  if (before !== null) return before
  const secret = await samplingSecret(db, home, 'review')
  const reviewed = isFirst(rule, submissions) || isDrawn(secret, `review/${job.jobId}`, rule.share)
  await putReviewDraw(db, job, reviewed)
  return reviewed
}

const isFirst = ({ firstJobsOfPerson }: ReviewShare, submissions: number | null): boolean =>
  submissions !== null && submissions <= firstJobsOfPerson

/** Whether a keyed hash of the name is below the share: the same each time, and unpredictable. */
export function isDrawn(secret: Uint8Array, name: string, share: number): boolean {
  if (share >= 1) return true
  const hash = createHmac('sha256', secret).update(name).digest()
  return Number(hash.readBigUInt64BE()) < share * 2 ** 64
}
