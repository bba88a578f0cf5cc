import type { JobSnapshot } from '../../formats/results/jobSnapshot.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { readJobSnapshot } from '../../workflow/jobs/readJobSnapshot.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'

/** The stored values of a job that reading its annotations needs. */
export async function resultTarget({ pool, projects }: ApiContext, job: Job): Promise<JobSnapshot> {
  const tag = await projects.tagOfJob(job)
  const source = tag && (await readJobSnapshot(pool, job, tag))
  if (!source) throw new ApiError('JOB_STATE', 'the data of this job was removed', { meta: { stage: job.stage } })
  return source
}
