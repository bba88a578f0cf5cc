/** What a hand does. Numbers are from 0 to 1 and mean a place or an object of those that are there: see HandRun. */
export interface Act {
  kind: ActKind
  r: readonly number[]
}

/** How often each act is done. */
const WEIGHTS = {
  drawBox: 14,
  drawPolygon: 10,
  drawBeside: 4,
  drawLine: 5,
  drawKeypoints: 4,
  drawEllipse: 4,
  clickOnNothing: 5,
  tinyDrag: 3,
  clickOnObject: 5,
  move: 10,
  insertPoint: 3,
  remove: 5,
  changeClass: 5,
  changeClassAndBack: 4,
  answer: 6,
  undo: 12,
  redo: 7,
  frame: 12,
  outside: 4,
  hide: 4,
  split: 4,
  merge: 8,
  propagate: 3,
  join: 4,
  escape: 4,
  toggleSnapping: 2,
  reload: 3,
  kill: 2,
  offline: 3,
  online: 4,
  loseAnswer: 2,
  wait: 5,
  submit: 2,
} as const

export type ActKind = keyof typeof WEIGHTS

const KINDS = Object.keys(WEIGHTS) as ActKind[]
const TOTAL = KINDS.reduce((sum, kind) => sum + WEIGHTS[kind], 0)
const NUMBERS = 12

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export function anyAct(random: () => number): Act {
  let left = random() * TOTAL
  const kind = KINDS.find((one) => {
    left -= WEIGHTS[one]
    return left < 0
  })
  return { kind: kind ?? 'wait', r: Array.from({ length: NUMBERS }, () => Math.floor(random() * 1e4) / 1e4) }
}
