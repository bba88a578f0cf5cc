import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CuboidDesk } from '../../../../test/web/desk/cuboidDesk.ts'
import { STREET_CAR, type StreetSampleOptions, streetSample } from '../../../../test/web/streetPayload.ts'
import { yawOf } from '../../../geometry/quaternion.ts'
import { distance } from '../../../geometry/vec3.ts'
import type { Track } from '../../../model/document/document.ts'
import { BY_HAND, placedAt } from '../../../model/document/edits/placeCuboid.ts'
import { boxTrack } from '../../../model/document/testTracks.ts'
import { deleteInFrames, fitInFrames, interpolateInFrames } from './batchEdits.ts'

/** Objects over frames at the real editor: followed, fitted, split and merged. */

const FRAMES = 6

/** A moving car that stays in sight, and a track of it with keyframes in the first two frames. */
async function movingCar(options: StreetSampleOptions = {}) {
  const { street } = await streetSample({ frames: FRAMES, ...options })
  const moved = (trackId: string) => {
    const places = street.frames.map(({ truth }) => truth.find((one) => one.trackId === trackId))
    const [first, last] = [places[0], places[FRAMES - 1]]
    if (!first || !last || places.some((place) => !place || place.pointCount < 20)) return -1
    return distance(first.cuboid.position, last.cuboid.position)
  }
  const [car] = street.frames[0].truth
    .filter(({ label }) => label === 'car')
    .toSorted((a, b) => moved(b.trackId) - moved(a.trackId))
  const truthAt = (frame: number) => {
    const found = street.frames[frame].truth.find((one) => one.trackId === car.trackId)
    assert.ok(found)
    return found.cuboid
  }
  const track = placedAt(boxTrack('a', STREET_CAR, 0, truthAt(0)), 1, truthAt(1), BY_HAND)
  const sample = await streetSample({ frames: FRAMES, tracks: [track], ...options })
  return { sample, truthAt, movedM: moved(car.trackId) }
}

const CAR = await movingCar()
const LAST = FRAMES - 1
const IN_THE_LAST = await streetSample({ frames: FRAMES, tracks: [boxTrack('a', STREET_CAR, LAST, CAR.truthAt(LAST))] })

function keysOf(desk: CuboidDesk) {
  return (desk.track().cuboid?.keys ?? []).flatMap((key) => (key.kind === 'shape' ? [key] : []))
}

/** Every keyframe lies where the car was. */
function assertOnCar(desk: CuboidDesk, toleranceM: number): void {
  for (const { frame, shape } of keysOf(desk)) {
    const off = distance(shape.position, CAR.truthAt(frame).position)
    assert.ok(off < toleranceM, `frame ${frame} is ${off.toFixed(2)} m off`)
  }
}

test('propagation follows a moving car frame by frame, marks what it made, and is one step of undo', () =>
  CuboidDesk.at(CAR.sample, async (desk) => {
    assert.ok(CAR.movedM > 2, `the car moves: ${CAR.movedM} m`)
    const { editor, session } = desk
    desk.press('Right', 'Tab', 'Ctrl+Right')
    await desk.untilSaid('Propagated over 4 frames')
    assert.ok([...desk.told].some((text) => /^Propagating to frame \d… Cancel to stop\.$/.test(text)))
    assert.deepEqual(
      keysOf(desk).map(({ frame, source }) => [frame, source]),
      [0, 1, 2, 3, 4, 5].map((frame) => [frame, frame < 2 ? 'manual' : 'propagated']),
    )
    assertOnCar(desk, 0.6)
    desk.press('Right')
    const yaw = () => yawOf(editor.selectedBox()?.cuboid.heading ?? assert.fail('nothing is selected'))
    const before = yaw()
    desk.press('C', 'Shift+V')
    await desk.until(() => session.undoLabel === 'edit.refit')
    const turned = Math.abs(Math.atan2(Math.sin(yaw() - before), Math.cos(yaw() - before)))
    assert.ok(turned < 0.26, `it faces the way it moves again, but for ${turned}`)
    desk.press('Ctrl+Z', 'Ctrl+Z', 'Ctrl+Z')
    assert.equal(keysOf(desk).length, 2)
  }))

test('without poses of the vehicle, a parked car is found again where it went by, from a single box', async () => {
  const drive = { frames: 4, withEgoPose: false, secondsPerFrame: 0.5, egoSpeedMps: 8 }
  const { street } = await streetSample(drive)
  const placesOf = (trackId: string) =>
    street.frames.flatMap(({ truth }) => truth.filter((one) => one.trackId === trackId && one.pointCount > 60))
  const parked = street.frames[0].truth.find(
    ({ trackId, cuboid }) => Math.abs(cuboid.position.y) > 2.5 && placesOf(trackId).length === drive.frames,
  )
  assert.ok(parked, 'a car beside the road is seen in all frames')
  const tracks = [boxTrack('a', STREET_CAR, 0, parked.cuboid)]
  await CuboidDesk.at(await streetSample({ ...drive, tracks }), async (desk) => {
    desk.press('Tab', 'Ctrl+Right')
    await desk.untilSaid('Propagated over 3 frames')
    for (const { frame, shape } of keysOf(desk)) {
      const offM = distance(shape.position, placesOf(parked.trackId)[frame].cuboid.position)
      assert.ok(offM < 0.5, `frame ${frame} is ${offM.toFixed(2)} m off`)
    }
  })
})

