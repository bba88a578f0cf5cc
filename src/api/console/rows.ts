import type { JobRowAnswer, ProjectRowAnswer } from '../../contract/console.ts'
import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import type { Lease } from '../../formats/workbench/queue.ts'
import { isFinished, STATUS_OF, workKindAt } from '../../model/stage.ts'
import type { ProjectSums } from '../../store/cluster/projects/projectSums.ts'
import type { NamedJob } from '../../store/cluster/work/jobNames.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import type { Project } from '../../store/project/projects/projects.ts'

const NOTHING: ProjectSums = { totalJobs: 0, completedJobs: 0, failedJobs: 0, cancelledJobs: 0, annotations: 0 }

export const projectRow = (project: Project, sums: ProjectSums = NOTHING): ProjectRowAnswer => ({
  projectId: project.projectId,
  name: project.name,
  base: project.base,
  review: project.review,
  selfReview: project.selfReview,
  pointCloudFrame: project.pointCloudFrame,
  undoSeconds: project.undoSeconds,
  ...sums,
  createdAt: isoTime(project.createdAt),
})

/** Who has the lease of the job, by the name that was read with it. */
export const leaseOfJob = (job: Job, holderName: string | null): Lease | null =>
  job.holderId === null || job.heldUntil === null || holderName === null
    ? null
    : {
        userId: job.holderId,
        name: holderName,
        kind: workKindAt(job.stage),
        heldUntil: isoTime(job.heldUntil),
      }

/** `counts`: of jobs without a result, see listAnnotationCounts. */
export const jobRow = ({ job, ...names }: NamedJob, counts: ReadonlyMap<string, number>): JobRowAnswer => ({
  jobId: job.jobId,
  batchId: job.batchId,
  referenceId: job.referenceId,
  tag: job.tag,
  operation: job.annotationType,
  status: STATUS_OF[job.stage],
  stage: job.stage,
  priorityWeight: job.priorityWeight,
  uncertainty: job.uncertainty,
  frames: job.frames,
  annotations: isFinished(job.stage) ? job.annotations : (counts.get(job.jobId) ?? job.annotations),
  createdAt: isoTime(job.createdAt),
  completedAt: isoTimeOrNull(job.completedAt),
  lease: leaseOfJob(job, names.holderName),
  annotatorName: names.annotatorName,
  reviewerName: names.reviewerName,
  rejected: job.rejected,
  stageAt: isoTime(job.stageAt),
  metadata: job.metadata,
  assignee: names.assigneeName === null ? null : { name: names.assigneeName, isGroup: job.assignedGroup !== null },
  deadline: isoTimeOrNull(job.deadline),
})
