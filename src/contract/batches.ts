import { type Static, Type } from 'typebox'
import { Count, Id, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { BASES, BATCH_STATES } from '../model/project.ts'
import { endpoint } from './endpoint.ts'
import { JobStatusName, PriorityWeight } from './jobs.ts'
import { settingsBody, textParameter } from './words.ts'

const BatchStateName = stringEnum(...BATCH_STATES)

export const BaseName = stringEnum(...BASES)

const JobSummary = Type.Object(
  {
    id: Id,
    reference_id: Type.String(),
    status: JobStatusName,
    frames: Count,
    annotations: Count,
    priority_weight: PriorityWeight,
    tag: Type.String(),
    viewer_url: Type.String({ format: 'uri' }),
  },
  { title: 'JobSummary' },
)

const BatchPage = Type.Object(
  {
    id: Id,
    project_id: Id,
    name: Type.String(),
    jobs: Type.Array(JobSummary, { maxItems: 100 }),
    next_page_token: orNull(Type.String()),
  },
  { title: 'BatchPage' },
)

const counterMembers = {
  total_jobs: Count,
  completed_jobs: Count,
  total_frames: Count,
  completed_frames: Count,
  annotations: Count,
}

const BatchSummary = Type.Object(
  {
    id: Id,
    name: Type.String(),
    description: Type.String(),
    is_default: Type.Boolean(),
    ...counterMembers,
    failed_jobs: Count,
    cancelled_jobs: Count,
    created_at: Time,
    status: stringEnum('Complete', 'In Progress', 'Empty'),
    state: Type.Optional(BatchStateName),
  },
  { title: 'BatchSummary' },
)

export type BatchSummary = Static<typeof BatchSummary>

const ProjectDetails = Type.Object(
  {
    name: Type.String(),
    base: BaseName,
    batches: Type.Array(BatchSummary),
  },
  { title: 'ProjectDetails' },
)

const ProjectStats = Type.Object(
  {
    name: Type.String(),
    base: BaseName,
    total_batches: Count,
    completed_batches: Count,
    ...counterMembers,
  },
  { title: 'ProjectStats' },
)

const BatchCreated = Type.Object({ batch_id: Id })

const nullable = (schema: object) => Type.Optional(Type.Unsafe<string | null>({ ...schema, type: ['string', 'null'] }))

const MAX_NAME_LENGTH = 256

export const NewBatch = Type.Object(
  {
    project_id: nullable({ description: 'if given, that of the address' }),
    name: nullable({ maxLength: MAX_NAME_LENGTH, description: 'unique in the project' }),
    label: nullable({ maxLength: MAX_NAME_LENGTH, description: 'the name where no name is given' }),
    description: nullable({ maxLength: 10_000 }),
    callback_url: nullable({}),
  },
  { title: 'NewBatch' },
)

export const batchEndpoints = {
  createBatch: endpoint({
    method: 'POST',
    paths: ['/v0/project/:pid/batch', '/v1/project/:pid/batch', '/v0/projects/:pid/batch', '/v1/projects/:pid/batch'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'batches',
    summary: 'Create a batch',
    body: NewBatch,
    answer: BatchCreated,
  }),
  getBatch: endpoint({
    method: 'GET',
    paths: ['/v0/projects/:pid/batch/:bid', '/v1/projects/:pid/batch/:bid'],
    access: { key: 'read', session: 'viewJobs' },
    tag: 'batches',
    summary: 'Batch details: its jobs in creation order, 100 a page',
    query: Type.Object({ page_token: textParameter('next_page_token of the page before') }),
    answer: BatchPage,
  }),
  changeBatch: endpoint({
    method: 'PATCH',
    paths: ['/v1/projects/:pid/batch/:bid'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'batches',
    summary: 'Pause a batch (its jobs are not assigned), close it (it accepts no new jobs) or open it again',
    body: settingsBody({ state: BatchStateName }),
    refusals: ['JOB_STATE'],
    answer: Type.Object({ batch_id: Id, state: BatchStateName }),
  }),
  getProjectDetails: endpoint({
    method: 'GET',
    paths: ['/v0/projects/:pid/details', '/v1/projects/:pid/details'],
    access: { key: 'read', session: 'viewJobs' },
    tag: 'batches',
    summary: 'Project details: its batches with their counters',
    answer: ProjectDetails,
  }),
  getProjectStats: endpoint({
    method: 'GET',
    paths: ['/v0/projects/:pid/stats', '/v1/projects/:pid/stats'],
    access: { key: 'read', session: 'viewJobs' },
    tag: 'batches',
    summary: 'Counters of a project, over all batches',
    answer: ProjectStats,
  }),
}
