import { quietWorkers } from '../../web/desk/nearWorker.ts'
import { Difference } from '../difference.ts'
import { chosen } from '../intentRun.ts'
import { apart, type Box, bottomOf, type Meant, type Thing, turn } from './boxes.ts'
import type { CuboidActKind } from './cuboidActs.ts'
import { draggedOver } from './cuboidPage.ts'
import type { CuboidDoing, CuboidRun } from './cuboidRun.ts'
import { BARE, CLASSES, FRAMES } from './field.ts'

/** Boxes that are made from points, and acts that must make none. */

const NEAR_M = 0.45
const NEAR_SIZE_M = 0.6
const NEAR_RAD = 0.2

/** Chooses the class, then the tool: objects that the class does not take are refused. */
function take(run: CuboidRun, classId: string, tool: string): void {
  run.page.key('Esc', 'Esc', String(CLASSES.findIndex((one) => one.classId === classId) + 1), tool)
}

/** One new object of the class, as in the field, placed in this frame and held after it. */
function madeAt(run: CuboidRun, classId: string, truth: Box, heading: 'along' | 'either'): Meant {
  const now = run.now()
  const [id, ...others] = run.made(now)
  run.assert(id !== undefined && others.length === 0, `${id ? 'more than one object' : 'nothing'} was made`)
  const thing = now.get(id)!
  const box = thing.keys[0]?.box
  run.assert(thing.keys.length === 1 && thing.keys[0].frame === run.frame && box !== null, 'it has other keyframes')
  isNearTruth(run, box!, truth, heading)
  const made: Thing = {
    classId,
    attributes: {},
    occlusion: Array(FRAMES).fill(null),
    stationary: false,
    keys: [{ frame: run.frame, box: box!, placed: true, byHand: true }],
    camera: Array(FRAMES).fill(run.operation === 'cuboid3d' ? '-' : 'follows'),
  }
  return run.with(id, made)
}

function isNearTruth(run: CuboidRun, box: Box, truth: Box, heading: 'along' | 'either'): void {
  const off = apart(box, truth)
  run.assert(off < NEAR_M, `it is ${off.toFixed(2)} m beside its points`)
  const by = Math.abs(turn(box.yaw, truth.yaw))
  const isAlong = by < NEAR_RAD || (heading === 'either' && Math.abs(by - Math.PI) < NEAR_RAD)
  const isRound = truth.length - truth.width < 0.3
  run.assert(isAlong || (isRound && heading === 'either'), `its heading is ${((by * 180) / Math.PI).toFixed(0)}° off`)
  run.assert(Math.abs(bottomOf(box)) < 0.2, `its bottom is at ${bottomOf(box).toFixed(2)} m`)
  // The last frame shows only its lower part.
  if (run.frame === FRAMES - 1) return
  for (const side of ['length', 'width', 'height'] as const)
    run.assert(Math.abs(box[side] - truth[side]) < NEAR_SIZE_M, `its ${side} is ${box[side].toFixed(2)} m`)
}

/** A place without objects. */
function bare(run: CuboidRun, r: number) {
  const free = BARE.filter((place) => run.shown().every(({ box }) => Math.hypot(box.x - place.x, box.y - place.y) > 6))
  return chosen(free, r)
}

function onNothing(run: CuboidRun, r: readonly number[], act: (at: { x: number; y: number }) => void): null {
  const place = bare(run, r[0])
  if (!place) return null
  take(run, 'car', r[1] < 0.6 ? 'B' : 'T')
  run.page.lookAt(place)
  return run.refuses('a click with a tool for drawing', () => act(run.page.at(place)))
}

