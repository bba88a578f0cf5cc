import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { foxgloveType } from '../../src/interchange/foxglove/foxgloveTypes.ts'
import { MCAP } from '../../src/interchange/layouts/mcap/layout.ts'
import { cameraInfo, driveMessages, egoFromCamera, image, odomFromEgo, START_NS } from './drive.ts'
import { cloud, field, header, type Ros2Name, transform } from './ros2Messages.ts'
import { made, type Scanned, scan, sourceOf } from './scanned.ts'
import { type Written, writtenMcap } from './writtenMcap.ts'

const identity = { position: { x: 0, y: 0, z: 0 }, heading: { w: 1, x: 0, y: 0, z: 0 } }
const orientation = { x: 0, y: 0, z: 0, w: 1 }
const SECOND_NS = 1_000_000_000n

const scanned = async (messages: readonly Written[], options: Parameters<typeof scan>[2] = {}) =>
  scan(MCAP, sourceOf({ 'log.mcap': await writtenMcap(messages) }), options)

const ros2 = (topic: string, name: Ros2Name, message: object, timeNs = START_NS): Written => ({
  topic,
  timeNs,
  name,
  message,
})

const points = (more: object = {}, timeNs = START_NS): Written =>
  ros2('/points', 'sensor_msgs/PointCloud2', { ...cloud([[1, 2, 3, 4]], timeNs, 'lidar'), ...more }, timeNs)

/** Header lines and rows of the cloud of the first frame. */
async function firstCloud({ sequences, failures }: Scanned) {
  assert.deepEqual(failures, [])
  const pcd = await made(sequences[0].frames[0].files[0].file)
  const end = pcd.indexOf('DATA binary\n') + 'DATA binary\n'.length
  const line = (word: string) => new RegExp(`^${word} (.*)$`, 'm').exec(pcd.toString('latin1', 0, end))?.[1]
  return { line, rows: pcd.subarray(end) }
}

const protobuf = (topic: string, name: string, message: object, timeNs = START_NS): Written => {
  const type = foxgloveType(`foxglove.${name}`)
  assert.ok(type)
  const data = type.encode(type.fromObject(message)).finish()
  const raw = { schemaName: `foxglove.${name}`, schemaEncoding: 'protobuf', schema: '', messageEncoding: 'protobuf' }
  return { topic, timeNs, raw: { ...raw, data } }
}

const json = (topic: string, name: string, message: object, timeNs = START_NS): Written => {
  const raw = { schemaName: `foxglove.${name}`, schemaEncoding: 'jsonschema', schema: '{}', messageEncoding: 'json' }
  return { topic, timeNs, raw: { ...raw, data: new TextEncoder().encode(JSON.stringify(message)) } }
}

const JPEG = new Uint8Array([255, 216, 255, 224, 1, 2, 3])

