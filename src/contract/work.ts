import { type Static, Type } from 'typebox'
import { Count, Id, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { MAX_OPERATIONS } from '../formats/workbench/work.ts'
import type { Edit } from '../model/document/operations/documentOperation.ts'
import { endpoint } from './endpoint.ts'
import { StageName } from './jobs.ts'
import { JobPayloadAnswer, ReviewedDocumentAnswer } from './payload.ts'
import { EmptyAnswer, textParameter } from './words.ts'

export const BatchBody = Type.Object({
  batchId: Type.String({ format: 'uuid' }),
  baseVersion: Type.Integer({ minimum: 0 }),
  operations: Type.Array(Type.Object({ type: Type.String() }), { minItems: 1, maxItems: MAX_OPERATIONS }),
})

export type BatchBody = Static<typeof BatchBody>

const DocumentHash = Type.String({ description: 'SHA-256 of the canonical JSON (RFC 8785) of the document, in hex' })

const SavedAnswer = Type.Object({ version: Count, heldUntil: Time, document_hash: DocumentHash })

export type SavedAnswer = Static<typeof SavedAnswer>

const StageReachedAnswer = Type.Object({ stage: StageName, undoUntil: orNull(Time) })

export type StageReachedAnswer = Static<typeof StageReachedAnswer>

const DraftAnswer = Type.Object({
  draftId: Id,
  userId: Id,
  userName: Type.String(),
  baseVersion: Count,
  operationCount: Count,
  at: Time,
})

export type DraftAnswer = Static<typeof DraftAnswer>

const DraftsAnswer = Type.Object({ drafts: Type.Array(DraftAnswer) })

const DraftTakenAnswer = Type.Object({
  version: Count,
  operations: Type.Array(Type.Unsafe<Edit>({ type: 'object' })),
  refused: Type.Array(Type.Object({ index: Count, message: Type.String() })),
  document_hash: DocumentHash,
})

export type DraftTakenAnswer = Static<typeof DraftTakenAnswer>

export const ReviewDecision = Type.Object({
  decision: stringEnum('accept', 'reject'),
  comment: Type.Optional(Type.String({ maxLength: 10_000 })),
  version: Type.Integer({ minimum: 0 }),
})

export const workEndpoints = {
  listDrafts: endpoint({
    method: 'GET',
    paths: ['/api/jobs/:jid/drafts'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Drafts of a job: your own; all of them for the lease holder and managers',
    answer: DraftsAnswer,
  }),
  createDraft: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/drafts'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Save late work as a draft',
    answer: DraftAnswer,
    rawBody: { schema: BatchBody },
  }),
  takeDraft: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/drafts/:did/take'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Apply a draft to the work; the answer lists edits that could not be applied',
    answer: DraftTakenAnswer,
    body: Type.Object({ baseVersion: Type.Integer({ minimum: 0 }) }),
  }),
  deleteDraft: endpoint({
    method: 'DELETE',
    paths: ['/api/jobs/:jid/drafts/:did'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Discard a draft: your own, one of a job you have the lease of, or any as a manager',
    answer: EmptyAnswer,
  }),
  readInstructions: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/instructions/read'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: 'Note that the person has read the instructions of the job’s tag at a version',
    body: Type.Object({ version: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }) }),
    answer: EmptyAnswer,
  }),
  decideReview: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/review'],
    access: { session: 'review' },
    tag: 'pages',
    summary: 'Accept, fix or reject',
    answer: StageReachedAnswer,
    body: ReviewDecision,
  }),
  getReviewedDocument: endpoint({
    method: 'GET',
    paths: ['/api/jobs/:jid/reviews/:number'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: 'The work at a review',
    answer: ReviewedDocumentAnswer,
  }),
  openReviewedLabels: endpoint({
    method: 'GET',
    paths: ['/api/jobs/:jid/reviews/:number/labels'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: 'Labels at a review, as bytes',
    answerType: 'application/octet-stream',
  }),
  openJob: endpoint({
    method: 'GET',
    paths: ['/api/jobs/:jid'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: 'Everything the editor needs to open a job',
    answer: JobPayloadAnswer,
    refusals: ['JOB_STATE', 'GONE'],
  }),
  openLabels: endpoint({
    method: 'GET',
    paths: ['/api/jobs/:jid/labels'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: 'Labels of a segmentation’s points, as bytes',
    refusals: ['CONFLICT', 'GONE'],
    query: Type.Object({ version: textParameter('the version of the document that they belong to') }),
    answerType: 'application/octet-stream',
  }),
  saveOperations: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/operations'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Save a batch of operations',
    answer: SavedAnswer,
    rawBody: { schema: BatchBody },
    refusals: ['DOCUMENT_DIFFERS'],
  }),
  submitJob: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/submit'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Submit the work',
    answer: StageReachedAnswer,
    body: Type.Object({ version: Type.Integer({ minimum: 0 }) }),
  }),
  undoSubmission: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/submit/undo'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Undo the submission, within the undo_seconds of the project',
    answer: StageReachedAnswer,
  }),
}