export const MAKING: Partial<Record<CuboidActKind, CuboidDoing>> = {
  async draw(run, [r]) {
    const truth = run.bareStanding(r)
    if (!truth) return null
    take(run, truth.classId, 'B')
    run.page.lookAt(truth.box)
    run.page.dragOver(draggedOver(truth.box))
    await run.page.rest()
    return madeAt(run, truth.classId, truth.box, 'along')
  },

  async drawByClick(run, [r]) {
    const truth = run.bareStanding(r)
    // If people stand side by side, a single click may mean either.
    if (truth?.classId !== 'car') return null
    take(run, 'car', 'N')
    run.page.lookAt(truth.box)
    run.page.click(truth.box)
    await run.page.rest()
    return madeAt(run, 'car', truth.box, 'either')
  },

  async drawRectangle(run, [r]) {
    const truth = run.bareStanding(r)
    if (truth?.classId !== 'car') return null
    take(run, 'car', 'T')
    run.page.lookAt(truth.box)
    const { x, y } = run.page.at(truth.box)
    const reach = 2.6 * (run.page.at({ ...truth.box, x: truth.box.x + 1 }).x - x || 25)
    const half = Math.abs(reach)
    run.page.dragIn('main', { x: x - half, y: y - half }, { x: x + half, y: y + half })
    await run.page.rest()
    return madeAt(run, 'car', truth.box, 'either')
  },

  /** The next class and frame are chosen before the points have answered: neither is for the drawn object. */
  async drawAndGoOn(run, [r]) {
    const truth = run.bareStanding(r)
    if (!truth || run.frame === FRAMES - 1) return null
    take(run, truth.classId, 'B')
    run.page.lookAt(truth.box)
    const { frame } = run
    run.page.dragOver(draggedOver(truth.box))
    run.page.key('3', 'Right')
    await quietWorkers()
    await run.page.loaded()
    run.page.session.setFrame(frame)
    return madeAt(run, truth.classId, truth.box, 'along')
  },

  clickOnNothing: (run, r) => onNothing(run, r, ({ x, y }) => run.page.dragIn('main', { x, y }, { x, y })),

  tinyDrag: (run, r) => onNothing(run, r, ({ x, y }) => run.page.dragIn('main', { x, y }, { x: x + 1, y: y + 1 })),

  clickOnObject(run, [r, which]) {
    const chosen = run.choose(r)
    if (!chosen || !run.isAlone(chosen.id, chosen.box)) return null
    take(run, 'pedestrian', which < 0.5 ? 'B' : which < 0.8 ? 'T' : 'N')
    run.page.lookAt(chosen.box)
    run.page.click(chosen.box)
    if (!run.page.session.selection.has(chosen.id)) throw new Difference('a click with a tool selects nothing')
    return null
  },

  /** Drawn again in this frame: the box in other frames stays where it is. */
  async drawAgain(run, [r, nudged]) {
    const all = run.shown().filter(({ box, thing }) => run.truthOf(box)?.classId === thing.classId)
    const again = chosen(all, r)
    const truth = again && run.truthOf(again.box)
    if (!again || !truth || run.isFull || !run.isAlone(again.id, again.box)) return null
    if (nudged < 0) return null
    run.select(again)
    run.page.key('Shift+B')
    run.page.lookAt(again.box)
    run.page.dragOver(draggedOver(truth.boxes[run.frame]))
    await run.page.rest()
    const now = run.now()
    const after = now.get(again.id)
    const box = after?.keys.find(({ frame }) => frame === run.frame)?.box ?? after?.keys.find((key) => key.box)?.box
    run.assert(box !== null && box !== undefined, 'it is not there any more')
    isNearTruth(run, box!, truth.boxes[run.frame], 'along')
    if (!again.thing.stationary) othersStay(run, again.thing, after!)
    return run.adopted([again.id], now)
  },
}

/** Other keyframes stay on the ground; a frame that shows less of the object than they do does not change its size. */
function othersStay(run: CuboidRun, before: Thing, after: Thing): void {
  for (const key of before.keys) {
    if (!key.box || key.frame === run.frame) continue
    const box = after.keys.find(({ frame }) => frame === key.frame)?.box
    if (!box) throw new Difference(`frame ${key.frame} is gone`)
    const lifted = Math.abs(bottomOf(box) - bottomOf(key.box))
    run.assert(lifted < 0.15, `the bottom in frame ${key.frame} moved by ${lifted.toFixed(2)} m`)
    const isSeenWhole = run.truthOf(key.box, key.frame) !== null && key.frame < FRAMES - 1
    if (run.frame === FRAMES - 1 && isSeenWhole)
      run.assert(Math.abs(box.height - key.box.height) < 0.05, `the height in frame ${key.frame} is another one`)
  }
}
