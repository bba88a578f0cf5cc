import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { tagClass } from '../../src/formats/results/testJobs.ts'
import { applyPose, invertPose } from '../../src/geometry/pose.ts'
import { type quaternionFromYaw, rotate } from '../../src/geometry/quaternion.ts'
import { SourceError, SourceFileError } from '../../src/interchange/layouts/layout.ts'
import { pandasetLayout } from '../../src/interchange/layouts/pandaset/pandaset.ts'
import { readDataFrame } from '../../src/interchange/pandas/dataFrame.ts'
import { PickledObject, PickleError, readPickle } from '../../src/interchange/pandas/pickle.ts'
import { DEFAULT_PCD_LIMITS } from '../../src/pcd/pcdLimits.ts'
import { readPcd } from '../../src/pcd/pcdReader.ts'
import { tagOf } from './exportJob.ts'
import { type Entries, memorySource, pathOf, planned } from './layouts.ts'
import { readByPython } from './python.ts'
import { assertNear } from './rawDrive.ts'

const POSES = [0, 1].map((index) => ({
  position: { x: 100 + index, y: -50, z: 2 },
  heading: { w: Math.cos(0.2), x: 0, y: 0, z: Math.sin(0.2) },
}))
const CAMERA_POSES = POSES.map(({ position }) => ({ position, heading: { w: 0.5, x: -0.5, y: 0.5, z: -0.5 } }))

const sequence = (tables: Entries, folder = '001'): Entries => ({
  [`${folder}/lidar/00.pkl.gz`]: 'not read',
  [`${folder}/lidar/01.pkl.gz`]: 'not read',
  [`${folder}/lidar/poses.json`]: JSON.stringify(POSES),
  [`${folder}/lidar/timestamps.json`]: '[1557539924.49634, 1557539924.59622]',
  [`${folder}/camera/front_camera/00.jpg`]: 'jpg',
  [`${folder}/camera/front_camera/01.jpg`]: 'jpg',
  [`${folder}/camera/front_camera/intrinsics.json`]: '{"fx": 1970, "fy": 1970, "cx": 970, "cy": 483}',
  [`${folder}/camera/front_camera/poses.json`]: JSON.stringify(CAMERA_POSES),
  [`${folder}/meta/gps.json`]: '[]',
  ...tables,
})

test('pandaset: a sequence is a job with the poses of its lidar and cameras', async () => {
  const { sequences, failures, warnings, error } = await planned(pandasetLayout, memorySource(sequence({})), 'cuboid3d')
  assert.deepEqual([failures, warnings, error], [[], [], null])
  const [{ path, sensors, frames }] = sequences
  assert.equal(path, '001')
  assert.deepEqual(
    sensors.map(({ id, source }) => [id, source]),
    [
      ['lidar', 'lidar'],
      ['front_camera', 'camera/front_camera'],
    ],
  )
  assert.deepEqual(sensors[1].intrinsics, { fx: 1970, fy: 1970, cx: 970, cy: 483 })
  assert.deepEqual(
    frames.map(({ frameId, timestampNs, files }) => [frameId, timestampNs, files.map(({ file }) => pathOf(file))]),
    [
      ['00', 1557539924496340000n, ['001/lidar/00.pcd', '001/camera/front_camera/00.jpg']],
      ['01', 1557539924596220000n, ['001/lidar/01.pcd', '001/camera/front_camera/01.jpg']],
    ],
  )
  assert.deepEqual(frames[1].worldFromEgo, POSES[1])
  assert.deepEqual(frames[1].files[1].commonFromSensor, CAMERA_POSES[1])
})

