/** What projects may ask to be told of jobs. */
export const JOB_EVENTS = ['PENDING', 'COMPLETED', 'FAILED'] as const

/** What else happens in a project. */
export const PROJECT_EVENTS = [
  'job.queued',
  'job.in_review',
  'batch.completed',
  'export.completed',
  'import.completed',
] as const

export const CALLBACK_EVENTS = [...JOB_EVENTS, ...PROJECT_EVENTS] as const

export type ProjectEventName = (typeof PROJECT_EVENTS)[number]

export type CallbackEventName = (typeof CALLBACK_EVENTS)[number]
