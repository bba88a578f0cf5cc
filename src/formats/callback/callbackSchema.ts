import { type Static, Type } from 'typebox'
import { ANNOTATION_TYPES } from '../../model/annotationType.ts'
import { JOB_EVENTS, PROJECT_EVENTS } from '../../model/callbackEvent.ts'
import { Id, stringEnum, Time } from '../json/schemas.ts'

const [PENDING, COMPLETED, FAILED] = JOB_EVENTS

const jobMembers = {
  reference_id: Type.String(),
  job_id: Id,
  tag: Type.String(),
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
      description: 'metadata of the job; absent if it has none',
    }),
  ),
}

const CompletedAnnotation = Type.Object(
  {
    ...jobMembers,
    status: Type.Literal(COMPLETED),
    result: Type.Object({
      type: stringEnum(...ANNOTATION_TYPES),
      url: Type.String({ description: 'address of the result document' }),
      result_version: Type.Integer({ minimum: 1 }),
      data: Type.Optional(
        Type.Unknown({ description: 'data of the result document, where the document is at most 256 KiB' }),
      ),
    }),
  },
  { title: 'CompletedAnnotation' },
)

const FailedAnnotation = Type.Object(
  {
    ...jobMembers,
    status: Type.Literal(FAILED),
    flu_id: Type.Optional(Type.String({ description: 'the job_id again' })),
    error: Type.Object({
      code: Type.String(),
      message: Type.String(),
      meta_data: Type.Object({
        failures: Type.Array(Type.Object({ field: Type.String(), type: Type.String() })),
      }),
    }),
  },
  { title: 'FailedAnnotation' },
)

const PendingAnnotation = Type.Object({ ...jobMembers, status: Type.Literal(PENDING) }, { title: 'PendingAnnotation' })

const Annotation = Type.Union([CompletedAnnotation, FailedAnnotation, PendingAnnotation], {
  title: 'Annotation',
  description: 'the outcome of a job, in callbacks and the event feed',
})

export type Annotation = Static<typeof Annotation>

/** The body of a callback about a job: a POST carries one annotation. */
export const CallbackBody = Type.Object(
  { annotations: Type.Array(Annotation) },
  { title: 'CallbackBody', description: 'the body of a callback about a job' },
)

export type CallbackBody = Static<typeof CallbackBody>

const optionalId = Type.Optional(Id)

/** The body of a callback that is not about the outcome of a job. */
export const ProjectEvent = Type.Object(
  {
    type: stringEnum(...PROJECT_EVENTS),
    timestamp: Time,
    data: Type.Object({
      project_id: Id,
      batch_id: optionalId,
      job_id: optionalId,
      reference_id: Type.Optional(Type.String()),
      export_id: optionalId,
      import_id: optionalId,
    }),
  },
  {
    title: 'ProjectEvent',
    description: 'what happened besides the outcomes of jobs, where the project subscribes to it',
  },
)

export type ProjectEvent = Static<typeof ProjectEvent>
