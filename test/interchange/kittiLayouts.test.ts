import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagClass } from '../../src/formats/results/testJobs.ts'
import { applyPose, identityPose, relativePose } from '../../src/geometry/pose.ts'
import { kittiObjectLayout } from '../../src/interchange/layouts/kittiObject/kittiObject.ts'
import { kittiTrackingLayout } from '../../src/interchange/layouts/kittiTracking/kittiTracking.ts'
import { type Layout, SourceError } from '../../src/interchange/layouts/layout.ts'
import { semanticKittiLayout } from '../../src/interchange/layouts/semanticKitti/semanticKitti.ts'
import { tagOf } from './exportJob.ts'
import { type Entries, memorySource, pathOf, planned } from './layouts.ts'
import { assertNear, matrixOf } from './rawDrive.ts'

const P0 = 'P0: 700 0 600 0 0 700 170 0 0 0 1 0'
const P2 = 'P2: 700 0 600 42 0 700 170 0 0 0 1 0'
const P3 = 'P3: 700 0 600 -336 0 700 170 0 0 0 1 0'
const LIDAR_ROWS = '0 -1 0 -0.01 0 0 -1 -0.07 1 0 0 -0.27'
const UNTURNED = '1 0 0 0 1 0 0 0 1'

/** The header of a PNG of that size. */
function png(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return new Uint8Array(bytes)
}

const PNG = png(1242, 375)
const CAR = 'Car 0.00 0 -1.57 500 150 600 250 1.5 1.6 4 2 1.7 20 0.1'

const OBJECT: Entries = {
  'training/velodyne/000000.bin': 'xyzi',
  'training/velodyne/000001.bin': 'xyzi',
  'training/image_2/000000.png': PNG,
  'training/image_2/000001.png': PNG,
  'training/image_3/000001.png': PNG,
  'training/calib/000000.txt': `${P2}\n${P3}\nR0_rect: ${UNTURNED}\nTr_velo_to_cam: ${LIDAR_ROWS}\n`,
  'training/calib/000001.txt': `${P2}\n${P3}\nR0_rect: ${UNTURNED}\nTr_velo_to_cam: ${LIDAR_ROWS}\n`,
  'training/label_2/000000.txt': `${CAR}\nDontCare -1 -1 -10 1 1 9 9 -1 -1 -1 -1000 -1000 -1000 -10\nVan${CAR.slice(3)}\n`,
}

const LINKED = tagOf('cuboid3d_linked2d', { classes: [tagClass('Car')] })

type Labels = { annotation_data: { annotations: Record<string, unknown>[] } }

test('kitti_object: frames are jobs with all cameras of theirs, labels become cuboids and boxes', async () => {
  const plan = await planned(kittiObjectLayout, memorySource(OBJECT), 'cuboid3d_linked2d', { annotations: true })
  assert.deepEqual([plan.failures, plan.warnings, plan.error], [[], [], null])
  assert.deepEqual(
    plan.sequences.map(({ path, isSingle, sensors }) => [path, isSingle, sensors.map(({ id }) => id)]),
    [
      ['training/velodyne/000000.bin', true, ['velodyne', 'image_2']],
      ['training/velodyne/000001.bin', true, ['velodyne', 'image_2', 'image_3']],
    ],
  )
  const [{ frames, labels }, { frames: second }] = plan.sequences
  const [left, right] = second[0].files.slice(1).map(({ commonFromSensor }) => commonFromSensor)
  assertNear(Object.values(relativePose(left, right).position), [0.54, 0, 0], 1e-9, 'baseline')
  const data = (await labels?.([0], LINKED)) as Labels
  const [cuboid, box] = data.annotation_data.annotations
  assert.deepEqual([cuboid.type, cuboid.label, cuboid.frame_id], ['cuboid', 'Car', '000000'])
  // Camera 0 sees it at 2, 1.7 - 1.5 / 2, 20: the lidar is turned and moved by Tr.
  const camera = { position: { x: 0, y: 0, z: 0 }, heading: { w: 0.5, x: -0.5, y: 0.5, z: -0.5 } }
  const expected = applyPose(camera, { x: 2.01, y: 1.02, z: 20.27 })
  assertNear(Object.values(cuboid.position as object), [expected.x, expected.y, expected.z], 1e-9, 'cuboid')
  const [corner] = box.coordinates as { x: number; y: number }[]
  assertNear([corner.x, corner.y], [500.5 / 1242, 150.5 / 375], 1e-12, 'box')
  assert.equal(box.sensor_id, 'image_2')
  assert.deepEqual(
    plan.failures.map((one) => [(one as { type: string }).type, (one as { found: string }).found]),
    [
      ['NOT_ALLOWED', 'DontCare'],
      ['UNKNOWN', 'Van'],
    ],
  )
  assert.equal(frames[0].timestampNs, null)
  assert.equal((await planned(kittiObjectLayout, memorySource(OBJECT), 'image2d')).sequences.length, 3)
})

