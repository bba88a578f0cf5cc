import { Type } from 'typebox'
import { Count, Id, jsonObject, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { endpoint } from './endpoint.ts'
import { PriorityWeight } from './jobs.ts'
import { settingsBody, textParameter } from './words.ts'

export const INGEST_STATUSES = [
  'queued',
  'scanning',
  'planned',
  'creating',
  'completed',
  'failed',
  'cancelled',
] as const

const IngestStatus = stringEnum(...INGEST_STATUSES)

const IngestCreated = Type.Object({ ingest_id: Id, status: IngestStatus }, { title: 'IngestCreated' })

const IngestPlan = Type.Object(
  {
    jobs: Count,
    frames: Count,
    files: Count,
    bytes: Type.Integer({ minimum: 0, description: 'of the files whose size is known' }),
    sensors: Type.Array(
      Type.Object({
        sensor_id: Type.String(),
        modality: stringEnum('lidar', 'camera'),
        frames: Count,
        source: Type.String({ description: 'the topic, folder or channel' }),
        max_offset_ms: orNull(Type.Number({ description: 'largest distance in time to the clock' })),
      }),
    ),
    rate_hz: orNull(Type.Number()),
    with_poses: Type.Boolean(),
    skipped: Type.Array(Type.Object({ file: Type.String(), reason: Type.String() }), {
      description: 'the first 1,000',
    }),
    skipped_total: Count,
    sample: Type.Array(Type.Object({ reference_id: Type.String(), frames: Count, files: Count }), {
      description: 'the first 20 jobs',
    }),
    warnings: Type.Array(
      Type.Object({ code: Type.String(), message: Type.String(), source: Type.Optional(Type.String()) }),
    ),
  },
  { title: 'IngestPlan' },
)

const IngestFailure = Type.Object(
  {
    file: Type.String(),
    field: Type.Optional(Type.String()),
    type: Type.String(),
    expected: Type.Optional(Type.String()),
    found: Type.Optional(Type.String()),
  },
  { title: 'IngestFailure' },
)

export const MAX_INGEST_URLS = 100_000
const MAX_INGEST_FILES = 100_000
const MAX_PIECE_FRAMES = 5000

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), { minItems: 1, maxItems: 1000 })
const Name = Type.String({ minLength: 1, maxLength: 1024 })

export const IngestOptions = settingsBody(
  {
    frames_per_job: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_PIECE_FRAMES, description: 'default: video 1,000, sensors 200' }),
    ),
    overlap_frames: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_PIECE_FRAMES, default: 0 })),
    every: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: 'takes every n-th frame' }),
    ),
    max_rate_hz: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 })),
    fps: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 1000, description: 'frames a second that are taken of a video' }),
    ),
    lidar: Type.Optional(Name),
    cameras: Type.Optional(Names),
    ego_frame: Type.Optional(Name),
    world_frame: Type.Optional(Name),
    max_offset_ms: Type.Optional(Type.Number({ minimum: 0, maximum: 3_600_000, default: 50 })),
    topics: Type.Optional(Names),
    reference_prefix: Type.Optional(Type.String({ maxLength: 200 })),
    calibration: Type.Optional(
      Type.Union([Id, jsonObject('{sensors: {NAME: {modality, pose, intrinsics?, point_layout?}}}')], {
        description: 'the file_id of a calibration.json, or its content',
      }),
    ),
    sequence: Type.Optional(Type.Boolean({ description: 'clouds of a folder are frames of one job' })),
    annotations: Type.Optional(Type.Boolean({ description: 'labels of the data set become starting points' })),
  },
  { title: 'IngestOptions' },
)

const IngestSource = settingsBody(
  {
    files: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MAX_INGEST_FILES })),
    url: Type.Optional(
      Type.String({ description: 'an archive or file at https, or a folder s3://bucket/prefix/ of an access rule' }),
    ),
    urls: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: MAX_INGEST_URLS })),
  },
  { title: 'IngestSource', description: 'exactly one of files, url and urls' },
)

export const IngestBody = settingsBody(
  {
    source: IngestSource,
    tag: Type.String(),
    layout: Type.Optional(Type.String({ description: 'auto, or the name of a layout', default: 'auto' })),
    batch_id: Type.Optional(Id),
    batch_name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: 'found, or made with the first job' }),
    ),
    priority_weight: Type.Optional(PriorityWeight),
    metadata: Type.Optional(jsonObject('as of a job; each job gets it')),
    options: Type.Optional(IngestOptions),
    dry_run: Type.Optional(Type.Boolean({ description: 'stops at planned, to be started' })),
  },
  { title: 'NewIngest' },
)

export const IngestAnswer = Type.Object(
  {
    ingest_id: Id,
    tag: Type.String(),
    source: Type.Object(
      {
        files: Type.Optional(Type.Array(Id)),
        url: Type.Optional(Type.String({ description: 'without its query' })),
        urls: Type.Optional(Type.Integer({ description: 'how many' })),
      },
      { title: 'IngestSourceShown' },
    ),
    options: Type.Record(Type.String(), Type.Unknown()),
    batch_id: orNull(Id),
    rerun_of: orNull(Id),
    status: IngestStatus,
    layout: orNull(Type.String({ description: 'as it was found, or asked for' })),
    why: orNull(Type.String({ description: 'why it is that layout, as a sentence' })),
    plan: orNull(IngestPlan),
    created: Type.Integer({ minimum: 0, description: 'jobs that were made' }),
    duplicates: Type.Integer({ minimum: 0, description: 'jobs that were there with the same content' }),
    progress: Type.Object({ files_done: Count, files_total: Count, bytes_done: Count, bytes_total: Count }),
    failures: Type.Array(IngestFailure, { description: 'the first 1,000' }),
    failures_total: Count,
    error: orNull(Type.Object({ code: Type.String(), message: Type.String() })),
    created_at: Time,
    completed_at: orNull(Time),
  },
  { title: 'IngestShown' },
)

const IngestsPage = Type.Object({ ingests: Type.Array(IngestAnswer), next_page_token: orNull(Type.String()) })

const access = { key: 'submit', session: 'manageJobs' } as const

export const ingestEndpoints = {
  createIngest: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/ingests'],
    access,
    tag: 'jobs',
    summary: 'Make jobs of files: of a folder, an archive, a bucket or a recording',
    rawBody: { schema: IngestBody },
    answer: IngestCreated,
  }),
  listIngests: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/ingests'],
    access,
    tag: 'jobs',
    summary: 'Ingests of the project, newest first, 100 a page',
    query: Type.Object({ page_token: textParameter('next_page_token of the page before') }),
    answer: IngestsPage,
  }),
  getIngest: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/ingests/:nid'],
    access,
    tag: 'jobs',
    summary: 'An ingest: its plan, how far it is, and what could not be used',
    answer: IngestAnswer,
  }),
  startIngest: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/ingests/:nid/start'],
    access,
    tag: 'jobs',
    summary: 'Make the jobs of an ingest that is planned',
    body: Type.Object({}),
    bodyOptional: true,
    answer: IngestCreated,
  }),
  rerunIngest: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/ingests/:nid/rerun'],
    access,
    tag: 'jobs',
    summary: 'Read the source of an ingest that is over again: only what is new becomes jobs',
    body: Type.Object({}),
    bodyOptional: true,
    answer: IngestCreated,
  }),
  cancelIngest: endpoint({
    method: 'DELETE',
    paths: ['/v1/projects/:pid/ingests/:nid'],
    access,
    tag: 'jobs',
    summary: 'Cancel an ingest that is not over; jobs that it made stay',
    answer: Type.Null(),
  }),
}
