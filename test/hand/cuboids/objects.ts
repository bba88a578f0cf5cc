import type { ShownSuggestion } from '../../../src/contract/assistants.ts'
import type { OpenSuggestion } from '../../../src/web/document/openSuggestions.ts'
import { dropSuggestions, takeSuggestions } from '../../../src/web/workbench/assistance/decideSuggestions.ts'
import { readSuggestions } from '../../../src/web/workbench/assistance/readSuggestions.ts'
import { Difference } from '../difference.ts'
import { chosen } from '../intentRun.ts'
import { apart, type Box, shownAt, type Thing } from './boxes.ts'
import type { CuboidActKind } from './cuboidActs.ts'
import type { CuboidDoing, CuboidRun } from './cuboidRun.ts'
import { CLASSES, FRAMES, STANDING } from './field.ts'

/** Acts on whole objects, and on suggestions of machines. */

const GAP_M = 0.5
const nothing = (): void => {}

/** Rows as the service has them: one a box, several of one object. */
function rowsFor(run: CuboidRun, r: readonly number[]): ShownSuggestion[] {
  const shown = [...run.things.values()]
  const free = STANDING.filter(({ boxes }) =>
    shown.every((thing) => boxes.every((box, frame) => farFrom(thing, box, frame))),
  )
  return [chosen(free, r[0]), chosen(free, r[1])].flatMap((one, i) => {
    const name = `proposed-${run.page.browser.newId()}`
    if (!one || (i === 1 && one === chosen(free, r[0]))) return []
    const frames = [0, 1, 2, 3, 4].filter((frame) => (r[2] * 97 + frame * 13 + i * 7) % 3 > 0.9)
    return frames.map((frame): ShownSuggestion => {
      const { x, y, z, yaw, length, width, height } = one.boxes[frame]
      return {
        suggestion_id: `${name}-${frame}`,
        assistant: 'tracker',
        verb: 'track',
        score: null,
        state: 'open',
        created_at: '',
        record: {
          _id: `${name}-r${frame}`,
          type: 'cuboid',
          track_id: name,
          frame_id: `f${frame}`,
          label: one.classId,
          source: 'machine',
          position: { x, y, z },
          heading: { w: Math.cos(yaw / 2), x: 0, y: 0, z: Math.sin(yaw / 2) },
          dimensions: { length, width, height },
        },
      }
    })
  })
}

function farFrom(thing: Thing, box: Box, frame: number): boolean {
  const { box: other } = shownAt(thing, frame)
  return !other || apart(other, box) > 3
}

function proposed(run: CuboidRun, r: readonly number[]): readonly OpenSuggestion[] {
  const { session } = run.page
  session.suggestions.setAll(readSuggestions(session, run.isFull ? [] : rowsFor(run, r)))
  return session.suggestions.all
}