for (const [form, write, timestamp, bytes] of [
  ['protobuf', protobuf, { seconds: 1_700_000_000, nanos: 5 }, (data: Uint8Array): unknown => data],
  ['JSON', json, { sec: 1_700_000_000, nsec: 5 }, (data: Uint8Array) => Buffer.from(data).toString('base64')],
] as const) {
  test(`a drive in Foxglove's messages as ${form} has its cloud, picture, calibration and poses`, async () => {
    const frame_id = 'lidar'
    const fields = ['x', 'y', 'z'].map((name, place) => ({ name, offset: place * 4, type: 7 }))
    const data = bytes(new Uint8Array(Float32Array.from([1, 2, 3, 4, 5, 6]).buffer))
    const pose = { position: { x: 0, y: 0, z: 1 }, orientation }
    const transforms = [
      {
        timestamp,
        parent_frame_id: 'map',
        child_frame_id: 'base_link',
        translation: { x: 5, y: 0, z: 0 },
        rotation: orientation,
      },
      {
        timestamp,
        parent_frame_id: 'base_link',
        child_frame_id: 'lidar',
        translation: { x: 0, y: 2, z: 0 },
        rotation: orientation,
      },
    ]
    const found = await scanned([
      write('/tf', 'FrameTransforms', { transforms }),
      write('/tf', 'FrameTransform', { ...transforms[1], child_frame_id: 'cam' }),
      write('/lidar', 'PointCloud', { timestamp, frame_id, pose, point_stride: 12, fields, data }),
      write('/cam/image', 'CompressedImage', { timestamp, frame_id: 'cam', format: 'jpeg', data: bytes(JPEG) }),
      write('/cam/calibration', 'CameraCalibration', {
        timestamp,
        frame_id: 'cam',
        width: 10,
        height: 8,
        distortion_model: 'kannala_brandt',
        D: [0.1, 0.2, 0.3, 0.4],
        K: [5, 0, 4, 0, 6, 3, 0, 0, 1],
        R: [],
        P: [],
      }),
    ])
    assert.deepEqual(found.warnings, [])
    const { line, rows } = await firstCloud(found)
    assert.deepEqual([line('FIELDS'), line('POINTS')], ['x y z', '2'])
    assert.deepEqual([...new Float32Array(new Uint8Array(rows).buffer)], [1, 2, 3, 4, 5, 6])
    const [{ sensors, frames }] = found.sequences
    assert.equal(frames[0].timestampNs, 1_700_000_000n * SECOND_NS + 5n)
    assert.deepEqual(frames[0].worldFromEgo?.position, { x: 5, y: 0, z: 0 })
    // The pose of the cloud in its frame is part of where the sensor is.
    assert.deepEqual(frames[0].files[0].commonFromSensor.position, { x: 5, y: 2, z: 1 })
    assert.deepEqual(new Uint8Array(await made(frames[0].files[1].file)), JPEG)
    const { cameraModel, fx, k4 } = sensors[1].intrinsics ?? {}
    assert.deepEqual([cameraModel, fx, k4], ['fisheye', 5, 0.4])
  })
}

test('a cloud of Livox has its points and when each was measured', async () => {
  const { knownDefinitions } = await import('../../src/interchange/layouts/logs/knownDefinitions.ts')
  const { stringify } = await import('@foxglove/rosmsg')
  const { MessageWriter } = await import('@foxglove/rosmsg2-serialization')
  const definitions = knownDefinitions('livox_ros_driver2/CustomMsg')
  assert.ok(definitions)
  const data = new MessageWriter(definitions).writeMessage({
    header: header(START_NS, 'livox'),
    timebase: START_NS + 7n,
    point_num: 2,
    lidar_id: 1,
    rsvd: [0, 0, 0],
    points: [
      { offset_time: 0, x: 1, y: 2, z: 3, reflectivity: 9, tag: 1, line: 4 },
      { offset_time: 99_000_000, x: 4, y: 5, z: 6, reflectivity: 8, tag: 0, line: 5 },
    ],
  })
  const raw = { schemaName: 'livox_ros_driver2/msg/CustomMsg', schemaEncoding: 'ros2msg', messageEncoding: 'cdr' }
  const { line, rows } = await firstCloud(
    await scanned([{ topic: '/livox', timeNs: START_NS, raw: { ...raw, schema: stringify(definitions), data } }]),
  )
  assert.equal(line('FIELDS'), 'x y z offset_time reflectivity tag line time_ns')
  assert.equal(line('SIZE'), '4 4 4 4 1 1 1 8')
  assert.deepEqual(
    [rows.readFloatLE(27 + 8), rows.readBigInt64LE(19), rows.readBigInt64LE(27 + 19)],
    [6, 7n, 99_000_007n],
  )
})

test('a cloud keeps its rows, wide numbers, NaN and lists, without padding, in either byte order', async () => {
  for (const isBigEndian of [false, true]) {
    const data = Buffer.alloc(2 * 80)
    const put = isBigEndian ? 'writeDoubleBE' : 'writeDoubleLE'
    const putWord = isBigEndian ? 'writeUInt16BE' : 'writeUInt16LE'
    for (let row = 0; row < 2; row++)
      for (let column = 0; column < 2; column++) {
        const at = row * 80 + column * 36
        data[put](row === 1 ? Number.NaN : 1e7 + column + 0.001, at)
        data[put](row, at + 8)
        data[put](-5, at + 16)
        data[putWord](row * 2 + column, at + 26)
        data[putWord](500, at + 28)
      }
    const fields = [
      ...['x', 'y', 'z'].map((name, place) => field(name, place * 8, 'F8')),
      field('ring and more', 26, 'U2', 2),
    ]
    const more = { width: 2, height: 2, point_step: 36, row_step: 80, data, fields, is_bigendian: isBigEndian }
    const { line, rows } = await firstCloud(await scanned([points(more)]))
    assert.deepEqual([line('WIDTH'), line('HEIGHT'), line('FIELDS')], ['2', '2', 'x y z ring_and_more'])
    assert.deepEqual([line('SIZE'), line('COUNT')], ['8 8 8 2', '1 1 1 2'])
    assert.equal(rows.length, 4 * 28)
    assert.equal(rows.readDoubleLE(28), 1e7 + 1.001)
    assert.ok(Number.isNaN(rows.readDoubleLE(3 * 28)))
    assert.deepEqual([rows.readUInt16LE(3 * 28 + 24), rows.readUInt16LE(3 * 28 + 26)], [3, 500])
  }
})

