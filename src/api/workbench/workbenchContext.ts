import { projectOfJob } from '../../store/cluster/work/jobPlace.ts'
import { JobChecking } from '../checking/jobChecking.ts'
import type { ApiContext } from '../context.ts'
import { resultTarget } from '../results/resultTarget.ts'
import { DocumentWork } from '../threads/documentWork.ts'
import { AssetCache } from './assetCache.ts'
import { DocumentCache } from './documentCache.ts'

/** What the workbench's routes share. */
export interface WorkbenchContext {
  context: ApiContext
  documents: DocumentCache
  work: DocumentWork
  assets: AssetCache
  checking: JobChecking
  /** A job never changes its project. */
  projectOfJob(jobId: string, among?: readonly string[] | null): Promise<string | null>
  leaseSeconds: number
}

const REMEMBERED_JOBS = 10_000

export function makeWorkbench(context: ApiContext): WorkbenchContext {
  const { pool, files } = context
  const places = new Map<string, string>()
  const work = new DocumentWork(context.threads)
  return {
    context,
    documents: new DocumentCache(pool, files, work, (job) => context.projects.tagOfJob(job)),
    work,
    assets: new AssetCache(pool),
    checking: new JobChecking(context, (job) => resultTarget(context, job)),
    leaseSeconds: context.config.personLeaseMinutes * 60,
    async projectOfJob(jobId, among) {
      const known = places.get(jobId)
      if (known) return known
      const projectId = await projectOfJob(pool, jobId, among)
      if (places.size >= REMEMBERED_JOBS) places.clear()
      if (projectId) places.set(jobId, projectId)
      return projectId
    },
  }
}
