import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagOf } from '../../../../test/interchange/exportJob.ts'
import { type Entries, memorySource, pathOf, planned, withBrokenFile } from '../../../../test/interchange/layouts.ts'
import { type NuscenesRows, nuscenesEntries, nuscenesRows } from '../../../../test/interchange/nuscenesTables.ts'
import { readByPython } from '../../../../test/interchange/python.ts'
import { assertNear } from '../../../../test/interchange/rawDrive.ts'
import { composePoses, type Pose } from '../../../geometry/pose.ts'
import { SourceError } from '../layout.ts'
import { nuscenesLayout } from './nuscenes.ts'

const plan = (
  rows: NuscenesRows,
  ...rest: Parameters<typeof planned> extends [unknown, unknown, ...infer R] ? R : never
) => planned(nuscenesLayout, memorySource(nuscenesEntries(rows)), ...rest)

const numbersOf = ({ position: { x, y, z }, heading: { w, x: qx, y: qy, z: qz } }: Pose) => [x, y, z, w, qx, qy, qz]

test('nuscenes: a scene is a job of its key frames, each sensor at its own pose of the vehicle', async () => {
  const { sequences, failures, warnings, skipped, error } = await plan(nuscenesRows(), 'cuboid3d')
  assert.deepEqual([failures, warnings, skipped, error], [[], [], [], null])
  const [{ path, isSingle, sensors, frames, pointCloudFrame, labels }, ...more] = sequences
  assert.equal(more.length, 0)
  assert.deepEqual([path, isSingle, pointCloudFrame, labels], ['scene-0001', false, 'sensor', undefined])
  assert.deepEqual(
    sensors.map(({ id, modality, source, maxOffsetMs }) => [id, modality, source, maxOffsetMs]),
    [
      ['LIDAR_TOP', 'lidar', 'LIDAR_TOP', null],
      ['CAM_FRONT', 'camera', 'CAM_FRONT', 20],
    ],
  )
  assert.deepEqual(sensors[0].pointLayout?.fields, ['x', 'y', 'z', 'intensity', 'ring'])
  assert.deepEqual(sensors[1].intrinsics, { fx: 1266, fy: 1267, cx: 816, cy: 491, skew: 0 })
  assert.deepEqual(
    frames.map(({ frameId, timestampNs, files }) => [frameId, timestampNs, files.map(({ file }) => pathOf(file))]),
    [
      ['s0', 1_500_000_000_000_000_000n, ['samples/LIDAR_TOP/n__0.pcd.bin', 'samples/CAM_FRONT/n__0.jpg']],
      ['s1', 1_500_000_000_500_000_000n, ['samples/LIDAR_TOP/n__1.pcd.bin', 'samples/CAM_FRONT/n__1.jpg']],
    ],
  )
  const [{ worldFromEgo, files }] = frames
  assert.ok(worldFromEgo)
  const heading = { w: Math.SQRT1_2, x: 0, y: 0, z: Math.SQRT1_2 }
  assertNear(numbersOf(worldFromEgo), [600, 1600, 0, Math.SQRT1_2, 0, 0, Math.SQRT1_2], 1e-12, 'ego')
  // The camera fired after the lidar, when the vehicle had moved on by two metres.
  const then = { position: { x: 602, y: 1600, z: 0 }, heading }
  const egoFromCamera = { position: { x: 1.7, y: 0, z: 1.5 }, heading: { w: 0.5, x: -0.5, y: 0.5, z: -0.5 } }
  assertNear(numbersOf(files[1].commonFromSensor), numbersOf(composePoses(then, egoFromCamera)), 1e-12, 'camera')
})

const DEVKIT = `
import json
from nuscenes.nuscenes import NuScenes
from pyquaternion import Quaternion
import numpy as np
nusc = NuScenes(version='v1.0-mini', dataroot='.', verbose=False)
frames = []
for sample in sorted(nusc.sample, key=lambda one: one['timestamp']):
    poses = {}
    for channel, token in sample['data'].items():
        row = nusc.get('sample_data', token)
        ego, own = nusc.get('ego_pose', row['ego_pose_token']), nusc.get('calibrated_sensor', row['calibrated_sensor_token'])
        q = Quaternion(ego['rotation']) * Quaternion(own['rotation'])
        t = Quaternion(ego['rotation']).rotate(np.array(own['translation'])) + np.array(ego['translation'])
        poses[channel] = {'t': t.tolist(), 'q': q.elements.tolist(), 'file': row['filename']}
    frames.append({'token': sample['token'], 'poses': poses})
print(json.dumps(frames))`