const PANDAS = `
import base64, gzip, io, json, pickle, numpy as np, pandas as pd
lidar = pd.DataFrame({'x': np.array([101.5, 90]), 'y': np.array([-49.0, 1]), 'z': np.array([3.0, 2]),
  'i': np.array([7.0, 255]), 't': np.array([1.5e9, 1.5e9]), 'd': np.array([0, 1])})
boxes = pd.DataFrame({'uuid': ['a', 'b', 'c'], 'label': ['Car', 'Car', 'Tram'], 'yaw': [0.3, 0.3, 0.0],
  'stationary': [True, False, True], 'camera_used': [0, -1, 0], 'position.x': [110.0, 110, 1], 'position.y': [-40.0, -40, 1],
  'position.z': [2.5, 2.5, 1], 'dimensions.x': [1.9, 1.9, 1], 'dimensions.y': [4.5, 4.5, 1], 'dimensions.z': [1.5, 1.5, 1],
  'cuboids.sibling_id': ['b', 'a', ''], 'cuboids.sensor_id': [0, 1, -1]})
classes = pd.DataFrame({'class': np.array([13, 0], np.int64)})
def packed(table, protocol):
    buffer = io.BytesIO(); table.to_pickle(buffer, protocol=protocol, compression=None); return buffer.getvalue()
# Pandas 1.0 kept its blocks as the state of their manager.
class Frame:
    def __init__(self, table): self.table = table
    def __getstate__(self): return {'_data': Manager(self.table), '_typ': 'dataframe', '_metadata': [], 'attrs': {}}
class Manager:
    def __init__(self, table): self.table = table
    def __getstate__(self):
        manager = self.table._mgr
        axes, blocks = list(manager.axes), manager.blocks
        state = {'axes': axes, 'blocks': [{'values': np.asarray(b.values), 'mgr_locs': b.mgr_locs.indexer} for b in blocks]}
        return (axes, [np.asarray(b.values) for b in blocks], [axes[0][b.mgr_locs.indexer] for b in blocks], {'0.14.1': state})
Frame.__module__, Frame.__qualname__ = 'pandas.core.frame', 'DataFrame'
Manager.__module__, Manager.__qualname__ = 'pandas.core.internals.managers', 'BlockManager'
class Old(pickle._Pickler):
    def save_global(self, obj, name=None):
        self.save(obj.__module__); self.save(getattr(obj, '__qualname__', name)); self.write(pickle.STACK_GLOBAL); self.memoize(obj)
def old(table, protocol):
    buffer = io.BytesIO(); Old(buffer, protocol).dump(Frame(table)); return buffer.getvalue()
kinds = {'4': lambda t: packed(t, 4), '5': lambda t: packed(t, 5), 'pandas 1.0': lambda t: old(t, 4)}
print(json.dumps({kind: {name: base64.b64encode(gzip.compress(write(table))).decode()
  for name, table in [('lidar/01', lidar), ('annotations/cuboids/01', boxes), ('annotations/semseg/01', classes)]}
  for kind, write in kinds.items()}))`

test('pandaset: tables that pandas writes become clouds in the lidar, cuboids and classes of points', async (t) => {
  type Written = Record<string, Record<string, string>>
  const written = await readByPython<Written>(t, ['pandas'], { entries: new Map() }, PANDAS)
  for (const [kind, tables] of Object.entries(written ?? {})) {
    const files = Object.entries(tables).map(([name, text]) => [
      `001/${name}.pkl.gz`,
      new Uint8Array(Buffer.from(text, 'base64')),
    ])
    const entries = sequence({ ...Object.fromEntries(files), '001/annotations/semseg/classes.json': '{"13": "Car"}' })
    const plan = await planned(pandasetLayout, memorySource(entries), 'cuboid3d', { annotations: true })
    const [{ frames, labels }] = plan.sequences
    const { file } = frames[1].files[0]
    assert.ok(file.kind === 'made')
    const { positions, intensity } = await readPcd(file.make(), DEFAULT_PCD_LIMITS)
    const first = applyPose(invertPose(POSES[1]), { x: 101.5, y: -49, z: 3 })
    assertNear([...positions.subarray(0, 3)], [first.x, first.y, first.z], 1e-6, kind)
    assert.deepEqual([...(intensity ?? [])], [7, 255])

    const tag = tagOf('cuboid3d', { classes: [tagClass('Car')] })
    const data = (await labels?.([0, 1], tag)) as { annotation_data: { annotations: Record<string, unknown>[] } }
    const [box, ...more] = data.annotation_data.annotations
    assert.deepEqual(
      [more.length, box.track_id, box.frame_id, box.dimensions],
      [0, 'a', '01', { length: 4.5, width: 1.9, height: 1.5 }],
    )
    // A yaw of 0 looks along y, counter-clockwise from there.
    const forward = rotate(box.heading as ReturnType<typeof quaternionFromYaw>, { x: 1, y: 0, z: 0 })
    assertNear([forward.x, forward.y], [-Math.sin(0.3), Math.cos(0.3)], 1e-9, 'forward')
    assert.deepEqual(
      plan.failures.map((one) => (one as { found: string }).found),
      ['Tram'],
    )

    const points = await planned(pandasetLayout, memorySource(entries), 'segmentation3d', { annotations: true })
    const segmentation = tagOf('segmentation3d', { classes: [tagClass('Car')] })
    assert.deepEqual(await points.sequences[1].labels?.([0], segmentation), {
      legend: [{ label_key: 1, value: 'Car' }],
      labels: [1, 0],
    })
  }
})

