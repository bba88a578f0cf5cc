import { type Static, Type } from 'typebox'
import { Count, Id, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { LeaseAnswer, WorkKindName } from '../formats/workbench/queue.ts'
import { ANNOTATION_TYPES } from '../model/annotationType.ts'
import { STATUSES } from '../model/stage.ts'
import { BaseName } from './batches.ts'
import { endpoint } from './endpoint.ts'
import { JobListQuery, JobRecord, StageName } from './jobs.ts'
import { ProjectCloudFrame } from './projects.ts'
import { EmptyAnswer, settingsBody, textParameter } from './words.ts'

const nextPage = orNull(Type.String({ description: 'to be sent as `page` for the rows that follow' }))

const ProjectRowAnswer = Type.Object({
  projectId: Id,
  name: Type.String(),
  base: BaseName,
  review: Type.Boolean(),
  selfReview: Type.Boolean(),
  pointCloudFrame: ProjectCloudFrame,
  undoSeconds: Type.Number(),
  createdAt: Time,
  totalJobs: Count,
  completedJobs: Count,
  failedJobs: Count,
  cancelledJobs: Count,
  annotations: Count,
})

export type ProjectRowAnswer = Static<typeof ProjectRowAnswer>

const ProjectRowsAnswer = Type.Object({ projects: Type.Array(ProjectRowAnswer), nextPage })

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

export type JobRowAnswer = Static<typeof JobRowAnswer>

const JobRowsAnswer = Type.Object({ jobs: Type.Array(JobRowAnswer), nextPage })

export type JobRowsAnswer = Static<typeof JobRowsAnswer>

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

export type JobDetailAnswer = Static<typeof JobDetailAnswer>

const ProjectQuery = Type.Object({
  search: textParameter('part of the name, or the beginning of the id'),
  page: textParameter('nextPage of the page before'),
})

const jobViewMembers = {
  name: Type.String({ minLength: 1, maxLength: 60, pattern: '^[^\\u0000]*$' }),
  search: Type.String({ maxLength: 4000, pattern: '^[^\\u0000]*$', description: 'the query of the address' }),
  isShared: Type.Boolean(),
}

const JobView = Type.Object({ viewId: Id, ...jobViewMembers })

export type JobView = Static<typeof JobView>

export type ShownRecord = JobDetailAnswer['record']

export const consoleEndpoints = {
  listProjectRows: endpoint({
    method: 'GET',
    paths: ['/api/projects'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: "The person's projects with their counters, in the order of creation, 100 a page",
    answer: ProjectRowsAnswer,
    query: ProjectQuery,
  }),
  getProjectRow: endpoint({
    method: 'GET',
    paths: ['/api/projects/:pid'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: 'A project with its counters',
    answer: ProjectRowAnswer,
  }),
  listJobRows: endpoint({
    method: 'GET',
    paths: ['/api/projects/:pid/jobs'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: 'Jobs of a project, newest first, filtered',
    answer: JobRowsAnswer,
    query: JobListQuery,
  }),
  getJobDetail: endpoint({
    method: 'GET',
    paths: ['/api/projects/:pid/jobs/:jid'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: 'A job with its record and history',
    answer: JobDetailAnswer,
  }),
  listJobViews: endpoint({
    method: 'GET',
    paths: ['/api/projects/:pid/views'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: 'Saved views of the list of jobs: your own, and those of the project',
    answer: Type.Object({ views: Type.Array(JobView) }),
  }),
  setJobView: endpoint({
    method: 'PUT',
    paths: ['/api/projects/:pid/views/:vid'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: 'Save a view of the list of jobs, or change it',
    body: settingsBody(jobViewMembers),
    answer: EmptyAnswer,
  }),
  deleteJobView: endpoint({
    method: 'DELETE',
    paths: ['/api/projects/:pid/views/:vid'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: 'Remove a saved view of the list of jobs',
    answer: EmptyAnswer,
  }),
}
