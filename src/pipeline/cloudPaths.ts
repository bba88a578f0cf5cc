import { isFlat } from '../model/annotationTypes/rulesOf.ts'
import { listClouds } from '../store/project/jobs/assets.ts'
import { dataPlaceOf, type Job } from '../store/project/jobs/jobs.ts'
import type { PipelineContext } from './context.ts'

/** The paths of the job's clouds on this machine, by field. */
export async function cloudPaths({ pool, files }: PipelineContext, job: Job): Promise<Map<string, string>> {
  const paths = new Map<string, string>()
  if (isFlat(job.annotationType)) return paths
  const { projectId, jobId } = dataPlaceOf(job)
  for (const { field, sha256 } of await listClouds(pool, projectId, jobId))
    paths.set(field, await files.localPath(sha256))
  return paths
}
