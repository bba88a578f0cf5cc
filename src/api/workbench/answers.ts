import { Type } from 'typebox'
import type { PlainDocument } from '../../formats/document/documentFile.ts'
import { Count, Id, orNull, stringEnum, Time } from '../../formats/json/schemas.ts'
import type { JobContent } from '../../formats/workbench/job.ts'
import { ANNOTATION_TYPES } from '../../model/annotationType.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'
import type { Tag } from '../../model/tag.ts'
import { LeaseAnswer, WorkKindName } from '../console/answers.ts'
import { StageName } from '../customer/answers.ts'

const QueueRowAnswer = Type.Object({
  jobId: Id,
  projectId: Id,
  projectName: Type.String(),
  referenceId: Type.String(),
  tag: Type.String(),
  operation: stringEnum(...ANNOTATION_TYPES),
  stage: StageName,
  kind: WorkKindName,
  priorityWeight: Type.Integer(),
  frames: Count,
  createdAt: Time,
  lease: orNull(LeaseAnswer),
  own: orNull(stringEnum('unfinished', 'rejected')),
  waitingSince: Time,
  openIssues: Count,
})
export const NextJobAnswer = Type.Object({ job: orNull(QueueRowAnswer) })
export const QueueAnswer = Type.Object({
  jobs: Type.Array(QueueRowAnswer),
  nextPage: orNull(Type.String({ description: 'to be sent as `page` for the rows that follow' })),
})

/** Of a job that was claimed or taken over. */
export const ClaimAnswer = orNull(LeaseAnswer)

const ActiveSeconds = Type.Object({ annotate: Type.Number(), review: Type.Number() })
export const HeartbeatAnswer = Type.Object({ heldUntil: Time, activeSeconds: ActiveSeconds })

const DocumentHash = Type.String({ description: 'SHA-256 of the canonical JSON (RFC 8785) of the document, in hex' })
export const SavedAnswer = Type.Object({ version: Count, heldUntil: Time, document_hash: DocumentHash })
export const StageReachedAnswer = Type.Object({ stage: StageName, undoUntil: orNull(Time) })

export const DraftAnswer = Type.Object({
  draftId: Id,
  userId: Id,
  userName: Type.String(),
  baseVersion: Count,
  operationCount: Count,
  at: Time,
})
export const DraftsAnswer = Type.Object({ drafts: Type.Array(DraftAnswer) })
export const DraftTakenAnswer = Type.Object({
  version: Count,
  operations: Type.Array(Type.Unsafe<Edit>({ type: 'object' })),
  refused: Type.Array(Type.Object({ index: Count, message: Type.String() })),
  document_hash: DocumentHash,
})

const Point = Type.Object({ x: Type.Number(), y: Type.Number() })
export const IssueAnswer = Type.Object({
  issueId: Id,
  place: Type.Object({
    trackId: Type.Optional(Type.String()),
    legendEntryId: Type.Optional(Type.String()),
    frame: Type.Optional(Count),
    sensorId: Type.Optional(Type.String()),
    imagePoint: Type.Optional(Point),
    position: Type.Optional(Type.Object({ ...Point.properties, z: Type.Number() })),
  }),
  resolved: Type.Boolean(),
  resolvedBy: orNull(Type.String()),
  comments: Type.Array(Type.Object({ userId: Id, userName: Type.String(), text: Type.String(), at: Time })),
})
export const IssuesAnswer = Type.Object({ issues: Type.Array(IssueAnswer) })

/** Kept as JSON, so it is sent as it lies: the model and `formats/document` say what is in it. */
const document = Type.Unsafe<PlainDocument>({ type: 'object' })
const labelsUrl = orNull(Type.String({ description: 'of a segmentation' }))

export const ReviewedDocumentAnswer = Type.Object({ document, labelsUrl })

export const JobPayloadAnswer = Type.Object({
  job: Type.Object({
    jobId: Id,
    projectId: orNull(Id),
    projectName: orNull(Type.String()),
    batchId: orNull(Id),
    referenceId: Type.String(),
    operation: stringEnum(...ANNOTATION_TYPES),
    stage: StageName,
    priorityWeight: orNull(Type.Integer()),
    createdAt: Time,
    resultVersion: orNull(Count),
    warnings: Type.Array(Type.Object({ field: Type.String(), type: Type.String() })),
    rejected: Type.Boolean(),
    reopening: orNull(Type.Object({ userName: orNull(Type.String()), reason: orNull(Type.String()), at: Time })),
    undoSeconds: Type.Number(),
  }),
  tag: Type.Unsafe<Tag>({ type: 'object' }),
  instructions: Type.Object({ version: Count, readVersion: orNull(Count) }),
  content: Type.Unsafe<JobContent>({ type: 'object' }),
  document,
  version: Count,
  labelsUrl,
  pointCount: orNull(Count),
  access: stringEnum('annotate', 'review', 'read'),
  lease: orNull(LeaseAnswer),
  reviews: Type.Array(
    Type.Object({
      number: Type.Integer({ minimum: 1 }),
      resultVersion: Count,
      decision: stringEnum('accept', 'reject'),
      fixed: Type.Boolean(),
      comment: orNull(Type.String()),
      userName: orNull(Type.String()),
      at: Time,
      hasDocument: Type.Boolean(),
    }),
  ),
  activeSeconds: ActiveSeconds,
  annotatedBy: Type.Array(Type.Object({ name: Type.String(), seconds: Type.Number() })),
  files: Type.Object({ base: Type.String(), query: Type.String() }),
})
