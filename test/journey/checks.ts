import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { BatchPage } from '../../src/client/types/batches.ts'
import type { JobRecord } from '../../src/client/types/jobs.ts'
import type { ProjectDetails, ProjectStats } from '../../src/client/types/project.ts'
import type { Api } from '../support/apiClient.ts'
import type { Tenant } from '../support/tenant.ts'
import {
  type Lens,
  outOf,
  pointsInBox,
  readAsciiPcd,
  sampledBounds,
  type Vec,
  type WireBox,
  type WirePose,
} from './oracle.ts'

const validators = new Map<string, ValidateFunction>()

export interface ResultDocument {
  type: string
  job_id: string
  reference_id: string
  result_version: number
  data: Record<string, unknown>
}

/** The document behind a job's result URL, opened without any key, and valid against the published schema. */
export async function resultDocument(api: Api, record: JobRecord): Promise<ResultDocument> {
  assert.ok(record.result)
  const answer = await api.with(null).call('GET', record.result)
  assert.equal(answer.status, 200)
  const document = JSON.parse(answer.bytes.toString('utf8')) as ResultDocument
  const validate = await validator(api, document.type)
  assert.ok(validate(document), JSON.stringify(validate.errors?.slice(0, 5)))
  assert.equal(document.job_id, record.job_id)
  assert.equal(document.reference_id, record.reference_id)
  return document
}

async function validator(api: Api, operation: string): Promise<ValidateFunction> {
  const known = validators.get(operation)
  if (known) return known
  const answer = await api.with(null).call('GET', `/v1/schemas/${operation}`)
  assert.equal(answer.status, 200)
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const made = ajv.compile(JSON.parse(answer.bytes.toString('utf8')))
  validators.set(operation, made)
  return made
}

interface Frame {
  frame_id: string
  sensors: { sensor_id: string; data_url: string; sensor_pose: WirePose }[]
}
export interface SensorData {
  frames: Frame[]
  sensor_meta: { id: string; modality: string; intrinsics?: Lens }[]
}
interface CuboidRecord extends WireBox {
  _id: string
  type: string
  frame_id: string
  sensor_id: string
  point_count: number
  held?: true
  linked_id?: string | null
  coordinates: { x: number; y: number }[]
  projected_coordinates?: { x: number; y: number }[] | null
}

export const recordsOf = (document: ResultDocument) =>
  (document.data.annotation_data as { annotations: CuboidRecord[] }).annotations

/** Counts by brute force the points of every cuboid of a result; `pcdOf` answers the bytes of a URL. */
export function checkPointCounts(
  document: ResultDocument,
  sensorData: SensorData,
  cloudsAre: 'sensor' | 'common',
  pcdOf: (url: string) => Buffer,
): number {
  const lidars = new Set(sensorData.sensor_meta.filter((meta) => meta.modality === 'lidar').map((meta) => meta.id))
  const clouds = new Map<string, Vec[]>()
  for (const frame of sensorData.frames) {
    const points = frame.sensors
      .filter((sensor) => lidars.has(sensor.sensor_id))
      .flatMap((sensor) => {
        const { points: own } = readAsciiPcd(pcdOf(sensor.data_url))
        return cloudsAre === 'common' ? own : own.map(outOf(sensor.sensor_pose))
      })
    clouds.set(frame.frame_id, points)
  }
  let total = 0
  for (const record of recordsOf(document)) {
    if (record.type !== 'cuboid') continue
    const { least, most } = pointsInBox(clouds.get(record.frame_id)!, record)
    const told = record.point_count
    assert.ok(told >= least && told <= most, `${record.frame_id}: told ${told}, counted ${least} to ${most}`)
    total += told
  }
  return total
}

