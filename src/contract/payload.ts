import { type Static, Type } from 'typebox'
import type { PlainDocument } from '../formats/document/documentFile.ts'
import { Count, Id, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import type { JobContent } from '../formats/workbench/job.ts'
import { LeaseAnswer } from '../formats/workbench/queue.ts'
import { ANNOTATION_TYPES } from '../model/annotationType.ts'
import type { Tag } from '../model/tag.ts'
import { StageName } from './jobs.ts'
import { ActiveSeconds } from './queue.ts'

/** It is stored as JSON and sent as stored: the model and `formats/document` define its content. */
const documentJson = Type.Unsafe<PlainDocument>({ type: 'object' })

const labelsUrl = orNull(Type.String({ description: 'address of the labels of a segmentation' }))

export const ReviewedDocumentAnswer = Type.Object({ document: documentJson, labelsUrl })

export type ReviewedDocumentAnswer = Static<typeof ReviewedDocumentAnswer>

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
  document: documentJson,
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

export type JobPayloadAnswer = Static<typeof JobPayloadAnswer>

export type JobFacts = JobPayloadAnswer['job']

export type ReviewRow = JobPayloadAnswer['reviews'][number]

export type ReopeningRow = NonNullable<JobFacts['reopening']>
