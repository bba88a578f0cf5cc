import { actsOf } from '../anyAct.ts'
import type { ModeAct } from '../intentRun.ts'

/** How often each is done. */
const WEIGHTS = {
  rectangle: 14,
  lasso: 6,
  polygon: 6,
  brush: 5,
  goOn: 6,
  burst: 4,
  strokeAndUndo: 4,
  onlyUnlabelled: 4,
  erase: 5,
  split: 7,
  join: 5,
  remove: 4,
  removeWhatIsDrawn: 3,
  reclass: 3,
  clusters: 6,
  left: 4,
  fill: 2,
  ground: 5,
  surface: 3,
  dropPolygon: 3,
  undo: 12,
  redo: 7,
  escape: 3,
  reload: 3,
  kill: 2,
  offline: 3,
  online: 4,
  loseAnswer: 2,
  wait: 4,
  submit: 3,
} as const

export type PointActKind = keyof typeof WEIGHTS
export type PointAct = ModeAct<PointActKind>

export const anyPointAct = actsOf(WEIGHTS)