/** Holds projected_coordinates of linked rectangles against a dense sampling of the cuboid's surface. */
export function checkProjections(
  document: ResultDocument,
  sensorData: SensorData,
  size: { width: number; height: number },
): number {
  const metaOf = new Map(sensorData.sensor_meta.map((meta) => [meta.id, meta]))
  const cuboids = new Map(recordsOf(document).map((record) => [record._id, record]))
  let checked = 0
  for (const record of recordsOf(document)) {
    if (record.type !== 'rectangle' || !record.linked_id) continue
    const frame = sensorData.frames.find(({ frame_id }) => frame_id === record.frame_id)!
    const sensor = frame.sensors.find(({ sensor_id }) => sensor_id === record.sensor_id)!
    const lens = metaOf.get(record.sensor_id)!.intrinsics!
    const box = cuboids.get(record.linked_id)!
    const sampled = sampledBounds(box, sensor.sensor_pose, lens, size.width, size.height)
    const told = record.projected_coordinates
    const where = `${record.frame_id} ${record.sensor_id} ${record.linked_id}`
    if (!told) {
      assert.equal(sampled, null, `${where}: the box is seen, but no projection was told`)
      continue
    }
    assert.ok(sampled, `${where}: a projection was told of a box that is not seen`)
    // Samples lie inside the region: its true bounds are theirs or a sampling step beyond. Curves are traced to 0.01 px.
    const [topLeft, , bottomRight] = told
    const beyond = [
      sampled.left - topLeft.x,
      sampled.top - topLeft.y,
      bottomRight.x - sampled.right,
      bottomRight.y - sampled.bottom,
    ]
    assert.ok(Math.min(...beyond) >= -0.015 / size.width, `${where}: samples lie outside of what was told: ${beyond}`)
    assert.ok(Math.max(...beyond) <= 0.03, `${where}: what was told is larger than what is seen: ${beyond}`)
    checked++
  }
  return checked
}

export async function everyJob(tenant: Tenant, batchId: string): Promise<BatchPage['jobs']> {
  const jobs: BatchPage['jobs'] = []
  let token: string | null = null
  do {
    const query: string = token === null ? '' : `?page_token=${token}`
    const page: BatchPage = await tenant.api.get(`/v0/projects/${tenant.projectId}/batch/${batchId}${query}`)
    jobs.push(...page.jobs)
    token = page.next_page_token
  } while (token !== null)
  return jobs
}

/** Checks that the details, stats and pages of a project agree with its job records. */
export async function checkCounters(tenant: Tenant): Promise<ProjectStats> {
  const details = await tenant.api.get<ProjectDetails>(`/v0/projects/${tenant.projectId}/details`)
  const stats = await tenant.api.get<ProjectStats>(`/v0/projects/${tenant.projectId}/stats`)
  assert.deepEqual(await tenant.api.get(`/v1/projects/${tenant.projectId}/details`), details)
  for (const batch of details.batches) {
    const jobs = await everyJob(tenant, batch.id)
    const completed = jobs.filter((job) => job.status === 'completed')
    const frames = (list: typeof jobs) => list.reduce((sum, job) => sum + job.frames, 0)
    assert.equal(new Set(jobs.map((job) => job.id)).size, jobs.length)
    assert.deepEqual(
      [batch.total_jobs, batch.completed_jobs, batch.total_frames, batch.completed_frames, batch.annotations],
      [
        jobs.length,
        completed.length,
        frames(jobs),
        frames(completed),
        completed.reduce((sum, job) => sum + job.annotations, 0),
      ],
    )
    const finished = jobs.every((job) => ['completed', 'failed', 'cancelled'].includes(job.status))
    assert.equal(batch.status, jobs.length === 0 ? 'Empty' : finished ? 'Complete' : 'In Progress')
  }
  const sum = (of: (batch: ProjectDetails['batches'][number]) => number) =>
    details.batches.reduce((total, batch) => total + of(batch), 0)
  assert.equal(
    stats.total_jobs,
    sum((batch) => batch.total_jobs),
  )
  assert.equal(
    stats.completed_jobs,
    sum((batch) => batch.completed_jobs),
  )
  assert.equal(
    stats.total_frames,
    sum((batch) => batch.total_frames),
  )
  assert.equal(
    stats.annotations,
    sum((batch) => batch.annotations),
  )
  return stats
}