const OXTS = ['49 8 110 0 0 0.1', '49.00001 8 110 0 0 0.2'].map((row) => `${row}${' 0'.repeat(24)}`).join('\n')
const TRACKING: Entries = {
  'training/velodyne/0003/000000.bin': 'xyzi',
  'training/velodyne/0003/000001.bin': 'xyzi',
  'training/image_02/0003/000000.png': PNG,
  'training/image_02/0003/000001.png': PNG,
  'training/calib/0003.txt': `${P2}\nR_rect ${UNTURNED}\nTr_velo_cam ${LIDAR_ROWS}\nTr_imu_velo 1 0 0 -0.8 0 1 0 0.3 0 0 1 -0.8\n`,
  'training/oxts/0003.txt': OXTS,
  'training/label_02/0003.txt': `0 7 ${CAR}\n1 7 ${CAR}\n1 8 ${CAR}\nx 1 ${CAR}\n`,
}

test('kitti_tracking: a sequence is a job with the poses of its receiver and the tracks of its frames', async () => {
  const plan = await planned(kittiTrackingLayout, memorySource(TRACKING), 'cuboid3d', { annotations: true })
  assert.deepEqual([plan.failures, plan.warnings, plan.error], [[], [], null])
  const [{ path, frames, labels }] = plan.sequences
  assert.equal(path, 'training/0003')
  const [first, second] = frames
  assertNear(Object.values(first.worldFromEgo?.position ?? {}), [0, 0, 0], 1e-9, 'start')
  // 0.00001 degrees of latitude on the Mercator map.
  assertNear([second.worldFromEgo?.position.y ?? 0], [1.1132], 1e-3, 'north')
  const egoFromLidar = relativePose(first.worldFromEgo ?? identityPose, first.files[0].commonFromSensor)
  assertNear(Object.values(egoFromLidar.position), [0.8, -0.3, 0.8], 1e-9, 'mounting')
  const tag = tagOf('cuboid3d', { classes: [tagClass('Car')] })
  const data = (await labels?.([1], tag)) as Labels
  assert.deepEqual(
    data.annotation_data.annotations.map(({ frame_id, track_id }) => [frame_id, track_id]),
    [
      ['000001', '7'],
      ['000001', '8'],
    ],
  )
  const [lost] = plan.failures as { file: string; field: string; type: string }[]
  assert.deepEqual([lost.file, lost.field, lost.type], ['training/label_02/0003.txt', 'line 4', 'INVALID_VALUE'])
  const video = await planned(kittiTrackingLayout, memorySource(TRACKING), 'video2d', { annotations: true })
  const boxes = (await video.sequences[0].labels?.([0, 1], { ...tag, annotationType: 'video2d' })) as Labels
  assert.match(JSON.stringify(boxes), /"rectangle"/)
})

const label = (...words: number[]) => new Uint8Array(new Uint32Array(words).buffer)
const SEMANTIC: Entries = {
  'dataset/sequences/08/velodyne/000000.bin': 'xyzi',
  'dataset/sequences/08/velodyne/000001.bin': 'xyzi',
  'dataset/sequences/08/labels/000000.label': label(0, 10, 10 + 2 ** 16, 40, 252),
  'dataset/sequences/08/image_2/000000.png': PNG,
  'dataset/sequences/08/calib.txt': `${P0}\n${P2}\nTr: ${LIDAR_ROWS}\n`,
  'dataset/sequences/08/poses.txt': '1 0 0 0 0 1 0 0 0 0 1 0\n1 0 0 0 0 1 0 0 0 0 1 5\n',
  'dataset/sequences/08/times.txt': '0.000000e+00\n1.036300e-01\n',
}

