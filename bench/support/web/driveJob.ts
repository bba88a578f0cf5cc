import sharp from 'sharp'
import type { JobPayloadAnswer } from '../../../src/contract/payload.ts'
import type { SensorFrame, SensorView } from '../../../src/formats/workbench/job.ts'
import { DEFAULT_INTRINSICS } from '../../../src/geometry/intrinsics.ts'
import { composePoses, type Pose } from '../../../src/geometry/pose.ts'
import { multiplyQuaternions, quaternionFromYaw } from '../../../src/geometry/quaternion.ts'
import { emptyDocument, type Track } from '../../../src/model/document/document.ts'
import { boxTrack } from '../../../src/model/document/testTracks.ts'
import { STREET_CAR, streetPayload } from '../../../test/web/streetPayload.ts'
import { denseCloud, pointChunks } from './denseCloud.ts'

type Files = Map<string, { body: Uint8Array; type: string }>

export interface DriveJob {
  payload: JobPayloadAnswer
  files: Files
}

/** Clouds that differ; more would only take longer to make. */
const KINDS = 4
const IMAGE = { width: 1280, height: 720 }
const OPTICAL = { w: 0.5, x: -0.5, y: 0.5, z: -0.5 }
const YAWS = { front: 0, left: 1.2, right: -1.2 }

/**
 * A drive with a frame for each number of points and, if requested, three cameras; the vehicle moves a metre per frame.
 */
export async function driveJob(
  pointsOfFrames: readonly number[],
  { withCameras = true, tracks = [] }: { withCameras?: boolean; tracks?: readonly Track[] } = {},
): Promise<DriveJob> {
  const files: Files = new Map()
  const clouds = new Map<string, Uint8Array>()
  const image = await picture()
  const frames = pointsOfFrames.map((points, i): SensorFrame => {
    const pose: Pose = { position: { x: i, y: 0, z: 0 }, heading: quaternionFromYaw(0) }
    const kind = `${points} ${i % KINDS}`
    const body = clouds.get(kind) ?? pointChunks(denseCloud(points, 1 + (i % KINDS)))
    clouds.set(kind, body)
    files.set(`cloud-${i}`, { body, type: 'application/octet-stream' })
    const sensors = [cloudView(`cloud-${i}`, body.length, points, pose)]
    for (const id of withCameras ? Object.keys(YAWS) : []) {
      files.set(`${id}-${i}`, { body: image, type: 'image/jpeg' })
      sensors.push(imageView(id, `${id}-${i}`, image.length, pose))
    }
    return { frameId: `f${i}`, timestampNs: null, commonFromEgo: pose, sensors }
  })
  const operation = 'cuboid3d'
  const document = { ...emptyDocument(operation, frames.length), tracks: new Map(tracks.map((t) => [t.id, t])) }
  const sensors = [
    sensorMeta('lidar', 'lidar'),
    ...(withCameras ? Object.keys(YAWS) : []).map((id) => sensorMeta(id, 'camera')),
  ]
  const content = { kind: 'frames' as const, frames, sensors, pointCloudFrame: 'sensor' as const, hasEgoPose: true }
  return { payload: streetPayload(operation, document, 'annotate', content), files }
}

/** Cars in rows over the street. */
export function carsInRows(count: number): Track[] {
  const columns = 50
  return Array.from({ length: count }, (_, i) => {
    const position = {
      x: ((i % columns) - columns / 2) * 2.6,
      y: (Math.floor(i / columns) - count / columns / 2) * 1.15,
      z: -1.1,
    }
    const dimensions = { length: 2.2, width: 0.9, height: 1.4 }
    const cuboid = { position, heading: quaternionFromYaw(0), dimensions }
    return boxTrack(`t${i}`, STREET_CAR, 0, cuboid)
  })
}

function sensorMeta(id: string, modality: 'lidar' | 'camera') {
  const intrinsics = { ...DEFAULT_INTRINSICS, fx: 900, fy: 900, cx: 640, cy: 360, k1: -0.2, k2: 0.04 }
  return {
    id,
    name: id,
    modality,
    primaryView: modality === 'lidar',
    state: 'editable' as const,
    intrinsics: modality === 'camera' ? intrinsics : null,
  }
}

function cloudView(file: string, bytes: number, pointCount: number, pose: Pose): SensorView {
  const counts = { file, bytes, pointCount, finiteCount: pointCount, bounds: null, commonFromCloud: pose }
  return { sensorId: 'lidar', commonFromSensor: pose, image: null, cloud: counts }
}

function imageView(id: string, file: string, bytes: number, pose: Pose): SensorView {
  const heading = multiplyQuaternions(quaternionFromYaw(YAWS[id as keyof typeof YAWS]), OPTICAL)
  const commonFromSensor = composePoses(pose, { position: { x: 1.5, y: 0, z: 0 }, heading })
  const size = { widthPx: IMAGE.width, heightPx: IMAGE.height }
  const image = { file, mediaType: 'image/jpeg', bytes, ...size, pyramid: null }
  return { sensorId: id, commonFromSensor, image, cloud: null }
}

function picture(): Promise<Buffer> {
  const stripes = Array.from(
    { length: 40 },
    (_, i) => `<rect x="${i * 32}" y="${200 + (i % 5) * 60}" width="26" height="80" fill="hsl(${i * 9} 50% 50%)"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${IMAGE.width}" height="${IMAGE.height}">
    <rect width="100%" height="100%" fill="#6d7885"/>${stripes.join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer()
}