test('nuscenes: poses are those that the devkit reads from the tables', async (t) => {
  const rows = nuscenesRows()
  rows.map = [{ token: 'm', log_tokens: ['log'], category: '', filename: 'maps/blank.png' }]
  rows.log = [{ token: 'log', logfile: '', vehicle: '', date_captured: '', location: '' }]
  const source = memorySource(nuscenesEntries(rows))
  const entries = new Map(
    await Promise.all(source.files.map(async (file) => [file.path, await file.read(0, 1e6)] as const)),
  )
  const blank = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
    'base64',
  )
  entries.set('maps/blank.png', blank)
  type Told = { token: string; poses: Record<string, { t: number[]; q: number[]; file: string }> }[]
  const told = await readByPython<Told>(t, ['nuscenes', 'pyquaternion'], { entries }, DEVKIT)
  if (!told) return
  const { sequences } = await planned(nuscenesLayout, source, 'cuboid3d')
  for (const [index, frame] of sequences[0].frames.entries()) {
    assert.equal(frame.frameId, told[index].token)
    for (const { sensorId, commonFromSensor, file } of frame.files) {
      const ofDevkit: Told[number]['poses'][string] = told[index].poses[sensorId]
      const sign = Math.sign(ofDevkit.q.find((value) => Math.abs(value) > 1e-9) ?? 1)
      const own = numbersOf(commonFromSensor)
      const turned = Math.sign(own.slice(3).find((value) => Math.abs(value) > 1e-9) ?? 1)
      assertNear(
        own.map((value, at) => (at < 3 ? value : value * turned)),
        [...ofDevkit.t, ...ofDevkit.q.map((value) => value * sign)],
        1e-9,
        sensorId,
      )
      assert.equal(pathOf(file), ofDevkit.file)
    }
  }
})

test('nuscenes: boxes of the frames become labels, and a category that the tag lacks is reported', async () => {
  const { sequences, failures } = await plan(nuscenesRows(), 'cuboid3d', { annotations: true })
  const tag = tagOf('cuboid3d')
  type Labels = { annotation_data: { annotations: Record<string, unknown>[] } }
  const all = (await sequences[0].labels?.([0, 1], tag)) as Labels
  assert.deepEqual(
    all.annotation_data.annotations.map(({ frame_id, track_id, label, position, dimensions }) => [
      frame_id,
      track_id,
      label,
      position,
      dimensions,
    ]),
    [
      ['s0', 'i0', 'car', { x: 610, y: 1605, z: 1 }, { length: 4.5, width: 1.9, height: 1.6 }],
      ['s1', 'i0', 'car', { x: 611, y: 1605, z: 1 }, { length: 4.5, width: 1.9, height: 1.6 }],
    ],
  )
  const second = (await sequences[0].labels?.([1], tag)) as Labels
  assert.deepEqual(
    second.annotation_data.annotations.map(({ frame_id }) => frame_id),
    ['s1'],
  )
  const unknown = failures.filter((one) => (one as { found?: string }).found === 'animal')
  assert.deepEqual(unknown[0], {
    file: 'v1.0-mini/sample_annotation.json',
    type: 'UNKNOWN',
    expected: 'a class of the tag',
    found: 'animal',
  })
})

