import { randomUUID } from 'node:crypto'
import type { JobPayloadAnswer } from '../../src/contract/payload.ts'
import type { SavedAnswer } from '../../src/contract/work.ts'
import { readMetadata } from '../../src/formats/jobBody/metadata.ts'
import type { Edit } from '../../src/model/document/operations/documentOperation.ts'
import type { Person } from './person.ts'
import { HERE, pcdOf, pngOf } from './samples.ts'
import type { Stage } from './stage.ts'
import type { Tenant } from './tenant.ts'

type Place = Pick<Stage, 'files' | 'placer'>

/**
 * An image job of a tenant, waiting for people. On a shared stage it is placed there, unless more than its name, place
 * and order is said of it; else it is submitted and validated.
 */
export async function queuedImage(
  { files, placer }: Place,
  tenant: Tenant,
  tag: string,
  more: object = {},
): Promise<string> {
  const name = randomUUID()
  const url = files.put(`/${name}.png`, await IMAGE)
  const body = { reference_id: name, tag, data: { image_url: url }, ...more }
  const kind = { name: 'image', operation: 'image2d', frames: 1, url } as const
  return placer && isPlaced(more) ? (await placer()).place(tenant.projectId, body, kind) : submitted(tenant, body)
}

const IMAGE = pngOf(8, 6)
/** The members that a placed job may have. */
const PLACED: ReadonlySet<string> = new Set(['reference_id', 'batch_id', 'priority_weight', 'metadata'])

/** Metadata that the service would leave out with a warning takes the whole way. */
const isPlaced = (more: { metadata?: unknown }): boolean =>
  Object.keys(more).every((key) => PLACED.has(key)) && 'metadata' in readMetadata(more.metadata)

async function submitted(tenant: Tenant, body: object): Promise<string> {
  const jobId = await tenant.submit(body)
  await tenant.reached(jobId, 'queued')
  return jobId
}

/** A segmentation of this number of points. */
export async function queuedCloud(stage: Stage, tenant: Tenant, tag: string, points: number): Promise<string> {
  const name = randomUUID()
  const cloud = pcdOf(Array.from({ length: points }, (_, i) => [i, 0, 0] as const))
  const url = stage.files.put(`/${name}.pcd`, cloud)
  const pose = { position: { x: 0, y: 0, z: 0 }, heading: { w: 1, x: 0, y: 0, z: 0 } }
  const sensors = [{ sensor_id: 'lidar', data_url: url, sensor_pose: pose }]
  const sensor_meta = [{ id: 'lidar', name: 'lidar', modality: 'lidar', primary_view: true, state: 'editable' }]
  const jobId = await tenant.submit({ reference_id: name, tag, data: { sensor_data: { sensors, sensor_meta } } })
  await tenant.reached(jobId, 'queued')
  return jobId
}

export async function queuedVideo(
  { files, placer }: Place,
  tenant: Tenant,
  tag: string,
  frameCount = 2,
): Promise<string> {
  const name = randomUUID()
  const src = files.put(`/${name}.png`, await IMAGE)
  const frames = Array.from({ length: frameCount }, (_, frame) => ({ frame_id: String(frame), src }))
  const body = { reference_id: name, tag, data: { video_data: { frames } } }
  const kind = { name: `video ${frameCount}`, operation: 'video2d', frames: frameCount, url: src } as const
  return placer ? (await placer()).place(tenant.projectId, body, kind) : submitted(tenant, body)
}

/** Two frames of a lidar and a camera. */
export async function queuedDrive(stage: Stage, tenant: Tenant, tag: string): Promise<string> {
  const name = randomUUID()
  const cloud = stage.files.put(
    `/${name}.pcd`,
    pcdOf(Array.from({ length: 400 }, (_, i) => [i % 20, i / 20, 0] as const)),
  )
  const image = stage.files.put(`/${name}.png`, await pngOf(64, 48))
  const looksAhead = { position: { x: 0, y: 0, z: 1 }, heading: { w: 0.5, x: -0.5, y: 0.5, z: -0.5 } }
  const frames = ['0', '1'].map((frame_id) => ({
    frame_id,
    ego_pose: HERE,
    sensors: [
      { sensor_id: 'lidar', data_url: cloud, sensor_pose: HERE },
      { sensor_id: 'front', data_url: image, sensor_pose: looksAhead },
    ],
  }))
  const intrinsics = { camera_model: 'brown_conrady', fx: 60, fy: 60, cx: 32, cy: 24, skew: 0, scale_factor: 1 }
  const sensor_meta = [
    { id: 'lidar', name: 'lidar', modality: 'lidar', primary_view: true, state: 'editable' },
    { id: 'front', name: 'front camera', modality: 'camera', state: 'editable', intrinsics },
  ]
  const jobId = await tenant.submit({ reference_id: name, tag, data: { sensor_data: { frames, sensor_meta } } })
  await tenant.reached(jobId, 'queued')
  return jobId
}

export const open = (person: Person, jobId: string) => person.get<JobPayloadAnswer>(`/api/jobs/${jobId}`)

export const save = (person: Person, jobId: string, baseVersion: number, operations: Edit[]) =>
  person.post<SavedAnswer>(`/api/jobs/${jobId}/operations`, batchOf(baseVersion, operations))

export const batchOf = (baseVersion: number, operations: Edit[]) => ({
  batchId: randomUUID(),
  baseVersion,
  operations,
})

/** Draws a box in an image. */
export const drawBox = (classId: string, id: string = randomUUID(), { frame = 0, left = 0.1 } = {}): Edit => ({
  type: 'putTrack',
  index: null,
  track: {
    id,
    entryId: null,
    classId,
    stationary: false,
    attributes: [],
    cuboid: null,
    views: [
      [
        '',
        {
          follows: false,
          attributes: [],
          keys: [
            {
              kind: 'shape',
              frame,
              id: null,
              keyFrame: true,
              source: 'manual',
              hidden: false,
              linked: false,
              shape: { type: 'rectangle', left, top: 0.2, right: 0.5, bottom: 0.6 },
            },
          ],
        },
      ],
    ],
  },
})
