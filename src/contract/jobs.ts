import { Type } from 'typebox'
import { jobBodySchema, Metadata } from '../formats/jobBody/schema.ts'
import { Count, Id, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { JOB_ORDERS } from '../model/jobFilter.ts'
import { STAGES, STATUSES } from '../model/stage.ts'
import { endpoint } from './endpoint.ts'
import { Failures, RefusalAnswer } from './errors.ts'
import { textParameter } from './words.ts'

const JobCreated = Type.Object(
  {
    job_id: Id,
    reference_id: Type.String(),
    tag: Type.String(),
    warnings: Failures,
  },
  { title: 'JobCreated' },
)

const DryRunAnswer = Type.Object(
  {
    valid: Type.Boolean(),
    failures: Failures,
    warnings: Failures,
    unchecked: Type.Array(Type.String()),
  },
  { title: 'DryRun' },
)

const BulkRow = Type.Object(
  {
    index: Count,
    status: Type.Integer(),
    success: Type.Boolean(),
    data: Type.Optional(JobCreated),
    error: Type.Optional(RefusalAnswer),
  },
  { title: 'BulkRow' },
)

export const BulkAnswer = Type.Object({
  results: Type.Array(BulkRow),
})

export const JobStatusName = stringEnum(...STATUSES)

export const StageName = stringEnum(...STAGES)

export const PriorityWeight = Type.Integer({ minimum: 1, maximum: 10 })

const FindingCounts = Type.Object(
  { errors: Count, warnings: Count, by_code: Type.Record(Type.String(), Count) },
  {
    title: 'FindingCounts',
    description: 'what the checks found in the result; null before one is accepted, and empty while it is made',
  },
)

export const JobRecord = Type.Object(
  {
    project_id: Id,
    reference_id: Type.String(),
    job_id: Id,
    batch_id: Id,
    status: JobStatusName,
    tag: Type.String(),
    priority_weight: PriorityWeight,
    result: orNull(Type.String({ format: 'uri', description: 'address of the result document' })),
    stage: StageName,
    frames: Count,
    annotations: Count,
    created_at: Time,
    completed_at: orNull(Time),
    result_version: orNull(Type.Integer({ minimum: 1 })),
    viewer_url: Type.String({ format: 'uri' }),
    point_cloud_frame: orNull(stringEnum('sensor', 'common')),
    point_cloud_frame_reason: orNull(Type.String({ description: 'why it was chosen, as a sentence' })),
    warnings: Failures,
    error: orNull(
      Type.Object({ code: Type.String(), message: Type.String(), meta_data: Type.Object({ failures: Failures }) }),
    ),
    metadata: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    findings: orNull(FindingCounts),
  },
  { title: 'JobRecord' },
)

const { result: _result, ...listedMembers } = JobRecord.properties

const ListedJob = Type.Object(
  {
    ...listedMembers,
    stage_at: Time,
    assignee: orNull(Type.String({ description: 'id of a person, or name of a group' })),
    deadline: orNull(Time),
    consensus_annotators: Type.Optional(
      orNull(Type.Integer({ description: 'how many annotate the job, each alone; for the operator and managers' })),
    ),
  },
  { title: 'ListedJob' },
)

export const JobList = Type.Object({
  jobs: Type.Array(ListedJob, { maxItems: 100 }),
  next_page_token: orNull(Type.String()),
})

export const MOST_ANNOTATORS = 20

const ChangedJob = Type.Object(
  {
    priority_weight: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
    metadata: Type.Optional(Metadata),
    consensus_annotators: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MOST_ANNOTATORS, description: 'with the admin key, or as a manager' }),
    ),
  },
  { title: 'JobChange' },
)

