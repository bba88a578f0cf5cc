import assert from 'node:assert/strict'
import { test } from 'node:test'
import { McapIndexedReader } from '@mcap/core'
import { mcap } from '../../src/interchange/mcap/manifest.ts'
import fc from '../laws.ts'
import { setOf } from './exportJob.ts'
import { CUBOID_TAG, hardScenes, LINKED_TAG } from './hardScenes.ts'
import { VIDEO_TAG, videoJobs } from './hardVideos.ts'
import { readByPython } from './python.ts'
import { exported } from './roundTrip.ts'

/** Everything in the logs, as MCAP's own reader for Python and protobuf decode it by the schemas in the file. */
const READ = `
import glob, json
from mcap.reader import make_reader
from mcap_protobuf.decoder import DecoderFactory
from google.protobuf.json_format import MessageToDict
logs = {}
for path in sorted(glob.glob('**/*.mcap', recursive=True)):
    with open(path, 'rb') as f:
        reader = make_reader(f, decoder_factories=[DecoderFactory()])
        summary = reader.get_summary()
        messages = [
            {'topic': channel.topic, 'schema': schema.name, 'time': str(message.log_time),
             'message': MessageToDict(proto, preserving_proto_field_name=True)}
            for schema, channel, message, proto in reader.iter_decoded_messages()]
        about = [m.metadata for m in reader.iter_metadata()]
        logs[path] = {'messages': messages, 'about': about, 'count': summary.statistics.message_count}
print(json.dumps(logs))
`

interface Logged {
  topic: string
  schema: string
  time: string
  // biome-ignore lint/suspicious/noExplicitAny: what protobuf found
  message: any
}

interface Wire {
  _id: string
  type: string
  track_id: string
  frame_id: string
  sensor_id: string
  label: string
  position: object
  heading: object
  dimensions: { length: number; width: number; height: number }
  coordinates: { x: number; y: number }[]
  points: { x: number; y: number; z: number }[]
}

const sample = <T>(of: fc.Arbitrary<T>, seed: number, wanted: (one: T) => boolean): T => {
  const found = fc.sample(of, { numRuns: 200, seed }).find(wanted)
  if (!found) throw new Error('no sample is as wanted')
  return found
}

/** protobuf leaves out what is 0. */
const vector = ({ x = 0, y = 0, z = 0 }: { x?: number; y?: number; z?: number } = {}) => ({ x, y, z })

