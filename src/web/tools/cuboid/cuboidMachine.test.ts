import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CAR, Person } from '../../../../test/web/desk/toolPerson.ts'
import { cuboidCorners } from '../../../geometry/cuboid.ts'
import { yawOf } from '../../../geometry/quaternion.ts'
import { screenOf } from '../../view3d/viewCamera.ts'
import { gestureCuboid } from './gestureCuboid.ts'
import { placeOf } from './solidHandle.ts'

const near = (actual: number, expected: number, tolerance = 1e-6) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`)

test('a click selects the box under it, a click next to it deselects it', () => {
  const person = new Person()
  const at = screenOf(person.viewCamera('main'), CAR.position)!
  person.drag([at.x, at.y], [at.x + 1, at.y])
  assert.equal(person.selected, 'car')
  person.drag([20, 20], [20, 20])
  assert.equal(person.selected, null)
})

test('the tool of assistants asks for a drag, a click and a rectangle, shows what it drags over, and makes nothing', () => {
  const person = new Person()
  person.activeTool = 'fit'
  person.drag([100, 100], [180, 140])
  assert.equal(person.seen.map((gesture) => gesture?.kind).join(), 'drag,drag')
  person.drag([100, 100], [101, 100])
  person.drag([100, 100], [180, 140], { shift: true })
  assert.deepEqual(
    person.asked.map(({ kind }) => kind),
    ['drag', 'click', 'rectangle'],
  )
  person.tool.pointerDown(person.at(100, 100))
  person.tool.pointerMove(person.at(180, 140))
  person.tool.cancel()
  assert.equal(person.seen.at(-1), null, 'what was given up is no longer shown')
  assert.equal(person.asked.length, 3)
  assert.deepEqual(person.made, [])
  assert.equal(person.gesture, null)
})

test('dragging empty ground moves the view, and in perspective turns it; boxes stay where they are', () => {
  const person = new Person()
  person.drag([100, 100], [150, 120])
  assert.notDeepEqual(person.orbit.target, { x: 0, y: 0, z: 0 })
  person.orbit = { ...person.orbit, kind: 'perspective' }
  const { yawRad } = person.orbit
  person.drag([20, 20], [80, 20])
  assert.notEqual(person.orbit.yawRad, yawRad)
  assert.deepEqual(person.placed, [])
})

test('dragging the selected box from above takes it along over the ground', () => {
  const person = new Person()
  person.selected = 'car'
  const at = screenOf(person.viewCamera('main'), CAR.position)!
  person.drag([at.x, at.y], [at.x + 30, at.y - 20])
  const to = screenOf(person.viewCamera('main'), person.car.position)!
  near(to.x, at.x + 30)
  near(to.y, at.y - 20)
  assert.deepEqual(person.placed, ['edit.moveCuboid'])
})

test('a drag from rear to front gives the place and the heading of the object', () => {
  const person = new Person()
  person.activeTool = 'drag'
  person.drag([200, 200], [200, 100])
  const [{ gesture, groundZ }] = person.made
  const cuboid = gestureCuboid(gesture, null, groundZ)
  near(yawOf(cuboid.heading), 0)
  near(cuboid.position.z, cuboid.dimensions.height / 2)
  near(cuboid.dimensions.length, (100 * 2 * Math.tan((25 * Math.PI) / 180) * 40) / 300)
})

test('a rectangle gives its four corners', () => {
  const person = new Person()
  person.activeTool = 'rectangle'
  person.drag([100, 100], [160, 220])
  const { gesture, groundZ } = person.made[0]
  assert.ok(gesture.kind === 'rectangle' && gesture.corners.length === 4)
  const { dimensions } = gestureCuboid(gesture, null, groundZ)
  near(dimensions.length / dimensions.width, 2)
})

test('dragging a side in the rear view changes the width there, and leaves the other side alone', () => {
  const person = new Person()
  person.selected = 'car'
  const [x, y] = person.screen('rear', 0b000)
  const right = { at: [x, (y + person.screen('rear', 0b100)[1]) / 2] as [number, number] }
  const leftBefore = cuboidCorners(person.car)[0b010]
  const { projection } = person.viewCamera('rear')
  assert.ok(projection.kind === 'orthographic')
  person.drag(right.at, [right.at[0] + 20, right.at[1] + 3], { view: 'rear' })
  near(person.car.dimensions.width, 2 + 20 * projection.metresPerPx)
  near(person.car.dimensions.height, 1.6)
  const leftAfter = cuboidCorners(person.car)[0b010]
  near(leftAfter.x, leftBefore.x)
  near(leftAfter.y, leftBefore.y)
  assert.equal(person.held, false)
})

test('with Shift the whole box moves and keeps its size; a corner moves two sides', () => {
  const person = new Person()
  person.selected = 'car'
  const corner = person.screen('side', 0b101)
  person.drag(corner, [corner[0] + 25, corner[1] - 15], { view: 'side', shift: true })
  assert.deepEqual(person.car.dimensions, CAR.dimensions)
  assert.notDeepEqual(person.car.position, CAR.position)
  const again = person.screen('side', 0b101)
  person.drag(again, [again[0] + 25, again[1] - 15], { view: 'side' })
  assert.ok(person.car.dimensions.length > 4 && person.car.dimensions.height > 1.6)
})

test('the knob turns the box with the pointer, counter-clockwise as seen', () => {
  const person = new Person()
  person.selected = 'car'
  const { projection } = person.viewCamera('top')
  assert.ok(projection.kind === 'orthographic')
  const reach = 2 / projection.metresPerPx + 18
  person.drag([200, 150 - reach], [200 - reach, 150], { view: 'top' })
  near(yawOf(person.car.heading), 0.5 + Math.PI / 2)
  assert.deepEqual(person.placed, ['edit.rotateCuboid'])
})

test('Escape drops the gesture, a double click asks for the side to be snapped, a reader changes nothing', () => {
  const person = new Person()
  person.selected = 'car'
  const corner = person.screen('rear', 0)
  person.tool.pointerDown(person.at(...corner, { view: 'rear' }))
  person.tool.pointerMove(person.at(corner[0] + 9, corner[1], { view: 'rear' }))
  assert.ok(person.previewed)
  person.tool.cancel()
  assert.equal(person.previewed, null)
  person.tool.pointerUp(person.at(corner[0] + 9, corner[1], { view: 'rear' }))
  assert.deepEqual(person.placed, [])
  person.tool.doubleClick(person.at(...corner, { view: 'rear' }))
  assert.deepEqual(person.snapped, ['-y', '-z'])
  person.canEdit = false
  person.drag(corner, [corner[0] + 30, corner[1]], { view: 'rear' })
  assert.deepEqual(person.placed, [])
  person.activeTool = 'drag'
  person.drag([200, 200], [200, 100])
  assert.deepEqual(person.made, [])
})

/** The large view in perspective, the car near and selected; a place of it on the screen. */
function nearCar() {
  const person = new Person()
  person.orbit = { kind: 'perspective', target: CAR.position, distanceM: 12, yawRad: 1.2, pitchRad: 0.6 }
  person.selected = 'car'
  const screen = (x: number, y: number, z: number): [number, number] => {
    const at = screenOf(person.viewCamera('main'), placeOf(person.car, { x, y, z }))!
    return [at.x, at.y]
  }
  return { person, screen }
}

test('in the large view a part of the selected box is highlighted, and moved in one step of undo', () => {
  const { person, screen } = nearCar()
  const rear = screen(-1, 0, 0)
  person.tool.pointerMove(person.at(...rear))
  assert.ok(person.handle?.view === 'main' && person.handle.handle.kind === 'face')
  assert.match(person.cursor, /-resize$/)
  const front = placeOf(CAR, { x: 1, y: 0, z: 0 })
  person.drag(rear, [rear[0], rear[1] + 40])
  assert.deepEqual(person.placed, ['edit.resizeCuboid'])
  assert.ok(person.car.dimensions.length > 4.3, `${person.car.dimensions.length} m long`)
  assert.equal(person.car.dimensions.width, 2)
  near(placeOf(person.car, { x: 1, y: 0, z: 0 }).x, front.x)
  assert.equal(person.held, false)
  assert.equal(person.handle, null)
})

test('in perspective the box is moved over the ground; a drag next to it turns the view', () => {
  const { person, screen } = nearCar()
  const middle = screen(0.5, 0.4, 1)
  person.tool.pointerMove(person.at(...middle))
  assert.equal(person.cursor, 'move')
  const { orbit } = person
  person.drag(middle, [middle[0] + 60, middle[1]])
  assert.deepEqual(person.placed, ['edit.moveCuboid'])
  near(person.car.position.z, CAR.position.z)
  assert.ok(Math.hypot(person.car.position.x - CAR.position.x, person.car.position.y - CAR.position.y) > 0.5)
  assert.equal(person.orbit, orbit)
  person.drag([15, 15], [60, 15])
  assert.notEqual(person.orbit.yawRad, orbit.yawRad)
  assert.deepEqual(person.placed, ['edit.moveCuboid'])
})

test('Escape takes a move back: nothing is previewed or placed, and the cursor is free again', () => {
  const { person, screen } = nearCar()
  const middle = screen(0.5, 0.4, 1)
  person.tool.pointerDown(person.at(...middle))
  person.tool.pointerMove(person.at(middle[0] + 60, middle[1]))
  assert.equal(person.tool.stateName, 'select.moving')
  assert.deepEqual([person.previewed !== null, person.cursor], [true, 'grabbing'])
  person.tool.cancel()
  assert.deepEqual([person.previewed, person.cursor], [null, 'default'])
  person.tool.pointerUp(person.at(middle[0] + 60, middle[1]))
  assert.deepEqual(person.placed, [])
})

test('another tool in the middle of a gesture drops it', () => {
  const person = new Person()
  person.activeTool = 'drag'
  person.tool.pointerDown(person.at(200, 200))
  person.tool.pointerMove(person.at(200, 100))
  assert.ok(person.gesture)
  person.activeTool = 'select'
  person.tool.pointerMove(person.at(200, 90))
  assert.equal(person.gesture, null)
  person.tool.pointerUp(person.at(200, 90))
  assert.deepEqual(person.made, [])
})

test('a press on a part without a way keeps the selection, Escape drops a pull, a double click snaps the side', () => {
  const { person, screen } = nearCar()
  const corner = screen(-1, -1, 1)
  const outside: [number, number] = [corner[0], corner[1] - 4]
  person.drag(outside, [outside[0] + 1, outside[1]])
  assert.equal(person.selected, 'car')
  const rear = screen(-1, 0, 0)
  person.tool.pointerDown(person.at(...rear))
  person.tool.pointerMove(person.at(rear[0], rear[1] + 20))
  assert.ok(person.previewed)
  person.tool.cancel()
  assert.equal(person.previewed, null)
  person.tool.pointerUp(person.at(rear[0], rear[1] + 20))
  assert.deepEqual(person.placed, [])
  person.tool.doubleClick(person.at(...rear))
  assert.deepEqual(person.snapped, ['-x'])
  const { target } = person.orbit
  person.tool.doubleClick(person.at(40, 250))
  assert.deepEqual(person.snapped, ['-x'])
  assert.notDeepEqual(person.orbit.target, target, 'elsewhere a double click looks there')
  person.canEdit = false
  person.tool.pointerMove(person.at(...rear))
  assert.equal(person.handle, null)
  person.drag(rear, [rear[0], rear[1] + 40])
  assert.deepEqual(person.placed, [])
})
