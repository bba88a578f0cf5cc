import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JobPayloadAnswer } from '../../contract/payload.ts'
import type { SensorView } from '../../formats/workbench/job.ts'
import { DEFAULT_INTRINSICS } from '../../geometry/intrinsics.ts'
import { identityPose } from '../../geometry/pose.ts'
import { cloudExtent } from './cloudExtent.ts'
import { fusionJobOf } from './fusionJobOf.ts'
import { transformPoint } from './relativeMatrix.ts'

const at = (x: number, y: number, z: number) => ({ position: { x, y, z }, heading: { w: 1, x: 0, y: 0, z: 0 } })
const image = { file: 'i', mediaType: 'image/jpeg', bytes: 1, widthPx: 640, heightPx: 400, pyramid: null }
const cloud = { file: 'c', bytes: 9, pointCount: 1, finiteCount: 1, bounds: null, commonFromCloud: identityPose }

function payloadOf(sensors: SensorView[], fx: number, primary: string | null): JobPayloadAnswer {
  const meta = (id: string, modality: 'lidar' | 'camera') => ({
    id,
    name: id,
    modality,
    primaryView: id === primary,
    state: 'editable' as const,
    intrinsics: modality === 'camera' ? { ...DEFAULT_INTRINSICS, fx, fy: fx } : null,
  })
  const content = {
    kind: 'frames' as const,
    pointCloudFrame: 'common' as const,
    hasEgoPose: false,
    sensors: [meta('cam', 'camera'), meta('roof', 'lidar')],
    frames: [{ frameId: 'f', timestampNs: null, commonFromEgo: null, sensors }],
  }
  return { content, files: { base: '/f/', query: '?s' } } as unknown as JobPayloadAnswer
}

const SENSORS: SensorView[] = [
  { sensorId: 'cam', commonFromSensor: at(0, 0, 1), image, cloud: null },
  { sensorId: 'roof', commonFromSensor: at(691608.4, 5335912.8, 520.2), image: null, cloud },
]

test('the scene is relative to whole metres near the lidar, and files keep their signature', () => {
  const job = fusionJobOf(payloadOf(SENSORS, 500, null))
  assert.deepEqual(job?.originM, { x: 691608, y: 5335913, z: 520 })
  assert.equal(job.frames[0].clouds[0].url, '/f/c?s')
  assert.equal(job.primarySensorId, 'roof')
  assert.equal(job.hasEgoPose, false)
})

test('a camera that cannot project is shown, and the job may open on a camera', () => {
  const [camera] = fusionJobOf(payloadOf(SENSORS, 0, 'cam'))!.frames[0].cameras
  assert.equal(camera.camera, null)
  assert.deepEqual(camera.size, { width: 640, height: 400 })
  const job = fusionJobOf(payloadOf(SENSORS, 500, 'cam'))
  assert.equal(job?.primarySensorId, 'cam')
  assert.ok(job.frames[0].cameras[0].camera)
})

test('the view opens on where most points are: strays and missing points do not count', () => {
  const positions = new Float32Array(3000)
  for (let i = 0; i < 1000; i++) positions.set([(i % 100) - 50, i % 10, i % 3], 3 * i)
  positions.set([Number.NaN, 0, 0, 9000, 9000, 900], 0)
  const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 100, 0, 0, 1]
  assert.deepEqual(transformPoint(matrix, { x: 1, y: 0, z: 0 }).x, 101)
  const chunk = { positions, pointCount: 1000 }
  const extent = cloudExtent([{ chunk, relativeFromChunk: matrix, sensor: { x: 0, y: 0, z: 2 } }])
  assert.ok(extent && extent.bounds.min.x >= 50 && extent.bounds.max.x <= 150)
  assert.deepEqual([extent.bounds.min.z, extent.bounds.max.z], [0, 2])
  assert.deepEqual(extent.heights, [-2, 0])
  assert.deepEqual([extent.ground, ...extent.reach], [-2, -2, 0])
  assert.equal(cloudExtent([]), null)
})
