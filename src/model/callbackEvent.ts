/** What projects may ask to be told of jobs. */
export const JOB_EVENTS = ['PENDING', 'COMPLETED', 'FAILED'] as const

export const CALLBACK_EVENTS = [
  ...JOB_EVENTS,
  'job.queued',
  'job.in_review',
  'batch.completed',
  'export.completed',
  'import.completed',
] as const

export type CallbackEventName = (typeof CALLBACK_EVENTS)[number]
