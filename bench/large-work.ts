import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Edit } from '../src/model/document/operations/documentOperation.ts'
import { labelRunsOf } from '../src/model/document/operations/labelRuns.ts'
import type { PlainTrack } from '../src/model/document/plainTrack.ts'
import { cloudOf } from '../test/support/cloudOf.ts'
import { batchOf } from '../test/support/office.ts'
import { type OwnStage, setOwnStage } from '../test/support/ownStage.ts'
import { Person } from '../test/support/person.ts'
import { HERE, pngOf, tagOf } from '../test/support/samples.ts'
import { Tenant } from '../test/support/tenant.ts'
import { atMost, type BenchResult } from './result.ts'

const GOAL_MS = 50
/** Work that a call leaves for after its answer counts too. */
const AFTER_MS = 1500
const CAMERAS = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6']

interface Large {
  name: string
  tag: string
  data(stage: OwnStage): Promise<object>
  /** Batches that make the work. */
  batches(classId: string): Edit[][]
  /** One stroke more. */
  stroke(classId: string, round: number): Edit[]
}

/** How long one person's large job keeps the service's main thread from everyone else's calls. */
export async function run(): Promise<BenchResult[]> {
  const socket = join(tmpdir(), `loop-watch-${process.pid}.sock`)
  const watch = new URL('./support/loopWatch.ts', import.meta.url).href
  const stage = await setOwnStage({
    CHECK_ANSWERS: 'false',
    NODE_OPTIONS: `--import=${watch}`,
    LOOP_WATCH_SOCKET: socket,
  })
  try {
    const tenant = await Tenant.create(
      stage.admin,
      {},
      {
        video2d: tagOf('video2d', { review: true }),
        image2d: tagOf('image2d', { review: true }),
        cuboid3d_linked2d: tagOf('cuboid3d_linked2d', { review: true }),
        segmentation3d: tagOf('segmentation3d', { review: true }),
      },
    )
    const results: BenchResult[] = []
    for (const large of LARGE) {
      for (const [step, ms] of await workOn(stage, tenant, large, socket)) {
        results.push(atMost(`${large.name}, ${step}: longest work of the main thread`, ms, 'ms', GOAL_MS))
      }
    }
    return results
  } finally {
    await stage.clear()
  }
}

async function workOn(stage: OwnStage, tenant: Tenant, large: Large, socket: string): Promise<Map<string, number>> {
  const longest = new Map<string, number>()
  const watched = async <T>(step: string, fn: () => Promise<T>): Promise<T> => {
    await longestMs(socket)
    const answer = await fn()
    await sleep(AFTER_MS)
    longest.set(step, Math.max(longest.get(step) ?? 0, await longestMs(socket)))
    return answer
  }
  const projects = [tenant.projectId]
  const ann = await Person.join(stage.admin, 'annotator', projects)
  const rita = await Person.join(stage.admin, 'reviewer', projects)
  const jobId = await tenant.submit({ reference_id: randomUUID(), tag: large.tag, data: await large.data(stage) })
  await tenant.reached(jobId, 'queued')
  const at = `/api/jobs/${jobId}`
  const pull = async (person: Person, path: string) => {
    const { status, bytes } = await person.call('GET', path)
    if (status !== 200) throw new Error(`${path}: ${status} ${bytes.toString().slice(0, 500)}`)
    return bytes
  }
  const look = async (person: Person) => {
    await pull(person, at)
    if (large.tag === 'segmentation3d') await pull(person, `${at}/labels`)
  }
  await ann.post(`${at}/claim`)
  const payload = JSON.parse((await pull(ann, at)).toString()).data
  const { classId } = payload.tag.classes[0]
  let version = 0
  const save = async (operations: Edit[]) => {
    const body = JSON.stringify(batchOf(version, operations))
    version = (await ann.post<{ version: number }>(`${at}/operations`, body)).version
  }
  for (const batch of large.batches(classId)) await watched('saving large batches', () => save(batch))
  await watched('opening', () => look(ann))
  for (let round = 0; round < 3; round++) await watched('saving strokes', () => save(large.stroke(classId, round)))
  await watched('submitting', () => ann.post(`${at}/submit`, { version }))
  await rita.post(`${at}/claim`)
  await watched('opening for review', () => look(rita))
  await watched('rejecting', () => rita.post(`${at}/review`, { decision: 'reject', comment: 'again', version }))
  await ann.post(`${at}/claim`)
  await watched('reopening', () => look(ann))
  await watched('changes since the review', async () => {
    await pull(ann, `${at}/reviews/1`)
    if (large.tag === 'segmentation3d') await pull(ann, `${at}/reviews/1/labels`)
  })
  await save(large.stroke(classId, 3))
  await watched('submitting again', () => ann.post(`${at}/submit`, { version }))
  await rita.post(`${at}/claim`)
  await watched('accepting', () => rita.post(`${at}/review`, { decision: 'accept', version }))
  return longest
}

/** Asks again if the connection breaks: an unanswered question has reset nothing. */
function longestMs(socket: string, attempts = 2): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath: socket, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve(JSON.parse(text).longestMs))
    })
    asked.on('error', (error) => (attempts > 1 ? longestMs(socket, attempts - 1).then(resolve, reject) : reject(error)))
    asked.end()
  })
}

const key = (frame: number, shape: object, linked = false) =>
  ({ kind: 'shape', frame, id: null, keyFrame: true, source: 'manual', hidden: false, linked, shape }) as never
