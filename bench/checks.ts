import { randomUUID } from 'node:crypto'
import type { JobChecks } from '../src/client/types/jobs.ts'
import type { Edit } from '../src/model/document/operations/documentOperation.ts'
import type { PlainTrack } from '../src/model/document/plainTrack.ts'
import { binaryPcd } from '../test/support/cloudOf.ts'
import { open, save } from '../test/support/office.ts'
import { type OwnStage, setOwnStage } from '../test/support/ownStage.ts'
import { Person } from '../test/support/person.ts'
import { HERE, tagOf } from '../test/support/samples.ts'
import { Tenant } from '../test/support/tenant.ts'
import { atMost, type BenchResult } from './result.ts'
import { median } from './support/median.ts'
import { processorMs } from './support/processorTime.ts'

const FRAMES = 150
const OBJECTS = 100
const POINTS = 100_000
/** Objects of which every frame has to be looked at for its height: they float. */
const FLOATING = 10
const GOAL_MS = 2_000
/** The sum over all threads of the service; half a second of it saves the objects and reads the clouds. */
const GOAL_PROCESSOR_MS = 3_000
const GROUND_Z = -1.8
const SIZE = { length: 4.4, width: 1.9, height: 1.5 }

/** The checks of a whole drive, from the call to the whole answer: the first time, and after one object was changed. */
export async function run(): Promise<BenchResult[]> {
  const stage = await setOwnStage({ CHECK_ANSWERS: 'false' })
  try {
    const tenant = await Tenant.create(stage.admin, {}, { drive: tagOf('cuboid3d') })
    const ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
    const times = await timesOf(stage, tenant, ann, await drive(stage, tenant, POINTS))
    const few = await timesOf(stage, tenant, ann, await drive(stage, tenant, POINTS / 10))
    const name = `checks of ${FRAMES} frames × ${OBJECTS} objects, ${POINTS.toLocaleString('en')} points a frame`
    return [
      atMost(`${name}: whole answer`, times.first, 'ms', GOAL_MS),
      atMost(`${name}: processor time`, times.processor, 'ms', GOAL_PROCESSOR_MS),
      atMost(`${name}: after one object was changed`, times.changed, 'ms', GOAL_MS / 2),
      atMost(`${name}: to those of a tenth of the points`, times.first / few.first, 'ratio', 5),
    ]
  } finally {
    await stage.clear()
  }
}

/** A drive of clouds that differ. */
async function drive({ files }: OwnStage, tenant: Tenant, points: number): Promise<string> {
  const frames = Array.from({ length: FRAMES }, (_, i) => {
    const data_url = files.put(`/${randomUUID()}.pcd`, binaryPcd(streetCloud(points, i + 1)))
    return { frame_id: String(i), ego_pose: HERE, sensors: [{ sensor_id: 'lidar', data_url, sensor_pose: HERE }] }
  })
  const sensor_meta = [{ id: 'lidar', name: 'lidar', modality: 'lidar', primary_view: true, state: 'editable' }]
  const data = { sensor_data: { frames, sensor_meta } }
  const jobId = await tenant.submit({ reference_id: randomUUID(), tag: 'drive', data })
  await tenant.reached(jobId, 'queued')
  return jobId
}

interface Times {
  first: number
  /** The time of the first whole answer. */
  processor: number
  changed: number
}

async function timesOf({ service }: OwnStage, tenant: Tenant, ann: Person, jobId: string): Promise<Times> {
  await ann.post(`/api/jobs/${jobId}/claim`)
  const [{ classId }] = (await open(ann, jobId)).tag.classes
  const tracks = Array.from({ length: OBJECTS }, (_, i) => car(i, classId))
  let { version } = await save(ann, jobId, 0, tracks)
  const before = processorMs(service.pid)
  const first = await timed(() => wholeChecks(tenant, jobId, version))
  const processor = processorMs(service.pid) - before
  const changed: number[] = []
  for (let round = 0; round < 5; round++) {
    version = (await save(ann, jobId, version, [car(round, classId, 0.1 * (round + 1))])).version
    changed.push(await timed(() => wholeChecks(tenant, jobId, version)))
  }
  return { first, processor, changed: median(changed) }
}

async function wholeChecks(tenant: Tenant, jobId: string, version: number): Promise<void> {
  for (;;) {
    const { complete } = await tenant.api.get<JobChecks>(tenant.path(`/jobs/${jobId}/checks?version=${version}`))
    if (complete) return
  }
}

async function timed(act: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}

/** A car that drives along the street, with a keyframe in each frame as propagation leaves them. */
function car(index: number, classId: string, shiftM = 0): Edit {
  const overM = index < FLOATING ? 1 : 0
  const keys = Array.from({ length: FRAMES }, (_, frame) => ({
    kind: 'shape',
    frame,
    id: null,
    keyFrame: true,
    source: 'propagated',
    hidden: false,
    linked: false,
    shape: {
      position: {
        x: -40 + Math.floor(index / 10) * 6 + frame * 0.2 + shiftM,
        y: ((index % 10) - 4.5) * 2.3,
        z: GROUND_Z + SIZE.height / 2 + overM,
      },
      heading: { w: 1, x: 0, y: 0, z: 0 },
      sizeOverride: null,
    },
  })) as never
  const track: PlainTrack = {
    id: `car ${index}`,
    entryId: null,
    classId,
    stationary: false,
    attributes: [],
    views: [],
    cuboid: { keys, attributes: [], dimensions: SIZE },
  }
  return { type: 'putTrack', index: null, track }
}

/** A street between two walls, seen from 1.8 m above it; another one for each seed. */
function streetCloud(points: number, seed: number): Float32Array {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const positions = new Float32Array(points * 3)
  for (let i = 0; i < positions.length; i += 3) {
    const isWall = random() < 0.3
    positions[i] = (random() * 2 - 1) * 70 * random()
    positions[i + 1] = isWall ? Math.sign(random() - 0.5) * 12 : (random() * 2 - 1) * 12
    positions[i + 2] = GROUND_Z + random() * (isWall ? 9 : 0.04)
  }
  return positions
}