test('a scene of several sensors is what MCAP and protobuf read: entities, deletions, boxes of cameras, transforms', async (t) => {
  const job = sample(hardScenes({ isLinked: true }), 11, ({ data, frames, sensors }) => {
    const { annotations } = (data as { annotation_data: { annotations: Wire[] } }).annotation_data
    const types = new Set(annotations.map(({ type }) => type))
    const withPoses = frames.every(({ worldFromEgo, timestampNs }) => worldFromEgo && timestampNs !== null)
    return withPoses && frames.length > 2 && types.size >= 3 && annotations.length < 60 && (sensors ?? []).length > 0
  })
  const found = await readByPython<
    Record<string, { messages: Logged[]; about: Record<string, string>[]; count: number }>
  >(t, ['mcap', 'mcap_protobuf', 'zstandard'], await exported(mcap, setOf({ tag: LINKED_TAG, jobs: [job] })), READ)
  if (!found) return
  const [{ messages, about, count }] = Object.values(found)
  assert.equal(count, messages.length)
  assert.equal(about[0].reference_id, job.referenceId)
  const { annotations } = (job.data as { annotation_data: { annotations: Wire[] } }).annotation_data
  const timeOf = new Map(job.frames.map((frame) => [frame.frameId, String(frame.timestampNs)]))
  const at = (topic: string, frameId: string) =>
    messages.filter((one) => one.topic === topic && one.time === timeOf.get(frameId))
  let shown = new Set<string>()
  for (const { frameId, files } of job.frames) {
    const ofFrame = annotations.filter((record) => record.frame_id === frameId)
    const inSpace = ofFrame.filter(({ type }) => type !== 'rectangle')
    const [{ message: update, schema }] = at('/fiducial/annotations', frameId)
    assert.equal(schema, 'foxglove.SceneUpdate')
    const entities = update.entities ?? []
    assert.equal(entities.length, inSpace.length)
    for (const record of inSpace) {
      const entity = entities.find(({ id }: { id: string }) => id === record.track_id)
      assert.equal(entity.frame_id, 'map')
      const metadata = Object.fromEntries(
        entity.metadata.map(({ key, value }: { key: string; value: string }) => [key, value]),
      )
      assert.deepEqual([metadata.label, metadata.record_id], [record.label, record._id])
      if (record.type === 'cuboid') {
        const [cube] = entity.cubes
        assert.deepEqual(vector(cube.pose.position), vector(record.position))
        const { length, width, height } = record.dimensions
        assert.deepEqual(vector(cube.size), { x: length, y: width, z: height })
      } else if (record.type === 'polyline3d')
        assert.deepEqual(entity.lines[0].points.map(vector), record.points.map(vector))
      else assert.equal(entity.spheres.length, record.points.length)
    }
    const now = new Set(inSpace.map(({ track_id }) => track_id))
    const ended = [...shown].filter((id) => !now.has(id))
    assert.deepEqual((update.deletions ?? []).map(({ id }: { id: string }) => id).sort(), ended.sort())
    shown = now
    for (const { id, modality } of job.sensors ?? []) {
      if (modality !== 'camera') continue
      const boxes = ofFrame.filter((record) => record.type === 'rectangle' && record.sensor_id === id)
      const [{ message: picture }] = at(`/fiducial/${id}`, frameId)
      const size = files.find(({ sensorId }) => sensorId === id)?.size
      const drawn = (picture.points ?? []).map(({ points }: { points: { x?: number; y?: number }[] }) => points[0])
      const expected = boxes.map(({ coordinates: [{ x, y }] }) => ({
        x: x * size!.widthPx - 0.5,
        y: y * size!.heightPx - 0.5,
      }))
      assert.equal(drawn.length, expected.length)
      for (const [index, point] of expected.entries()) {
        assert.ok(Math.hypot((drawn[index].x ?? 0) - point.x, (drawn[index].y ?? 0) - point.y) < 1e-3)
      }
    }
    const children = at('/tf', frameId).map(({ message }) => `${message.parent_frame_id} ${message.child_frame_id}`)
    assert.deepEqual(children, ['map ego', ...files.map(({ sensorId }) => `ego ${sensorId}`)])
  }
})

test('any scene and any video give a log with a message of each kind for each frame', async () => {
  const scenes = hardScenes({ isLinked: false })
  await fc.assert(
    fc.asyncProperty(scenes, videoJobs, async (scene, videos) => {
      for (const given of [
        { tag: CUBOID_TAG, jobs: [scene] },
        { tag: VIDEO_TAG, jobs: videos },
      ]) {
        const { entries } = await exported(mcap, setOf(given))
        const logs = [...entries].filter(([name]) => name.endsWith('.mcap'))
        assert.equal(logs.length, given.jobs.length)
        for (const [, bytes] of logs) {
          const reader = await McapIndexedReader.Initialize({
            readable: {
              size: async () => BigInt(bytes.length),
              read: async (offset, length) => bytes.subarray(Number(offset), Number(offset + length)),
            },
          })
          const frames = JSON.parse(String((await reader.readMetadata().next()).value?.metadata.get('frame_ids')))
          const topic = given.tag === VIDEO_TAG ? '/fiducial/camera' : '/fiducial/annotations'
          const channel = [...reader.channelsById.values()].find((one) => one.topic === topic)
          const counts = reader.statistics?.channelMessageCounts
          assert.equal(Number(counts?.get(channel?.id ?? -1) ?? 0), frames.length)
        }
      }
    }),
    { numRuns: 20 },
  )
})

test('merged logs are named as lost when a job is made of none', async () => {
  const [job] = fc.sample(hardScenes(), { numRuns: 1, seed: 3 })
  const { entries } = await exported(mcap, setOf({ tag: CUBOID_TAG, jobs: [job], options: { merge: true } }))
  const losses = JSON.parse(Buffer.from(entries.get('losses.json')!).toString('utf8'))
  assert.ok(JSON.stringify(losses).includes('source_deleted'))
})
