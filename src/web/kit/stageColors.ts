import type { Stage } from '../../model/stage.ts'

export const STAGE_COLORS: Readonly<Record<Stage, string>> = {
  created: 'gray',
  validating: 'gray',
  queued: 'blue',
  in_progress: 'yellow',
  in_review: 'grape',
  assembling: 'cyan',
  completed: 'teal',
  failed: 'red',
  cancelled: 'gray',
}
