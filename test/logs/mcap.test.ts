import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { composePoses, type Pose } from '../../src/geometry/pose.ts'
import { MCAP } from '../../src/interchange/layouts/mcap/layout.ts'
import { readPcd } from '../../src/pcd/pcdReader.ts'
import {
  CAMERA_DELAY_NS,
  driveMessages,
  egoFromCamera,
  egoFromLidar,
  FRAME_NS,
  HEIGHT,
  mapFromEgo,
  pixelsOf,
  pointsOf,
  START_NS,
  WIDTH,
} from './drive.ts'
import { made, PCD_LIMITS, scan, sourceOf } from './scanned.ts'
import { writtenMcap } from './writtenMcap.ts'

function assertPose(found: Pose | null, expected: Pose, tolerance = 1e-6): void {
  assert.ok(found)
  const numbers = ({ position, heading }: Pose) => [
    ...Object.values(position),
    heading.w,
    heading.x,
    heading.y,
    heading.z,
  ]
  numbers(found).forEach((one, place) => {
    assert.ok(Math.abs(one - numbers(expected)[place]) < tolerance, `${numbers(found)} is not ${numbers(expected)}`)
  })
}

for (const [form, options] of Object.entries({
  'zstd chunks': {},
  'plain chunks': { isPacked: false },
  'no chunks': { isChunked: false },
  'no index': { isIndexed: false },
})) {
  test(`a drive in MCAP with ${form} has its clouds, pictures, calibration and poses`, async () => {
    const log = await writtenMcap(driveMessages(), options)
    const source = sourceOf({ 'drive.mcap': log })
    assert.equal(await MCAP.detect(source), 'drive.mcap is an MCAP log')
    const { sequences, warnings, failures } = await scan(MCAP, source)
    assert.deepEqual([warnings, failures], [[], []])
    const [{ path, sensors, frames, pointCloudFrame }] = sequences
    assert.deepEqual([sequences.length, path, pointCloudFrame], [1, `drive@${START_NS}`, 'sensor'])
    assert.deepEqual(
      sensors.map(({ id, modality, source, maxOffsetMs }) => [id, modality, source, maxOffsetMs]),
      [
        ['velodyne_points', 'lidar', '/velodyne_points', null],
        ['camera_image_raw', 'camera', '/camera/image_raw', 20],
      ],
    )
    const { fx, fy, cx, cy, k1, k2, p1, p2, k3, cameraModel } = sensors[1].intrinsics ?? {}
    assert.deepEqual([fx, fy, cx, cy], [6, 7, 4, 2])
    assert.deepEqual([cameraModel, k1, k2, p1, p2, k3], ['brown_conrady', 0.1, -0.05, 0.001, 0.002, 0.01])
    assert.equal(frames.length, 3)
    for (const [index, { frameId, timestampNs, worldFromEgo, files }] of frames.entries()) {
      const timeNs = START_NS + BigInt(index) * FRAME_NS
      assert.deepEqual([frameId, timestampNs], [`${timeNs}`, timeNs])
      assertPose(worldFromEgo, mapFromEgo(timeNs))
      const [lidar, camera] = files
      assertPose(lidar.commonFromSensor, composePoses(mapFromEgo(timeNs), egoFromLidar))
      assertPose(camera.commonFromSensor, composePoses(mapFromEgo(timeNs + CAMERA_DELAY_NS), egoFromCamera), 1e-4)
      const cloud = await readPcd(await made(lidar.file), PCD_LIMITS)
      assert.deepEqual(
        [...cloud.positions].map((x) => Math.fround(x)),
        pointsOf(index).flatMap((point) => point.slice(0, 3)),
      )
      const picture = await sharp(await made(camera.file))
        .raw()
        .toBuffer({ resolveWithObject: true })
      assert.deepEqual([picture.info.width, picture.info.height], [WIDTH, HEIGHT])
      assert.deepEqual(new Uint8Array(picture.data), pixelsOf(index))
    }
  })
}
