import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SourceError } from '../../src/interchange/layouts/layout.ts'
import { MCAP } from '../../src/interchange/layouts/mcap/layout.ts'
import { driveMessages, START_NS } from './drive.ts'
import { cdr, cloud, field, header, schemaText, transform } from './ros2Messages.ts'
import { made, scan, sourceOf } from './scanned.ts'
import { type Written, writtenMcap } from './writtenMcap.ts'

const still = { position: { x: 0, y: 0, z: 0 }, heading: { w: 1, x: 0, y: 0, z: 0 } }

const CLOUD_FORM = {
  schemaName: 'sensor_msgs/msg/PointCloud2',
  schemaEncoding: 'ros2msg',
  schema: schemaText('sensor_msgs/PointCloud2'),
  messageEncoding: 'cdr',
}

const points = (timeNs: bigint, more: object = {}): Written => ({
  topic: '/points',
  timeNs,
  name: 'sensor_msgs/PointCloud2',
  message: { ...cloud([[1, 2, 3, 4]], timeNs, 'lidar'), ...more },
})

const scanned = async (messages: readonly Written[], options: Parameters<typeof scan>[2] = {}) =>
  scan(MCAP, sourceOf({ 'log.mcap': await writtenMcap(messages) }), options)

test('a log that is cut at any kilobyte gives what is whole, and says that it is cut', async () => {
  const log = await writtenMcap(driveMessages(20), { chunkBytes: 2_000 })
  let frames = 0
  for (let end = 0; end < log.length; end += 1024) {
    const source = sourceOf({ 'log.mcap': log.subarray(0, end) })
    try {
      const { sequences, warnings } = await scan(MCAP, source, { annotationType: 'segmentation3d' })
      if (sequences.length < 20) assert.equal(warnings.at(0)?.code, 'LOG_TRUNCATED', `cut at ${end}`)
      assert.ok(sequences.length >= frames, `${sequences.length} frames where ${frames} were whole before`)
      frames = sequences.length
      for (const { frames } of sequences)
        for (const { file } of frames[0].files) assert.ok((await made(file)).length > 0)
    } catch (error) {
      assert.ok(error instanceof SourceError, String(error))
      assert.equal(frames, 0)
      assert.ok(['LOG_INVALID', 'FS_0003'].includes(error.code))
    }
  }
  assert.ok(frames >= 19)
})

test('a log with any byte changed ends with a sentence or with frames', async () => {
  const log = await writtenMcap(driveMessages(2), { isPacked: false, isChunked: false })
  for (let at = 8; at < log.length; at += 37) {
    const changed = Buffer.from(log)
    changed[at] ^= 0xff
    try {
      const { sequences } = await scan(MCAP, sourceOf({ 'log.mcap': changed }))
      for (const { frames } of sequences)
        for (const { file } of frames.flatMap(({ files }) => files)) await made(file).catch(said)
    } catch (error) {
      said(error)
    }
  }
})

function said(error: unknown): void {
  assert.ok(error instanceof Error)
  assert.ok(['SourceError', 'SourceFileError'].includes(error.name), error.stack)
}

test('a cloud that announces more points than it has bytes for is a failure with its topic and time', async () => {
  const { sequences, failures } = await scanned([
    points(START_NS),
    points(START_NS + 1n, { width: 1_000_000_000 }),
    points(START_NS + 2n, { width: 0 }),
  ])
  assert.equal(sequences[0].frames.length, 1)
  assert.deepEqual(
    failures.map(({ file, found }) => [file, found?.replace(/\d+ bytes/, 'N bytes')]),
    [
      [`/points@${START_NS + 1n}`, '1000000000 points in N bytes'],
      [`/points@${START_NS + 2n}`, 'a cloud of 0 points'],
    ],
  )
})

test('lengths in a message that lie beyond it are a failure, and read nothing else', async () => {
  const data = Buffer.from(cdr('sensor_msgs/PointCloud2', points(START_NS).message ?? {}))
  // The length of the list of fields follows header, height and width.
  const at = data.indexOf(Buffer.from([4, 0, 0, 0, 2, 0, 0, 0, 0x78]))
  data.writeUInt32LE(0xffff_ffff, at)
  const { sequences } = await scanned([{ topic: '/points', timeNs: START_NS, raw: { ...CLOUD_FORM, data } }])
  await assert.rejects(made(sequences[0].frames[0].files[0].file), { name: 'SourceFileError' })
})

