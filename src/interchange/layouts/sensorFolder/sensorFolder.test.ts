import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memorySource, pathOf, planned } from '../../../../test/interchange/layouts.ts'
import { SourceError } from '../layout.ts'
import { sensorFolder } from './sensorFolder.ts'

const HALF_TURN = { w: 0, x: 0, y: 0, z: 1 }
const AHEAD = { w: 1, x: 0, y: 0, z: 0 }
const CALIBRATION = {
  sensors: {
    lidar: { modality: 'lidar', pose: { position: { x: 1, y: 0, z: 2 }, heading: AHEAD } },
    front: {
      modality: 'camera',
      pose: { position: { x: 2, y: 0, z: 1 }, heading: HALF_TURN },
      intrinsics: { fx: 100, fy: 110, cx: 50, cY: 40, scale_factor: 2, camera_model: 'fisheye' },
    },
  },
}
const T0 = 1_700_000_000_000_000_000n
const at = (ms: number) => String(T0 + BigInt(ms) * 1_000_000n)

const POSES = [
  'timestamp,x,y,z,qw,qx,qy,qz',
  `${at(0)},0,0,0,1,0,0,0`,
  `${at(100)},10,0,0,1,0,0,0`,
  `${at(200)},20,0,0,1,0,0,0`,
].join('\n')

const DRIVE = {
  'drive/calibration.json': JSON.stringify(CALIBRATION),
  'drive/poses.csv': POSES,
  [`drive/lidar/${at(0)}.pcd`]: 'a',
  [`drive/lidar/${at(100)}.pcd`]: 'b',
  [`drive/lidar/${at(200)}.pcd`]: 'c',
  [`drive/front/${at(10)}.jpg`]: 'd',
  [`drive/front/${at(130)}.jpg`]: 'e',
  [`drive/front/${at(300)}.jpg`]: 'f',
}

test('sensor_folder: a drive has its frames by the lidar, pictures nearest in time, and poses between those given', async () => {
  const { sequences, failures, warnings, error } = await planned(sensorFolder, memorySource(DRIVE), 'cuboid3d')
  assert.deepEqual([failures, error], [[], null])
  const [{ path, sensors, frames }] = sequences
  assert.equal(path, 'drive')
  assert.deepEqual(
    sensors.map(({ id, modality, maxOffsetMs }) => [id, modality, maxOffsetMs]),
    [
      ['lidar', 'lidar', null],
      ['front', 'camera', 30],
    ],
  )
  assert.deepEqual(sensors[1].intrinsics, { fx: 100, fy: 110, cx: 50, cy: 40, scaleFactor: 2, cameraModel: 'fisheye' })
  assert.deepEqual(
    frames.map(({ frameId, timestampNs, worldFromEgo }) => [frameId, timestampNs, worldFromEgo?.position.x]),
    [
      [at(0), T0, 0],
      [at(100), T0 + 100_000_000n, 10],
      [at(200), T0 + 200_000_000n, 20],
    ],
  )
  assert.deepEqual(
    frames.map(({ files }) => files.map(({ file }) => pathOf(file).split('/').slice(-2).join('/'))),
    [
      [`lidar/${at(0)}.pcd`, `front/${at(10)}.jpg`],
      [`lidar/${at(100)}.pcd`, `front/${at(130)}.jpg`],
      [`lidar/${at(200)}.pcd`],
    ],
  )
  const [lidar, camera] = frames[1].files
  assert.deepEqual(lidar.commonFromSensor.position, { x: 11, y: 0, z: 2 })
  assert.ok(Math.abs(camera.commonFromSensor.position.x - 15) < 1e-6, 'at its own time, 30 ms later, 3 m further')
  assert.deepEqual(camera.commonFromSensor.heading, HALF_TURN)
  assert.deepEqual(
    warnings.map(({ code, source }) => [code, source]),
    [['NO_PICTURE', 'front']],
  )
})

test('sensor_folder: names without a time are matched by equality, with poses by their order', async () => {
  const line = (x: number) => `1 0 0 ${x} 0 1 0 0 0 0 1 0`
  const { sequences, warnings } = await planned(
    sensorFolder,
    memorySource({
      'calibration.json': JSON.stringify(CALIBRATION),
      'poses.txt': [line(0), line(5)].join('\n'),
      'lidar/000001.pcd': '',
      'lidar/000002.pcd': '',
      'front/000002.jpg': '',
    }),
    'cuboid3d',
  )
  const [{ frames }] = sequences
  assert.deepEqual(
    frames.map(({ frameId, timestampNs, worldFromEgo, files }) => [
      frameId,
      timestampNs,
      worldFromEgo?.position.x,
      files.length,
    ]),
    [
      ['000001', null, 0, 1],
      ['000002', null, 5, 2],
    ],
  )
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['NO_PICTURE'],
  )
})

