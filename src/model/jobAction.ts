/** The actions on many jobs at once. */
export const JOB_ACTIONS = [
  'cancel',
  'retry',
  'reopen',
  'priority',
  'assign',
  'unassign',
  'resend',
  'export',
  'assist',
] as const
export type JobActionName = (typeof JOB_ACTIONS)[number]