test('the batch fits, interpolates and deletes over chosen frames, each in one step, and reports it', () =>
  CuboidDesk.at(CAR.sample, async (desk) => {
    const { editor, session } = desk
    desk.press('Tab')
    // By frame 4 the car has driven out of the box of its last keyframe: only its motion tells where it went.
    await fitInFrames(editor, desk.work.fits, 'position', [2, 3, 4])
    assert.equal(desk.said, 'Refitted 3 frames.')
    assertOnCar(desk, 0.6)
    assert.deepEqual(desk.keyFrames(), [0, 1, 2, 3, 4])
    desk.press('Ctrl+Z')
    assert.deepEqual(desk.keyFrames(), [0, 1])
    session.redo()
    interpolateInFrames(editor, [1, 3])
    assert.match(desk.said, /2 keyframes removed/)
    assert.deepEqual(desk.keyFrames(), [0, 2, 4])
    deleteInFrames(editor, [4, 5])
    assert.match(desk.said, /Deleted in frames 4–5/)
    assert.deepEqual(desk.keyFrames(), [0, 2, 3, -4], 'frame 3 stays where it was')
    desk.press('Ctrl+Z')
    assert.deepEqual(desk.keyFrames(), [0, 2, 4])
  }))

test('the large view goes along with the selected object when it would leave', async () => {
  const away = { ...CAR.truthAt(5), position: { x: 300, y: 90, z: 1 } }
  const track = placedAt(boxTrack('a', STREET_CAR, 0, CAR.truthAt(0)), 5, away, BY_HAND)
  await CuboidDesk.at(await streetSample({ frames: FRAMES, tracks: [track] }), async (desk) => {
    desk.press('Tab', 'Space', 'End')
    await desk.loaded()
    // Its middle is where it was, in the middle of the view: the pointer is over it.
    assert.equal(desk.move('main', desk.middleOf('main')).cursorOf('main'), 'move')
  })
})

test('at UTM coordinates in the common frame a move by a key is exact to the millimetre, and points are counted', async () => {
  const origin = { x: 691_608.37, y: 5_335_912.81, z: 520.4 }
  const { sample, truthAt } = await movingCar({ origin, yawRad: 1.1, framing: 'common' })
  await CuboidDesk.at(sample, (desk) => {
    desk.press('Tab')
    const box = desk.editor.selectedBox()
    assert.ok(box && desk.editor.countPoints(box, 0) >= 10)
    desk.press('W')
    const moved = distance(desk.firstBox().position, truthAt(0).position)
    assert.ok(Math.abs(moved - 0.05) < 1e-6, `${moved} m`)
    const top = desk.middleOf('top')
    desk.drag('top', [top, { x: top.x, y: top.y - 10 }])
    const dragged = distance(desk.firstBox().position, truthAt(0).position) - moved
    assert.ok(Math.abs(dragged - 10 * desk.metresPerPx('top')) < 1e-3, `${dragged} m`)
  })
})

test('the aggregated cloud shows neighbouring frames, coloured by frame, and goes again', () =>
  CuboidDesk.at(CAR.sample, async (desk) => {
    const { editor } = desk
    await desk.loaded(1)
    desk.press('M')
    assert.deepEqual([editor.view.color, editor.shownFrames().length > 1], ['frame', true])
    assert.ok(editor.shownClouds().length > 1)
    desk.press('M')
    assert.deepEqual([editor.view.color, editor.shownClouds().length], ['height', 1])
  }))

test('without ego_pose, aggregation and stationary are off and say why', async () => {
  const track = boxTrack('a', STREET_CAR, 0, CAR.truthAt(0))
  await CuboidDesk.at(await streetSample({ frames: 2, withEgoPose: false, tracks: [track] }), (desk) => {
    desk.press('Tab', 'M')
    assert.equal(desk.said, 'The aggregated cloud needs ego_pose in every frame.')
    assert.equal(desk.editor.view.aggregateReach, 0)
    desk.press('Y')
    assert.equal(desk.track().stationary, false)
    assert.match(desk.said, /ego_pose/)
  })
})