test('pandaset: wrong lenses, poses and times are named by file and field', async () => {
  const lens = '001/camera/front_camera/intrinsics.json'
  const wrong = await planned(
    pandasetLayout,
    memorySource(sequence({ [lens]: '{"fx": 0, "fy": 1, "cx": 1, "cy": 1}' })),
    'cuboid3d',
  )
  assert.equal(wrong.error instanceof SourceError && wrong.error.code, 'CALIBRATION_INVALID')
  assert.deepEqual([wrong.sequences.length, (wrong.failures[0] as { file: string }).file], [0, lens])
  const poses = '001/lidar/poses.json'
  const turned = [POSES[0], { ...POSES[1], heading: { w: 0, x: 0, y: 0, z: 0 } }]
  const lost = await planned(pandasetLayout, memorySource(sequence({ [poses]: JSON.stringify(turned) })), 'cuboid3d')
  assert.deepEqual([lost.sequences[0].frames.length, (lost.failures[0] as { field: string }).field], [1, '[1].heading'])
  assert.deepEqual(lost.skipped[0], ['001/lidar/01.pcd', 'NO_POSE'])
  const back = await planned(
    pandasetLayout,
    memorySource(sequence({ '001/lidar/timestamps.json': '[2, 1]' })),
    'cuboid3d',
  )
  assert.deepEqual((back.failures[0] as { field: string }).field, '[1]')
  assert.equal(back.sequences[0].frames[0].timestampNs, null)
  const { file } = back.sequences[0].frames[0].files[0]
  assert.ok(file.kind === 'made')
  await assert.rejects(async () => {
    for await (const _ of file.make());
  }, SourceFileError)
})

const ascii = (text: string) => new TextEncoder().encode(text)

test('a pickle is data: what it asks to be called is a name, and nothing else is read', () => {
  // cos\nsystem\n(X....tR. runs a command where Python loads it.
  const command = ascii('touch x')
  const bytes = new Uint8Array([
    0x80,
    2,
    ...ascii('cos\nsystem\n'),
    0x28,
    0x58,
    command.length,
    0,
    0,
    0,
    ...command,
    0x74,
    0x52,
    0x2e,
  ])
  const value = readPickle(bytes)
  assert.ok(value instanceof PickledObject)
  assert.deepEqual([value.of, value.args], [{ module: 'os', name: 'system' }, ['touch x']])
  assert.throws(() => readDataFrame(gzipSync(bytes)), PickleError)
  for (let cut = 0; cut < bytes.length; cut++) assert.throws(() => readPickle(bytes.slice(0, cut)), PickleError)
  const faults = [
    [0x2e],
    [0x85, 0x2e],
    [0x65, 0x2e],
    [0x68, 9, 0x2e],
    [0x49, 0x31, 0x0a, 0x2e],
    [0x8d, 255, 255, 255, 255, 255, 255, 255, 127],
  ]
  for (const fault of faults) assert.throws(() => readPickle(new Uint8Array(fault)), PickleError)
  assert.throws(() => readPickle(new Uint8Array(6_000_000).fill(0x4e)), /more than 5000000 operations/)
})
