import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Desk } from '../../../../test/web/desk/desk.ts'
import { createCamera } from '../../../geometry/camera.ts'
import { DEFAULT_INTRINSICS } from '../../../geometry/intrinsics.ts'
import { quaternionFromAxisAngle } from '../../../geometry/quaternion.ts'
import type { Vec3 } from '../../../geometry/vec3.ts'
import type { CameraSource, FusionJob } from '../../view3d/fusionJob.ts'
import { fittedImage } from '../../view3d/imagePlacement.ts'
import { orbitViewCamera } from '../../view3d/orbit.ts'
import { screenOf } from '../../view3d/viewCamera.ts'
import { ScenePins } from './scenePins.ts'

/** Far from zero, as in UTM coordinates. */
const ORIGIN: Vec3 = { x: 500_000, y: 5_800_000, z: 100 }
const SIZE = { widthPx: 800, heightPx: 500 }
const LOOKOUT = orbitViewCamera(
  { kind: 'top', target: { x: 0, y: 0, z: 0 }, distanceM: 40, yawRad: 0, pitchRad: 1 },
  SIZE,
)

/** Looks along x from the origin; upright. */
function frontCamera(): CameraSource {
  const size = { width: 1000, height: 600 }
  const intrinsics = { ...DEFAULT_INTRINSICS, fx: 500, fy: 500, cx: 499.5, cy: 299.5 }
  const heading = quaternionFromAxisAngle({ x: 1, y: -1, z: 1 }, (-2 * Math.PI) / 3)
  const camera = createCamera(intrinsics, { position: ORIGIN, heading })
  return { sensorId: 'front', url: '', size, tiles: null, camera }
}

async function scene() {
  const session = await new Desk('cuboid3d', 2).open()
  const looked: Vec3[] = []
  const cameras: string[] = []
  const pins = new ScenePins({
    session,
    job: { originM: ORIGIN } as FusionJob,
    pointAt: () => ({ x: 4, y: 5, z: 0.5 }),
    objectAt: () => 'car',
    anchorOf: (trackId) => (trackId === 'car' ? { x: 10, y: 0, z: 0 } : null),
    lookAt: (point) => looked.push(point),
    showCamera: (sensorId) => cameras.push(sensorId),
  })
  return { session, pins, looked, cameras }
}

test('a click in the 3D view is a place in the common frame, with object and frame', async () => {
  const { session, pins } = await scene()
  assert.equal(pins.press(LOOKOUT, { x: 10, y: 10 }), false, 'the person is not pinning')
  session.setFrame(1)
  session.pins.beginPointing()
  assert.equal(pins.press(LOOKOUT, { x: 10, y: 10 }), true)
  assert.deepEqual(session.pins.place, {
    frame: 1,
    trackId: 'car',
    position: { x: 500_004, y: 5_800_005, z: 100.5 },
  })
})

test('a click in a camera’s image is a normalised place of that sensor; a click outside the image has none', async () => {
  const { session, pins } = await scene()
  const source = frontCamera()
  const placement = fittedImage(source.size, { widthPx: 500, heightPx: 400 })
  session.pins.beginPointing()
  pins.pressOnImage(source, placement, { x: 100, y: 5 })
  assert.ok(session.pins.pointing)
  pins.pressOnImage(source, placement, { x: 100, y: 200 })
  const { imagePoint, ...rest } = session.pins.place!
  assert.deepEqual(rest, { frame: 0, sensorId: 'front' })
  assert.ok(Math.abs(imagePoint!.x - 0.2) < 1e-9 && Math.abs(imagePoint!.y - 0.5) < 1e-9)
})

test('pins in space are found where the point is seen: in the 3D view, and in the cameras that see it', async () => {
  const { session, pins } = await scene()
  const source = frontCamera()
  const placement = fittedImage(source.size, { widthPx: 500, heightPx: 300 })
  const place = (x: number, y: number, z: number) => ({ x: ORIGIN.x + x, y: ORIGIN.y + y, z: ORIGIN.z + z })
  session.pins.setIssues([
    { id: 'space', place: { frame: 0, position: place(10, 2, 0) }, resolved: false },
    { id: 'behind', place: { frame: 0, position: place(-10, 0, 0) }, resolved: false },
    { id: 'object', place: { trackId: 'car' }, resolved: false },
    { id: 'image', place: { sensorId: 'front', imagePoint: { x: 0.9, y: 0.1 } }, resolved: false },
    { id: 'other', place: { sensorId: 'left', imagePoint: { x: 0.1, y: 0.1 } }, resolved: false },
  ])
  const opened = (press: () => boolean) => {
    const clicks = session.pins.opened?.click
    press()
    const { opened: now } = session.pins
    return now && now.click !== clicks ? now.id : null
  }
  const at = screenOf(LOOKOUT, { x: 10, y: 2, z: 0 })!
  assert.equal(
    opened(() => pins.press(LOOKOUT, at)),
    'space',
  )
  const behind = screenOf(LOOKOUT, { x: -10, y: 0, z: 0 })!
  assert.equal(
    opened(() => pins.press(LOOKOUT, behind)),
    'behind',
  )
  assert.equal(
    opened(() => pins.press(LOOKOUT, at, false)),
    null,
    'while something else is made by clicks',
  )
  const onImage = (x: number, y: number) => opened(() => pins.pressOnImage(source, placement, { x, y }))
  // 10 m ahead and 2 m to the left: 100 of 1,000 pixels from the middle.
  assert.equal(onImage(200, 150), 'space')
  assert.equal(onImage(250, 150), 'object')
  assert.equal(onImage(450, 30), 'image')
  assert.equal(onImage(50, 30), null)
})

test('visiting an issue looks at its place in space, or shows the camera it was pinned in', async () => {
  const { session, looked, cameras } = await scene()
  session.pins.visit({ position: { x: 500_001, y: 5_800_002, z: 103 } })
  session.pins.visit({ trackId: 'car' })
  session.pins.visit({ sensorId: 'front', imagePoint: { x: 0.5, y: 0.5 } })
  assert.deepEqual(looked, [
    { x: 1, y: 2, z: 3 },
    { x: 10, y: 0, z: 0 },
  ])
  assert.deepEqual(cameras, ['front'])
})

test('where points are labelled, a place says whose they are', async () => {
  const session = await new Desk('segmentation3d', 1).open()
  const pins = new ScenePins({
    session,
    job: { originM: ORIGIN } as FusionJob,
    pointAt: () => ({ x: 4, y: 5, z: 0.5 }),
    objectAt: () => null,
    labelAt: (sensorId, { x }) => (x > 100 ? null : `entry of ${sensorId ?? 'the cloud'}`),
    anchorOf: () => null,
    lookAt: () => {},
    showCamera: () => {},
  })
  const source = frontCamera()
  const placement = fittedImage(source.size, { widthPx: 500, heightPx: 400 })
  const labels = [() => pins.press(LOOKOUT, { x: 10, y: 10 }), () => pins.press(LOOKOUT, { x: 300, y: 10 })]
  labels.push(() => pins.pressOnImage(source, placement, { x: 50, y: 200 }))
  const named = labels.map((press) => {
    session.pins.beginPointing()
    press()
    return session.pins.place?.legendEntryId
  })
  assert.deepEqual(named, ['entry of the cloud', undefined, 'entry of front'])
})
