import { isoTime } from '../../formats/isoTime.ts'
import { readStoredJob, type StoredJobInput } from '../../formats/jobBody/readInput.ts'
import type { JobFacts, JobPayload, ReviewRow } from '../../formats/workbench/job.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import type { Tag } from '../../model/tag.ts'
import { type Asset, type CloudFacts, listAssets } from '../../store/project/jobs/assets.ts'
import { type Job, readPayload } from '../../store/project/jobs/jobs.ts'
import type { Project } from '../../store/project/projects/projects.ts'
import { listReviews } from '../../store/project/results/reviews.ts'
import { activeSeconds } from '../../store/project/work/activeTimes.ts'
import { findHolder } from '../../store/project/work/lease.ts'
import { ApiError } from '../http/apiError.ts'
import { jobContent } from './jobContent.ts'
import type { WorkbenchParts } from './parts.ts'
import { leaseOf } from './reach.ts'

/** How a reader opens a job: with a session, or by a viewer's link. */
export interface JobOpening {
  access: JobPayload['access']
  files: JobPayload['files']
  version: number
  labelsUrl: string | null
}

/** Everything that the editor opens with beside the document. */
export async function jobPayload(
  workbench: WorkbenchParts,
  job: Job,
  opening: JobOpening,
): Promise<Omit<JobPayload, 'document'>> {
  const { context } = workbench
  const { project } = await context.projects.get(job.projectId)
  const { stored, tag, assets } = await readJob(workbench, job)
  const [content, reviews, active, holder] = await Promise.all([
    jobContent(context.files, job, stored, assets),
    listReviews(context.pool, job.projectId, job.jobId),
    activeSeconds(context.pool, job),
    findHolder(context.pool, job.projectId, job.jobId),
  ])
  const isSegmentation = job.operation === 'segmentation3d'
  return {
    job: jobFacts(job, project),
    tag,
    content,
    version: opening.version,
    labelsUrl: isSegmentation ? opening.labelsUrl : null,
    pointCount: isSegmentation ? pointCountOf(assets) : null,
    access: opening.access,
    lease: leaseOf(holder),
    reviews: reviews.map(reviewRow),
    activeSeconds: active,
    files: opening.files,
  }
}

export interface ReadJob {
  stored: StoredJobInput
  tag: Tag
  assets: ReadonlyMap<string, Asset>
}

/** What the database holds of a job for those who see or review the work on it. */
export async function readJob({ context }: WorkbenchParts, job: Job): Promise<ReadJob> {
  const [payload, tag, assets] = await Promise.all([
    readPayload(context.pool, job.projectId, job.jobId),
    context.projects.tagOfJob(job),
    listAssets(context.pool, job.projectId, job.jobId),
  ])
  if (!payload || job.dataDeletedAt)
    throw new ApiError('GONE', 'the data of this job was deleted', { meta: { reason: 'DATA_DELETED' } })
  if (!tag) throw new Error(`the tag of job ${job.jobId} is gone`)
  const operation = job.operation as AnnotationType
  const stored = readStoredJob(payload, operation, job.keptSensors)
  return { stored, tag: { ...tag, operation }, assets: new Map(assets.map((asset) => [asset.field, asset])) }
}

function pointCountOf(assets: ReadonlyMap<string, Asset>): number | null {
  const cloud = [...assets.values()].find((asset) => asset.kind === 'cloud')
  return cloud ? (cloud.facts as CloudFacts).pointCount : null
}

const jobFacts = (job: Job, project: Pick<Project, 'name' | 'undoSeconds'>): JobFacts => ({
  jobId: job.jobId,
  projectId: job.projectId,
  projectName: project.name,
  batchId: job.batchId,
  referenceId: job.referenceId,
  operation: job.operation as AnnotationType,
  stage: job.stage,
  priorityWeight: job.priorityWeight,
  createdAt: isoTime(job.createdAt),
  resultVersion: job.resultVersion,
  warnings: job.warnings,
  rejected: job.rejected,
  undoSeconds: project.undoSeconds,
})

const reviewRow = (entry: Awaited<ReturnType<typeof listReviews>>[number]): ReviewRow => ({
  number: entry.number,
  resultVersion: entry.version,
  decision: entry.decision,
  fixed: entry.fixed,
  comment: entry.comment,
  userName: entry.userName,
  at: isoTime(entry.createdAt),
  hasDocument: entry.documentSha256 !== null,
})
