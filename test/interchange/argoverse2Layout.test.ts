import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagClass } from '../../src/formats/results/testJobs.ts'
import { composePoses, identityPose, type Pose, relativePose } from '../../src/geometry/pose.ts'
import { quaternionFromYaw } from '../../src/geometry/quaternion.ts'
import { argoverse2 } from '../../src/interchange/argoverse2/manifest.ts'
import { poseColumns } from '../../src/interchange/argoverse2/poseColumns.ts'
import { featherBytes } from '../../src/interchange/arrow/feather.ts'
import { argoverse2Layout } from '../../src/interchange/layouts/argoverse2/argoverse2.ts'
import { SourceError, SourceFileError } from '../../src/interchange/layouts/layout.ts'
import { DEFAULT_PCD_LIMITS } from '../../src/pcd/pcdLimits.ts'
import { readPcd } from '../../src/pcd/pcdReader.ts'
import { setOf, tagOf } from './exportJob.ts'
import { filedScene } from './filedScene.ts'
import { CUBOID_TAG } from './hardScenes.ts'
import { type Entries, memorySource, pathOf, planned } from './layouts.ts'
import { readByPython } from './python.ts'
import { assertNear, matrixOf } from './rawDrive.ts'
import { exported } from './roundTrip.ts'

const START_NS = 315_969_904_359_876_000n
const SWEEP_NS = 100_000_000n
const timesNs = [0n, 1n, 2n].map((index) => START_NS + index * SWEEP_NS)
/** Of the camera: between the sweeps, and the last one far from any. */
const pictureNs = [timesNs[0] + 20_000_000n, timesNs[1] - 10_000_000n, timesNs[2] + 90_000_000n]

const egoAt = (timeNs: bigint): Pose => ({
  position: { x: 4000 + Number(timeNs - START_NS) / 1e7, y: 2500, z: 60 },
  heading: quaternionFromYaw(0.5),
})
const egoFromCamera: Pose = { position: { x: 1.6, y: 0, z: 1.4 }, heading: { w: 0.5, x: -0.5, y: 0.5, z: -0.5 } }

function log(folder = 'val/0a1b', lens = 1700, place = egoFromCamera): Entries {
  const numbers = (values: number[]) => ({ type: 'float64' as const, values })
  const cloud = featherBytes({
    x: { type: 'float32', values: new Float32Array([1, 2]) },
    y: { type: 'float32', values: new Float32Array([3, 4]) },
    z: { type: 'float32', values: new Float32Array([5, 6]) },
    intensity: { type: 'uint8', values: new Uint8Array([7, 255]) },
  })
  const boxTimes = [timesNs[0], timesNs[1], timesNs[1]]
  return {
    ...Object.fromEntries(timesNs.map((time) => [`${folder}/sensors/lidar/${time}.feather`, cloud])),
    ...Object.fromEntries(pictureNs.map((time) => [`${folder}/sensors/cameras/ring_front_center/${time}.jpg`, 'jpg'])),
    [`${folder}/city_SE3_egovehicle.feather`]: featherBytes({
      timestamp_ns: { type: 'int64', values: timesNs },
      ...poseColumns(timesNs.map(egoAt)),
    }),
    [`${folder}/calibration/egovehicle_SE3_sensor.feather`]: featherBytes({
      sensor_name: { type: 'text', values: ['ring_front_center'] },
      ...poseColumns([place]),
    }),
    [`${folder}/calibration/intrinsics.feather`]: featherBytes({
      sensor_name: { type: 'text', values: ['ring_front_center'] },
      ...{ fx_px: numbers([lens]), fy_px: numbers([lens]), cx_px: numbers([780]), cy_px: numbers([1000]) },
      ...{ k1: numbers([-0.2]), k2: numbers([0.1]), k3: numbers([0]) },
    }),
    [`${folder}/annotations.feather`]: featherBytes({
      timestamp_ns: { type: 'int64', values: boxTimes },
      track_uuid: { type: 'text', values: ['a', 'a', 'b'] },
      category: { type: 'text', values: ['REGULAR_VEHICLE', 'REGULAR_VEHICLE', 'BOLLARD'] },
      ...{ length_m: numbers([4, 4, 1]), width_m: numbers([2, 2, 1]), height_m: numbers([1.5, 1.5, 1]) },
      ...poseColumns(boxTimes.map(() => ({ position: { x: 10, y: 1, z: 0.5 }, heading: quaternionFromYaw(0) }))),
    }),
  }
}

