import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ViewedScene } from '../../../../test/web/desk/viewedScene.ts'
import type { Cuboid } from '../../../geometry/cuboid.ts'
import { quaternionFromYaw } from '../../../geometry/quaternion.ts'
import type { Vec3 } from '../../../geometry/vec3.ts'
import type { LegendEntry } from '../../../model/document/document.ts'
import { orbitViewCamera } from '../../view3d/orbit.ts'
import { type ScreenPoint, screenOf } from '../../view3d/viewCamera.ts'
import { knobsOf } from './box/boxGrip.ts'
import { type LabelFilters, NO_FILTERS, pickRules, type StrokePurpose } from './labelFilters.ts'
import type { PointGesture, PointHost } from './pointHost.ts'
import { PointMachine } from './pointMachine.ts'
import { PointStroke } from './pointStroke.ts'
import { TestPicker } from './testPicker.ts'

const SIZE = { widthPx: 400, heightPx: 400 }

/** 5 × 5 points on the ground a metre apart, seen from above, and what became of them. */
class Person extends ViewedScene implements PointHost {
  brushRadiusPx = 12
  box: Cuboid | null = null
  gesture: PointGesture | null = null
  filters: LabelFilters = NO_FILTERS
  entries: (LegendEntry | null)[] = [null]
  readonly points: Vec3[] = Array.from({ length: 25 }, (_, i) => ({ x: (i % 5) - 2, y: Math.floor(i / 5) - 2, z: 0 }))
  readonly labels = new Uint32Array(25)
  readonly done: { erases: boolean; indices: number[] }[] = []
  readonly chosen: ScreenPoint[] = []
  readonly boxed: { x: number; y: number }[][] = []
  readonly grown: ScreenPoint[] = []
  found: number[] = []
  working: Promise<unknown> = Promise.resolve()
  readonly picker = new TestPicker(this.points, this.labels)
  readonly tool: PointMachine

  constructor() {
    super('brush', 10)
    this.tool = new PointMachine(this)
  }

  viewCameraOf = () => orbitViewCamera(this.orbit, SIZE)
  beginStroke = (_: string, erases: boolean) => this.stroke(erases)
  panImage(): void {}
  zoomImage(): void {}
  setCursor(): void {}
  hover(): void {}

  setBrushRadius(radiusPx: number): void {
    this.brushRadiusPx = radiusPx
  }

  setGesture(gesture: PointGesture | null): void {
    this.gesture = gesture
  }

  choose(_: string, at: ScreenPoint): void {
    this.chosen.push(at)
  }

  setBox(box: Cuboid | null): void {
    this.box = box
  }

  growSurface(_: string, at: ScreenPoint): void {
    this.grown.push(at)
  }

  boxAround(corners: readonly { x: number; y: number }[]): void {
    this.boxed.push([...corners])
  }

  stroke(erases: boolean) {
    const purpose: StrokePurpose = erases ? { kind: 'erase' } : { kind: 'label', entryId: null }
    const stroke = new PointStroke({
      picker: this.picker,
      surface: { kind: 'view', viewCamera: orbitViewCamera(this.orbit, SIZE), pointSizePx: 2 },
      rules: () => pickRules(this.filters, purpose, this.entries, 'brush', { x: 0, y: 0, z: 0 }),
      after: this.working,
      onFound: (indices) => {
        this.found = [...indices]
      },
    })
    return {
      brush: (from: ScreenPoint, to: ScreenPoint) => stroke.brush(from, to, this.brushRadiusPx),
      outline: (corners: readonly ScreenPoint[]) => stroke.outline(corners),
      finish: () => {
        this.working = stroke.finish().then((indices) => this.done.push({ erases, indices: [...indices] }))
      },
      drop: () => stroke.drop(),
    }
  }

  at(x: number, y: number): ScreenPoint {
    return screenOf(orbitViewCamera(this.orbit, SIZE), { x, y, z: 0 })!
  }

  event(x: number, y: number, more: object = {}) {
    const keys = { shift: false, ctrl: false, alt: false }
    return { view: 'main', button: 'left' as const, ...keys, ...this.at(x, y), ...more }
  }

