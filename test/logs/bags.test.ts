import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { SourceError } from '../../src/interchange/layouts/layout.ts'
import { Ros1Reader } from '../../src/interchange/layouts/logs/ros1Reader.ts'
import { ROSBAG1 } from '../../src/interchange/layouts/rosbag1/layout.ts'
import { ROSBAG2 } from '../../src/interchange/layouts/rosbag2/layout.ts'
import { driveMessages, START_NS } from './drive.ts'
import { cdr } from './ros2Messages.ts'
import { made, scan, sourceOf } from './scanned.ts'
import { writtenBag } from './writtenBag.ts'

const CLOUD = `Header header
uint32 height
uint32 width
sensor_msgs/PointField[] fields
bool is_bigendian
uint32 point_step
uint32 row_step
uint8[] data
bool is_dense
===
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
===
MSG: sensor_msgs/PointField
string name
uint32 offset
uint8 datatype
uint32 count`

function ros1Cloud(timeNs: bigint): Buffer {
  const uint32 = (...values: readonly number[]) => Buffer.from(Uint32Array.from(values).buffer)
  const text = (value: string) => Buffer.concat([uint32(value.length), Buffer.from(value)])
  const fields = ['x', 'y', 'z'].map((name, place) =>
    Buffer.concat([text(name), uint32(place * 4), Buffer.from([7]), uint32(1)]),
  )
  const stamp = uint32(Number(timeNs / 1_000_000_000n), Number(timeNs % 1_000_000_000n))
  return Buffer.concat([
    ...[uint32(0), stamp, text('lidar'), uint32(1, 1, 3), ...fields, Buffer.from([0]), uint32(12, 12, 12)],
    Buffer.from(Float32Array.from([1, 2, 3]).buffer),
    Buffer.from([1]),
  ])
}

const ros1 = (frame: number) => ({
  topic: '/points',
  type: 'sensor_msgs/PointCloud2',
  definition: CLOUD,
  timeNs: START_NS + BigInt(frame),
  data: ros1Cloud(START_NS + BigInt(frame)),
})

test('a ROS 1 bag without an index that is cut anywhere gives what is whole', async () => {
  const bag = writtenBag(Array.from({ length: 8 }, (_, frame) => ros1(frame)))
  let frames = 0
  for (let end = 0; end <= bag.length; end += 211) {
    try {
      const { sequences, warnings } = await scan(ROSBAG1, sourceOf({ 'log.bag': bag.subarray(0, end) }))
      const found = sequences[0].frames
      assert.ok(found.length >= frames)
      frames = found.length
      if (frames < 8) assert.ok(frames > 0 || warnings.length > 0)
      assert.ok((await made(found[frames - 1].files[0].file)).length > 0)
    } catch (error) {
      assert.ok(error instanceof SourceError, String(error))
      assert.equal(frames, 0)
    }
  }
  assert.ok(frames >= 7)
})

test('a ROS 1 bag with any byte changed ends with a sentence or with frames', async () => {
  const bag = writtenBag([ros1(0), ros1(1)])
  for (let at = 13; at < bag.length; at += 5) {
    const changed = Buffer.from(bag)
    changed[at] ^= 0xff
    try {
      const { sequences } = await scan(ROSBAG1, sourceOf({ 'log.bag': changed }))
      for (const { files } of sequences[0].frames) await made(files[0].file).catch(said)
    } catch (error) {
      said(error)
    }
  }
})

function said(error: unknown): void {
  assert.ok(error instanceof Error)
  assert.ok(['SourceError', 'SourceFileError'].includes(error.name), error.stack)
}

test('a definition with code in its names is data', async () => {
  const marked = globalThis as { wasRun?: boolean }
  const definition = `${CLOUD}\n===\nMSG: a/b=1;globalThis.wasRun=true;//\nuint8 x`
  await scan(ROSBAG1, sourceOf({ 'log.bag': writtenBag([{ ...ros1(0), definition }]) }))
  assert.equal(marked.wasRun, undefined)
})

test('lists of types without members, and types within themselves, end', () => {
  const field = { isArray: true, isComplex: true, isConstant: false }
  const empty = { name: 'a/Empty', definitions: [] }
  const lists = [{ definitions: [{ ...field, name: 'many', type: 'a/Empty' }] }, empty]
  assert.throws(() => new Ros1Reader(lists).read(Buffer.from([255, 255, 255, 255])), /more values than bytes/)
  const self = { name: 'a/Self', definitions: [{ ...field, isArray: false, name: 'self', type: 'a/Self' }] }
  assert.throws(() => new Ros1Reader([self]).read(new Uint8Array(0)), /nested too deeply/)
})

