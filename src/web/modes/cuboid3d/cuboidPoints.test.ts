import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CuboidDesk } from '../../../../test/web/desk/cuboidDesk.ts'
import { STREET_CAR, STREET_PERSON, streetSample } from '../../../../test/web/streetPayload.ts'
import { createCamera, normalizeImagePoint } from '../../../geometry/camera.ts'
import { applyPose } from '../../../geometry/pose.ts'
import { distance, type Vec3 } from '../../../geometry/vec3.ts'
import { COMMON_VIEW, type Track } from '../../../model/document/document.ts'
import { newTrack } from '../../../model/document/newTrack.ts'
import type { SpaceShape } from '../../../model/document/shape.ts'
import { isSpaceShape } from '../../../model/shapes/spaceShapes.ts'
import type { ScreenPoint } from '../../view3d/viewCamera.ts'

/** Lines and key points on clouds, at the real editor. */

const PLAIN = await streetSample()

function spacesOf({ session }: CuboidDesk) {
  return [...session.document.tracks.values()].flatMap(({ classId, stationary, views }) => {
    const keys = (views.get(COMMON_VIEW)?.keys ?? []).flatMap((key) => (key.kind === 'shape' ? [key] : []))
    const [first] = keys
    if (!first || !isSpaceShape(first.shape)) return []
    const { type, points } = first.shape
    return [{ classId, stationary, frames: keys.map(({ frame }) => frame), type, points }]
  })
}

const from = ({ x, y }: ScreenPoint, dx: number, dy: number): ScreenPoint => ({ x: x + dx, y: y + dy })

test('a lane line is drawn by clicks on the cloud, edited point by point, copied and undone', () =>
  CuboidDesk.at(PLAIN, async (desk) => {
    const { session } = desk
    desk.press('V')
    const middle = desk.middleOf('main')
    const places = [from(middle, -120, 30), from(middle, 0, 40), from(middle, 120, 30)]
    session.setTool('polyline3d')
    session.setCurrentClass(STREET_PERSON)
    for (const place of places) desk.click('main', place)
    assert.equal(session.inWork.unfinishedCount, 1)
    desk.press('Enter')
    assert.equal(session.inWork.unfinishedCount, 0)
    const [lane] = spacesOf(desk)
    assert.deepEqual([lane.type, lane.points.length, lane.classId], ['polyline3d', 3, STREET_PERSON])
    // From above a pixel is as many metres everywhere: what was clicked on the screen is so in the scene.
    const scale = distance(lane.points[0], lane.points[2]) / 240
    assert.ok(Math.abs(distance(lane.points[0], lane.points[1]) - scale * Math.hypot(120, 10)) < 12 * scale)
    assert.ok(lane.points.every(({ z }) => Math.abs(z - lane.points[0].z) < 3))

    // In the common frame it stays where it is: the next frames have it too, and keep one keyframe.
    desk.press('Right')
    await desk.loaded()
    desk.press('Left')
    session.setTool('select')
    desk.drag('main', [places[1], from(middle, 0, 70), from(middle, 0, 100)])
    const [moved] = spacesOf(desk)
    assert.ok(Math.abs(distance(moved.points[1], lane.points[1]) - 60 * scale) < 12 * scale, 'dragged by 60 pixels')
    assert.deepEqual([moved.points[0], moved.points[2]], [lane.points[0], lane.points[2]])
    assert.deepEqual(moved.frames, [0])

    const halfway = from(middle, -60, 65)
    desk.doubleClick('main', halfway)
    assert.equal(spacesOf(desk)[0].points.length, 4)
    desk.click('main', halfway, { button: 'right' })
    assert.deepEqual(spacesOf(desk)[0].points, moved.points)
    desk.click('main', places[2]).press('Delete')
    assert.deepEqual(spacesOf(desk)[0].points, moved.points.slice(0, 2))
    desk.press('Ctrl+Z', 'Ctrl+Z', 'Ctrl+Z', 'Ctrl+Z')
    assert.deepEqual(spacesOf(desk)[0].points, lane.points)

    desk.press('Ctrl+D')
    const copies = spacesOf(desk)
    assert.equal(copies.length, 2)
    assert.ok(Math.abs(distance(copies[0].points[0], copies[1].points[0]) - 1) < 1e-6, 'a metre beside it')
    desk.press('Delete')
    assert.equal(spacesOf(desk).length, 1)
  }))

