import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Entries, memorySource, pathOf, planned, withBrokenFile } from '../../../../test/interchange/layouts.ts'
import { readByPython } from '../../../../test/interchange/python.ts'
import {
  assertNear,
  matrixOf,
  P_RECT_02,
  RAW_DATA,
  RAW_DAY,
  RAW_DAY_FILES,
  RAW_DRIVE,
  RAW_TIMES,
  rawDrive,
} from '../../../../test/interchange/rawDrive.ts'
import { applyPose, identityPose, relativePose } from '../../../geometry/pose.ts'
import { SourceError } from '../layout.ts'
import { kittiRaw } from './kittiRaw.ts'

test('kitti_raw: a drive has the folders as sensors, frames by their files and times in nanoseconds', async () => {
  const { sequences, failures, warnings, skipped, error } = await planned(kittiRaw, memorySource(RAW_DATA), 'cuboid3d')
  assert.deepEqual([failures, warnings, skipped, error], [[], [], [], null])
  const [sequence, ...more] = sequences
  assert.equal(more.length, 0)
  assert.equal(sequence.path, RAW_DRIVE)
  assert.equal(sequence.isSingle, false)
  assert.equal(sequence.pointCloudFrame, 'sensor')
  assert.deepEqual(
    sequence.sensors.map(({ id, modality, source }) => [id, modality, source]),
    [
      ['velodyne_points', 'lidar', 'velodyne_points'],
      ['image_02', 'camera', 'image_02'],
      ['image_03', 'camera', 'image_03'],
    ],
  )
  assert.deepEqual(sequence.sensors[0].pointLayout, { fields: ['x', 'y', 'z', 'intensity'], type: 'float32' })
  assert.deepEqual(sequence.sensors[1].intrinsics, { fx: 700, fy: 710, cx: 600, cy: 170, skew: 0 })
  assert.deepEqual(
    sequence.frames.map(({ frameId, timestampNs }) => [frameId, timestampNs]),
    [
      ['0000000000', 1577880000964389445n],
      ['0000000001', 1577880000974389445n],
      ['0000000002', 1577880000984389446n],
    ],
  )
  assert.deepEqual(
    sequence.frames[1].files.map(({ file }) => pathOf(file)),
    [
      `${RAW_DRIVE}/velodyne_points/data/0000000001.bin`,
      `${RAW_DRIVE}/image_02/data/0000000001.png`,
      `${RAW_DRIVE}/image_03/data/0000000001.png`,
    ],
  )
})

test('kitti_raw: points land on the pixels that P_rect R_rect Tr of the development kit gives', async () => {
  const { sequences } = await planned(kittiRaw, memorySource(RAW_DATA), 'cuboid3d')
  const [{ frames }] = sequences
  const [, second] = frames
  const [lidar, camera] = second.files
  const inLidar = { x: 14, y: -3, z: 0.7 }
  const inCamera = applyPose(relativePose(camera.commonFromSensor, lidar.commonFromSensor), inLidar)
  const pixel = [(700 * inCamera.x) / inCamera.z + 600, (710 * inCamera.y) / inCamera.z + 170]
  const unrectified = [3 - 0.004, -0.7 - 0.076, 14 - 0.27]
  const angle = Math.atan2(0.0199987, 0.9998)
  const rectified = [
    Math.cos(angle) * unrectified[0] - Math.sin(angle) * unrectified[1],
    Math.sin(angle) * unrectified[0] + Math.cos(angle) * unrectified[1],
    unrectified[2],
    1,
  ]
  const [u, v, w] = [0, 1, 2].map((row) =>
    rectified.reduce((sum, value, column) => sum + P_RECT_02[4 * row + column] * value, 0),
  )
  assertNear(pixel, [u / w, v / w], 1e-6, 'pixel')
})

const PYKITTI = `
import json, numpy as np, pykitti
raw = pykitti.raw('.', '${RAW_DAY}', '0001')
print(json.dumps({
    'imu': [one.T_w_imu.flatten().tolist() for one in raw.oxts],
    'cam2': raw.calib.T_cam2_imu.flatten().tolist(),
    'velo': raw.calib.T_velo_imu.flatten().tolist(),
    'K': raw.calib.K_cam2.flatten().tolist(),
    'points': [len(one) for one in raw.velo],
    'times': [one.isoformat() for one in raw.timestamps],
}))
`

