import { gzipSync } from 'node:zlib'
import { type OwnStage, setOwnStage } from '../test/support/ownStage.ts'
import { HERE, pcdOf, pngOf, tagOf } from '../test/support/samples.ts'
import { Tenant } from '../test/support/tenant.ts'
import { atMost, type BenchResult } from './result.ts'
import { median } from './support/median.ts'
import { processorMs } from './support/processorTime.ts'

const BYTES = 170e6
const ROUNDS = 3
const LOOK_EVERY_MS = 20

const filled = (start: string, piece: string, end: string) =>
  gzipSync(
    Buffer.concat([
      Buffer.from(start),
      Buffer.alloc(Math.floor(BYTES / piece.length) * piece.length, piece),
      Buffer.from(end),
    ]),
    { level: 9 },
  )

const BODIES: [tag: 'image' | 'boxes' | 'points', what: string, make: () => Buffer][] = [
  ['boxes', 'records of nothing', () => filled('{"data":{"annotation_data":{"annotations":[{}', ',{}', ']}}}')],
  ['boxes', 'lists of nothing', () => filled('{"data":{"annotation_data":{"annotations":[[]', ',[]', ']}}}')],
  ['image', 'rectangles of nothing', () => filled('{"data":{"annotations":{"rectangles":[{}', ',{}', ']}}}')],
  ['points', 'labels without end', () => filled('{"data":{"legend":[],"labels":[0', ',0', ']}}')],
  ['points', 'a legend without end', () => filled('{"data":{"labels":[0],"legend":[{}', ',{}', ']}}')],
  ['image', 'members without end', () => filled('{"data":{"a":1', ',"b":1', '}}')],
  ['boxes', 'a list as the body', () => filled('[1', ',1', ']')],
]

/** How long a packed result of 170 MB (175 KB on the wire) is worked on until it is refused, and how soon others are answered. */
export async function run(): Promise<BenchResult[]> {
  const stage = await setOwnStage({ CHECK_ANSWERS: 'false' })
  try {
    const { tenant, jobs } = await makeJobs(stage)
    const results: BenchResult[] = []
    for (const [tag, what, make] of BODIES) {
      const body = make()
      const took: number[] = []
      const used: number[] = []
      const slowest: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const watch = watchReadiness(stage)
        const [startedMs, beforeMs] = [performance.now(), processorMs(stage.service.pid)]
        const { status } = await tenant.api.call('POST', tenant.path(`/jobs/${jobs[tag]}/result`), {
          body,
          headers: { 'content-encoding': 'gzip' },
        })
        took.push(performance.now() - startedMs)
        used.push(processorMs(stage.service.pid) - beforeMs)
        slowest.push(await watch.end())
        if (status !== 400) throw new Error(`${what}: ${status}`)
      }
      const name = `refused hand-in of ${Math.round(body.length / 1000)} KB, ${what}`
      results.push(
        atMost(`${name}: answer`, median(took), 'ms', 1000),
        atMost(`${name}: processor time`, median(used), 'ms', 2000),
        atMost(`${name}: slowest readyz meanwhile`, median(slowest), 'ms', 250),
      )
    }
    return results
  } finally {
    await stage.clear()
  }
}

async function makeJobs(stage: OwnStage) {
  const tags = { image: tagOf('image2d'), boxes: tagOf('cuboid3d'), points: tagOf('segmentation3d') }
  const tenant = await Tenant.create(stage.admin, {}, tags)
  const image_url = stage.files.put('/1.png', await pngOf(64, 64))
  const data_url = stage.files.put('/1.pcd', pcdOf([[1, 2, 3]]))
  const sensors = [{ sensor_id: 'l', data_url, sensor_pose: HERE }]
  const sensor_meta = [{ id: 'l', modality: 'lidar' }]
  const data = {
    image: { image_url },
    boxes: { sensor_data: { frames: [{ frame_id: 'f', sensors }], sensor_meta } },
    points: { sensor_data: { sensors, sensor_meta } },
  }
  const jobs = { image: '', boxes: '', points: '' }
  for (const tag of ['image', 'boxes', 'points'] as const) {
    jobs[tag] = await tenant.submit({ reference_id: tag, tag, data: data[tag] })
    await tenant.reached(jobs[tag], 'queued')
  }
  return { tenant, jobs }
}

/** Asks again and again whether the service is ready; the slowest answer counts from when it was asked. */
function watchReadiness({ service }: OwnStage) {
  const asked: Promise<number>[] = []
  const timer = setInterval(() => {
    const startedMs = performance.now()
    asked.push(fetch(`${service.baseUrl}/readyz`).then(({ ok }) => (ok ? performance.now() - startedMs : 60_000)))
  }, LOOK_EVERY_MS)
  return {
    end: async () => {
      clearInterval(timer)
      return Math.max(...(await Promise.all(asked)))
    },
  }
}