test('transforms in a loop are a warning and leave no poses', async () => {
  const transforms = [
    transform('map', 'odom', still, START_NS),
    transform('odom', 'base_link', still, START_NS),
    transform('base_link', 'map', still, START_NS),
    transform('base_link', 'lidar', still, START_NS),
  ]
  const loop: Written = { topic: '/tf', timeNs: START_NS, name: 'tf2_msgs/TFMessage', message: { transforms } }
  const { sequences, warnings } = await scanned([loop, points(START_NS)])
  assert.equal(sequences[0].frames[0].worldFromEgo, null)
  const [said] = warnings.filter(({ code }) => code === 'TF_LOOP')
  assert.match(said.message, /^The transforms .* → .* → .* → .* are a loop, so the frames have no poses\.$/)
})

test('a log of 10,000 topics is read, with at most 32 sensors', async () => {
  const messages: Written[] = [points(START_NS)]
  for (let n = 0; n < 10_000; n++)
    messages.push({
      topic: `/topic/${n}${n === 0 ? 'x'.repeat(10_000) : ''}`,
      timeNs: START_NS,
      name: n < 40 ? 'sensor_msgs/CompressedImage' : 'std_msgs/Empty',
      message: n < 40 ? { header: header(START_NS, 'cam'), format: 'jpeg', data: new Uint8Array([255, 216]) } : {},
    })
  const { sequences, skipped } = await scanned(messages)
  assert.equal(sequences[0].sensors.length, 32)
  assert.ok(sequences[0].sensors.every(({ id }) => id.length <= 128))
  assert.equal(skipped.length, 9_960 + 9)
})

test('a definition that cannot be read is one failure of its topic', async () => {
  const raw = { ...CLOUD_FORM, schema: 'this is no definition', data: new Uint8Array(10) }
  const broken: Written[] = [1n, 2n, 3n].map((timeNs) => ({ topic: '/broken', timeNs, raw }))
  const other: Written = { topic: '/odd', timeNs: 1n, raw: { ...raw, messageEncoding: 'cbor' } }
  const { failures } = await scanned([...broken, other, points(START_NS)])
  assert.deepEqual(
    failures.map(({ file }) => file),
    ['/broken', '/odd'],
  )
  assert.equal(failures[1].found, 'messages in the encoding "cbor" are not read')
})

test('messages in the wrong order become frames in the order of time, also in 1970', async () => {
  const { sequences } = await scanned([5n, 3n, 4n, 1n].map((timeNs) => points(timeNs)))
  assert.deepEqual(
    sequences[0].frames.map(({ frameId }) => frameId),
    ['1', '3', '4', '5'],
  )
})

test('a stamp of 0 is replaced by the time of the log', async () => {
  const { sequences } = await scanned([points(START_NS, { header: header(0n, 'lidar') })])
  assert.equal(sequences[0].frames[0].timestampNs, START_NS)
})

test('a log of other messages is refused with a sentence', async () => {
  const info: Written = { topic: '/info', timeNs: 1n, name: 'sensor_msgs/CameraInfo', message: {} }
  await assert.rejects(scanned([info]), {
    code: 'LOG_INVALID',
    message: 'log has no whole message with points or a picture',
  })
})

test('fields that reach beyond their point, or lack x, y or z, are failures', async () => {
  const fields = ['x', 'y', 'z'].map((name, place) => field(name, place * 4, 'F4'))
  for (const [more, found] of [
    [{ fields: [...fields, field('far', 4_000_000_000, 'F4')] }, 'the field "far" ends after its point'],
    [{ fields: fields.slice(1) }, 'the cloud has no x'],
    [{ fields: [...fields, { ...field('odd', 0, 'F4'), datatype: 99 }] }, 'the field "odd" has the unknown type 99'],
    [{ row_step: 3, height: 2, width: 1, data: new Uint8Array(16) }, 'a row has 3 bytes, 1 points need 16'],
  ] as const) {
    const { sequences } = await scanned([points(START_NS, more)])
    const file = `/points@${START_NS}`
    const failure = { file, type: 'INVALID_POINT_CLOUD', expected: 'a message of sensor_msgs/PointCloud2', found }
    await assert.rejects(made(sequences[0].frames[0].files[0].file), { failure })
  }
})