test('kitti_raw: poses and calibrations are those that pykitti reads', async (t) => {
  const source = memorySource(RAW_DATA)
  const entries = new Map(
    await Promise.all(source.files.map(async (file) => [file.path, await file.read(0, 1e6)] as const)),
  )
  const told = await readByPython<{ imu: number[][]; cam2: number[]; velo: number[]; K: number[]; points: number[] }>(
    t,
    ['pykitti'],
    { entries },
    PYKITTI,
  )
  if (!told) return
  const { sequences } = await planned(kittiRaw, source, 'cuboid3d')
  const [{ frames, sensors }] = sequences
  for (const [index, { worldFromEgo, files }] of frames.entries()) {
    assert.ok(worldFromEgo)
    assertNear(matrixOf(worldFromEgo), told.imu[index], 1e-7, `worldFromEgo ${index}`)
    const lidarFromEgo = relativePose(files[0].commonFromSensor, worldFromEgo)
    // The matrices of the files are rotations up to the seventh digit only.
    assertNear(matrixOf(lidarFromEgo), told.velo, 1e-6, 'lidarFromEgo')
    // pykitti leaves out what the last column of P says along y: -0.3 / 710 m.
    assertNear(matrixOf(relativePose(files[1].commonFromSensor, worldFromEgo)), told.cam2, 5e-4, 'cameraFromEgo')
  }
  const { fx = 0, fy = 0, cx = 0, cy = 0 } = sensors[1].intrinsics ?? {}
  assertNear([fx, 0, cx, 0, fy, cy, 0, 0, 1], told.K, 0, 'K')
  assert.deepEqual(told.points, [2, 2, 2])
})

test('kitti_raw: each annotation type takes what it can use', async () => {
  const source = memorySource({ ...RAW_DATA, ...rawDrive(`${RAW_DAY}/${RAW_DAY}_drive_0002_sync`) })
  const pathsOf = async (
    ...[type, options]: Parameters<typeof planned> extends [unknown, unknown, ...infer R] ? R : never
  ) =>
    (await planned(kittiRaw, source, type, options)).sequences.map(({ path, frames, sensors }) => [
      path.replace(/^.*drive_/, ''),
      frames.length,
      sensors.map(({ id }) => id).join(' '),
    ])
  const pictures = await pathsOf('image2d')
  assert.equal(pictures.length, 12)
  assert.deepEqual(pictures[1], ['0001_sync/image_03/data/0000000000.png', 1, 'image_03'])
  assert.deepEqual(await pathsOf('video2d'), [
    ['0001_sync', 3, 'image_02'],
    ['0002_sync', 3, 'image_02'],
  ])
  assert.deepEqual((await pathsOf('video2d', { cameras: ['image_03', 'image_02'] }))[0], ['0001_sync', 3, 'image_03'])
  assert.deepEqual((await pathsOf('cuboid3d_linked2d', { cameras: ['image_03'] }))[1], [
    '0002_sync',
    3,
    'velodyne_points image_03',
  ])
  const clouds = await pathsOf('segmentation3d')
  assert.equal(clouds.length, 6)
  assert.deepEqual(clouds[4], ['0002_sync/velodyne_points/data/0000000001.bin', 1, 'velodyne_points image_02 image_03'])
})

const without = (entries: Entries, pattern: RegExp): Entries =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => !pattern.test(name)))

test('kitti_raw: what is missing is said, and the rest goes on', async () => {
  const noCloud = await planned(kittiRaw, memorySource(without(RAW_DATA, /points.*0001\.bin$/)), 'cuboid3d')
  assert.equal(noCloud.sequences[0].frames.length, 2)
  assert.deepEqual(noCloud.skipped, [
    [`${RAW_DRIVE}/image_02/data/0000000001.png`, 'NO_CLOUD'],
    [`${RAW_DRIVE}/image_03/data/0000000001.png`, 'NO_CLOUD'],
  ])
  assert.deepEqual(noCloud.sequences[0].frames[1].timestampNs, 1577880000984389446n)

  const between = await planned(kittiRaw, memorySource(without(RAW_DATA, /oxts.*0001\.txt$/)), 'cuboid3d')
  assert.deepEqual(between.sequences[0].frames[1].worldFromEgo, between.sequences[0].frames[0].worldFromEgo)
  const atEnd = memorySource(without(RAW_DATA, /oxts.*0002\.txt$/))
  assert.equal((await planned(kittiRaw, atEnd, 'cuboid3d')).sequences[0].frames.length, 3)
  const strict = await planned(kittiRaw, atEnd, 'cuboid3d', { maxOffsetMs: 5 })
  assert.deepEqual(
    [strict.sequences[0].frames.length, strict.skipped[0]],
    [2, [`${RAW_DRIVE}/velodyne_points/data/0000000002.bin`, 'NO_POSE']],
  )

  const noEgo = await planned(kittiRaw, memorySource(without(RAW_DATA, /imu_to_velo/)), 'cuboid3d')
  assert.deepEqual(
    noEgo.warnings.map((one) => (one as { code: string }).code),
    ['NO_POSES'],
  )
  assert.deepEqual(noEgo.sequences[0].frames[0].worldFromEgo, null)
  assert.deepEqual(noEgo.sequences[0].frames[0].files[0].commonFromSensor, identityPose)

  const noCamera = await planned(kittiRaw, memorySource(without(RAW_DATA, /cam_to_cam/)), 'cuboid3d')
  assert.deepEqual(
    noCamera.warnings.map((one) => (one as { code: string }).code),
    ['NO_CALIBRATION', 'NO_CALIBRATION'],
  )
  assert.equal(noCamera.sequences[0].sensors[1].intrinsics, null)

  const noPictures = await planned(kittiRaw, memorySource(without(RAW_DATA, /image_0/)), 'cuboid3d_linked2d')
  assert.deepEqual(noPictures.skipped, [[RAW_DRIVE, 'NO_CAMERA']])
  assert.equal(noPictures.error instanceof SourceError && noPictures.error.code, 'FS_0003')
})