test('coordinates in whole numbers become float32', async () => {
  const data = Buffer.alloc(6)
  for (const [place, value] of [-300, 200, 7].entries()) data.writeInt16LE(value, place * 2)
  const fields = ['x', 'y', 'z'].map((name, place) => field(name, place * 2, 'I2'))
  const { line, rows } = await firstCloud(await scanned([points({ point_step: 6, row_step: 6, data, fields })]))
  assert.deepEqual([line('TYPE'), line('SIZE')], ['F F F', '4 4 4'])
  assert.deepEqual([rows.readFloatLE(0), rows.readFloatLE(4), rows.readFloatLE(8)], [-300, 200, 7])
})

for (const [what, name, kind, values, expected] of [
  ['ns as integers', 't', 'U4', [0, 99_000_000], [0n, 99_000_000n]],
  ['µs as integers', 'time', 'U4', [10, 100_010], [10_000n, 100_010_000n]],
  ['seconds as fractions', 'time', 'F4', [-0.0625, 0.03125], [-62_500_000n, 31_250_000n]],
  ['seconds since 1970', 'timestamp', 'F8', [1_700_000_000, 1_700_000_000.0625], [0n, 62_500_000n]],
  ['ns since 1970', 'timestamp', 'F8', [1.7e18, 1.7e18 + 102_400_000], [0n, 102_400_000n]],
] as const) {
  test(`points with their times in ${what} get times in ns relative to the frame`, async () => {
    const data = Buffer.alloc(40)
    for (const [point, value] of values.entries())
      if (kind === 'U4') data.writeUInt32LE(value, point * 20 + 12)
      else if (kind === 'F4') data.writeFloatLE(value, point * 20 + 12)
      else data.writeDoubleLE(value, point * 20 + 12)
    const fields = [...['x', 'y', 'z'].map((axis, place) => field(axis, place * 4, 'F4')), field(name, 12, kind)]
    const { line, rows } = await firstCloud(
      await scanned([points({ width: 2, point_step: 20, row_step: 40, data, fields })]),
    )
    assert.equal(line('FIELDS'), `x y z ${name} time_ns`)
    const stride = rows.length / 2
    assert.deepEqual([rows.readBigInt64LE(stride - 8), rows.readBigInt64LE(2 * stride - 8)], expected)
  })
}

const picture = (encoding: string, data: readonly number[], width: number, height: number, step: number) =>
  ros2('/image', 'sensor_msgs/Image', {
    header: header(START_NS, 'cam'),
    encoding,
    width,
    height,
    step,
    data: new Uint8Array(data),
  })