const track = (id: string, classId: string, parts: Partial<PlainTrack>): Edit => ({
  type: 'putTrack',
  index: null,
  track: { id, entryId: null, classId, stationary: false, attributes: [], cuboid: null, views: [], ...parts },
})
/** As long as a person's pointer makes them. */
const near = (seed: number) => 0.3 + 0.4 * ((Math.sin(seed * 12.9898) * 43758.5453) % 1) * 0.5
const box = (seed: number) => ({
  type: 'rectangle',
  left: near(seed),
  top: near(seed + 1),
  right: near(seed) + 0.123456789,
  bottom: near(seed + 1) + 0.0987654321,
})
const all = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const inParts = <T>(list: T[], size: number): T[][] =>
  all(Math.ceil(list.length / size), (i) => list.slice(i * size, (i + 1) * size))

const video: Large = {
  name: 'video of 300 tracks × 500 keyframes',
  tag: 'video2d',
  async data({ files }) {
    const url = files.put(`/${randomUUID()}.png`, await pngOf(8, 6))
    return { video_data: { frames: all(500, (i) => ({ frame_id: String(i), src: url })) } }
  },
  batches: (classId) => {
    const keys = (seed: number) => all(500, (frame) => key(frame, box(seed + frame)))
    const one = (i: number) =>
      track(`t${i}`, classId, { views: [['', { follows: false, attributes: [], keys: keys(i * 500) }]] })
    return inParts(all(300, one), 100)
  },
  stroke: (_classId, round) => [
    {
      type: 'setKeys',
      trackId: `t${round}`,
      sensorId: '',
      first: round,
      last: round,
      keys: [key(round, box(round + 0.5))],
    },
  ],
}

const image: Large = {
  name: 'image of 5,000 polygons of 100 points',
  tag: 'image2d',
  async data({ files }) {
    return { image_url: files.put(`/${randomUUID()}.png`, await pngOf(8, 6)) }
  },
  batches: (classId) => {
    const ring = (seed: number) => all(100, (i) => ({ x: near(seed + i), y: near(seed + i + 0.5) }))
    const one = (i: number) =>
      track(`p${i}`, classId, {
        views: [['', { follows: false, attributes: [], keys: [key(0, { type: 'polygon', rings: [ring(i * 100)] })] }]],
      })
    return inParts(all(5000, one), 2000)
  },
  stroke: (classId, round) => [
    track(`p${5000 + round}`, classId, {
      views: [['', { follows: false, attributes: [], keys: [key(0, box(round))] }]],
    }),
  ],
}

const drive: Large = {
  name: '1,000 cuboids × 40 frames × 6 cameras',
  tag: 'cuboid3d_linked2d',
  async data({ files }) {
    const image_url = files.put(`/${randomUUID()}.png`, await pngOf(64, 48))
    const cloud_url = files.put(`/${randomUUID()}.pcd`, cloudOf(1000))
    const intrinsics = { fx: 50, fy: 50, cx: 32, cy: 24 }
    const sensor = (sensor_id: string, data_url: string) => ({ sensor_id, data_url, sensor_pose: HERE })
    return {
      sensor_data: {
        frames: all(40, (i) => ({
          frame_id: String(i),
          sensors: [sensor('lidar', cloud_url), ...CAMERAS.map((id) => sensor(id, image_url))],
        })),
        sensor_meta: [
          { id: 'lidar', name: 'lidar', modality: 'lidar', primary_view: true, state: 'editable' },
          ...CAMERAS.map((id) => ({ id, name: id, modality: 'camera', state: 'editable', intrinsics })),
        ],
      },
    }
  },
  batches: (classId) => {
    const placement = (seed: number) => ({
      position: { x: near(seed) * 90, y: near(seed + 1) * 90, z: near(seed + 2) },
      heading: { w: 1, x: 0, y: 0, z: 0 },
      sizeOverride: null,
    })
    const keys = (seed: number) => all(40, (frame) => key(frame, placement(seed + frame)))
    const boxes = (seed: number) => all(40, (frame) => key(frame, box(seed + frame), true))
    const one = (i: number) =>
      track(`c${i}`, classId, {
        cuboid: { keys: keys(i * 40), attributes: [], dimensions: { length: 4.5, width: 1.9, height: 1.6 } },
        views: CAMERAS.map((id, c) => [id, { follows: true, attributes: [], keys: boxes(i * 40 + c * 7) }]),
      })
    return inParts(all(1000, one), 250)
  },
  stroke: (_classId, round) => [
    {
      type: 'setKeys',
      trackId: `c${round}`,
      sensorId: 'c1',
      first: round,
      last: round,
      keys: [key(round, box(round + 0.5), true)],
    },
  ],
}

const cloud = (points: number): Large => ({
  name: `labels of ${points / 1e6} M points`,
  tag: 'segmentation3d',
  async data({ files }) {
    const data_url = files.put(`/${randomUUID()}.pcd`, cloudOf(points))
    return {
      sensor_data: {
        sensors: [{ sensor_id: 'lidar', data_url, sensor_pose: HERE }],
        sensor_meta: [{ id: 'lidar', name: 'lidar', modality: 'lidar', primary_view: true, state: 'editable' }],
      },
    }
  },
  batches: (classId) => {
    const entries = [1, 2, 3].map((labelKey): Edit => {
      const entry = { id: `e${labelKey}`, labelKey, classId, instance: labelKey, color: null }
      return { type: 'putLegendEntry', entry, index: null }
    })
    const scattered = all(Math.floor(points / 3), (i) => i * 3)
    return [entries, [{ type: 'setLabels', runs: labelRunsOf(scattered, 1) }]]
  },
  stroke: (_classId, round) => {
    const points = all(1000, (i) => i * 7 + round)
    return [{ type: 'setLabels', runs: labelRunsOf(points, 2) }]
  },
})

const LARGE: Large[] = [video, image, drive, cloud(1e6), cloud(1e7)]
