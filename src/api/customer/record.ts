import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import type { FindingCounts } from '../../model/checks/finding.ts'
import { STATUS_OF } from '../../model/stage.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { attachmentUrl, RESULT_NAME, viewerUrl } from '../../store/links.ts'
import { homeOf, type Job } from '../../store/project/jobs/jobs.ts'
import { may } from '../../workflow/stage/events.ts'
import type { ApiContext } from '../context.ts'
import { asSeenBy } from './reachedJob.ts'

/** Shown while a result is being made; its findings are counted with it. */
const NOTHING_FOUND: FindingCounts = { errors: 0, warnings: 0, by_code: {} }

/**
 * The job record (spec 2.11 and what the contract adds). Its links end with the person who asked; null: a customer's
 * key, whose links stay.
 */
export async function jobRecord(context: ApiContext, job: Job, madeBy: string | null) {
  const { linkSecret } = await context.projects.get(job.projectId)
  const base = context.baseUrl()
  const [projectId, attachmentId] = [homeOf(job), job.resultAttachment]
  return {
    project_id: projectId,
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
    point_cloud_frame_reason: job.cloudFrameReason,
    warnings: job.warnings,
    error: job.error,
    metadata: job.metadata,
    findings: job.findings ?? (may(job.stage, 'complete') ? NOTHING_FOUND : null),
  }
}

/** The same as a person sees it, or a customer's key (null). */
export const recordSeenBy = async (context: ApiContext, session: Session | null, job: Job) =>
  jobRecord(context, await asSeenBy(context, session, job), session?.userId ?? null)

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
