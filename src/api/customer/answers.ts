import { type TSchema, Type } from 'typebox'

/** Schemas of what is answered, for the documentation and for the test that holds every answer against it. */
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const Id = Type.String({ format: 'uuid' })
const Time = Type.String({ description: 'ISO 8601 with a numeric offset' })
const Count = Type.Integer({ minimum: 0 })

export const Failure = Type.Object({
  field: Type.String({ description: 'JSON path' }),
  type: Type.String(),
})
const Failures = Type.Array(Failure)

export const ErrorAnswer = Type.Object({
  success: Type.Literal(false),
  error: Type.Object({
    code: Type.String(),
    message: Type.String(),
    request_id: Type.String(),
    meta_data: Type.Object({ failures: Failures }),
  }),
})

export const JobCreated = Type.Object({
  job_id: Id,
  reference_id: Type.String(),
  tag: Type.String(),
  warnings: Failures,
})

export const DryRunAnswer = Type.Object({
  valid: Type.Boolean(),
  failures: Failures,
  warnings: Failures,
  unchecked: Type.Array(Type.String()),
})

export const BulkAnswer = Type.Object({
  results: Type.Array(
    Type.Object({
      index: Count,
      status: Type.Integer(),
      success: Type.Boolean(),
      data: Type.Optional(JobCreated),
      error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
    }),
  ),
})

const Status = Type.Unsafe<string>({
  type: 'string',
  enum: ['pending', 'in_progress', 'completed', 'failed', 'cancelled'],
})

export const JobRecord = Type.Object({
  project_id: Id,
  reference_id: Type.String(),
  job_id: Id,
  batch_id: Id,
  status: Status,
  tag: Type.String(),
  priority_weight: Type.Integer({ minimum: 1, maximum: 10 }),
  result: orNull(Type.String({ description: 'address of the result document' })),
  stage: Type.String(),
  frames: Count,
  annotations: Count,
  created_at: Time,
  completed_at: orNull(Time),
  result_version: orNull(Type.Integer()),
  viewer_url: Type.String(),
  point_cloud_frame: orNull(Type.String()),
  warnings: Failures,
  error: orNull(Type.Object({})),
})

export const BatchPage = Type.Object({
  id: Id,
  project_id: Id,
  name: Type.String(),
  jobs: Type.Array(
    Type.Object({
      id: Id,
      reference_id: Type.String(),
      status: Status,
      frames: Count,
      annotations: Count,
      priority_weight: Type.Integer({ minimum: 1, maximum: 10 }),
      tag: Type.String(),
      viewer_url: Type.String(),
    }),
    { maxItems: 100 },
  ),
  next_page_token: orNull(Type.String()),
})

const Counters = {
  total_jobs: Count,
  completed_jobs: Count,
  total_frames: Count,
  completed_frames: Count,
  annotations: Count,
}

export const ProjectDetails = Type.Object({
  name: Type.String(),
  base: Type.String(),
  batches: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      description: Type.String(),
      is_default: Type.Boolean(),
      ...Counters,
      failed_jobs: Count,
      cancelled_jobs: Count,
      created_at: Time,
      status: Type.Unsafe<string>({ type: 'string', enum: ['Complete', 'In Progress', 'Empty'] }),
    }),
  ),
})

export const ProjectStats = Type.Object({
  name: Type.String(),
  base: Type.String(),
  total_batches: Count,
  completed_batches: Count,
  ...Counters,
})

export const BatchCreated = Type.Object({ batch_id: Id })

export const HandedIn = Type.Object({
  job_id: Id,
  status: Status,
  stage: Type.String(),
  result_version: Type.Integer({ minimum: 1 }),
})

export const Queued = Type.Object({ queued: Count })

export const Deliveries = Type.Object({
  deliveries: Type.Array(
    Type.Object({
      webhook_id: Type.String(),
      status: Type.Unsafe<string>({ type: 'string', enum: ['pending', 'delivered', 'exhausted', 'disabled'] }),
      url: Type.String(),
      next_attempt_at: orNull(Time),
      attempts: Type.Array(
        Type.Object({
          at: Time,
          duration_ms: Type.Number(),
          http_status: orNull(Type.Integer()),
          error: orNull(Type.String()),
          response: orNull(Type.String()),
        }),
      ),
    }),
  ),
})

export const Events = Type.Object({
  events: Type.Array(Type.Object({ cursor: Type.String(), body: Type.Object({}) })),
  next_cursor: Type.String(),
})

export const Usage = Type.Object({
  rows: Type.Array(
    Type.Object({
      job_id: Id,
      reference_id: Type.String(),
      tag: Type.String(),
      frames: Count,
      annotations: Count,
      completed_at: Time,
    }),
  ),
  next_page_token: orNull(Type.String()),
})