test('kitti_raw: a wrong calibration makes nothing and is named by file and field', async () => {
  const faults: [string, string, string, string, string][] = [
    ['calib_cam_to_cam.txt', 'P_rect_02: 700', 'P_rect_02: nan', 'P_rect_02', 'INVALID_VALUE'],
    ['calib_cam_to_cam.txt', 'P_rect_02: 700 0', 'P_rect_02: 700', 'P_rect_02', 'INVALID_VALUE'],
    ['calib_cam_to_cam.txt', 'P_rect_02: 700', 'P_rect_02: -700', 'P_rect_02', 'OUT_OF_RANGE'],
    ['calib_cam_to_cam.txt', 'P_rect_03:', 'P_rect_04:', 'P_rect_03', 'MISSING'],
    ['calib_cam_to_cam.txt', 'R_rect_00: 0.9998', 'R_rect_00: 0.8', 'R_rect_00', 'INVALID_VALUE'],
    ['calib_velo_to_cam.txt', 'R: 0 -1', 'R: 0 1', 'R', 'INVALID_VALUE'],
    ['calib_imu_to_velo.txt', 'T: -0.81', 'T: inf', 'T', 'INVALID_VALUE'],
  ]
  for (const [name, from, to, field, type] of faults) {
    const file = `${RAW_DAY}/${name}`
    const source = memorySource({ ...RAW_DATA, [file]: String(RAW_DATA[file]).replace(from, to) })
    const { sequences, failures, error } = await planned(kittiRaw, source, 'cuboid3d')
    assert.deepEqual(sequences, [], to)
    assert.ok(error instanceof SourceError)
    assert.equal(error.code, 'CALIBRATION_INVALID')
    const [failure] = failures as { file: string; field: string; type: string }[]
    assert.deepEqual([failure.file, failure.field, failure.type], [file, field, type])
    assert.match(error.message, new RegExp(`^${file}: ${field} `))
    assert.equal((await planned(kittiRaw, source, 'image2d')).sequences.length, 6, 'pictures need no calibration')
  }
})

test('kitti_raw: faults of single files are failures with their place', async () => {
  const oxts = `${RAW_DRIVE}/oxts/data/0000000001.txt`
  const cut = await planned(kittiRaw, memorySource({ ...RAW_DATA, [oxts]: '49.011 8.4' }), 'cuboid3d')
  assert.deepEqual(cut.failures, [
    {
      file: oxts,
      field: 'line 1',
      type: 'INVALID_VALUE',
      expected: 'latitude, longitude, altitude, roll, pitch and yaw',
      found: '49.011 8.4',
    },
  ])
  assert.equal(cut.sequences[0].frames.length, 3)
  const gone = await planned(kittiRaw, withBrokenFile(memorySource(RAW_DATA), oxts), 'cuboid3d')
  assert.deepEqual(gone.failures, [{ file: oxts, type: 'DOWNLOAD_FAILED' }])
  const file = `${RAW_DRIVE}/velodyne_points/timestamps.txt`
  const back = await planned(
    kittiRaw,
    memorySource({ ...RAW_DATA, [file]: RAW_TIMES.replace('974389445', '964389445') }),
    'cuboid3d',
  )
  assert.deepEqual(back.failures, [
    {
      file,
      field: 'line 2',
      type: 'OUT_OF_RANGE',
      expected: 'later than line 1',
      found: '2020-01-01 12:00:00.964389445',
    },
  ])
  assert.deepEqual(
    back.sequences[0].frames.map(({ timestampNs }) => timestampNs),
    [null, null, null],
  )
  const extract = memorySource({ ...RAW_DAY_FILES, ...rawDrive(`${RAW_DAY}/${RAW_DAY}_drive_0001_extract`) })
  const unsynced = await planned(kittiRaw, extract, 'cuboid3d')
  assert.equal(unsynced.skipped.length, 1)
  assert.equal(unsynced.error instanceof SourceError && unsynced.error.code, 'FS_0003')
})
