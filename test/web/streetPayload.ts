import type { JobPayloadAnswer } from '../../src/contract/payload.ts'
import { encodeImage } from '../../src/demo/fileShelf.ts'
import { STREET_CLASSES } from '../../src/demo/street/classes.ts'
import { makeStreet, type Street, type StreetOptions } from '../../src/demo/street/street.ts'
import { toPlainDocument } from '../../src/formats/document/documentFile.ts'
import type { SensorFrame, SensorView } from '../../src/formats/workbench/job.ts'
import { identityPose } from '../../src/geometry/pose.ts'
import type { Vec3 } from '../../src/geometry/vec3.ts'
import { type AnnotatedDocument, emptyDocument, type Track } from '../../src/model/document/document.ts'
import type { Tag } from '../../src/model/tag.ts'
import { encodePointChunks } from '../../src/pcd/pointChunks.ts'
import type { Sample } from './samplePayload.ts'

export const STREET_CAR = 'c1000000-0000-4000-8000-000000000001'
export const STREET_PERSON = 'c1000000-0000-4000-8000-000000000002'

const TAG_CLASSES: Tag['classes'] = [
  ['car', STREET_CAR, 'rgb(255, 146, 43)', { length: 4.4, width: 1.85, height: 1.5 }] as const,
  ['pedestrian', STREET_PERSON, 'rgb(81, 207, 102)', { length: 0.6, width: 0.6, height: 1.75 }] as const,
].map(([name, classId, color, defaultSize]) => ({
  name,
  classId,
  color,
  defaultSize,
  instantiable: true,
  geometries: null,
  attributes: [],
  archived: false,
}))

/** The class name of a point of the demo street. */
export const streetClassName = (index: number): string => STREET_CLASSES[index].name

export interface StreetSample extends Sample {
  street: Street
}

export interface StreetSampleOptions extends Partial<StreetOptions> {
  operation?: 'cuboid3d' | 'cuboid3d_linked2d'
  /** Cameras by sensor_id; none: lidar only. */
  cameraIds?: readonly string[]
  /** Cameras whose intrinsics were not sent. */
  uncalibrated?: readonly string[]
  tracks?: readonly Track[]
  access?: JobPayloadAnswer['access']
}

/** The demo street as the workbench gets it, with its pre-annotations. */
export async function streetSample(options: StreetSampleOptions = {}): Promise<StreetSample> {
  const { operation = 'cuboid3d', cameraIds = [], uncalibrated = [], tracks = [], access = 'annotate' } = options
  const street = makeStreet({ frames: 4, beams: 32, azimuthStepDeg: 0.4, ...options })
  const files: Sample['files'] = new Map()
  const frames: SensorFrame[] = []
  for (const frame of street.frames) {
    const sensors: SensorView[] = [cloudView(street, frame, files)]
    for (const camera of frame.cameras.filter(({ sensorId }) => cameraIds.includes(sensorId))) {
      const file = `${frame.frameId}-${camera.sensorId}`
      const body = await encodeImage(camera.render())
      files.set(file, { body, type: 'image/jpeg' })
      const size = { widthPx: camera.width, heightPx: camera.height }
      const image = { file, mediaType: 'image/jpeg', bytes: body.length, ...size, pyramid: null }
      sensors.push({ sensorId: camera.sensorId, commonFromSensor: camera.commonFromCamera, image, cloud: null })
    }
    frames.push({ frameId: frame.frameId, timestampNs: null, commonFromEgo: frame.egoPose, sensors })
  }
  const cameras = street.frames[0].cameras.filter(({ sensorId }) => cameraIds.includes(sensorId))
  const document = { ...emptyDocument(operation, frames.length), tracks: new Map(tracks.map((t) => [t.id, t])) }
  const payload = streetPayload(operation, document, access, {
    kind: 'frames',
    frames,
    sensors: [
      ...[{ id: 'lidar', name: 'Roof lidar', modality: 'lidar', primaryView: true, intrinsics: null } as const].map(
        (lidar) => ({ ...lidar, state: 'editable' as const }),
      ),
      ...cameras.map(({ sensorId, name, intrinsics }) => ({
        id: sensorId,
        name,
        modality: 'camera' as const,
        primaryView: false,
        state: 'editable' as const,
        intrinsics: uncalibrated.includes(sensorId) ? null : intrinsics,
      })),
    ],
    pointCloudFrame: street.options.framing,
    hasEgoPose: street.options.withEgoPose,
  })
  return { payload, files, street }
}

function cloudView(street: Street, { frameId, lidar }: Street['frames'][number], files: Sample['files']): SensorView {
  const { positions, commonFromSensor } = lidar
  const isCommon = street.options.framing === 'common'
  const pointCount = positions.length / 3
  const [min, max] = boundsOf(positions)
  const cloud = {
    header: {} as never,
    pointCount,
    finiteCount: pointCount,
    positions,
    bounds: { min: [min.x, min.y, min.z], max: [max.x, max.y, max.z] } as never,
    intensity: Float32Array.from({ length: pointCount }, (_, i) => (i * 37) % 255),
  }
  const { x, y } = commonFromSensor.position
  const origin = isCommon ? { x: Math.round(x), y: Math.round(y), z: 0 } : { x: 0, y: 0, z: 0 }
  const body = encodePointChunks(cloud, origin)
  const file = `${frameId}-lidar`
  files.set(file, { body, type: 'application/octet-stream' })
  const counts = { bytes: body.length, pointCount, finiteCount: pointCount, bounds: { min, max } }
  const commonFromCloud = isCommon ? identityPose : commonFromSensor
  return { sensorId: 'lidar', commonFromSensor, image: null, cloud: { file, ...counts, commonFromCloud } }
}

function boundsOf(positions: Float64Array): [Vec3, Vec3] {
  const min = { x: Infinity, y: Infinity, z: Infinity }
  const max = { x: -Infinity, y: -Infinity, z: -Infinity }
  for (let i = 0; i < positions.length; i += 3) {
    for (const [k, axis] of (['x', 'y', 'z'] as const).entries()) {
      min[axis] = Math.min(min[axis], positions[i + k])
      max[axis] = Math.max(max[axis], positions[i + k])
    }
  }
  return [min, max]
}

/** A job of the street's tag with this content. */
export function streetPayload(
  operation: 'cuboid3d' | 'cuboid3d_linked2d',
  document: AnnotatedDocument,
  access: JobPayloadAnswer['access'],
  content: JobPayloadAnswer['content'],
): JobPayloadAnswer {
  return {
    job: {
      jobId: 'j1',
      projectId: 'p1',
      projectName: 'Street',
      undoSeconds: 0,
      batchId: 'b1',
      referenceId: 'street-1',
      operation,
      stage: 'in_progress',
      priorityWeight: 1,
      createdAt: '2026-01-01T00:00:00Z',
      resultVersion: null,
      warnings: [],
      rejected: false,
      reopening: null,
    },
    tag: {
      name: 'street',
      annotationType: operation,
      classes: TAG_CLASSES,
      attributes: [],
      review: null,
      instructions: null,
    },
    content,
    document: toPlainDocument(document),
    version: 1,
    labelsUrl: null,
    pointCount: null,
    access,
    lease: null,
    reviews: [],
    instructions: { version: 1, readVersion: 1 },
    activeSeconds: { annotate: 0, review: 0 },
    annotatedBy: [],
    files: { base: '/files/', query: '' },
  }
}
