import type { Queryable } from '../../postgres/pools.ts'
import type { Job } from '../../project/jobs/jobs.ts'
import { namesOf } from '../people/names.ts'

/** A job with the names of the people on it. */
export interface NamedJob {
  job: Job
  /** The name of the current holder. */
  holderName: string | null
  annotatorName: string | null
  reviewerName: string | null
  assigneeName: string | null
}

/** Adds names of people, who belong to no project, to a page of jobs. */
export async function withNames(db: Queryable, jobs: readonly Job[]): Promise<NamedJob[]> {
  const people = jobs.flatMap((job) => [job.holderId, job.annotatorId, job.reviewerId, job.assignedUser])
  const ids = people.filter((id) => id !== null)
  const names = await namesOf(db, [...new Set(ids)])
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  const nowMs = Date.now()
  return jobs.map((job) => ({
    job,
    holderName: (job.heldUntil?.getTime() ?? 0) > nowMs ? nameOf(job.holderId) : null,
    annotatorName: nameOf(job.annotatorId),
    reviewerName: nameOf(job.reviewerId),
    assigneeName: job.assignedGroup ?? nameOf(job.assignedUser),
  }))
}