test('sensor_folder: clouds outside the poses are left out, near them the nearest pose holds', async () => {
  const { sequences, skipped } = await planned(
    sensorFolder,
    memorySource({
      ...DRIVE,
      [`drive/lidar/${at(240)}.pcd`]: '',
      [`drive/lidar/${at(300)}.pcd`]: '',
    }),
    'cuboid3d',
  )
  assert.equal(sequences[0].frames.length, 4)
  assert.equal(sequences[0].frames[3].worldFromEgo?.position.x, 20)
  assert.deepEqual(skipped, [[`drive/lidar/${at(300)}.pcd`, 'NO_POSE']])
})

const codeOf = (error: unknown) => (error instanceof SourceError ? error.code : error)

const without = (change: (sensors: Record<string, Record<string, unknown>>) => void): string => {
  const { sensors } = structuredClone(CALIBRATION)
  change(sensors)
  return JSON.stringify({ sensors })
}

const FAULTS: [what: string, content: string, field: string, type: string][] = [
  ['not JSON', '{', '', 'INVALID_VALUE'],
  ['no sensors', '{}', 'sensors', 'MISSING'],
  [
    'a heading that turns nothing',
    without((sensors) =>
      Object.assign(sensors.front, { pose: { position: { x: 0, y: 0, z: 0 }, heading: { w: 0, x: 0, y: 0, z: 0 } } }),
    ),
    'sensors.front.pose.heading',
    'INVALID_VALUE',
  ],
  [
    'a position of text',
    without((sensors) => Object.assign(sensors.front, { pose: { position: { x: '1', y: 0, z: 0 }, heading: AHEAD } })),
    'sensors.front.pose.position',
    'INVALID_VALUE',
  ],
  [
    'no focal length',
    without((sensors) => Object.assign(sensors.front, { intrinsics: { fy: 1, cx: 1, cy: 1 } })),
    'sensors.front.intrinsics.fx',
    'MISSING',
  ],
  [
    'a radar',
    without((sensors) => Object.assign(sensors.front, { modality: 'radar' })),
    'sensors.front.modality',
    'INVALID_VALUE',
  ],
  [
    'a lidar of pictures',
    without((sensors) => Object.assign(sensors.front, { modality: 'lidar' })),
    'sensors.front.modality',
    'INVALID_VALUE',
  ],
  [
    'points without z',
    without((sensors) => Object.assign(sensors.lidar, { point_layout: { fields: ['x', 'y'], type: 'float32' } })),
    'sensors.lidar.point_layout.fields',
    'INVALID_VALUE',
  ],
]

for (const [what, content, field, type] of FAULTS)
  test(`sensor_folder: a calibration with ${what} is refused with its field`, async () => {
    const source = memorySource({ ...DRIVE, 'drive/calibration.json': content })
    const { sequences, failures, error } = await planned(sensorFolder, source, 'cuboid3d')
    assert.deepEqual([sequences.length, codeOf(error)], [0, 'CALIBRATION_INVALID'])
    assert.deepEqual(
      [failures[0]?.file, failures[0]?.field, failures[0]?.type],
      ['drive/calibration.json', field, type],
    )
  })

test('sensor_folder: a line of poses that holds no numbers is refused with its place', async () => {
  const source = memorySource({ ...DRIVE, 'drive/poses.csv': `${POSES}\n${at(300)},1,2,3,1,0,0` })
  const { failures, error } = await planned(sensorFolder, source, 'cuboid3d')
  assert.equal(codeOf(error), 'CALIBRATION_INVALID')
  assert.deepEqual([failures[0]?.file, failures[0]?.field], ['drive/poses.csv', 'line 5'])
})

test('sensor_folder: seconds of TUM and of JSON are the nanoseconds of names', async () => {
  const tum = ['# timestamp tx ty tz qx qy qz qw', '1700000000.0 0 0 0 0 0 0 1', '1700000000.2 20 0 0 0 0 0 1'].join(
    '\n',
  )
  const json = JSON.stringify([
    { timestamp: '1700000000000000000', position: { x: 0, y: 0, z: 0 }, heading: AHEAD },
    { timestamp: 1700000000.2, position: { x: 20, y: 0, z: 0 }, heading: AHEAD },
  ])
  const forms: Record<string, string>[] = [{ 'drive/poses.txt': tum }, { 'drive/poses.json': json }]
  for (const poses of forms) {
    const { 'drive/poses.csv': _, ...rest } = DRIVE
    const { sequences, failures } = await planned(sensorFolder, memorySource({ ...rest, ...poses }), 'cuboid3d')
    assert.deepEqual(failures, [])
    const xs = sequences[0].frames.map(({ worldFromEgo }) => worldFromEgo?.position.x ?? Number.NaN)
    assert.ok(Math.abs(xs[1] - 10) < 1e-5, `${Object.keys(poses)}: ${xs}`)
  }
})
