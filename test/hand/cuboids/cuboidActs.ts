import { actsOf } from '../anyAct.ts'
import type { ModeAct } from '../intentRun.ts'

/** How often each is done. */
const WEIGHTS = {
  draw: 16,
  drawByClick: 5,
  drawRectangle: 4,
  drawAndGoOn: 2,
  clickOnNothing: 4,
  tinyDrag: 3,
  clickOnObject: 4,
  nudge: 10,
  holdKey: 4,
  flip: 2,
  dragSide: 4,
  dragInside: 4,
  dragKnob: 2,
  drawAgain: 6,
  refit: 4,
  frame: 16,
  keyframe: 7,
  end: 6,
  stationary: 3,
  propagate: 7,
  propagateBack: 8,
  split: 4,
  merge: 8,
  remove: 3,
  removeHere: 4,
  removeOnward: 3,
  changeClass: 4,
  mixedDigit: 4,
  answer: 12,
  duplicate: 3,
  suggestions: 4,
  dismiss: 2,
  line: 3,
  undo: 12,
  redo: 7,
  fitView: 1,
  escape: 2,
  cameraBox: 3,
  reload: 3,
  kill: 2,
  offline: 3,
  online: 4,
  loseAnswer: 2,
  wait: 4,
  submit: 3,
} as const

export type CuboidActKind = keyof typeof WEIGHTS
export type CuboidAct = ModeAct<CuboidActKind>

export const anyCuboidAct = actsOf(WEIGHTS)