interface DatabaseOptions {
  frames?: number
  /** Statements in place of the table of messages. */
  messages?: string
}

/** A file of a bag as ROS 2 wrote it before Iron: without definitions. */
async function database(t: TestContext, { frames = 3, messages }: DatabaseOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-bag-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'log.db3')
  const db = new DatabaseSync(path)
  db.exec('create table topics(id integer primary key, name text, type text, serialization_format text)')
  db.exec(messages ?? 'create table messages(id integer primary key, topic_id integer, timestamp integer, data blob)')
  const topics = new Map<string, number>()
  if (!messages)
    for (const { topic, timeNs, name = 'std_msgs/Empty', message = {} } of driveMessages(frames)) {
      const id = topics.get(topic) ?? topics.size + 1
      if (!topics.has(topic))
        db.prepare('insert into topics values (?, ?, ?, ?)').run(id, topic, name.replace('/', '/msg/'), 'cdr')
      topics.set(topic, id)
      db.prepare('insert into messages(topic_id, timestamp, data) values (?, ?, ?)').run(id, timeNs, cdr(name, message))
    }
  else db.prepare('insert into topics values (1, ?, ?, ?)').run('/points', 'sensor_msgs/msg/PointCloud2', 'cdr')
  db.close()
  return { folder, path, bytes: await readFile(path) }
}

test('a .db3 file alone, without definitions, is read by the common ones', async (t) => {
  const { path, bytes } = await database(t)
  const { sequences, warnings } = await scan(ROSBAG2, sourceOf({ 'run/log.db3': bytes }), {
    localPath: async () => path,
  })
  assert.deepEqual(warnings, [])
  assert.deepEqual([sequences[0].path, sequences[0].frames.length], [`run/log@${START_NS}`, 3])
})

test('a .db3 file that is cut or damaged gives what is whole, or a sentence', async (t) => {
  const { folder, bytes } = await database(t, { frames: 30 })
  const path = join(folder, 'cut.db3')
  let most = 0
  for (let end = 0; end < bytes.length; end += 4096) {
    await writeFile(path, bytes.subarray(0, end))
    try {
      const { sequences } = await scan(ROSBAG2, sourceOf({ 'log.db3': bytes }), { localPath: async () => path })
      for (const { files } of sequences[0].frames) await made(files[0].file).catch(said)
      most = Math.max(most, sequences[0].frames.length)
    } catch (error) {
      said(error)
    }
  }
  assert.ok(most > 0)
})

for (const [what, messages] of [
  [
    'a view',
    'create view messages as with recursive n(i) as (select 1 union all select i + 1 from n) select i as id, 1 as topic_id, i as timestamp, zeroblob(100) as data from n',
  ],
  [
    'computed columns',
    'create table messages(id integer primary key, topic_id integer, timestamp integer, data blob as (zeroblob(100000000)))',
  ],
] as const) {
  test(`a .db3 file whose messages are ${what} is refused`, async (t) => {
    const { path, bytes } = await database(t, { messages })
    const scanned = scan(ROSBAG2, sourceOf({ 'log.db3': bytes }), { localPath: async () => path })
    await assert.rejects(scanned, { code: 'LOG_INVALID', message: /it has no table messages|has computed columns/ })
  })
}

test('a packed file that would fill the disk is refused', async (t) => {
  const { folder } = await database(t)
  const bomb = zstdCompressSync(Buffer.alloc(80 * 1024 * 1024))
  const scanned = scan(ROSBAG2, sourceOf({ 'log.db3.zstd': bomb }), { workFolder: folder })
  await assert.rejects(scanned, { name: 'SourceFileError', message: /at most \d+ unpacked bytes, found more/ })
})

test('a bag whose metadata.yaml names a file that is gone uses the rest, and says so', async (t) => {
  const { path, bytes } = await database(t)
  const metadata = `rosbag2_bagfile_information:\n  relative_file_paths: [log.db3, ../../secret.db3, log_1.db3]\n`
  const files = { 'run/metadata.yaml': Buffer.from(metadata), 'run/log.db3': bytes, 'secret.txt': Buffer.from('x') }
  const found = await scan(ROSBAG2, sourceOf(files), { localPath: async () => path })
  assert.match(found.warnings[0].message, /names files that are not there: \.\.\/\.\.\/secret\.db3, log_1\.db3/)
  assert.deepEqual([found.sequences[0].path, found.skipped[0].file], [`run@${START_NS}`, 'secret.txt'])
})