test('an object is split and merged by keys; what is seen twice in a frame is refused and the frame named', () =>
  CuboidDesk.at(CAR.sample, (desk) => {
    const { session } = desk
    const all = () => [...session.document.tracks.keys()].map((id) => desk.keyFrames(id))
    desk.press('Tab', 'Right', 'Right', 'Right', '/')
    assert.deepEqual(all(), [[0, 1, -3], [3]])
    const [first, second] = [...session.document.tracks.keys()]
    assert.deepEqual([...session.selection], [second])
    session.select([first, second])
    desk.press('Shift+M')
    assert.deepEqual(all(), [[0, 1, 2, 3]])
    assert.ok(session.document.tracks.has('a'))
    desk.press('Ctrl+Z')
    session.select([first])
    desk.press('O')
    assert.deepEqual(desk.keyFrames(first), [0, 1])
    desk.press('K')
    session.select([first, second])
    desk.press('Shift+M')
    assert.match(desk.said, /both .* frame 3/)
    assert.equal(session.document.tracks.size, 2)
  }))

test('a stationary object is refitted to the points of all frames, even in one without points of it', async () => {
  const { street } = await streetSample()
  const [car] = street.frames[1].truth
    .filter(({ label, stationary }) => label === 'car' && stationary)
    .toSorted((a, b) => b.pointCount - a.pointCount)
  const { position } = car.cuboid
  const rough = { ...car.cuboid, position: { ...position, x: position.x + 0.5, y: position.y - 0.3 } }
  const track: Track = { ...boxTrack('a', STREET_CAR, 0, rough), stationary: true }
  const { payload, files } = await streetSample({ tracks: [track] })
  // Beams so few that the first frame has no point of the car.
  const blind = await streetSample({ beams: 2, azimuthStepDeg: 20 })
  assert.ok(payload.content.kind === 'frames' && blind.payload.content.kind === 'frames')
  const frames = [blind.payload.content.frames[0], ...payload.content.frames.slice(1)]
  const lidar = blind.files.get('frame-000-lidar')
  assert.ok(lidar)
  files.set('frame-000-lidar', lidar)
  await CuboidDesk.at({ payload: { ...payload, content: { ...payload.content, frames } }, files }, async (desk) => {
    for (const frame of [1, 2, 3]) await desk.loaded(frame)
    desk.press('Tab', 'Shift+Q')
    await desk.until(() => desk.session.undoLabel === 'edit.refit')
    const made = desk.firstBox().position
    const off = Math.hypot(made.x - position.x, made.y - position.y)
    assert.ok(off < 0.3, `${off} m off`)
  })
})

test('an object of the last frame is taken back to the first ones', () =>
  CuboidDesk.at(IN_THE_LAST, async (desk) => {
    const { editor, session } = desk
    session.setFrame(LAST)
    await desk.loaded()
    session.select(['a'])
    desk.press('Ctrl+Left')
    await desk.untilSaid(/^Propagated/)
    assert.equal(editor.task.isRunning, false)
    assert.ok(desk.keyFrames('a').includes(LAST - 1), `${desk.keyFrames('a')}`)
  }))

test('a stationary object that is propagated keeps the pose that a person gave it, in all frames', async () => {
  const { street } = await streetSample({ frames: FRAMES })
  const [car] = street.frames[0].truth
    .filter(({ label, stationary }) => label === 'car' && stationary)
    .toSorted((a, b) => b.pointCount - a.pointCount)
  const sample = await streetSample({ frames: FRAMES, tracks: [boxTrack('a', STREET_CAR, 0, car.cuboid)] })
  await CuboidDesk.at(sample, async (desk) => {
    desk.session.select(['a'])
    desk.press('Shift+W', 'Y')
    const given = desk.firstBox('a')
    desk.press('Ctrl+Right')
    await desk.untilSaid(/^Propagated over [1-9]/)
    assert.deepEqual(desk.firstBox('a'), given)
    assert.ok(desk.keyFrames('a').includes(1), `${desk.keyFrames('a')}`)
    assert.equal(desk.track('a').stationary, true)
  })
})

test('a keyframe in a later frame confirms that a stationary object is there too', async () => {
  const sample = await streetSample({ frames: FRAMES, tracks: [boxTrack('a', STREET_CAR, 0, CAR.truthAt(0))] })
  await CuboidDesk.at(sample, (desk) => {
    desk.session.select(['a'])
    desk.press('Y', 'Right', 'Right', 'K')
    assert.deepEqual(desk.keyFrames('a'), [0, 2])
    assert.deepEqual(
      [2, 3].map((frame) => desk.editor.boxOf('a', frame)?.held),
      [false, true],
    )
    assert.deepEqual(desk.firstBox('a'), CAR.truthAt(0))
  })
})

test('a stationary object that is deleted in one frame stays in all others', async () => {
  const sample = await streetSample({ frames: FRAMES, tracks: [boxTrack('a', STREET_CAR, 0, CAR.truthAt(0))] })
  await CuboidDesk.at(sample, (desk) => {
    desk.session.select(['a'])
    desk.press('Y', 'Shift+Delete')
    assert.deepEqual(
      Array.from({ length: FRAMES }, (_, frame) => desk.editor.boxOf('a', frame) !== null),
      [false, true, true, true, true, true],
    )
  })
})