/** The filters of the list of jobs; `metadata.KEY` is one too. */
export const JOB_FILTERS = {
  status: Type.Optional(stringEnum(...STATUSES)),
  stage: Type.Optional(stringEnum(...STAGES)),
  tag: textParameter('only jobs of this tag'),
  batch_id: Type.Optional(Type.String({ format: 'uuid', description: 'only jobs of this batch' })),
  ingest_id: Type.Optional(Type.String({ format: 'uuid', description: 'only jobs that this ingest made' })),
  q: textParameter('the beginning of the reference_id'),
  priority_weight: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
  assignee: textParameter('id of a person, or name of a group'),
  person: Type.Optional(
    Type.String({ format: 'uuid', description: 'id of a person who annotated or reviewed the job, or has it now' }),
  ),
  has_findings: Type.Optional(
    Type.Boolean({ description: 'whether the checks found errors or warnings in its result' }),
  ),
  created_from: textParameter('ISO 8601, included'),
  created_to: textParameter('ISO 8601, excluded'),
}

export const JOBS_LISTED_A_PAGE = 100

export const JobListQuery = Type.Object({
  reference_id: textParameter('the customer’s id, byte by byte; alone: the job record'),
  ...JOB_FILTERS,
  order: Type.Optional(stringEnum(...JOB_ORDERS)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: JOBS_LISTED_A_PAGE })),
  page_token: textParameter('next_page_token of the page before'),
})

/** The maximum number of frames is a setting of the service. */
const JobBody = jobBodySchema(null)

export const jobEndpoints = {
  createJob: endpoint({
    method: 'POST',
    paths: ['/v0/projects/:pid/jobs', '/v1/projects/:pid/jobs'],
    access: 'submit',
    tag: 'jobs',
    summary: 'Create a job; with dry_run=true only validate it, downloads included',
    rawBody: { schema: JobBody },
    query: Type.Object({
      dry_run: Type.Optional(Type.Boolean({ description: 'true: create nothing, answer what would be wrong' })),
    }),
    answer: Type.Union([JobCreated, DryRunAnswer]),
  }),
  createJobs: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/jobs/bulk'],
    access: 'submit',
    tag: 'jobs',
    summary: 'Create up to 1,000 jobs, each validated separately',
    rawBody: {
      schema: Type.Array(JobBody, { maxItems: 1000 }),
      contentTypes: ['application/json', 'application/x-ndjson'],
    },
    answer: BulkAnswer,
  }),
  listJobs: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/jobs'],
    access: { key: 'read', session: 'viewJobs' },
    tag: 'jobs',
    summary: 'Find a job by its reference_id, or list jobs by other filters',
    query: JobListQuery,
    answer: Type.Union([JobRecord, JobList]),
  }),
  getJob: endpoint({
    method: 'GET',
    paths: ['/v0/projects/:pid/jobs/:jid', '/v1/projects/:pid/jobs/:jid'],
    access: { key: 'read', session: 'viewJobs' },
    tag: 'jobs',
    summary: 'The job record',
    answer: JobRecord,
  }),
  changeJob: endpoint({
    method: 'PATCH',
    paths: ['/v1/projects/:pid/jobs/:jid'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'jobs',
    summary: 'Change the priority of an unfinished job, its metadata, or the number of its annotators',
    rawBody: { schema: ChangedJob },
    answer: JobRecord,
  }),
  cancelJob: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/jobs/:jid/cancel'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'jobs',
    summary: 'Cancel a job that is not finished',
    body: Type.Object({}),
    bodyOptional: true,
    answer: JobRecord,
  }),
  reopenJob: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/jobs/:jid/reopen'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'jobs',
    summary: 'Open a completed job again, with the reason for those who work on it',
    body: Type.Object({ reason: Type.Optional(Type.String({ maxLength: 2000 })) }),
    bodyOptional: true,
    answer: JobRecord,
  }),
  retryJob: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/jobs/:jid/retry'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'jobs',
    summary: 'Retry a failed job, optionally with corrected data',
    rawBody: { schema: Type.Object({ data: Type.Optional(Type.Object({})) }) },
    answer: JobRecord,
  }),
}
