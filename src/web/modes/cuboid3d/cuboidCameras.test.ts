import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CuboidDesk } from '../../../../test/web/desk/cuboidDesk.ts'
import { STREET_CAR, type StreetSampleOptions, streetSample } from '../../../../test/web/streetPayload.ts'
import { createCamera, normalizeImagePoint } from '../../../geometry/camera.ts'
import { projectedBounds } from '../../../geometry/projectedBounds.ts'
import type { Rectangle } from '../../../model/document/shape.ts'
import { boxTrack } from '../../../model/document/testTracks.ts'
import { seeingCameras, shownCamera } from './shownCamera.ts'

/** Boxes on cameras beside cuboids, at the real editor. */

const CAMERAS = ['front', 'left']
const { street } = await streetSample({ frames: 2 })
const CAR = carInFront()

/** The nearest car that the front camera sees whole. */
function carInFront() {
  const shot = street.frames[0].cameras.find(({ sensorId }) => sensorId === 'front')
  assert.ok(shot)
  const camera = createCamera(shot.intrinsics, shot.commonFromCamera)
  const size = { width: shot.width, height: shot.height }
  const [seen] = street.frames[0].truth
    .flatMap((truth) => {
      const bounds = truth.label === 'car' ? projectedBounds(truth.cuboid, camera, size) : null
      return bounds && bounds.minU > 5 && bounds.maxU < size.width - 6 ? [{ cuboid: truth.cuboid, bounds }] : []
    })
    .toSorted((a, b) => b.bounds.maxU - b.bounds.minU - (a.bounds.maxU - a.bounds.minU))
  const { minU, minV, maxU, maxV } = seen.bounds
  const min = normalizeImagePoint({ u: minU, v: minV }, size)
  const max = normalizeImagePoint({ u: maxU, v: maxV }, size)
  return { cuboid: seen.cuboid, min, max }
}

function sampleOf(operation: 'cuboid3d' | 'cuboid3d_linked2d', more: StreetSampleOptions = {}) {
  const track = boxTrack('a', STREET_CAR, 0, CAR.cuboid, operation === 'cuboid3d' ? [] : CAMERAS)
  return streetSample({ frames: 2, operation, cameraIds: CAMERAS, tracks: [track], ...more })
}

const LINKED = await sampleOf('cuboid3d_linked2d')

/** Its keys on a camera. */
const keysOn = (desk: CuboidDesk, sensorId: string, id = 'a') => desk.track(id).views.get(sensorId)?.keys ?? []

function rectangleOn(desk: CuboidDesk, sensorId: string, id = 'a'): Rectangle {
  const [key] = keysOn(desk, sensorId, id)
  assert.ok(key?.kind === 'shape' && key.shape.type === 'rectangle')
  return key.shape
}

const stateOn = ({ work, editor, session }: CuboidDesk, sensorId: string) => {
  const source = editor.job.frames[editor.frame].cameras.find((one) => one.sensorId === sensorId)
  return source && work.cameraBoxes.rectanglesOf(source).find(({ trackId }) => session.selection.has(trackId))?.state
}

test('a linked box follows the cuboid until a person adjusts or dismisses it; projected again it follows again', () =>
  CuboidDesk.at(LINKED, (desk) => {
    const { min, max } = CAR
    const front = desk.camera('front')
    front.click((min.x + max.x) / 2, (min.y + max.y) / 2)
    assert.deepEqual([...desk.session.selection], ['a'])
    assert.equal(stateOn(desk, 'front'), 'linked')
    assert.deepEqual(keysOn(desk, 'front'), [])

    const middle = (min.y + max.y) / 2
    front.drag([max.x, middle], [max.x + 0.03, middle])
    const shape = rectangleOn(desk, 'front')
    assert.ok(Math.abs(shape.right - max.x - 0.03) < 0.002, JSON.stringify(shape))
    assert.ok(Math.abs(shape.left - min.x) < 1e-6)
    assert.equal(stateOn(desk, 'front'), 'adjusted')
    assert.deepEqual(keysOn(desk, 'left'), [], 'the other camera is left alone')

    desk.press('W')
    assert.equal(rectangleOn(desk, 'front'), shape, 'kept although the cuboid moved')
    desk.editor.setView({ cameraId: 'front' })
    desk.press('L')
    assert.deepEqual(keysOn(desk, 'front'), [], 'it follows again')
    assert.equal(stateOn(desk, 'front'), 'linked')
    desk.press('L')
    assert.deepEqual(
      keysOn(desk, 'front').map(({ kind, frame }) => [kind, frame]),
      [['out', 0]],
    )
    assert.equal(stateOn(desk, 'front'), 'dismissed')
  }))