test('argoverse2: a log is a job, each picture at the pose of the vehicle of its time', async () => {
  const plan = await planned(argoverse2Layout, memorySource(log()), 'cuboid3d', { annotations: true })
  assert.deepEqual([plan.failures, plan.warnings, plan.skipped, plan.error], [[], [], [], null])
  const [{ path, sensors, frames, labels }] = plan.sequences
  assert.equal(path, 'val/0a1b')
  assert.deepEqual(
    sensors.map(({ id, source, maxOffsetMs }) => [id, source, maxOffsetMs]),
    [
      ['up_lidar', 'sensors/lidar', null],
      ['ring_front_center', 'ring_front_center', 20],
    ],
  )
  assert.deepEqual(sensors[1].intrinsics, { fx: 1700, fy: 1700, cx: 780, cy: 1000, k1: -0.2, k2: 0.1, k3: 0 })
  assert.deepEqual(
    frames.map(({ timestampNs, files }) => [timestampNs, files.length]),
    [
      [timesNs[0], 2],
      [timesNs[1], 2],
      [timesNs[2], 1],
    ],
  )
  const [cloud, picture] = frames[0].files
  assertNear(matrixOf(cloud.commonFromSensor), matrixOf(egoAt(timesNs[0])), 1e-9, 'sweep')
  const then = composePoses(egoAt(pictureNs[0]), egoFromCamera)
  assertNear(matrixOf(picture.commonFromSensor), matrixOf(then), 1e-6, 'picture')
  assert.equal(pathOf(cloud.file), `val/0a1b/sensors/lidar/${timesNs[0]}.pcd`)
  assert.ok(cloud.file.kind === 'made')
  const { positions, intensity } = await readPcd(cloud.file.make(), DEFAULT_PCD_LIMITS)
  assert.deepEqual(
    [[...positions], [...(intensity ?? [])]],
    [
      [1, 3, 5, 2, 4, 6],
      [7, 255],
    ],
  )

  const tag = tagOf('cuboid3d', { classes: [tagClass('REGULAR_VEHICLE')] })
  const data = (await labels?.([1], tag)) as { annotation_data: { annotations: Record<string, unknown>[] } }
  const [box, ...more] = data.annotation_data.annotations
  assert.deepEqual([box.frame_id, box.track_id, more.length], [String(timesNs[1]), 'a', 0])
  const expected = composePoses(egoAt(timesNs[1]), { position: { x: 10, y: 1, z: 0.5 }, heading: quaternionFromYaw(0) })
  assertNear(Object.values(box.position as object), Object.values(expected.position), 1e-9, 'box')
  assert.deepEqual(plan.failures, [
    { file: 'val/0a1b/annotations.feather', type: 'UNKNOWN', expected: 'a class of the tag', found: 'BOLLARD' },
  ])
  const pictures = await planned(argoverse2Layout, memorySource(log()), 'image2d')
  assert.equal(pictures.sequences.length, 3)
})

test('argoverse2: wrong calibrations and damaged tables are named by file and field', async () => {
  const spoilt: [Entries, string, string][] = [
    [log('l', Number.NaN), 'l/calibration/intrinsics.feather', 'fx_px[0]'],
    [log('l', -1), 'l/calibration/intrinsics.feather', 'fx_px[0]'],
    [
      log('l', 1, { position: egoFromCamera.position, heading: { w: 1, x: 1, y: 0, z: 0 } }),
      'l/calibration/egovehicle_SE3_sensor.feather',
      'qw[0]',
    ],
  ]
  for (const [entries, file, field] of spoilt) {
    const { sequences, failures, error } = await planned(argoverse2Layout, memorySource(entries), 'cuboid3d')
    assert.equal(error instanceof SourceError && error.code, 'CALIBRATION_INVALID')
    const [fault] = failures as { file: string; field: string }[]
    assert.deepEqual([sequences.length, fault.file, fault.field], [0, file, field])
  }
  const poses = 'l/city_SE3_egovehicle.feather'
  const whole = log('l')
  const cut = memorySource({ ...whole, ...log('m'), [poses]: (whole[poses] as Uint8Array).slice(0, 300) })
  const damaged = await planned(argoverse2Layout, cut, 'cuboid3d')
  assert.deepEqual(
    damaged.sequences.map(({ path }) => path),
    ['m'],
  )
  const [fault] = damaged.failures as { file: string; type: string }[]
  assert.deepEqual([fault.file, fault.type], [poses, 'ENCODING'])
  const still = { position: { x: 0, y: 0, z: 0 }, heading: { w: 0, x: 0, y: 0, z: 0 } }
  const times = { timestamp_ns: { type: 'int64' as const, values: timesNs } }
  const turned = featherBytes({ ...times, ...poseColumns(timesNs.map(() => still)) })
  const nowhere = await planned(argoverse2Layout, memorySource({ ...whole, [poses]: turned }), 'cuboid3d')
  assert.deepEqual((nowhere.failures[0] as { field: string }).field, 'qw[0]')
  const sweep = `l/sensors/lidar/${timesNs[0]}.feather`
  const broken = await planned(argoverse2Layout, memorySource({ ...whole, [sweep]: 'no table' }), 'cuboid3d')
  const { file } = broken.sequences[0].frames[0].files[0]
  assert.ok(file.kind === 'made')
  await assert.rejects(async () => {
    for await (const _ of file.make());
  }, SourceFileError)
})

