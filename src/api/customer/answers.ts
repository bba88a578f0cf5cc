import { Type } from 'typebox'
import { ALL_CODES } from '../../formats/errors/codes.ts'
import { Count, Id, orNull, stringEnum, Time } from '../../formats/json/schemas.ts'
import { BASES, BATCH_STATES } from '../../model/project.ts'
import { STAGES, STATUSES } from '../../model/stage.ts'

/** Schemas of what is answered: they type the handlers, document the answers, and tests hold each answer against them. */
export const FailureAnswer = Type.Object({
  field: Type.String({ description: 'JSON path' }),
  type: Type.String(),
  expected: Type.Optional(Type.String()),
  found: Type.Optional(Type.String({ description: 'what came, at most 100 characters' })),
})
const Failures = Type.Array(FailureAnswer)
/** Of a request that is refused, always with its words. */
const FaultAnswer = Type.Object({
  field: Type.String({ description: 'JSON path' }),
  type: Type.String(),
  expected: Type.String({ description: 'what was expected there' }),
  found: Type.String({ description: 'what came, at most 100 characters; of a secret only what kind it is' }),
})

const Refusal = Type.Object({
  code: stringEnum(...ALL_CODES),
  message: Type.String(),
  request_id: Type.String(),
  meta_data: Type.Object(
    { failures: Type.Array(FaultAnswer) },
    { additionalProperties: true, description: 'some codes add members: 409 FS_0001 the job that is there' },
  ),
})

export const ErrorAnswer = Type.Object({ success: Type.Literal(false), error: Refusal })

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
      error: Type.Optional(Refusal),
    }),
  ),
})

const Status = stringEnum(...STATUSES)
export const StageName = stringEnum(...STAGES)
export const BatchStateName = stringEnum(...BATCH_STATES)
export const BaseName = stringEnum(...BASES)
const Weight = Type.Integer({ minimum: 1, maximum: 10 })

export const JobRecord = Type.Object({
  project_id: Id,
  reference_id: Type.String(),
  job_id: Id,
  batch_id: Id,
  status: Status,
  tag: Type.String(),
  priority_weight: Weight,
  result: orNull(Type.String({ format: 'uri', description: 'address of the result document' })),
  stage: StageName,
  frames: Count,
  annotations: Count,
  created_at: Time,
  completed_at: orNull(Time),
  result_version: orNull(Type.Integer({ minimum: 1 })),
  viewer_url: Type.String({ format: 'uri' }),
  point_cloud_frame: orNull(stringEnum('sensor', 'common')),
  warnings: Failures,
  error: orNull(
    Type.Object({ code: Type.String(), message: Type.String(), meta_data: Type.Object({ failures: Failures }) }),
  ),
  metadata: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  findings: orNull(
    Type.Object(
      { errors: Count, warnings: Count, by_code: Type.Record(Type.String(), Count) },
      { description: 'what the checks found in the result; null before it is made' },
    ),
  ),
})

const { result: _result, ...listed } = JobRecord.properties

export const JobList = Type.Object({
  jobs: Type.Array(
    Type.Object({
      ...listed,
      stage_at: Time,
      assignee: orNull(Type.String({ description: 'id of a person, or name of a group' })),
      deadline: orNull(Time),
      consensus_annotators: Type.Optional(
        orNull(Type.Integer({ description: 'how many annotate the job, each alone; for the operator and managers' })),
      ),
    }),
    { maxItems: 100 },
  ),
  next_page_token: orNull(Type.String()),
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
      priority_weight: Weight,
      tag: Type.String(),
      viewer_url: Type.String({ format: 'uri' }),
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
  base: BaseName,
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
      status: stringEnum('Complete', 'In Progress', 'Empty'),
      state: Type.Optional(BatchStateName),
    }),
  ),
})

export const ProjectStats = Type.Object({
  name: Type.String(),
  base: BaseName,
  total_batches: Count,
  completed_batches: Count,
  ...Counters,
})

export const BatchCreated = Type.Object({ batch_id: Id })

export const SubmittedResult = Type.Object({
  job_id: Id,
  status: Status,
  stage: StageName,
  result_version: Type.Integer({ minimum: 1 }),
})

export const Queued = Type.Object({ queued: Count })

export const DeliveriesAnswer = Type.Object({
  deliveries: Type.Array(
    Type.Object({
      webhook_id: Type.String(),
      status: stringEnum('pending', 'delivered', 'exhausted', 'disabled'),
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
