import { type Static, Type } from 'typebox'
import { ComparisonAnswer } from '../formats/comparison/comparisonSchema.ts'
import { jsonObject, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { endpoint } from './endpoint.ts'
import { JobPayloadAnswer, ReviewedDocumentAnswer } from './payload.ts'
import { FILE_ANSWERS, textParameter } from './words.ts'

const Candidates = Type.Object({
  medoid: Type.String(),
  candidates: Type.Array(
    Type.Object({
      candidate: Type.String({ description: 'a letter instead of a person' }),
      document: jsonObject('as in the document of the job'),
      labels_url: orNull(Type.String()),
    }),
  ),
  differences: Type.Array(
    Type.Object({
      objects: Type.Record(Type.String(), orNull(Type.String({ description: '_id; null: missing' }))),
      tracks: Type.Record(Type.String(), orNull(Type.String()), {
        description: 'ids of tracks in the documents; null: missing, or a segment of points',
      }),
      frame: orNull(Type.Integer({ minimum: 0, description: 'number of the frame, from 0' })),
      sensor_id: orNull(Type.String()),
      state: stringEnum('moved', 'other_class', 'missing'),
    }),
  ),
})

const HeldDocumentRow = Type.Object({
  name: Type.String(),
  kind: stringEnum('result', 'prediction', 'review', 'submission', 'candidate', 'truth'),
  number: orNull(Type.Integer()),
  by: orNull(Type.String({ description: 'a person, or the letter of a candidate' })),
  at: orNull(Time),
})

export type HeldDocumentRow = Static<typeof HeldDocumentRow>

const HeldDocuments = Type.Object({ documents: Type.Array(HeldDocumentRow) })

const SignedQuery = Type.Object({ sig: Type.String({ description: 'signature of the viewer’s link' }) })

export const documentEndpoints = {
  openAsset: endpoint({
    method: 'GET',
    paths: ['/api/assets/:jid/:file'],
    access: 'public',
    tag: 'pages',
    summary: 'A file of a job, for people who are signed in or have a viewer link',
    refusals: ['auth-failure', 'unauthorized', 'GONE', 'RANGE_NOT_SATISFIABLE'],
    alsoAnswers: FILE_ANSWERS,
    query: Type.Object({
      sig: textParameter('signature of the viewer’s link, or of an address given to an assistant'),
      until: textParameter('end of an address given to an assistant, in seconds since 1970'),
      task: textParameter('the task of an assistant whose lease keeps the address open'),
    }),
    answerType: 'application/octet-stream',
  }),
  listCandidates: endpoint({
    method: 'GET',
    paths: ['/api/jobs/:jid/candidates'],
    access: { session: 'review' },
    tag: 'pages',
    summary: 'Documents of all annotators of a consensus job, and the objects that differ',
    refusals: ['JOB_STATE'],
    answer: Candidates,
  }),
  openCandidateLabels: endpoint({
    method: 'GET',
    paths: ['/api/jobs/:jid/candidates/:name/labels'],
    access: { session: 'review' },
    tag: 'pages',
    summary: 'Labels of one of the candidates, by its letter, as bytes',
    answerType: 'application/octet-stream',
  }),
  listDocuments: endpoint({
    method: 'GET',
    paths: ['/api/jobs/:jid/documents'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: 'Documents of a job that this person may compare',
    answer: HeldDocuments,
  }),
  getDocument: endpoint({
    method: 'GET',
    paths: ['/api/jobs/:jid/documents/:name'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: 'One of the documents of a job, by its name in the list',
    answer: ReviewedDocumentAnswer,
  }),
  openDocumentLabels: endpoint({
    method: 'GET',
    paths: ['/api/jobs/:jid/documents/:name/labels'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: 'Labels of one of the documents of a job, as bytes',
    answerType: 'application/octet-stream',
  }),
  getFeedback: endpoint({
    method: 'GET',
    paths: ['/api/jobs/:jid/feedback'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Feedback on a submitted training job: truth (a) against submission (b)',
    refusals: ['JOB_STATE'],
    answer: Type.Intersect([ComparisonAnswer, Type.Object({ score: Type.Number(), passed: Type.Boolean() })]),
  }),
  viewJob: endpoint({
    method: 'GET',
    paths: ['/api/view/:jid'],
    access: 'public',
    tag: 'pages',
    summary: 'A job, read-only, for everyone with its link',
    answer: JobPayloadAnswer,
    refusals: ['unauthorized', 'JOB_STATE', 'GONE'],
    query: SignedQuery,
  }),
  openViewedResult: endpoint({
    method: 'GET',
    paths: ['/api/view/:jid/result'],
    access: 'public',
    tag: 'pages',
    summary: 'The result of a job, for everyone with its link',
    alsoAnswers: { 302: 'the address of the result document' },
    refusals: ['unauthorized', 'GONE'],
    query: SignedQuery,
    answer: Type.Null(),
  }),
  openViewedLabels: endpoint({
    method: 'GET',
    paths: ['/api/view/:jid/labels'],
    access: 'public',
    tag: 'pages',
    summary: 'Labels of a segmentation, for everyone with its link',
    refusals: ['unauthorized', 'JOB_STATE', 'GONE'],
    query: SignedQuery,
    answerType: 'application/octet-stream',
  }),
}
