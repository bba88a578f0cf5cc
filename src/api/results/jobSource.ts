import type { JobSource } from '../../formats/results/jobSource.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { readJobSource } from '../../workflow/jobs/readJobSource.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'

/** What is kept of a job, for reading annotations of it. */
export async function jobSource({ pool, projects }: ApiContext, job: Job): Promise<JobSource> {
  const tag = await projects.tagOfJob(job)
  const source = tag && (await readJobSource(pool, job, tag))
  if (!source) throw new ApiError('JOB_STATE', 'the data of this job was removed', { meta: { stage: job.stage } })
  return source
}
