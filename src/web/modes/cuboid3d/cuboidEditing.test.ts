import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CuboidDesk } from '../../../../test/web/desk/cuboidDesk.ts'
import { STREET_CAR, STREET_PERSON, streetSample } from '../../../../test/web/streetPayload.ts'
import { rotate, yawOf } from '../../../geometry/quaternion.ts'
import { add, distance, subtract } from '../../../geometry/vec3.ts'
import { boxTrack } from '../../../model/document/testTracks.ts'

/** What hands do to cuboids at the real editor: its tools, keys, session and workers, without a page. */

const plain = await streetSample()
const TRUTH = plain.street.frames[0].truth
const [FIRST] = TRUTH
const withBox = (classId = STREET_CAR, more = {}) =>
  streetSample({ tracks: [boxTrack('a', classId, 0, FIRST.cuboid)], ...more })

const near = (actual: number, expected: number, tolerance: number, what = '') =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what} ${actual} is not ${expected} ± ${tolerance}`)
const turned = (by: number) => Math.atan2(Math.sin(by), Math.cos(by))

test('a drag from rear to front makes a cuboid on the points of the car, in one step', async () => {
  const [{ cuboid }] = TRUTH.filter((t) => t.label === 'car').toSorted((a, b) => b.pointCount - a.pointCount)
  await CuboidDesk.at(plain, async (desk) => {
    const { editor, session } = desk
    const target = subtract(cuboid.position, editor.job.originM)
    desk.press('V')
    editor.setOrbit({ ...editor.orbit, target, distanceM: 18 })
    session.setTool('drag')
    const half = rotate(cuboid.heading, { x: cuboid.dimensions.length / 2, y: 0, z: 0 })
    const ends = [subtract(cuboid.position, half), add(cuboid.position, half)]
    desk.drag(
      'main',
      ends.map((end) => desk.placeOf('main', end)),
    )
    await desk.until(() => session.document.tracks.size === 1)
    const made = desk.firstBox()
    assert.equal(desk.track().classId, STREET_CAR)
    near(made.position.x, cuboid.position.x, 0.5, 'x')
    near(made.position.y, cuboid.position.y, 0.5, 'y')
    near(made.position.z, cuboid.position.z, 0.3, 'z')
    near(made.dimensions.length, cuboid.dimensions.length, 0.6, 'length')
    near(turned(yawOf(made.heading) - yawOf(cuboid.heading)), 0, 0.1, 'heading')
    assert.deepEqual([...session.selection], [desk.track().id])
    desk.press('Ctrl+Z')
    assert.equal(session.document.tracks.size, 0)
  })
})

test('small views: sides resize, the inside moves, the knob turns, keys nudge; each drag is one undo', async () => {
  await CuboidDesk.at(await withBox(), (desk) => {
    desk.press('Tab')
    const before = desk.firstBox()
    const { length, width } = before.dimensions
    const rear = desk.middleOf('rear')
    const scale = desk.metresPerPx('rear')
    const side = { x: rear.x + width / 2 / scale, y: rear.y }
    desk.drag('rear', [side, { x: side.x + 15, y: side.y }])
    near(desk.firstBox().dimensions.width, width + 15 * scale, 1e-6, 'width')
    desk.press('Ctrl+Z')
    assert.deepEqual(desk.firstBox(), before)

    const top = desk.middleOf('top')
    const topScale = desk.metresPerPx('top')
    desk.drag('top', [top, { x: top.x, y: top.y - 10 }])
    const moved = desk.firstBox()
    near(distance(moved.position, before.position), 10 * topScale, 1e-6, 'moved')
    assert.deepEqual(moved.dimensions, before.dimensions)
    const reach = length / 2 / topScale + 18
    desk.drag('top', [
      { x: top.x, y: top.y - reach },
      { x: top.x - reach, y: top.y },
    ])
    const by = turned(yawOf(desk.firstBox().heading) - yawOf(before.heading))
    near(Math.abs(by), Math.PI / 2, 0.02, 'turned')
    desk.press('C', 'W', 'Shift+X')
    desk.press('Ctrl+Z', 'Ctrl+Z', 'Ctrl+Z', 'Ctrl+Z', 'Ctrl+Z')
    assert.deepEqual(desk.firstBox(), before)
  })
})

test('a key that is held down is one step of undo, pressed twice it is two', async () => {
  await CuboidDesk.at(await withBox(), (desk) => {
    const movedM = () => distance(desk.firstBox().position, FIRST.cuboid.position)
    desk.press('Tab', 'W').hold('W', 6)
    near(movedM(), 7 * 0.05, 1e-6, 'moved')
    desk.press('Ctrl+Z')
    near(movedM(), 0.05, 1e-6, 'after one undo')
    desk.press('Ctrl+Y')
    near(movedM(), 7 * 0.05, 1e-6, 'after redo')
    desk.press('Ctrl+Z', 'Ctrl+Z')
    assert.equal(movedM(), 0)
  })
})

test('keyframes, interpolation over frames, end of an object', async () => {
  await CuboidDesk.at(await withBox(STREET_PERSON), async (desk) => {
    const { editor } = desk
    desk.press('Tab', 'Right', 'Right', 'Right')
    await desk.loaded()
    const box = editor.selectedBox()
    assert.ok(box)
    const { x } = box.cuboid.position
    const moved = { ...box.cuboid, position: { ...box.cuboid.position, x: x + 3 } }
    editor.place('a', 3, moved, 'edit.moveCuboid')
    desk.press('Left')
    near(editor.selectedBox()?.cuboid.position.x ?? 0, x + 2, 0.002, 'between keyframes')
    desk.press('K')
    assert.deepEqual(desk.keyFrames(), [0, 2, 3])
    desk.press('K')
    assert.deepEqual(desk.keyFrames(), [0, 3])
    desk.press('O')
    assert.equal(editor.selectedBox(), null)
    assert.deepEqual(desk.keyFrames(), [0, 1, -2], 'in the frame before it stays where it was')
    desk.press('Ctrl+Z')
    assert.deepEqual(desk.keyFrames(), [0, 3])
    desk.press('Y')
    assert.equal(desk.track().stationary, true)
  })
})

test('a reader can look around and change nothing', async () => {
  await CuboidDesk.at(await withBox(STREET_CAR, { access: 'read' }), (desk) => {
    const { session } = desk
    desk.press('Tab')
    const before = desk.track()
    const top = desk.middleOf('top')
    desk.drag('top', [top, { x: top.x + 20, y: top.y }])
    desk.press('W', 'C', 'K', 'O', 'Delete', 'Y')
    assert.equal(desk.track(), before)
    assert.deepEqual(
      session.tools.map(({ id }) => id),
      ['select'],
    )
    const { orbit } = desk.editor
    desk.drag('main', [
      { x: 20, y: 20 },
      { x: 80, y: 20 },
    ])
    assert.notDeepEqual(desk.editor.orbit, orbit)
  })
})

test('in the large view the selected box is resized by its parts and moved over the ground, in perspective and from above', async () => {
  await CuboidDesk.at(await withBox(), (desk) => {
    desk.press('Tab', 'Space')
    const before = desk.firstBox()
    const middle = desk.middleOf('main')
    /** The first place to the right of the middle, going out, with such a cursor. */
    const placeWith = (cursor: RegExp) => {
      for (let x = 0; x < 250; x += 3) {
        const at = { x: middle.x + x, y: middle.y }
        if (cursor.test(desk.move('main', at).cursorOf('main'))) return at
      }
      throw new Error(`no cursor like ${cursor}`)
    }
    const pull = (cursor: RegExp) => {
      const at = placeWith(cursor)
      desk.drag('main', [at, { x: at.x + 25, y: at.y }])
      return desk.firstBox()
    }
    for (const kind of ['perspective', 'top'] as const) {
      assert.equal(desk.editor.orbit.kind, kind)
      assert.notDeepEqual(pull(/-resize$/).dimensions, before.dimensions)
      desk.press('Ctrl+Z')
      assert.deepEqual(desk.firstBox(), before)
      const moved = pull(/^move$/)
      assert.deepEqual(moved.dimensions, before.dimensions)
      assert.notDeepEqual(moved.position, before.position)
      near(moved.position.z, before.position.z, 1e-9, 'height')
      desk.press('Ctrl+Z')
      assert.deepEqual(desk.firstBox(), before)
      desk.press('V')
    }
  })
})

test('a double click on a side of a small view takes it to the outermost point inside', async () => {
  const [{ cuboid }] = TRUTH.filter((t) => t.label === 'car').toSorted((a, b) => b.pointCount - a.pointCount)
  const tracks = [boxTrack('a', STREET_CAR, 0, cuboid)]
  await CuboidDesk.at(await streetSample({ tracks }), (desk) => {
    desk.press('Tab', 'C')
    const width = () => desk.firstBox().dimensions.width
    const before = width()
    const { x, y } = desk.middleOf('rear')
    desk.doubleClick('rear', { x: x + before / 2 / desk.metresPerPx('rear') + 1, y })
    assert.ok(width() < before && width() > before - 0.5, `${before} m became ${width()} m`)
    desk.press('Ctrl+Z')
    assert.equal(width(), before)
  })
})

const [NEAREST] = TRUTH.filter((t) => t.label === 'car').toSorted((a, b) => b.pointCount - a.pointCount)

/** Drags over the nearest car; the points answer a moment later. */
function dragNearest(desk: CuboidDesk): void {
  const { editor, session } = desk
  const { position, heading, dimensions } = NEAREST.cuboid
  editor.setOrbit({ ...editor.orbit, kind: 'top', target: subtract(position, editor.job.originM), distanceM: 18 })
  session.setTool('drag')
  const half = rotate(heading, { x: dimensions.length / 2, y: 0, z: 0 })
  desk.drag(
    'main',
    [subtract(position, half), add(position, half)].map((end) => desk.placeOf('main', end)),
  )
}

test('keys pressed before the points have answered change neither class nor frame of what was drawn', () =>
  CuboidDesk.at(plain, async (desk) => {
    const { session } = desk
    dragNearest(desk)
    desk.press('2', 'Right')
    await desk.until(() => session.document.tracks.size === 1)
    assert.equal(desk.track().classId, STREET_CAR)
    assert.deepEqual(desk.keyFrames(), [0])
    assert.equal(session.frame, 1)
    assert.equal(session.currentClassId, STREET_PERSON)
  }))

test('undo before the points have answered takes back what was drawn, and nothing before it', async () => {
  await CuboidDesk.at(await withBox(), async (desk) => {
    const { session } = desk
    desk.press('Tab', 'W')
    const [before] = session.document.tracks.values()
    dragNearest(desk)
    desk.press('Ctrl+Z')
    await desk.until(() => session.redoLabel === 'edit.addCuboid')
    assert.deepEqual([...session.document.tracks.values()], [before])
    desk.press('Ctrl+Z')
    assert.deepEqual(desk.firstBox(), FIRST.cuboid)
  })
})

test('a box that is moved while its points are looked at stays where it was moved to, and it is said', async () => {
  await CuboidDesk.at(await withBox(), async (desk) => {
    desk.press('Tab', 'Shift+Q', 'W')
    const { position } = desk.firstBox()
    await desk.untilSaid(/changed/)
    assert.deepEqual(desk.firstBox().position, position)
  })
})
