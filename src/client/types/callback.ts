import type { Failure } from './jobs.ts'
import type { Operation } from './words.ts'

interface AnnotationOf<S extends string> {
  reference_id: string
  job_id: string
  status: S
  tag: string
}

export interface CompletedAnnotation extends AnnotationOf<'COMPLETED'> {
  result: {
    type: Operation
    /** Address of the result document. */
    url: string
    result_version: number
    /** `data` of the document, where the document is at most 256 KiB. */
    data?: unknown
  }
}

export interface FailedAnnotation extends AnnotationOf<'FAILED'> {
  error: { code: string; message: string; meta_data: { failures: Failure[] } }
}

export type PendingAnnotation = AnnotationOf<'PENDING'>

/** The outcome of a job, in callbacks and the event feed. */
export type Annotation = CompletedAnnotation | FailedAnnotation | PendingAnnotation

export interface CallbackBody {
  annotations: Annotation[]
}

/** What happened besides the ends of jobs, where the project asks for it. */
export interface ProjectEvent {
  type: 'job.queued' | 'job.in_review' | 'batch.completed' | 'export.completed' | 'import.completed'
  timestamp: string
  data: {
    project_id: string
    batch_id?: string
    job_id?: string
    reference_id?: string
    export_id?: string
    import_id?: string
  }
}

export interface Event {
  /** Continues after this event. */
  cursor: string
  body: CallbackBody
}