  /** From place to place with the button down. */
  drag(places: readonly (readonly [number, number])[], more: object = {}) {
    this.tool.pointerDown(this.event(...places[0], more))
    for (const place of places.slice(1)) this.tool.pointerMove(this.event(...place, more))
    this.tool.pointerUp(this.event(...places[places.length - 1], more))
  }

  click(x: number, y: number) {
    this.drag([[x, y]])
  }
}

/** Number of the point at a place. */
const n = (x: number, y: number) => (y + 2) * 5 + x + 2
const row = (y: number) => [-2, -1, 0, 1, 2].map((x) => n(x, y))

describe('tools', () => {
  it('brush: what the way touches, once each and in order', async () => {
    const person = new Person()
    person.drag([
      [2, 0],
      [0, 0],
      [-2, 0],
      [0, 0],
    ])
    await person.working
    assert.deepEqual(person.done, [{ erases: false, indices: row(0) }])
    assert.equal(person.gesture?.kind, 'brush')
  })

  it('lasso and rectangle take the points inside; a press without movement takes nothing', async () => {
    const person = new Person()
    person.activeTool = 'lasso'
    person.drag([
      [-0.5, -0.5],
      [1.5, -0.5],
      [1.5, 1.5],
      [-0.5, 1.5],
    ])
    await person.working
    assert.deepEqual(person.done[0].indices, [n(0, 0), n(1, 0), n(0, 1), n(1, 1)])
    person.activeTool = 'rectangle'
    person.drag([
      [-2.5, -2.5],
      [2.5, -1.5],
    ])
    await person.working
    assert.deepEqual(person.done[1].indices, row(-2))
    person.click(0, 0)
    await person.working
    assert.equal(person.done.length, 2)
    assert.deepEqual(person.found, [])
  })

  it('polygon: clicks, Backspace takes the last back, Enter or the first corner closes, Escape drops', async () => {
    const person = new Person()
    person.activeTool = 'polygon'
    for (const [x, y] of [
      [-2.5, 1.5],
      [2.5, 1.5],
      [0, 0],
    ] as const)
      person.click(x, y)
    assert.equal(person.tool.stepBack(), true)
    person.click(2.5, 2.5)
    person.click(-2.5, 2.5)
    assert.equal(person.tool.complete(), true)
    await person.working
    assert.deepEqual(person.done[0].indices, row(2))
    assert.equal(person.tool.complete(), false, 'nothing is left to close')
    for (const [x, y] of [
      [-2.5, -2.5],
      [2.5, -2.5],
      [2.5, -1.5],
      [-2.5, -1.5],
      [-2.5, -2.5],
    ] as const)
      person.click(x, y)
    await person.working
    assert.deepEqual(person.done[1].indices, row(-2))
    person.click(0, 0)
    assert.equal(person.tool.cancel(), true)
    assert.deepEqual([person.gesture, person.done.length], [null, 2])
  })

  it('the view stays still while corners are set', () => {
    const person = new Person()
    person.activeTool = 'polygon'
    person.click(0, 0)
    const before = person.orbit
    person.tool.wheel({ ...person.event(1, 1), deltaY: 100 })
    person.drag(
      [
        [0, 0],
        [1, 1],
      ],
      { button: 'right' },
    )
    assert.equal(person.orbit, before)
  })

  it('Ctrl erases with any shape, as the eraser does', async () => {
    const person = new Person()
    person.entries = [null, { id: 'a', labelKey: 1, classId: 'road', instance: null, color: null }]
    person.labels[n(0, 0)] = 1
    person.drag([[0, 0]], { ctrl: true })
    await person.working
    person.activeTool = 'eraser'
    person.drag([
      [-2, 0],
      [2, 0],
    ])
    await person.working
    assert.deepEqual(person.done, [
      { erases: true, indices: [n(0, 0)] },
      { erases: true, indices: [n(0, 0)] },
    ])
  })

  it('how a key changes the next press is shown before the pointer moves, and nothing once it has left', () => {
    const person = new Person()
    const at = { view: 'main', x: 40, y: 50, button: 'left', shift: false, ctrl: false, alt: false } as const
    const erases = () => person.gesture?.erases
    person.tool.hold({ ctrl: true, alt: false })
    assert.equal(erases(), undefined, 'the place of the pointer is unknown')
    person.tool.pointerMove(at)
    person.tool.hold({ ctrl: true, alt: false })
    assert.equal(erases(), true)
    person.tool.hold({ ctrl: false, alt: true })
    assert.equal(erases(), undefined, 'with Alt a press looks around')
    person.tool.hold({ ctrl: false, alt: false })
    assert.equal(erases(), false)
    person.tool.leave('main')
    assert.equal(erases(), undefined)
    person.tool.hold({ ctrl: true, alt: false })
    assert.equal(erases(), undefined)
  })

  it('surface: a press asks for the surface there; with Alt it looks around', () => {
    const person = new Person()
    person.activeTool = 'surface'
    person.tool.follow()
    person.click(1, 1)
    person.drag([[0, 0]], { alt: true })
    const { x, y } = person.at(1, 1)
    assert.deepEqual(
      person.grown.map((at) => [at.x, at.y]),
      [[x, y]],
    )
  })

  it('Escape drops a stroke, and the next one starts clean', async () => {
    const person = new Person()
    person.tool.pointerDown(person.event(0, 0))
    person.tool.pointerMove(person.event(1, 0))
    person.tool.cancel()
    await person.working
    assert.deepEqual(person.found, [])
    person.click(2, 2)
    await person.working
    assert.deepEqual(person.done, [{ erases: false, indices: [n(2, 2)] }])
  })

  it('a stroke waits for the one before, as it may take what that one labelled', async () => {
    const person = new Person()
    person.filters = { ...NO_FILTERS, onlyUnlabelled: true }
    person.entries = [null, { id: 'a', labelKey: 1, classId: 'road', instance: null, color: null }]
    person.click(0, 0)
    const first = person.working.then(() => {
      person.labels[n(0, 0)] = 1
    })
    person.working = first
    person.drag([
      [-1, 0],
      [1, 0],
    ])
    await person.working
    assert.deepEqual(person.done[1].indices, [n(-1, 0), n(1, 0)])
  })

  it('cuboid: a drag gives the corners on the ground; its knobs pull one side, its inside moves it', () => {
    const person = new Person()
    person.activeTool = 'cuboid'
    person.drag([
      [1, 1],
      [-1, -0.5],
    ])
    const [[a, , c]] = person.boxed
    assert.ok(Math.abs(a.x - 1) + Math.abs(a.y - 1) + Math.abs(c.x + 1) + Math.abs(c.y + 0.5) < 1e-6)
    person.box = {
      position: { x: 0, y: 0, z: 1 },
      heading: quaternionFromYaw(0.3),
      dimensions: { length: 2, width: 1, height: 2 },
    }
    const knobs = knobsOf(person.box, orbitViewCamera(person.orbit, SIZE))
    assert.equal(knobs.length, 4, 'from above roof and floor cannot be pulled')
    const front = knobs.find(({ side }) => side.axis === 'x' && side.sign === 1)!
    const ahead = { x: Math.cos(0.3) * 2, y: Math.sin(0.3) * 2 }
    person.tool.pointerDown({ ...person.event(0, 0), ...front.at })
    const to = person.at(ahead.x, ahead.y)
    person.tool.pointerMove({ ...person.event(0, 0), ...to })
    person.tool.pointerUp({ ...person.event(0, 0), ...to })
    assert.ok(Math.abs(person.box.dimensions.length - 3) < 1e-6)
    const before = person.box.position
    person.drag([
      [0.2, 0],
      [0.2, 0.5],
    ])
    assert.ok(Math.abs(person.box.position.y - before.y - 0.5) < 1e-6)
  })

  it('in a read-only job a person selects and turns, with any tool', () => {
    const person = new Person()
    person.canEdit = false
    person.click(0, 0)
    person.drag([
      [0, 0],
      [1, 1],
    ])
    assert.equal(person.chosen.length, 1)
    assert.notDeepEqual(person.orbit.target, { x: 0, y: 0, z: 0 })
    assert.deepEqual(person.picker.asked, [])
  })

  it('Shift and the wheel make the brush larger, the wheel alone comes nearer', () => {
    const person = new Person()
    person.tool.wheel({ ...person.event(0, 0), deltaY: -100, shift: true })
    assert.ok(person.brushRadiusPx > 12)
    assert.equal(person.orbit.distanceM, 10)
    person.tool.wheel({ ...person.event(0, 0), deltaY: -100 })
    assert.ok(person.orbit.distanceM < 10)
  })
})
