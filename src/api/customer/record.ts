import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import { STATUS_OF } from '../../model/stage.ts'
import { attachmentUrl, RESULT_NAME, viewerUrl } from '../../store/links.ts'
import { homeOf, type Job } from '../../store/project/jobs/jobs.ts'
import type { ApiContext } from '../context.ts'

/**
 * The job record (spec 2.11 and what the contract adds). Its links end with the person who asked; null: a customer's
 * key, whose links stay.
 */
export async function jobRecord(context: ApiContext, job: Job, madeBy: string | null) {
  const { linkSecret } = await context.projects.get(job.projectId)
  const base = context.baseUrl()
  const { projectId, resultAttachment: attachmentId } = job
  return {
    project_id: homeOf(job),
    reference_id: job.referenceId,
    job_id: job.jobId,
    batch_id: job.batchId,
    status: STATUS_OF[job.stage],
    tag: job.tag,
    priority_weight: job.priorityWeight,
    result: attachmentId ? attachmentUrl(base, linkSecret, { projectId, attachmentId }, RESULT_NAME, madeBy) : null,
    stage: job.stage,
    frames: job.frames,
    annotations: job.annotations,
    created_at: isoTime(job.createdAt),
    completed_at: isoTimeOrNull(job.completedAt),
    result_version: job.resultVersion,
    viewer_url: viewerUrl(base, linkSecret, job.jobId, madeBy),
    point_cloud_frame: job.pointCloudFrame,
    warnings: job.warnings,
    error: job.error,
    metadata: job.metadata,
  }
}

/** A row of batch details (spec 2.3). */
export function batchJobRow(job: Job, baseUrl: string, linkSecret: Uint8Array, madeBy: string | null) {
  return {
    id: job.jobId,
    reference_id: job.referenceId,
    status: STATUS_OF[job.stage],
    frames: job.frames,
    annotations: job.annotations,
    priority_weight: job.priorityWeight,
    tag: job.tag,
    viewer_url: viewerUrl(baseUrl, linkSecret, job.jobId, madeBy),
  }
}