test('a cuboid that is moved away from an adjusted box is said at once, and the box can follow', () =>
  CuboidDesk.at(LINKED, (desk) => {
    const { min, max } = CAR
    const front = desk.camera('front')
    const middle = (min.y + max.y) / 2
    const stale = () => desk.session.pageChecks.findings().filter(({ code }) => code === 'CAMERA_BOX_STALE')
    front.click((min.x + max.x) / 2, middle).drag([max.x, middle], [max.x - 0.01, middle])
    assert.equal(stateOn(desk, 'front'), 'adjusted')
    assert.deepEqual(stale(), [])
    const offers = () => desk.session.notices.notices.flatMap(({ offer }) => offer ?? [])
    desk.press('W')
    assert.deepEqual([stale(), offers()], [[], []], 'it is nearly where it was')
    for (let i = 0; i < 8; i++) desk.press('Shift+A')
    assert.deepEqual(
      stale().map(({ where, frames }) => [where.trackId, where.sensorId, frames]),
      [['a', 'front', [0]]],
    )
    assert.equal(offers().length, 1, 'said once')
    offers()[0].run()
    assert.equal(stateOn(desk, 'front'), 'linked')
    assert.deepEqual(stale(), [])
    desk.press('Ctrl+Z')
    assert.equal(stateOn(desk, 'front'), 'adjusted')
  }))

test('an object that only a camera sees gets a separate box', () =>
  CuboidDesk.at(LINKED, (desk) => {
    desk.session.setTool('camera')
    desk.camera('front').drag([0.6, 0.1], [0.7, 0.3])
    const [, id] = [...desk.session.document.tracks.keys()]
    const { cuboid, views } = desk.track(id)
    assert.deepEqual([cuboid, views.get('front')?.follows], [null, false])
    const { left, top, right, bottom } = rectangleOn(desk, 'front', id)
    for (const [actual, expected] of [
      [left, 0.6],
      [top, 0.1],
      [right, 0.7],
      [bottom, 0.3],
    ]) {
      assert.ok(Math.abs(actual - expected) < 0.003, `${actual} is not ${expected}`)
    }
  }))

test('the camera that sees the object is shown; one without intrinsics sees nothing', async () => {
  await CuboidDesk.at(await sampleOf('cuboid3d', { uncalibrated: ['left'] }), ({ editor, session }) => {
    session.select(['a'])
    assert.deepEqual(
      seeingCameras(editor).map(({ sensorId }) => sensorId),
      ['front'],
    )
    assert.equal(shownCamera(editor)?.sensorId, 'front')
    editor.setView({ cameraId: 'left' })
    assert.equal(shownCamera(editor)?.camera, null)
  })
})

test('keys show points over images, size points and open all cameras; Escape closes them', () =>
  CuboidDesk.at(LINKED, (desk) => {
    const view = () => desk.editor.view
    const { sizePx } = view()
    desk.press('Shift+U')
    assert.equal(view().pointsOnImages, true)
    desk.press('Shift+U')
    assert.equal(view().pointsOnImages, false)
    desk.press('Plus')
    assert.equal(view().sizePx, sizePx + 0.5)
    for (let i = 0; i < 20; i++) desk.press('-')
    assert.equal(view().sizePx, 1)
    desk.press('U')
    assert.equal(view().camerasOpen, true)
    desk.press('Esc')
    assert.equal(view().camerasOpen, false)
  }))

/** The same job, where sensors may not be annotated, or another one comes first. */
function withSensors(change: (modality: string) => { state?: 'non_editable'; primaryView?: boolean }) {
  const { payload, files } = LINKED
  assert.ok(payload.content.kind === 'frames')
  const sensors = payload.content.sensors.map((sensor) => ({ ...sensor, ...change(sensor.modality) }))
  return { payload: { ...payload, content: { ...payload.content, sensors } }, files }
}

test('a lidar that is not to be annotated has no tools, and keys change nothing of its cuboids', () =>
  CuboidDesk.at(
    withSensors((modality) => (modality === 'lidar' ? { state: 'non_editable' } : {})),
    (desk) => {
      assert.deepEqual(
        desk.session.tools.map(({ id }) => id),
        ['select', 'camera'],
      )
      desk.press('Tab')
      const { cuboid } = desk.track('a')
      desk.press('W', 'C', 'K', 'Delete', 'Q', 'Y')
      assert.equal(desk.track('a').cuboid, cuboid)
      assert.equal(desk.session.canUndo, false)
    },
  ))

test('a camera that is not to be annotated keeps its boxes and says why; cuboids are free', () =>
  CuboidDesk.at(
    withSensors((modality) => (modality === 'camera' ? { state: 'non_editable' } : {})),
    (desk) => {
      assert.deepEqual(
        desk.session.tools.map(({ id }) => id),
        ['select', 'drag', 'click', 'rectangle', 'fit', 'polyline3d', 'keypoint3d'],
      )
      desk.press('Tab', 'L')
      assert.match(desk.said, /This camera is read-only/)
      const { min, max } = CAR
      desk.camera('front').drag([max.x, (min.y + max.y) / 2], [max.x + 0.03, (min.y + max.y) / 2])
      assert.equal(desk.session.canUndo, false)
      desk.press('W')
      assert.equal(desk.session.canUndo, true)
    },
  ))

test('a job whose primary view is a camera opens with its image large, and H gives the points the place', () =>
  CuboidDesk.at(
    withSensors((modality) => ({ primaryView: modality === 'camera' })),
    (desk) => {
      assert.deepEqual([desk.editor.view.cameraLarge, shownCamera(desk.editor)?.sensorId], [true, 'front'])
      desk.press('H')
      assert.equal(desk.editor.view.cameraLarge, false)
    },
  ))