for (const [encoding, data, width, height, step, expected] of [
  ['bgra8', [1, 2, 3, 4, 0, 0], 1, 1, 6, [3, 2, 1, 4]],
  ['mono8', [7, 8, 0, 9, 10], 2, 2, 3, [7, 8, 9, 10]],
  ['bayer_rggb8', [200, 100, 50, 0, 100, 80, 100, 0, 200, 100, 50, 0], 3, 3, 4, [200, 100, 80]],
  ['bayer_gbrg8', [100, 80, 200, 100], 2, 2, 2, [200, 100, 80]],
  // The colours of BT.601: white, black, and red of (81, 90, 240).
  ['yuv422', [128, 235, 128, 16], 2, 1, 4, [255, 255, 255, 0, 0, 0]],
  ['yuv422_yuy2', [81, 90, 81, 240], 2, 1, 4, [254, 0, 0, 254, 0, 0]],
  ['nv12', [81, 81, 81, 81, 90, 240], 2, 2, 2, [254, 0, 0, 254, 0, 0]],
] as const) {
  test(`pictures in ${encoding} become PNG with their colours`, async () => {
    const found = await scanned([picture(encoding, data, width, height, step)], { annotationType: 'image2d' })
    const png = await made(found.sequences[0].frames[0].files[0].file)
    const { channels } = await sharp(png).metadata()
    const inOwnChannels = channels === 1 ? sharp(png).toColourspace('b-w') : sharp(png)
    const { data: pixels, info } = await inOwnChannels.raw().toBuffer({ resolveWithObject: true })
    assert.deepEqual([info.width, info.height], [width, height])
    assert.deepEqual([...pixels.subarray(0, expected.length)], expected)
  })
}