const PYARROW = `
import base64, json, io, numpy as np, pandas as pd
from av2.utils.io import read_feather
out = {}
for kind in ['lz4', 'zstd', 'uncompressed']:
    table = pd.DataFrame({'x': np.array([1.5, -2.25, 100], np.float16), 'y': np.array([0, 1, 2], np.float16),
      'z': np.array([-1, 0.125, 3], np.float16), 'intensity': np.array([0, 5, 255], np.uint8),
      'laser_number': np.array([1, 2, 63], np.uint8), 'offset_ns': np.array([0, 10, 20], np.int32)})
    buffer = io.BytesIO(); table.to_feather(buffer, compression=kind)
    out[kind] = base64.b64encode(buffer.getvalue()).decode()
print(json.dumps(out))`

test('argoverse2: sweeps of half floats as pyarrow writes them, compressed or not, become clouds', async (t) => {
  const written = await readByPython<Record<string, string>>(
    t,
    ['av2', 'pandas', 'pyarrow'],
    { entries: new Map() },
    PYARROW,
  )
  for (const [kind, text] of Object.entries(written ?? {})) {
    const entries = {
      ...log('l'),
      [`l/sensors/lidar/${timesNs[0]}.feather`]: new Uint8Array(Buffer.from(text, 'base64')),
    }
    const { sequences } = await planned(argoverse2Layout, memorySource(entries), 'cuboid3d')
    const { file } = sequences[0].frames[0].files[0]
    assert.ok(file.kind === 'made')
    const { positions, intensity } = await readPcd(file.make(), DEFAULT_PCD_LIMITS)
    assert.deepEqual([...positions], [1.5, 0, -1, -2.25, 1, 0.125, 100, 2, 3], kind)
    assert.deepEqual([...(intensity ?? [])], [0, 5, 255])
  }
})

test('an export in Argoverse 2 comes back as a source with equal poses, lenses and times', async () => {
  const job = await filedScene(false)
  const out = await exported(argoverse2, setOf({ tag: CUBOID_TAG, jobs: [job], includeFiles: true }))
  const { sequences, failures } = await planned(
    argoverse2Layout,
    memorySource(Object.fromEntries(out.entries)),
    'cuboid3d',
  )
  assert.deepEqual(failures, [])
  const [{ frames, sensors }] = sequences
  const sent = job.sensors?.find(({ id }) => id === 'front')?.intrinsics
  assert.deepEqual([sensors[1].intrinsics?.fx, sensors[1].intrinsics?.cy], [sent?.fx, sent?.cy])
  for (const [index, frame] of frames.entries()) {
    const { worldFromEgo, files, timestampNs } = job.frames[index]
    assert.equal(frame.timestampNs, timestampNs)
    assertNear(matrixOf(frame.worldFromEgo ?? identityPose), matrixOf(worldFromEgo ?? identityPose), 1e-6, 'ego')
    const front = files.find(({ sensorId }) => sensorId === 'front')?.commonFromSensor
    const egoFromFront = relativePose(worldFromEgo ?? identityPose, front ?? identityPose)
    const own = relativePose(frame.worldFromEgo ?? identityPose, frame.files[1].commonFromSensor)
    if (index === 0) assertNear(matrixOf(own), matrixOf(egoFromFront), 1e-6, 'camera')
  }
})