test('a pole is a key point; it is stationary, goes on to later frames, and a double-click ends it', () =>
  CuboidDesk.at(PLAIN, async (desk) => {
    const { session } = desk
    desk.press('V', 'Right')
    await desk.loaded()
    const middle = desk.middleOf('main')
    session.setTool('keypoint3d')
    desk.click('main', from(middle, -40, -60)).doubleClick('main', from(middle, -40, -30))
    session.setTool('select')
    const [pole] = spacesOf(desk)
    assert.deepEqual([pole.type, pole.points.length, pole.frames], ['keypoint3d', 2, [1]])
    desk.press('Y')
    assert.equal(spacesOf(desk)[0].stationary, true)
    desk.press('Ctrl+Left')
    assert.deepEqual(spacesOf(desk)[0].frames, [0, 1])
    desk.click('main', from(middle, -300, -200))
    assert.equal(session.selection.size, 0, 'a click beside it lets it go')
    desk.click('main', from(middle, -40, -60))
    assert.equal(session.selection.size, 1, 'one on it takes it again')
  }))

test('a line is seen through the lens of the cameras and dragged over the ground there', async () => {
  const [frame] = PLAIN.street.frames
  const [camera] = frame.cameras
  const lens = createCamera(camera.intrinsics, camera.commonFromCamera)
  const { width, height } = camera
  const groundZ = frame.egoPose?.position.z ?? 0
  // Ground before the camera, found through the image itself.
  const onGround = (u: number, v: number): Vec3 => {
    const ray = lens.cameraRayFromImage(u, v)
    assert.ok(ray)
    const eye = camera.commonFromCamera.position
    const ahead = applyPose(camera.commonFromCamera, ray)
    const along = (groundZ - eye.z) / (ahead.z - eye.z)
    return {
      x: eye.x + along * (ahead.x - eye.x),
      y: eye.y + along * (ahead.y - eye.y),
      z: eye.z + along * (ahead.z - eye.z),
    }
  }
  const pixels = [0.4, 0.6].map((share) => [width * share, height * 0.75] as const)
  const shape: SpaceShape = { type: 'polyline3d', points: pixels.map(([u, v]) => onGround(u, v)) }
  const tagClass = { classId: STREET_CAR, attributes: [] }
  const flat = { sensorId: COMMON_VIEW, flat: shape }
  const lane: Track = newTrack({ id: 'lane', annotationType: 'cuboid3d', tagClass, frame: 0, shape: flat })
  await CuboidDesk.at(await streetSample({ cameraIds: ['front'], tracks: [lane] }), (desk) => {
    const share = (u: number, v: number): [number, number] => {
      const { x, y } = normalizeImagePoint({ u, v }, { width, height })
      return [x, y]
    }
    const image = desk.camera('front')
    image.click(...share(width * 0.5, pixels[0][1]))
    assert.equal(desk.session.selection.size, 1, 'a click on the line selects it')
    const target = [width * 0.65, height * 0.85] as const
    image.drag(share(...pixels[1]), share(...target))
    const [moved] = spacesOf(desk)
    assert.deepEqual(moved.points[0], shape.points[0])
    assert.ok(distance(moved.points[1], onGround(...target)) < 0.15, 'over the ground, under the pointer')
    assert.ok(Math.abs(moved.points[1].z - shape.points[1].z) < 1e-6)
    desk.press('Ctrl+Z')
    assert.deepEqual(spacesOf(desk)[0].points, shape.points)
  })
})