const failuresOf = async (rows: NuscenesRows) => {
  const { sequences, failures, error } = await plan(rows, 'cuboid3d')
  assert.equal(error, null)
  const named = (failures as { file: string; field: string; type: string }[]).map(({ file, field, type }) => [
    file.replace(/^.*\//, ''),
    field,
    type,
  ])
  return { frames: sequences[0].frames, named }
}

test('nuscenes: rows that lead nowhere or do not fit are failures with their place, the rest goes on', async () => {
  const noSample = nuscenesRows()
  noSample.sample_data[4].sample_token = 'nowhere'
  const lost = await failuresOf(noSample)
  assert.deepEqual(lost.named, [['sample_data.json', '[4].sample_token', 'UNKNOWN']])
  assert.deepEqual(
    lost.frames.map(({ frameId }) => frameId),
    ['s0'],
  )

  const noCalibration = nuscenesRows()
  noCalibration.sample_data[2].calibrated_sensor_token = 'nowhere'
  const blind = await failuresOf(noCalibration)
  assert.deepEqual(blind.named, [['sample_data.json', '[2].calibrated_sensor_token', 'UNKNOWN']])
  assert.deepEqual(
    blind.frames.map(({ files }) => files.length),
    [1, 2],
  )

  const noPose = nuscenesRows()
  noPose.sample_data[2].ego_pose_token = 'nowhere'
  assert.deepEqual((await failuresOf(noPose)).named, [['sample_data.json', 'k0.ego_pose_token', 'UNKNOWN']])

  const noScene = nuscenesRows()
  noScene.sample.push({ token: 's9', timestamp: 5, scene_token: 'nowhere' })
  assert.deepEqual((await failuresOf(noScene)).named, [['sample.json', 's9.scene_token', 'UNKNOWN']])

  const wrongType = nuscenesRows()
  wrongType.sample_data[2].filename = 7 as never
  wrongType.ego_pose.push({ token: 'x', translation: [1, 2], rotation: [1, 0, 0, 0] })
  assert.deepEqual((await failuresOf(wrongType)).named, [
    ['sample_data.json', '[2].filename', 'INVALID_TYPE'],
    ['ego_pose.json', '[6].translation', 'INVALID_VALUE'],
  ])

  const sameTime = nuscenesRows()
  sameTime.sample[1].timestamp = sameTime.sample[0].timestamp
  const still = await failuresOf(sameTime)
  assert.deepEqual(still.named, [['sample.json', 's0.timestamp', 'DUPLICATE']])
  assert.deepEqual(
    still.frames.map(({ timestampNs }) => timestampNs),
    [null, null],
  )

  const twice = nuscenesRows()
  twice.sample_data.push({ ...twice.sample_data[0], token: 'again' })
  assert.deepEqual((await failuresOf(twice)).named, [['sample_data.json', '[6].filename', 'DUPLICATE']])

  const endless = nuscenesRows()
  endless.sample[0].timestamp = 1e300
  assert.deepEqual((await failuresOf(endless)).named, [['sample.json', 's1.timestamp', 'OUT_OF_RANGE']])
})

test('nuscenes: a wrong calibration makes nothing and is named by file and field', async () => {
  const faults: [string, (row: Record<string, unknown>) => void, string][] = [
    ['rotation', (row) => Object.assign(row, { rotation: [1, 1, 0, 0] }), 'INVALID_VALUE'],
    ['rotation', (row) => Object.assign(row, { rotation: [1, 0, 0] }), 'INVALID_VALUE'],
    ['translation', (row) => Object.assign(row, { translation: 'here' }), 'INVALID_TYPE'],
    ['camera_intrinsic', (row) => Object.assign(row, { camera_intrinsic: [[1, 2]] }), 'INVALID_VALUE'],
    [
      'camera_intrinsic',
      (row) =>
        Object.assign(row, {
          camera_intrinsic: [
            [0, 0, 1],
            [0, 0, 1],
            [0, 0, 1],
          ],
        }),
      'OUT_OF_RANGE',
    ],
  ]
  for (const [field, spoil, type] of faults) {
    const rows = nuscenesRows()
    spoil(rows.calibrated_sensor[1])
    const { sequences, failures, error } = await plan(rows, 'cuboid3d')
    assert.deepEqual(sequences, [])
    assert.ok(error instanceof SourceError)
    assert.equal(error.code, 'CALIBRATION_INVALID')
    const [fault] = failures as { file: string; field: string; type: string }[]
    assert.deepEqual([fault.file, fault.field, fault.type], ['v1.0-mini/calibrated_sensor.json', `[1].${field}`, type])
  }
  const entries = nuscenesEntries(nuscenesRows())
  const file = 'v1.0-mini/calibrated_sensor.json'
  const source = memorySource({ ...entries, [file]: String(entries[file]).replace('1.7', 'NaN') })
  const { failures, error } = await planned(nuscenesLayout, source, 'cuboid3d')
  assert.equal(error instanceof SourceError && error.code, 'CALIBRATION_INVALID')
  assert.equal((failures[0] as { field: string }).field, '[1].translation[0]')
})

test('nuscenes: tables that are cut, gone or not JSON say so, and what was before is kept', async () => {
  const entries = nuscenesEntries(nuscenesRows())
  const file = 'v1.0-mini/sample_data.json'
  const text = String(entries[file])
  for (let cut = 0; cut < text.length; cut += 97) {
    const { failures, sequences, error } = await planned(
      nuscenesLayout,
      memorySource({ ...entries, [file]: text.slice(0, cut) }),
      'cuboid3d',
    )
    assert.equal((failures.at(-1) as { type: string }).type, 'ENCODING', `cut at ${cut}`)
    if (sequences.length === 0) assert.equal(error instanceof SourceError && error.code, 'FS_0003')
  }
  const gone = await planned(nuscenesLayout, withBrokenFile(memorySource(entries), file), 'cuboid3d')
  assert.deepEqual(gone.failures, [{ file, type: 'DOWNLOAD_FAILED' }])
  const { [file]: _, ...rest } = entries
  const missing = await planned(nuscenesLayout, memorySource(rest), 'cuboid3d')
  assert.equal(missing.error instanceof SourceError && missing.error.code, 'NOT_THIS_FORMAT')
  assert.equal(await nuscenesLayout.detect(memorySource(rest)), null)
  const without: Entries = Object.fromEntries(
    Object.entries(entries).filter(([name]) => !name.endsWith('ego_pose.json')),
  )
  const poseless = await planned(nuscenesLayout, memorySource(without), 'cuboid3d')
  assert.deepEqual(
    poseless.warnings.map((one) => (one as { code: string }).code),
    ['NO_POSES'],
  )
  assert.deepEqual(poseless.sequences[0].frames[0].files[0].commonFromSensor.position, { x: 0.9, y: 0, z: 1.8 })
})

test('nuscenes: files that are not in the source are left out, and scenes without any are skipped', async () => {
  const rows = nuscenesRows()
  rows.scene.push({ token: 'other', name: 'scene-0002' })
  rows.sample.push({ token: 'o', timestamp: 5, scene_token: 'other' })
  const entries = nuscenesEntries(rows)
  const { 'samples/CAM_FRONT/n__1.jpg': _, ...rest } = entries
  const { sequences, skipped } = await planned(nuscenesLayout, memorySource(rest), 'cuboid3d')
  assert.deepEqual(
    sequences[0].frames.map(({ files }) => files.length),
    [2, 1],
  )
  assert.deepEqual(skipped, [['scene-0002', 'none of its files is in the source']])
})

test('nuscenes: clouds have the classes of their points, and no boxes', async () => {
  const rows = nuscenesRows()
  rows.category = [
    { token: 'none', name: 'noise', index: 0 },
    { token: 'cat', name: 'car', index: 17 },
    { token: 'cat2', name: 'animal', index: 2 },
  ]
  rows.lidarseg = [{ token: 'p', sample_data_token: 'l1', filename: 'lidarseg/v1.0-mini/l1_lidarseg.bin' }]
  const entries = { ...nuscenesEntries(rows), 'lidarseg/v1.0-mini/l1_lidarseg.bin': new Uint8Array([0, 17, 2, 17]) }
  const { sequences, failures } = await planned(nuscenesLayout, memorySource(entries), 'segmentation3d', {
    annotations: true,
  })
  const tag = tagOf('segmentation3d')
  assert.deepEqual(
    sequences.map(({ path }) => path),
    ['samples/LIDAR_TOP/n__0.pcd.bin', 'samples/LIDAR_TOP/n__1.pcd.bin'],
  )
  assert.equal(await sequences[0].labels?.([0], tag), null)
  assert.deepEqual(await sequences[1].labels?.([0], tag), {
    legend: [{ label_key: 1, value: 'car' }],
    labels: [0, 1, 0, 1],
  })
  assert.deepEqual(
    failures.map((one) => (one as { found: string }).found),
    ['animal'],
  )
})
