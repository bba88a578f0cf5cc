import { Type } from 'typebox'
import { CompareRequest, ComparisonAnswer } from '../formats/comparison/comparisonSchema.ts'
import { Count, Id, jsonObject, stringEnum, Time } from '../formats/json/schemas.ts'
import { endpoint } from './endpoint.ts'
import { JobRecord, JobStatusName, StageName } from './jobs.ts'
import { FILE_ANSWERS, textParameter } from './words.ts'

const SubmittedResult = Type.Object(
  {
    job_id: Id,
    status: JobStatusName,
    stage: StageName,
    result_version: Type.Integer({ minimum: 1 }),
  },
  { title: 'SubmittedResult' },
)

const SubmissionBody = Type.Object(
  {
    type: Type.Optional(Type.String({ description: "the tag's operation" })),
    data: jsonObject('as in the result document of that type'),
  },
  { title: 'Submission' },
)

const Prediction = Type.Object({ data: Type.Object({}), created_at: Time }, { title: 'Prediction' })

const JobFile = Type.Object(
  {
    field: Type.String({ description: 'where its address is in the job' }),
    url: Type.String({ description: 'signed, for a day: the bytes as they were received' }),
    sha256: Type.String(),
    size: Count,
    media_type: Type.String(),
    point_count: Type.Optional(Count),
    source: stringEnum('download', 'upload', 'ingest'),
    file_id: Type.Optional(Id),
  },
  { title: 'JobFile' },
)

const JobDataAnswer = Type.Object(
  {
    data: jsonObject('as it was received'),
    files: Type.Array(JobFile, { description: 'those that were validated so far' }),
  },
  { title: 'JobDataShown' },
)

export const resultEndpoints = {
  openAttachment: endpoint({
    method: 'GET',
    paths: ['/v1/attachments/:id/:name'],
    access: 'public',
    tag: 'results',
    summary: 'A file of a result',
    refusals: ['auth-failure', 'unauthorized', 'GONE', 'RANGE_NOT_SATISFIABLE'],
    alsoAnswers: FILE_ANSWERS,
    query: Type.Object({ sig: textParameter('signature of the address') }),
    answerType: 'application/octet-stream',
  }),
  resolveAttachment: endpoint({
    method: 'GET',
    paths: ['/v1/attachments'],
    access: 'public',
    tag: 'results',
    summary: 'Redirect to the URL of a file of this service',
    alsoAnswers: { 302: 'the address of the file' },
    query: Type.Object({ url: Type.String({ description: 'an address that begins with BASE_URL/v1/attachments/' }) }),
    answer: Type.Null(),
  }),
  compareDocuments: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/jobs/:jid/compare'],
    access: { key: 'read', session: 'viewJobs' },
    tag: 'results',
    summary:
      'Compare two documents of a job: what is equal, moved, missing, too many or of another class, with figures',
    rawBody: { schema: CompareRequest },
    answer: ComparisonAnswer,
    refusals: ['GE_0001', 'GE_0002', 'FS_0003', 'invalid_request_error', 'JOB_STATE', 'resource_error'],
  }),
  getPrediction: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/jobs/:jid/prediction'],
    access: { key: 'read', session: 'viewJobs' },
    tag: 'results',
    summary: 'What the annotator starts with, in the shape of a submitted result',
    refusals: ['GONE'],
    answer: Prediction,
  }),
  submitResult: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/jobs/:jid/result'],
    access: 'annotate',
    tag: 'results',
    summary: 'Submit a result; it is checked and processed like the work of people',
    rawBody: { schema: SubmissionBody },
    answer: SubmittedResult,
  }),
  setPrediction: endpoint({
    method: 'PUT',
    paths: ['/v1/projects/:pid/jobs/:jid/prediction'],
    access: 'annotate',
    tag: 'results',
    summary: 'Set what the annotator starts with, in the shape of a submitted result',
    rawBody: { schema: SubmissionBody },
    answer: JobRecord,
  }),
  reviewJob: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/jobs/:jid/review'],
    access: 'annotate',
    tag: 'results',
    summary: 'Decide a review; not for the author of the work',
    body: Type.Object({
      decision: stringEnum('accept', 'reject'),
      comment: Type.Optional(Type.String({ maxLength: 10_000 })),
    }),
    answer: JobRecord,
  }),
  getJobData: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/jobs/:jid/data'],
    access: { key: 'read', session: 'manageJobs' },
    tag: 'jobs',
    summary: 'The data of a job as it was received, and its files',
    refusals: ['GONE'],
    answer: JobDataAnswer,
  }),
  deleteJobData: endpoint({
    method: 'DELETE',
    paths: ['/v1/projects/:pid/jobs/:jid/data'],
    access: { key: 'admin', session: 'deleteData' },
    tag: 'administration',
    summary: 'Delete payload, files and results of a finished job; IDs and ledger stay',
    answer: JobRecord,
  }),
}
