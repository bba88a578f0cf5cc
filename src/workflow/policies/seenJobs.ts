import { startOfDay } from '../../model/day.ts'
import type { JobFilter } from '../../model/jobFilter.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'

const DAY_MS = 86_400_000

/**
 * The job for people who must not distinguish jobs that check them: with the day of its creation. A job that checks
 * them has exactly the creation time of the one that it replaces, and no two other jobs share one.
 */
export const seenByDay = (job: Job): Job => ({ ...job, createdAt: startOfDay(job.createdAt) })

/** The same for what they filter by. */
export const filteredByDay = (filter: JobFilter): JobFilter => ({
  ...filter,
  createdFrom: filter.createdFrom && startOfDay(filter.createdFrom),
  createdTo: filter.createdTo && startOfDay(new Date(filter.createdTo.getTime() + DAY_MS - 1)),
})
