import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ViewedScene } from '../../../../../test/web/desk/viewedScene.ts'
import { add, dot, scale, subtract, type Vec3 } from '../../../../geometry/vec3.ts'
import type { SpaceShape } from '../../../../model/document/shape.ts'
import { boxViewViewCamera } from '../../../view3d/boxView.ts'
import { orbitViewCamera } from '../../../view3d/orbit.ts'
import { screenOf, type ViewCamera } from '../../../view3d/viewCamera.ts'
import type { CuboidHost, ViewName, ViewPointer } from '../cuboidHost.ts'
import { CuboidMachine } from '../cuboidMachine.ts'
import { seenPoint, seenSegment } from './pickSpace.ts'
import { TestSpaces } from './testSpaces.ts'

const SIZE = { widthPx: 400, heightPx: 300 }
const [A, B, C]: Vec3[] = [
  { x: -6, y: 2, z: 0 },
  { x: 0, y: 2, z: 0 },
  { x: 6, y: -1, z: 0 },
]
const AROUND = {
  position: B,
  heading: { w: 1, x: 0, y: 0, z: 0 },
  dimensions: { length: 4, width: 4, height: 4 },
}

/** A person at the tools, over flat ground. */
class Person extends ViewedScene implements CuboidHost {
  readonly space = new TestSpaces()
  readonly tool: CuboidMachine

  constructor(tool: string) {
    super(tool, 40)
    this.tool = new CuboidMachine(this)
  }

  boxes = () => []
  selectedBox = () => null
  hover(): void {}
  refuse(): void {}
  zoomBoxViews(): void {}
  slideBoxView(): void {}
  preview(): void {}
  place(): void {}
  setGesture(): void {}
  make(): void {}
  askFit(): void {}
  previewFit(): void {}
  holdViews(): void {}
  snapSide(): void {}
  setCursor(): void {}
  setHandle(): void {}

  select(trackId: string | null): void {
    this.space.selectedId = trackId
  }

  viewCameraOf(view: ViewName): ViewCamera {
    return view === 'main' ? orbitViewCamera(this.orbit, SIZE) : boxViewViewCamera(AROUND, view, SIZE)
  }

  over(place: Vec3, given: Partial<ViewPointer> = {}): ViewPointer {
    const at = screenOf(this.viewCameraOf(given.view ?? 'main'), place)
    assert.ok(at)
    return { view: 'main', x: at.x, y: at.y, button: 'left', shift: false, ctrl: false, alt: false, ...given }
  }

  click(place: Vec3, given: Partial<ViewPointer> = {}): void {
    this.tool.pointerDown(this.over(place, given))
    this.tool.pointerUp(this.over(place, given))
  }

  drag(from: Vec3, to: Vec3, given: Partial<ViewPointer> = {}): void {
    this.tool.pointerDown(this.over(from, given))
    this.tool.pointerMove(this.over(to, given))
    this.tool.pointerUp(this.over(to, given))
  }

  get points(): number[][] {
    return (this.space.selected()?.shape.points ?? []).map(({ x, y, z }) =>
      [x, y, z].map((m) => Math.round(m * 10) / 10),
    )
  }
}

const rounded = (...points: Vec3[]) => points.map(({ x, y, z }) => [x, y, z])
const LANE: SpaceShape = { type: 'polyline3d', points: [A, B, C] }

function withLane(): Person {
  const person = new Person('select')
  person.space.objects.set('lane', LANE)
  person.click({ x: 3, y: 0.5, z: 0 })
  assert.equal(person.space.selectedId, 'lane', 'a click on the line selects it')
  return person
}

test('clicks set the points of a line; Backspace takes one back, Enter ends it', () => {
  const person = new Person('polyline3d')
  for (const place of [A, C, B]) person.click(place)
  assert.equal(person.tool.stepBack(), true)
  person.tool.pointerMove(person.over(B))
  assert.equal(person.space.drawing?.points.length, 2)
  assert.equal(person.tool.complete(), true)
  assert.deepEqual(person.points, rounded(A, C))
  assert.equal(person.space.drawing, null)
})

test('a double-click ends a line with the point of its first click; one point alone makes no line', () => {
  const person = new Person('polyline3d')
  person.click(A)
  person.click(B)
  person.click(B)
  person.tool.doubleClick(person.over(B))
  assert.deepEqual(person.points, rounded(A, B))
  person.click(C)
  person.tool.complete()
  assert.equal(person.space.objects.size, 1)
})

test('a key point may be one; while points are set a drag moves the view, and Escape drops them', () => {
  const person = new Person('keypoint3d')
  person.click(A)
  person.tool.complete()
  assert.deepEqual(person.space.selected()?.shape.type, 'keypoint3d')
  person.click(A)
  const before = person.orbit.target
  person.drag(B, C)
  assert.notDeepEqual(person.orbit.target, before)
  assert.equal(person.tool.cancel(), true)
  assert.equal(person.space.objects.size, 1)
})

test('a point of the selected line is dragged over the ground, in a small view across it', () => {
  const person = withLane()
  person.drag(B, { x: 1, y: 4, z: 0 })
  assert.deepEqual(person.points, rounded(A, { x: 1, y: 4, z: 0 }, C))
  assert.deepEqual(person.space.labels, ['edit.moveSpacePoint'])
  person.space.objects.set('lane', LANE)
  person.drag(B, { ...B, z: 1 }, { view: 'side' })
  assert.deepEqual(person.points, rounded(A, { ...B, z: 1 }, C))
})

test('a double-click on the line inserts a point, the right button takes one away, a click chooses it', () => {
  const person = withLane()
  person.tool.doubleClick(person.over({ x: -3, y: 2, z: 0 }))
  assert.deepEqual(person.points, rounded(A, { x: -3, y: 2, z: 0 }, B, C))
  person.click({ x: -3, y: 2, z: 0 }, { button: 'right' })
  assert.deepEqual(person.points, rounded(A, B, C))
  person.click(C)
  assert.equal(person.space.chosen, 2)
  assert.deepEqual(person.space.selected()?.shape, LANE)
})

test('a click next to the line deselects it', () => {
  const person = withLane()
  person.click({ x: 0, y: -5, z: 0 })
  assert.equal(person.space.selectedId, null)
})

test('a line is cut where it comes behind the eye, and in a small view where its part of the scene ends', () => {
  const person = new Person('select')
  person.orbit = { ...person.orbit, kind: 'perspective', pitchRad: 0.2 }
  const viewCamera = person.viewCameraOf('main')
  const behind = add(viewCamera.eye, scale(viewCamera.forward, -10))
  const cut = seenSegment(viewCamera, behind, B)
  assert.ok(cut)
  const [start, end] = cut.map(({ place }) => dot(subtract(place, viewCamera.eye), viewCamera.forward))
  assert.ok(start >= viewCamera.nearM && start < 2 * viewCamera.nearM && end > start)
  assert.equal(seenSegment(viewCamera, behind, add(behind, { x: 0, y: 0, z: 1 })), null)
  const far = { ...B, y: B.y + 50 }
  assert.equal(seenPoint(person.viewCameraOf('side'), far), null)
  const shown = seenSegment(person.viewCameraOf('side'), B, far)
  assert.ok(shown && shown[1].place.y < B.y + 20)
})
