import { actsOf } from '../anyAct.ts'
import type { ModeAct } from '../intentRun.ts'

/** How often each is done. */
const WEIGHTS = {
  draw: 22,
  remove: 4,
  undo: 4,
  redo: 2,
  startPolygon: 3,
  press: 14,
  pressTwice: 5,
  holdKey: 4,
  submitOffline: 6,
  submitAndCancel: 6,
  confirm: 14,
  cancel: 6,
  wait: 14,
  settle: 7,
  goOffline: 5,
  goOnline: 7,
  slow: 3,
  fast: 4,
  loseSave: 3,
  loseSubmission: 2,
  fault: 5,
  healthy: 6,
  signOut: 2,
  signIn: 4,
  othersSave: 3,
  loseLease: 2,
  takeOver: 3,
  stealWindow: 2,
  reload: 4,
  kill: 4,
  killAndPress: 3,
} as const

export type SubmitActKind = keyof typeof WEIGHTS
export type SubmitAct = ModeAct<SubmitActKind>

export const anySubmitAct = actsOf(WEIGHTS)