test('pictures of 16 bits keep them', async () => {
  const found = await scanned([picture('mono16', [0x34, 0x12, 0xff, 0xff], 2, 1, 4)], { annotationType: 'image2d' })
  const png = await made(found.sequences[0].frames[0].files[0].file)
  assert.equal((await sharp(png).metadata()).depth, 'ushort')
  const { data } = await sharp(png)
    .toColourspace('grey16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true })
  assert.deepEqual([data.readUInt16LE(0), data.readUInt16LE(2)], [0x1234, 0xffff])
})

test('pictures of distances, and in encodings that are not read, are left out with a reason', async () => {
  const depth = ros2('/depth', 'sensor_msgs/CompressedImage', {
    header: header(START_NS, 'cam'),
    format: '32FC1; compressedDepth png',
    data: new Uint8Array(20),
  })
  const { sequences, skipped } = await scanned([depth, picture('32FC1', [0, 0, 0, 0], 1, 1, 4), points()])
  assert.equal(sequences[0].sensors.length, 1)
  assert.deepEqual(skipped, [
    { file: '/depth', reason: 'its pictures hold distances, not colours' },
    { file: '/image', reason: 'pictures in the encoding "32FC1" are not read' },
  ])
})

test('odometry gives poses where tf leads to no world', async () => {
  const messages = driveMessages().filter(({ topic }) => topic !== '/tf' && topic !== '/tf_static')
  const statics = { transforms: [transform('base_link', 'velodyne', identity, START_NS)] }
  for (const step of [0n, 1n, 2n]) {
    const timeNs = START_NS + (step * SECOND_NS) / 10n
    const { position, heading } = odomFromEgo(timeNs)
    messages.push(
      ros2('/odometry', 'nav_msgs/Odometry', {
        header: header(timeNs, 'start'),
        child_frame_id: 'base_link',
        pose: { pose: { position, orientation: heading } },
      }),
    )
  }
  const { sequences } = await scanned([ros2('/tf_static', 'tf2_msgs/TFMessage', statics), ...messages])
  const last = sequences[0].frames[2].worldFromEgo
  assert.ok(last && Math.abs(last.position.x - 2) < 1e-9 && Math.abs(last.heading.z - Math.sin(0.02)) < 1e-9)
})

test('satellites and an inertial unit give poses in local ENU', async () => {
  const messages: Written[] = []
  for (const step of [0, 1, 2]) {
    const timeNs = START_NS + BigInt(step) * (SECOND_NS / 10n)
    // A ten-thousandth of a degree of longitude at the equator is 11.13 m.
    const fix = { header: header(timeNs, 'lidar'), latitude: 0, longitude: 0.0001 * step, altitude: 3 }
    const turned = { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 }
    messages.push(
      points({ header: header(timeNs, 'lidar') }, timeNs),
      ros2('/fix', 'sensor_msgs/NavSatFix', fix, timeNs),
      ros2('/imu', 'sensor_msgs/Imu', { header: header(timeNs, 'lidar'), orientation: turned }, timeNs),
    )
  }
  const { sequences } = await scanned(messages)
  const { position, heading } = sequences[0].frames[2].worldFromEgo ?? identity
  assert.ok(Math.abs(position.x - 22.263898) < 1e-4 && Math.abs(position.y) < 1e-6, JSON.stringify(position))
  assert.ok(Math.abs(heading.z - Math.SQRT1_2) < 1e-9)
})

test('frames outside of the poses are left out, with the reason', async () => {
  const lateNs = START_NS + SECOND_NS
  const late = points({ header: header(lateNs, 'velodyne') }, lateNs)
  const { sequences, skipped } = await scanned([...driveMessages(3), { ...late, topic: '/velodyne_points' }])
  assert.equal(sequences[0].frames.length, 3)
  assert.deepEqual(skipped, [{ file: `log@${lateNs}`, reason: 'NO_POSE' }])
})

test('a camera without calibration or transform is shown without boxes, and options.calibration fills it', async () => {
  const messages = [
    ros2('/tf', 'tf2_msgs/TFMessage', { transforms: [transform('map', 'lidar', identity, START_NS)] }),
    points(),
    ros2('/camera/image_raw', 'sensor_msgs/Image', image(0, START_NS)),
  ]
  const bare = await scanned(messages)
  assert.deepEqual(
    bare.warnings.map(({ code, source }) => [code, source]),
    [
      ['NO_CALIBRATION', '/camera/image_raw'],
      ['NO_TRANSFORM', '/camera/image_raw'],
    ],
  )
  assert.equal(bare.sequences[0].sensors[1].intrinsics, null)
  const calibration = {
    sensors: { camera_image_raw: { pose: egoFromCamera, intrinsics: { fx: 6, fy: 7, cx: 4, cy: 2 } } },
  }
  const filled = await scanned(messages, { calibration })
  assert.deepEqual(filled.warnings, [])
  assert.equal(filled.sequences[0].sensors[1].intrinsics?.fy, 7)
  assert.deepEqual(filled.sequences[0].frames[0].files[1].commonFromSensor.position, egoFromCamera.position)
  const wrong = {
    sensors: { camera_image_raw: { pose: { position: { x: 0, y: 0, z: 0 }, heading: { w: 2, x: 0, y: 0, z: 0 } } } },
  }
  await assert.rejects(scanned(messages, { calibration: wrong }), { code: 'CALIBRATION_INVALID' })
})

test('a lens of more terms is cut with a warning, and rectified pictures have none', async () => {
  const d = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
  const more = { distortion_model: 'rational_polynomial', d }
  const info = ros2('/camera/camera_info', 'sensor_msgs/CameraInfo', cameraInfo(START_NS, more))
  const shot = (topic: string) => ros2(topic, 'sensor_msgs/Image', image(0, START_NS))
  const raw = await scanned([points(), info, shot('/camera/image_raw')])
  assert.ok(raw.warnings.some(({ code, message }) => code === 'DISTORTION_CUT' && message.includes('k4, k5, k6')))
  const rectified = await scanned([points(), info, shot('/camera/image_rect')], {
    calibration: { sensors: { '/camera/image_rect': { pose: egoFromCamera } } },
  })
  const { fx, cx, k1 } = rectified.sequences[0].sensors[1].intrinsics ?? {}
  assert.deepEqual([fx, cx, k1], [5, 4.5, 0])
})

test('a picture further than max_offset_ms is none of the frame, and the plan says so', async () => {
  const { sequences, warnings } = await scanned(driveMessages(), { maxOffsetMs: 10 })
  assert.deepEqual(
    sequences[0].frames.map(({ files }) => files.length),
    [1, 1, 1],
  )
  const [said] = warnings.filter(({ code }) => code === 'NO_PICTURE')
  assert.equal(said.message, '3 frames have no picture of /camera/image_raw within 10 ms.')
})

test('videos have one camera, segmentation each cloud, images each picture', async () => {
  const log = sourceOf({ 'log.mcap': await writtenMcap(driveMessages()) })
  const shapes = async (annotationType: 'video2d' | 'segmentation3d' | 'image2d') =>
    (await scan(MCAP, log, { annotationType })).sequences.map(({ isSingle, frames }) => [isSingle, frames.length])
  assert.deepEqual(await shapes('video2d'), [[false, 3]])
  assert.deepEqual(await shapes('segmentation3d'), [
    [true, 1],
    [true, 1],
    [true, 1],
  ])
  assert.deepEqual((await shapes('image2d')).length, 3)
})
