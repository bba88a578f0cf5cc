import { chosen } from '../intentRun.ts'
import { type Box, isOfOneSize, isSameBox, type Meant, placedAt, type Thing, turn } from './boxes.ts'
import type { CuboidActKind } from './cuboidActs.ts'
import type { CuboidDoing, CuboidRun } from './cuboidRun.ts'

/** Boxes that are moved, turned and resized by keys and in the small views. */

const SMALL_M = 0.05
const LARGE_M = 0.5
const DEGREE = Math.PI / 180

/** Along the box's own axes: ahead, to its left, up, counter-clockwise. */
const KEYS: Readonly<Record<string, readonly [ahead: number, left: number, up: number, turn: number]>> = {
  W: [1, 0, 0, 0],
  S: [-1, 0, 0, 0],
  A: [0, 1, 0, 0],
  D: [0, -1, 0, 0],
  R: [0, 0, 1, 0],
  F: [0, 0, -1, 0],
  Z: [0, 0, 0, 1],
  X: [0, 0, 0, -1],
}
const NAMES = Object.keys(KEYS)
/** In videos these go from frame to frame: their first use says that here they do not. */
const OF_FRAMES = new Set(['D', 'F'])
const TOLD = new WeakSet<object>()

function pushed(box: Box, key: string, isLarge: boolean, times: number): Box {
  const [ahead, left, up, turned] = KEYS[key]
  const step = (isLarge ? LARGE_M : SMALL_M) * times
  const cos = Math.cos(box.yaw)
  const sin = Math.sin(box.yaw)
  return {
    ...box,
    x: box.x + (ahead * cos - left * sin) * step,
    y: box.y + (ahead * sin + left * cos) * step,
    z: box.z + up * step,
    yaw: box.yaw + turned * (isLarge ? 45 : 1) * DEGREE * times,
  }
}

interface Editable {
  id: string
  thing: Thing
  box: Box
}

/** Something in this frame that is selected and may be changed; undefined: there is none. */
function editable(run: CuboidRun, r: number): Editable | undefined {
  const all = run.shown().filter(({ thing }) => isOfOneSize(thing))
  const one = run.isFull ? undefined : chosen(all, r)
  if (one) run.select(one)
  return one
}

const placed = (run: CuboidRun, { id, thing }: Editable, box: Box): Meant =>
  run.with(id, placedAt(thing, run.frame, box))

function boxNow(run: CuboidRun, { id }: Editable): Box | null {
  const thing = run.now().get(id)
  const key = thing?.stationary ? thing.keys.find((one) => one.box) : thing?.keys.find((one) => one.frame === run.frame)
  return key?.box ?? null
}

function nudge(run: CuboidRun, r: readonly number[], times: number): Meant | null {
  const one = editable(run, r[0])
  if (!one) return null
  const key = NAMES[Math.floor(r[1] * NAMES.length)]
  const isLarge = r[2] < 0.3
  const before = run.lastSaid
  const { session, desk } = run.page
  desk.hold(isLarge ? `Shift+${key}` : key, times)
  if (OF_FRAMES.has(key) && !TOLD.has(session)) {
    run.assert(run.lastSaid > before, `${key} moved the box, and nothing said that it changes no frame`)
    TOLD.add(session)
  }
  return placed(run, one, pushed(one.box, key, isLarge, times))
}

export const EDITING: Partial<Record<CuboidActKind, CuboidDoing>> = {
  nudge: (run, r) => nudge(run, r, 1),

  holdKey: (run, r) => nudge(run, r, 2 + Math.floor(r[3] * 5)),

  flip(run, [r]) {
    const one = editable(run, r)
    if (!one) return null
    run.page.key('Shift+C')
    return placed(run, one, { ...one.box, yaw: one.box.yaw + Math.PI })
  },

  /** One side is pulled out: the other one stays. */
  dragSide(run, [r, by]) {
    const one = editable(run, r)
    if (!one) return null
    const { desk } = run.page
    const scale = desk.metresPerPx('rear')
    const middle = desk.middleOf('rear')
    const pulledPx = 6 + Math.round(by * 14)
    const side = { x: middle.x + one.box.width / 2 / scale, y: middle.y }
    run.page.dragIn('rear', side, { x: side.x + pulledPx, y: side.y })
    const wider = pulledPx * scale
    // Seen from behind the right of the screen is the right of the object.
    const [x, y] = [one.box.x + (wider / 2) * Math.sin(one.box.yaw), one.box.y - (wider / 2) * Math.cos(one.box.yaw)]
    return placed(run, one, { ...one.box, x, y, width: one.box.width + wider })
  },

  dragInside(run, [r, by]) {
    const one = editable(run, r)
    if (!one) return null
    const { desk } = run.page
    const middle = desk.middleOf('top')
    const pulledPx = 5 + Math.round(by * 12)
    const ahead = pulledPx * desk.metresPerPx('top')
    run.page.dragIn('top', middle, { x: middle.x, y: middle.y - pulledPx })
    const [x, y] = [one.box.x + ahead * Math.cos(one.box.yaw), one.box.y + ahead * Math.sin(one.box.yaw)]
    return placed(run, one, { ...one.box, x, y })
  },

  dragKnob(run, [r]) {
    const one = editable(run, r)
    if (!one) return null
    const { desk } = run.page
    const middle = desk.middleOf('top')
    const reach = one.box.length / 2 / desk.metresPerPx('top') + 18
    run.page.dragIn('top', { x: middle.x, y: middle.y - reach }, { x: middle.x - reach, y: middle.y })
    const after = boxNow(run, one)
    run.assert(after !== null, 'it is not there any more')
    const by = turn(one.box.yaw, after!.yaw)
    run.assert(Math.abs(by - Math.PI / 2) < 0.03, `it turned by ${((by * 180) / Math.PI).toFixed(0)}°`)
    return placed(run, one, { ...one.box, yaw: after!.yaw })
  },

  /** What the points say of it: it stays where it is, and nothing else changes. */
  async refit(run, [r, which]) {
    const one = editable(run, r)
    if (!one) return null
    run.page.key(['Q', 'Shift+Q', 'Shift+P', 'Shift+E'][Math.floor(which * 4)])
    await run.page.rest()
    const after = boxNow(run, one)
    if (!after || isSameBox(after, one.box)) return null
    const off = Math.hypot(after.x - one.box.x, after.y - one.box.y)
    run.assert(off < 3.2, `it went ${off.toFixed(2)} m away`)
    return run.adopted([one.id])
  },
}
