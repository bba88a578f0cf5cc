import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CuboidDesk } from '../../../../test/web/desk/cuboidDesk.ts'
import { STREET_CAR, streetSample } from '../../../../test/web/streetPayload.ts'
import { distance } from '../../../geometry/vec3.ts'
import { boxTrack } from '../../../model/document/testTracks.ts'

test('all of the scene is brought into view where the vehicle is now, not where it was in the first frame', async () => {
  const drive = await streetSample({
    frames: 4,
    egoSpeedMps: 20,
    secondsPerFrame: 1,
    framing: 'common',
    withEgoPose: true,
  })
  await CuboidDesk.at(drive, async (desk) => {
    const { editor, session } = desk
    const fitted = () => {
      desk.press('0')
      return editor.orbit.target
    }
    const first = fitted()
    session.setFrame(3)
    await desk.loaded()
    const wayM = distance(first, fitted())
    assert.ok(wayM > 40 && wayM < 80, `the view moved by ${wayM} m while the vehicle drove 60 m`)
  })
})

test('propagation can be stopped; objects that were found before stay', async () => {
  const plain = await streetSample()
  const [car] = plain.street.frames[0].truth.filter(({ label }) => label === 'car')
  await CuboidDesk.at(await streetSample({ tracks: [boxTrack('a', STREET_CAR, 0, car.cuboid)] }), async (desk) => {
    const { editor, session } = desk
    session.select(['a'])
    assert.equal(editor.task.isRunning, false)
    desk.press('Ctrl+Right')
    assert.equal(editor.task.isRunning, true)
    assert.equal(editor.task.stop(), true)
    await desk.untilSaid(/stopped/)
    assert.equal(editor.task.isRunning, false)
  })
})

test('boxes that propagation placed where little speaks for them are marked, and others are not', async () => {
  const plain = await streetSample()
  const last = plain.street.frames.length - 1
  const counts = (trackId: string) =>
    plain.street.frames.map(({ truth }) => truth.find((one) => one.trackId === trackId)?.pointCount ?? 0)
  const cars = plain.street.frames[0].truth.filter(({ label }) => label === 'car')
  const [many] = cars.toSorted((a, b) => Math.min(...counts(b.trackId)) - Math.min(...counts(a.trackId)))
  const few = plain.street.frames[0].truth.find(({ trackId, pointCount }) => {
    const [, next] = counts(trackId)
    return pointCount >= 4 && next >= 3 && next < 9
  })
  const tracks = [many, ...(few ? [few] : [])].map(({ trackId, cuboid }) => boxTrack(trackId, STREET_CAR, 0, cuboid))
  await CuboidDesk.at(await streetSample({ tracks }), async (desk) => {
    const { editor } = desk
    desk.press('Ctrl+A', 'Ctrl+Right')
    await desk.until(() => !editor.task.isRunning)
    await desk.untilSaid(/Propagated|dashed/)
    const near = editor.boxOf(many.trackId, 1)
    assert.ok(near && !near.isUnsure, `${counts(many.trackId)} points are enough`)
    if (!few) return
    const marked = Array.from({ length: last }, (_, i) => editor.boxOf(few.trackId, i + 1)).filter(
      (box) => box?.isUnsure,
    )
    const placed = desk.keyFrames(few.trackId).filter((frame) => frame > 0)
    assert.ok(placed.length === 0 || marked.length > 0, `${counts(few.trackId)} points are few`)
  })
})

test('the keys that change the frame of a video say once that they move the cuboid here', async () => {
  const plain = await streetSample()
  const [car] = plain.street.frames[0].truth.filter(({ label }) => label === 'car')
  await CuboidDesk.at(await streetSample({ tracks: [boxTrack('a', STREET_CAR, 0, car.cuboid)] }), (desk) => {
    const { session } = desk
    session.select(['a'])
    const said = () => session.notices.notices.filter(({ isRefusal }) => isRefusal).length
    desk.press('W')
    assert.equal(said(), 0)
    desk.press('F')
    assert.equal(said(), 1)
    desk.press('D', 'F')
    assert.equal(said(), 1)
  })
})

test('the small views are shifted with the right or middle button, and a double click beside the box brings it back', async () => {
  const plain = await streetSample()
  const [car] = plain.street.frames[0].truth.filter(({ label }) => label === 'car')
  const tracks = [boxTrack('a', STREET_CAR, 0, car.cuboid), boxTrack('b', STREET_CAR, 0, car.cuboid)]
  await CuboidDesk.at(await streetSample({ tracks }), (desk) => {
    const { session } = desk
    const { position } = car.cuboid
    session.select(['a'])
    const middle = desk.middleOf('side')
    const isNear = (at: { x: number; y: number }, view: 'side' | 'rear' = 'side') => {
      const { x, y } = desk.placeOf(view, position)
      assert.ok(Math.hypot(x - at.x, y - at.y) < 0.01, JSON.stringify([x, y, at]))
    }
    isNear(middle)
    for (const button of ['right', 'middle'] as const) {
      desk.drag('side', [middle, { x: middle.x + 30, y: middle.y - 20 }], { button })
      isNear({ x: middle.x + 30, y: middle.y - 20 })
      isNear(desk.middleOf('rear'), 'rear')
      assert.equal(session.canUndo, false, 'nothing of it is an edit')
      desk.doubleClick('side', { x: 3, y: 3 })
      isNear(middle)
    }
    desk.drag('side', [middle, { x: middle.x + 30, y: middle.y }], { button: 'right' })
    session.select(['b'])
    isNear(middle)
  })
})
