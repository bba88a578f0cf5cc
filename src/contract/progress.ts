import { type Static, Type } from 'typebox'
import { Count, Id, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import type { Stage } from '../model/stage.ts'
import { endpoint } from './endpoint.ts'
import { textParameter } from './words.ts'

export const MOST_BUCKETS = 5000

export const StageSums = Type.Object({
  entered: Count,
  left: Count,
  frames: Count,
  objects: Count,
  active_seconds: Count,
})

export const DeliverySums = Type.Object(
  {
    delivered: Count,
    failed: Type.Integer({ minimum: 0, description: 'attempts' }),
    given_up: Type.Integer({ minimum: 0, description: 'after the last attempt' }),
    delay_seconds: orNull(Type.Number({ description: 'from the event to the receipt, mean of the delivered ones' })),
    delay_p50_seconds: orNull(Type.Number({ description: 'half of them arrived within; to 5 %' })),
    delay_p95_seconds: orNull(Type.Number({ description: '95 % of them arrived within; to 5 %' })),
  },
  { description: 'callbacks' },
)

const ProgressBucket = Type.Object({
  from: Time,
  stages: Type.Unsafe<Record<Stage, Static<typeof StageSums>>>(Type.Record(Type.String(), StageSums)),
  rework: Count,
  callbacks: DeliverySums,
})

export const ProjectProgress = Type.Object(
  {
    buckets: Type.Array(ProgressBucket, { maxItems: MOST_BUCKETS }),
    oldest: Type.Record(Type.String(), Type.Object({ job_id: Id, age_seconds: Count })),
    estimate: orNull(Type.Object({ at: Time, low: Time, high: orNull(Time) })),
  },
  { title: 'ProjectProgress' },
)

export const progressEndpoints = {
  getProgress: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/progress'],
    access: { key: 'read', session: 'viewJobs' },
    tag: 'jobs',
    summary:
      'Progress: jobs that entered and left each stage by hour or day, the oldest jobs, and an estimate of completion',
    query: Type.Object({
      from: textParameter('ISO 8601, included; buckets of UTC'),
      to: textParameter('ISO 8601, excluded; now'),
      bucket: Type.Optional(stringEnum('hour', 'day')),
    }),
    answer: ProjectProgress,
  }),
}
