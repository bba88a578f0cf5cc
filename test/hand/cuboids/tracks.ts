import { Difference } from '../difference.ts'
import { chosen } from '../intentRun.ts'
import { apart, type Box, isSameBox, type Meant, put, type Shown, shownAt, shownOf, type Thing, turn } from './boxes.ts'
import type { CuboidActKind } from './cuboidActs.ts'
import type { CuboidDoing, CuboidRun } from './cuboidRun.ts'
import { FRAMES } from './field.ts'

/** Acts on an object over the frames. */

/** The intended result is impossible. */
const IMPOSSIBLE: Meant = new Map([['what cannot be', {} as Thing]])

const isThere = (thing: Thing): boolean => shownOf(thing, FRAMES).some(({ box }) => box)

function selected(run: CuboidRun, r: number) {
  const one = run.isFull ? undefined : run.choose(r)
  if (one) run.select(one)
  return one
}

/** Every frame shows this; which frames are held is left open. */
function showing(run: CuboidRun, id: string, wanted: readonly Shown[], now = run.now()): void {
  const thing = now.get(id)
  for (const [frame, { box }] of wanted.entries()) {
    const found = thing ? shownAt(thing, frame).box : null
    if (!isSameBox(box, found)) throw new Difference(`frame ${frame} shows something else`)
  }
}

async function propagate(run: CuboidRun, r: number, direction: 1 | -1): Promise<Meant | null> {
  const one = selected(run, r)
  if (!one) return null
  const { frame } = run
  const before = run.lastSaid
  run.page.key(direction > 0 ? 'Ctrl+Right' : 'Ctrl+Left')
  await run.page.rest()
  run.assert(run.lastSaid > before, 'nothing says how far it was taken along')
  const now = run.now()
  const after = now.get(one.id)
  run.assert(after !== undefined, 'it is gone')
  for (let at = 0; at < FRAMES; at++) {
    const isOnTheWay = (at - frame) * direction > 0
    const [was, is] = [one.thing, after!].map(({ keys }) => keys.find((key) => key.frame === at))
    if (was?.box && (!isOnTheWay || was.byHand))
      run.assert(isSameBox(was.box, is?.box ?? null), `frame ${at} was changed`)
    if (isOnTheWay && is?.box && is.placed && !was && !one.thing.stationary) onItsPoints(run, one, is.box, at)
    if (isOnTheWay && is?.placed && !was) alikeInFrame(run, after!, frame, at)
  }
  return run.adopted([one.id], now)
}

/** An object that was on its points is found on them. */
function onItsPoints(run: CuboidRun, { box }: { box: Box }, found: Box, frame: number): void {
  const truth = run.truthOf(box)
  // People side by side may be mistaken for each other.
  if (truth?.classId !== 'car' || apart(truth.boxes[run.frame], box) > 0.3) return
  if (Math.abs(turn(box.yaw, truth.boxes[run.frame].yaw)) > 0.3) return
  const off = apart(truth.boxes[frame], found)
  run.assert(off < 0.8, `in frame ${frame} it is ${off.toFixed(2)} m beside its points`)
}

/** In its new frame it is as covered as in the old one, unless a person has said otherwise. */
function alikeInFrame(run: CuboidRun, { occlusion }: Thing, from: number, to: number): void {
  if (occlusion[from] === null) return
  run.assert(occlusion[to] !== null, `in frame ${to} its occlusion is open again`)
}