export const OBJECTS: Partial<Record<CuboidActKind, CuboidDoing>> = {
  remove(run, [r]) {
    const one = run.isFull ? undefined : run.choose(r)
    if (!one) return null
    run.select(one)
    run.page.key('Delete')
    return run.without(one.id)
  },

  changeClass(run, [r, to]) {
    const one = run.isFull ? undefined : run.choose(r)
    if (!one) return null
    run.select(one)
    const { classId } = CLASSES[Math.floor(to * CLASSES.length)]
    run.page.key(String(CLASSES.findIndex((some) => some.classId === classId) + 1))
    const after = run.now().get(one.id)
    run.assert(after !== undefined, 'it is gone')
    // Attributes of other classes are left to what is there: they come back with the class.
    const { attributes, occlusion } = after!
    return run.with(one.id, { ...one.thing, classId, ...(classId !== one.thing.classId && { attributes, occlusion }) })
  },

  /** A digit that may be meant for an attribute changes no classes. */
  mixedDigit(run, [r, other, digit, focus]) {
    const all = run.shown()
    const a = chosen(all, r)
    const b = chosen(
      all.filter(({ thing }) => thing.classId !== a?.thing.classId),
      other,
    )
    if (!a || !b || run.isFull) return null
    run.page.key('Esc', 'Esc', 'E')
    run.page.session.select([a.id, b.id])
    const number = 1 + Math.floor(digit * 3)
    if (focus < 0.5) return run.refuses('a digit for objects of two classes', () => run.page.key(String(number)))
    run.page.key('F2')
    const before = run.lastSaid
    run.page.key(String(number))
    const now = run.now()
    const isShared = [a, b].every(({ thing }) => thing.classId !== 'cone')
    if (!isShared) {
      run.assert(run.lastSaid > before, 'there is no attribute to answer, and nothing says so')
      return null
    }
    const value = ['none', 'half', 'most'][number - 1]
    for (const { id, thing } of [a, b]) {
      const after = now.get(id)
      if (after?.classId !== thing.classId) throw new Difference('the digit changed the class')
      run.assert(after.occlusion[run.frame] === value, `its occlusion is ${after.occlusion[run.frame]}`)
    }
    return run.adopted([a.id, b.id], now)
  },

  /** F2 and a digit answer the first attribute without a value. */
  answer(run, [r, digit]) {
    const one = run.isFull ? undefined : run.choose(r)
    if (!one) return null
    run.select(one)
    const number = 1 + Math.floor(digit * 3)
    const { frame } = run
    const before = run.lastSaid
    run.page.key('F2', String(number))
    const { classId, attributes, occlusion } = one.thing
    const said = () => {
      run.assert(run.lastSaid > before, 'nothing was answered, and nothing was said')
      return null
    }
    if (classId === 'cone') return said()
    const isOfObject = classId === 'car' && (attributes.state === undefined || occlusion[frame] !== null)
    if (isOfObject) {
      const value = ['parked', 'moving'][number - 1]
      return value ? run.with(one.id, { ...one.thing, attributes: { ...attributes, state: value } }) : said()
    }
    const value = ['none', 'half', 'most'][number - 1]
    const after = run.now().get(one.id)
    run.assert(after?.occlusion[frame] === value, `the occlusion is ${after?.occlusion[frame]}`)
    const isKept = occlusion.slice(0, frame).every((was, at) => was === after?.occlusion[at])
    run.assert(isKept, 'earlier frames were answered too')
    return run.with(one.id, { ...one.thing, occlusion: after!.occlusion })
  },

  duplicate(run, [r]) {
    const one = run.isFull ? undefined : run.choose(r)
    if (!one) return null
    run.select(one)
    run.page.key('Ctrl+D')
    const now = run.now()
    const [id, ...others] = run.made(now)
    run.assert(id !== undefined && others.length === 0, 'there is no single copy')
    const copy = now.get(id)!
    const { box } = shownAt(copy, run.frame)
    run.assert(copy.classId === one.thing.classId && box !== null, 'it is something else')
    const away = apart(one.box, box!) - one.box.width - GAP_M
    run.assert(Math.abs(away) < 0.01, `it is ${away.toFixed(2)} m from where it should be`)
    run.assert(Math.abs(box!.length - one.box.length) < 1e-6, 'it has another size')
    return run.adopted([...run.things.keys(), id], now)
  },

  /** Every object is in every frame in which it was proposed. */
  suggestions(run, r) {
    const all = proposed(run, r)
    if (all.length === 0) return null
    const wanted = new Map<string, Set<number>>()
    for (const { id } of all) {
      const [, name, frame] = /^(.*)-(\d)$/.exec(id) ?? []
      wanted.set(name, (wanted.get(name) ?? new Set()).add(Number(frame)))
    }
    takeSuggestions(run.page.session, all, nothing)
    const now = run.now()
    for (const [name, frames] of wanted) {
      const thing = now.get(name)
      for (let frame = 0; frame < FRAMES; frame++) {
        const isIn = thing !== undefined && shownAt(thing, frame).box !== null
        if (isIn !== frames.has(frame))
          throw new Difference(`${name} is ${isIn ? '' : 'not '}in frame ${frame}, proposed in ${[...frames]}`)
      }
    }
    return run.adopted([...run.things.keys(), ...wanted.keys()], now)
  },

  dismiss(run, r) {
    const all = proposed(run, r)
    dropSuggestions(run.page.session, all, nothing)
    run.page.session.suggestions.setAll([])
    return null
  },

  /** A lane line next to and under an object: it stays on the ground. */
  line(run, [r]) {
    const standing = run.isFull ? undefined : chosen(STANDING, r)
    if (!standing) return null
    const box = standing.boxes[run.frame]
    run.page.key('Esc', 'Esc', '3', 'Shift+L')
    run.page.lookAt(box)
    const side = (along: number, aside: number) => ({
      x: box.x + along * Math.cos(box.yaw) - aside * Math.sin(box.yaw),
      y: box.y + along * Math.sin(box.yaw) + aside * Math.cos(box.yaw),
      z: 0,
    })
    for (const at of [side(-3, 1.6), side(0, 0.4), side(3, 1.6)]) run.page.click(at)
    run.page.key('Enter')
    const now = run.now()
    const [id, ...others] = run.made(now)
    run.assert(id !== undefined && others.length === 0, 'there is no line')
    const heights = [...(now.get(id)?.line ?? '').matchAll(/"z":(-?[\d.e-]+)/g)].map(([, z]) => Number(z))
    run.assert(heights.length === 3, `it has ${heights.length} points`)
    for (const z of heights) run.assert(Math.abs(z) < 0.35, `a point of it is ${z.toFixed(2)} m over the ground`)
    return run.adopted([...run.things.keys(), id], now)
  },

  cameraBox(run, [r]) {
    const one = run.isFull || run.operation === 'cuboid3d' ? undefined : run.choose(r)
    if (!one) return null
    run.select(one)
    run.page.desk.editor.setView({ cameraId: 'front' })
    const { frame } = run
    run.page.key('L')
    const now = run.now()
    const after = now.get(one.id)
    if (after?.camera[frame] === one.thing.camera[frame]) return null
    const isElsewhereSame = one.thing.camera.every((was, at) => at === frame || was === after?.camera[at])
    run.assert(isElsewhereSame, 'the box on the camera changed in other frames')
    return run.with(one.id, { ...one.thing, camera: after!.camera })
  },
}