test('semantickitti: each scan is a job with the classes of its points, a sequence has poses of its lidar', async () => {
  const plan = await planned(semanticKittiLayout, memorySource(SEMANTIC), 'segmentation3d', { annotations: true })
  assert.deepEqual([plan.failures, plan.warnings, plan.error], [[], [], null])
  assert.deepEqual(
    plan.sequences.map(({ path, isSingle, sensors }) => [path, isSingle, sensors.map(({ id }) => id)]),
    [
      ['dataset/sequences/08/velodyne/000000.bin', true, ['velodyne', 'image_2']],
      ['dataset/sequences/08/velodyne/000001.bin', true, ['velodyne']],
    ],
  )
  const tag = tagOf('segmentation3d', { classes: [{ ...tagClass('car'), instantiable: true }, tagClass('road')] })
  assert.deepEqual(await plan.sequences[0].labels?.([0], tag), {
    legend: [
      { label_key: 1, value: 'car' },
      { label_key: 2, value: 'road' },
      { label_key: 3, value: 'car#1' },
    ],
    labels: [0, 1, 3, 2, 0],
  })
  assert.equal((plan.failures[0] as { found: string }).found, 'moving-car')
  assert.equal(await plan.sequences[1].labels?.([0], tag), null)

  const { sequences } = await planned(semanticKittiLayout, memorySource(SEMANTIC), 'cuboid3d')
  const [{ path, frames }] = sequences
  assert.equal(path, 'dataset/sequences/08')
  assert.deepEqual(
    frames.map(({ timestampNs }) => timestampNs),
    [0n, 103_630_000n],
  )
  // Five metres along the camera's axis are five along the lidar's x.
  assertNear(
    matrixOf(frames[1].worldFromEgo ?? identityPose),
    [1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    1e-9,
    'pose',
  )
  assert.equal(pathOf(frames[0].files[1].file), 'dataset/sequences/08/image_2/000000.png')
})

test('layouts of KITTI refuse wrong calibrations by file and field, and report wrong lines', async () => {
  const refused = async (layout: Layout, entries: Entries, file: string, from: string, to: string) => {
    const source = memorySource({ ...entries, [file]: String(entries[file]).replace(from, to) })
    const { sequences, failures, error } = await planned(layout, source, 'cuboid3d')
    assert.equal(error instanceof SourceError && error.code, 'CALIBRATION_INVALID')
    assert.deepEqual(sequences, [])
    const [fault] = failures as { file: string; field: string; type: string }[]
    assert.equal(fault.file, file)
    return [fault.field, fault.type]
  }
  const object = 'training/calib/000000.txt'
  assert.deepEqual(await refused(kittiObjectLayout, OBJECT, object, 'P2: 700', 'P2: nan'), ['P2', 'INVALID_VALUE'])
  assert.deepEqual(await refused(kittiObjectLayout, OBJECT, object, 'R0_rect', 'R1'), ['R0_rect', 'MISSING'])
  const tracking = 'training/calib/0003.txt'
  const row = await refused(kittiTrackingLayout, TRACKING, tracking, 'Tr_imu_velo 1 0', 'Tr_imu_velo 1 1')
  assert.deepEqual(row, ['Tr_imu_velo', 'INVALID_VALUE'])
  const odometry = 'dataset/sequences/08/calib.txt'
  assert.deepEqual(await refused(semanticKittiLayout, SEMANTIC, odometry, 'P0: 700', 'P0: 0'), ['P0', 'OUT_OF_RANGE'])

  const poses = 'dataset/sequences/08/poses.txt'
  const cut = memorySource({ ...SEMANTIC, [poses]: '1 0 0 0 0 1 0 0 0 0 1 0\n1 0 0' })
  const { sequences, failures, skipped } = await planned(semanticKittiLayout, cut, 'cuboid3d')
  assert.equal(sequences[0].frames.length, 1)
  assert.deepEqual(skipped, [['dataset/sequences/08/velodyne/000001.bin', 'NO_POSE']])
  assert.deepEqual(failures, [
    { file: poses, field: 'line 2', type: 'INVALID_VALUE', expected: '12 numbers', found: '3 numbers' },
  ])
  const odd = { ...SEMANTIC, 'dataset/sequences/08/labels/000000.label': new Uint8Array(7) }
  const labelled = await planned(semanticKittiLayout, memorySource(odd), 'segmentation3d', { annotations: true })
  assert.equal(await labelled.sequences[0].labels?.([0], tagOf('segmentation3d')), null)
  assert.equal((labelled.failures[0] as { type: string }).type, 'ENCODING')
})