export const TRACKS: Partial<Record<CuboidActKind, CuboidDoing>> = {
  keyframe(run, [r]) {
    const one = selected(run, r)
    if (!one) return null
    const { frame } = run
    const { thing } = one
    run.page.key('K')
    const key = thing.keys.find((some) => some.frame === frame)
    const keys = key?.placed || key?.box ? thing.keys.filter((some) => some !== key) : null
    if (!keys)
      return run.with(one.id, { ...thing, keys: put(thing.keys, { frame, box: one.box, placed: true, byHand: true }) })
    const left = { ...thing, keys }
    // A computed key becomes one that a person set.
    const now = run.now().get(one.id)
    const isKept = now?.keys.some((some) => some.frame === frame && some.placed)
    if (!key?.placed && isKept)
      return run.with(one.id, { ...thing, keys: put(thing.keys, { frame, box: one.box, placed: true, byHand: true }) })
    return isThere(left) ? run.with(one.id, left) : IMPOSSIBLE
  },

  /** Absent from this frame on; before it everything stays as it was. */
  end(run, [r]) {
    const one = selected(run, r)
    if (!one) return null
    const { frame } = run
    run.page.key('O')
    const before = shownOf(one.thing, FRAMES)
    if (before.slice(0, frame).every(({ box }) => !box)) return IMPOSSIBLE
    const now = run.now()
    showing(
      run,
      one.id,
      before.map((shown, at) => (at < frame ? shown : { box: null })),
      now,
    )
    return run.adopted([one.id], now)
  },

  stationary(run, [r]) {
    const one = selected(run, r)
    if (!one) return null
    run.page.key('Y')
    const now = run.now()
    const after = now.get(one.id)
    run.assert(after?.stationary === !one.thing.stationary, 'it is not the other way now')
    const wanted = shownOf(one.thing, FRAMES).map(({ box }) => ({ box: box && one.box }))
    showing(run, one.id, wanted, now)
    return run.adopted([one.id], now)
  },

  propagate: (run, [r]) => propagate(run, r, 1),

  propagateBack: (run, [r]) => propagate(run, r, -1),

  split(run, [r]) {
    const one = selected(run, r)
    if (!one) return null
    const { frame } = run
    run.page.key('/')
    const shown = shownOf(one.thing, FRAMES)
    const halves = [shown.slice(0, frame), shown.slice(frame)]
    if (halves.some((half) => half.every(({ box }) => !box))) return IMPOSSIBLE
    const now = run.now()
    const [later] = run.made(now)
    run.assert(later !== undefined, 'there is no other half')
    const nothing = { box: null }
    showing(
      run,
      one.id,
      shown.map((some, at) => (at < frame ? some : nothing)),
      now,
    )
    showing(
      run,
      later,
      shown.map((some, at) => (at < frame ? nothing : some)),
      now,
    )
    const { selection } = run.page.session
    run.assert(selection.size === 1 && selection.has(later), 'the half on the screen is not selected')
    return run.adopted([one.id, later], now)
  },

  /** Merges objects of one class that share no frame: then every frame shows what one of them showed. */
  merge(run, [r, other, how]) {
    const boxes = [...run.things].filter(([, thing]) => thing.keys.length > 0)
    const a = chosen(boxes, r)
    // Often chooses two that can be one.
    const fitting = boxes.filter(([id, thing]) => a && id !== a[0] && !whyNot(a[1], thing))
    const b = chosen(how < 0.6 && fitting.length > 0 ? fitting : boxes, other)
    if (!a || !b || a[0] === b[0] || run.isFull) return null
    // Selected in the list: objects can be chosen there without being in this frame.
    run.page.session.select([a[0], b[0]])
    run.page.key('Shift+M')
    if (whyNot(a[1], b[1])) return IMPOSSIBLE
    const now = run.now()
    const left = [a[0], b[0]].filter((id) => now.has(id))
    run.assert(left.length === 1, 'two that can be one are not')
    const kept = now.get(left[0])!
    for (let frame = 0; frame < FRAMES; frame++) {
      const seen = [a[1], b[1]].flatMap((thing) => (isSeen(thing, frame) ? [shownAt(thing, frame).box] : []))
      if (seen.length > 0 && !isSameBox(seen[0], shownAt(kept, frame).box))
        throw new Difference(`the merged object shows something else in frame ${frame}`)
    }
    return new Map([...run.without(a[0], b[0]), [left[0], kept]])
  },

  /** Absent from this frame only. */
  removeHere(run, [r]) {
    const one = selected(run, r)
    if (!one) return null
    const { frame } = run
    run.page.key('Shift+Delete')
    const wanted = shownOf(one.thing, FRAMES).map((shown, at) => (at === frame ? { box: null } : shown))
    const now = run.now()
    if (wanted.every(({ box }) => !box)) return run.without(one.id)
    showing(run, one.id, wanted, now)
    return run.adopted([one.id], now)
  },

  removeOnward(run, [r]) {
    const one = selected(run, r)
    if (!one) return null
    const { frame } = run
    run.page.key('Ctrl+Delete')
    const wanted = shownOf(one.thing, FRAMES).map((shown, at) => (at >= frame ? { box: null } : shown))
    const now = run.now()
    if (wanted.every(({ box }) => !box)) return run.without(one.id)
    showing(run, one.id, wanted, now)
    return run.adopted([one.id], now)
  },
}

/** Present, and not only because it stays after its last keyframe. */
function isSeen(thing: Thing, frame: number): boolean {
  const last = thing.keys.at(-1)?.frame ?? -1
  return frame <= last && shownAt(thing, frame).box !== null
}

function whyNot(a: Thing, b: Thing): string | null {
  if (a.classId !== b.classId) return 'class'
  return Array.from({ length: FRAMES }, (_, frame) => frame).some((frame) => isSeen(a, frame) && isSeen(b, frame))
    ? 'both seen'
    : null
}
