import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCompareOptions } from '../../formats/comparison/compareOptions.ts'
import type { JobSnapshot } from '../../formats/results/jobSnapshot.ts'
import { CAR } from '../../formats/results/testJobs.ts'
import { compareDocuments } from './compareDocuments.ts'

const pose = { position: { x: 0, y: 0, z: 0 }, heading: { w: 1, x: 0, y: 0, z: 0 } }
const sensor = (id: string) => ({ sensor_id: id, data_url: `https://x.test/${id}`, sensor_pose: pose })
const meta = (id: string, modality: string) => ({ id, name: id, modality, state: 'editable' })
const size = (width: number, height: number) => ({
  width,
  height,
  uprightWidth: width,
  uprightHeight: height,
  exifOrientation: 1,
})
const DATA = 'data.sensor_data.frames[0].sensors'

/** A drive of one frame with a large camera and a small one, neither of them calibrated. */
const DRIVE: JobSnapshot = {
  jobId: 'j',
  referenceId: 'r',
  keptSensors: null,
  pointCloudFrame: 'sensor',
  payload: Buffer.from(
    JSON.stringify({
      reference_id: 'r',
      tag: 't',
      data: {
        sensor_data: {
          frames: [{ frame_id: 'f', sensors: ['lidar', 'front', 'rear'].map(sensor) }],
          sensor_meta: [meta('lidar', 'lidar'), meta('front', 'camera'), meta('rear', 'camera')],
        },
      },
    }),
  ),
  tag: {
    name: 't',
    annotationType: 'cuboid3d_linked2d',
    classes: [CAR],
    attributes: [],
    review: null,
    instructions: null,
  },
  files: [
    JSON.stringify([
      [`${DATA}[0].data_url`, { pointCount: 3 }],
      [`${DATA}[1].data_url`, size(1000, 500)],
      [`${DATA}[2].data_url`, size(100, 50)],
    ]),
  ],
}

const rectangle = (id: string) => ({
  type: 'rectangle',
  label: 'car',
  track_id: id,
  frame_id: 'f',
  sensor_id: id,
  coordinates: [
    { x: 0.1, y: 0.1 },
    { x: 0.3, y: 0.1 },
    { x: 0.3, y: 0.3 },
    { x: 0.1, y: 0.3 },
  ],
})

test('boxes on cameras are ignored by their area in pixels of their own image', () => {
  const data = { annotation_data: { annotations: ['front', 'rear'].map(rectangle) } }
  const pairsOf = (from: number) => {
    const options = readCompareOptions({ ignore: { area_px: [from, null] } }, [])
    const body = Buffer.from(JSON.stringify({ a: { data }, b: { data } }))
    const made = compareDocuments({ job: DRIVE, body, a: 'data', b: 'data', options, start: 0 })
    assert.ok('pairs' in made, JSON.stringify(made))
    return made.pairs.map(({ sensor_id: sensorId }) => sensorId)
  }
  // 200 × 100 pixels in front, 20 × 10 behind.
  assert.deepEqual([pairsOf(0).sort(), pairsOf(1000), pairsOf(30_000)], [['front', 'rear'], ['front'], []])
})
