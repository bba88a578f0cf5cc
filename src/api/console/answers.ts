import { Type } from 'typebox'
import { Count, Id, orNull, stringEnum, Time } from '../../formats/json/schemas.ts'
import { ANNOTATION_TYPES } from '../../model/annotationType.ts'
import { STATUSES } from '../../model/stage.ts'
import { JobRecord, StageName } from '../customer/answers.ts'

const nextPage = orNull(Type.String({ description: 'to be sent as `page` for the rows that follow' }))

export const WorkKindName = stringEnum('annotate', 'review')

export const LeaseAnswer = Type.Object({
  userId: Id,
  name: Type.String(),
  kind: WorkKindName,
  heldUntil: Time,
})

export const ProjectRowAnswer = Type.Object({
  projectId: Id,
  name: Type.String(),
  base: Type.String(),
  review: Type.Boolean(),
  selfReview: Type.Boolean(),
  pointCloudFrame: Type.String(),
  undoSeconds: Type.Number(),
  createdAt: Time,
  totalJobs: Count,
  completedJobs: Count,
  failedJobs: Count,
  cancelledJobs: Count,
  annotations: Count,
})
export const ProjectRowsAnswer = Type.Object({ projects: Type.Array(ProjectRowAnswer), nextPage })

const JobRowAnswer = Type.Object({
  jobId: Id,
  batchId: Id,
  referenceId: Type.String(),
  tag: Type.String(),
  operation: stringEnum(...ANNOTATION_TYPES),
  status: stringEnum(...STATUSES),
  stage: StageName,
  priorityWeight: Type.Integer(),
  uncertainty: orNull(Type.Number()),
  frames: Count,
  annotations: Count,
  createdAt: Time,
  completedAt: orNull(Time),
  lease: orNull(LeaseAnswer),
  annotatorName: orNull(Type.String()),
  reviewerName: orNull(Type.String()),
  rejected: Type.Boolean(),
  stageAt: Time,
  metadata: JobRecord.properties.metadata,
  assignee: orNull(Type.Object({ name: Type.String(), isGroup: Type.Boolean() })),
  deadline: orNull(Time),
})
export const JobRowsAnswer = Type.Object({ jobs: Type.Array(JobRowAnswer), nextPage })

export const JobDetailAnswer = Type.Object({
  row: JobRowAnswer,
  record: JobRecord,
  activeTimes: Type.Array(Type.Object({ userName: Type.String(), kind: WorkKindName, seconds: Type.Number() })),
  reopenings: Type.Array(Type.Object({ userName: orNull(Type.String()), reason: orNull(Type.String()), at: Time })),
  skips: Type.Array(Type.Object({ userName: Type.String(), reason: Type.String(), at: Time })),
  reviews: Type.Array(
    Type.Object({
      decision: Type.String(),
      comment: orNull(Type.String()),
      userName: orNull(Type.String()),
      fixed: Type.Boolean(),
      at: Time,
    }),
  ),
  openDrafts: Count,
  openIssues: Count,
})
