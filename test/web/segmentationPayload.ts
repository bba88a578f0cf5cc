import type { JobPayloadAnswer } from '../../src/contract/payload.ts'
import { encodeImage } from '../../src/demo/fileShelf.ts'
import { STREET_CLASSES } from '../../src/demo/street/classes.ts'
import { makeStreet, type Street, type StreetOptions } from '../../src/demo/street/street.ts'
import { toPlainDocument } from '../../src/formats/document/documentFile.ts'
import { encodeLabels } from '../../src/formats/document/labelsFile.ts'
import type { SensorView } from '../../src/formats/workbench/job.ts'
import { applyPose, identityPose } from '../../src/geometry/pose.ts'
import { subtract, type Vec3 } from '../../src/geometry/vec3.ts'
import { emptyDocument, type LegendEntry, type PointLabels } from '../../src/model/document/document.ts'
import type { TagClass } from '../../src/model/tag.ts'
import { encodePointChunks } from '../../src/pcd/pointChunks.ts'
import { fusionJobOf } from '../../src/web/view3d/fusionJobOf.ts'
import type { Sample } from './samplePayload.ts'

export const classIdOf = (name: string): string => {
  const place = STREET_CLASSES.findIndex((one) => one.name === name)
  return `c2000000-0000-4000-8000-00000000000${place}`
}

export const STREET_TAG_CLASSES: TagClass[] = STREET_CLASSES.map(({ name, color, instantiable, default_size }) => ({
  classId: classIdOf(name),
  name,
  color,
  instantiable,
  defaultSize: default_size ?? null,
  geometries: null,
  attributes: [],
  archived: false,
}))

export interface SegmentationSample extends Sample {
  street: Street
  /** Position of each point relative to the job's origin, NaN where it is missing. */
  points: Vec3[]
  pointCount: number
}

export interface SegmentationOptions extends Partial<StreetOptions> {
  cameraIds?: readonly string[]
  legend?: readonly LegendEntry[]
  labels?: PointLabels
  access?: JobPayloadAnswer['access']
  /** Numbers of points that are missing (NaN). */
  missing?: readonly number[]
  /** In the place of the street's sweep, in the sensor's frame. */
  positions?: Float64Array
}

/** One sweep of the demo street as the workbench gets it, to be labelled. */
export async function segmentationSample(options: SegmentationOptions = {}): Promise<SegmentationSample> {
  const { cameraIds = [], legend = [], access = 'annotate', missing = [] } = options
  const street = makeStreet({ frames: 1, beams: 32, azimuthStepDeg: 0.4, ...options })
  const [frame] = street.frames
  const positions = (options.positions ?? frame.lidar.positions).slice()
  for (const index of missing) positions.fill(Number.NaN, 3 * index, 3 * index + 3)
  const pointCount = positions.length / 3
  const files: Sample['files'] = new Map()
  const min: [number, number, number] = [Infinity, Infinity, Infinity]
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  positions.forEach((value, i) => {
    if (Number.isNaN(value)) return
    min[i % 3] = Math.min(min[i % 3], value)
    max[i % 3] = Math.max(max[i % 3], value)
  })
  const finiteCount = pointCount - missing.length
  const cloud = { header: {} as never, pointCount, finiteCount, positions, bounds: { min, max } }
  const body = encodePointChunks(cloud, { x: 0, y: 0, z: 0 })
  files.set('lidar', { body, type: 'application/octet-stream' })
  const labels = encodeLabels(options.labels ?? new Uint32Array(pointCount))
  files.set('labels', { body: labels, type: 'application/octet-stream' })
  const bounds = {
    min: { x: min[0], y: min[1], z: min[2] },
    max: { x: max[0], y: max[1], z: max[2] },
  }
  const { commonFromSensor } = frame.lidar
  const isCommon = street.options.framing === 'common'
  const commonFromCloud = isCommon ? identityPose : commonFromSensor
  const counts = { bytes: body.length, pointCount, finiteCount, bounds }
  const sensors: SensorView[] = [
    { sensorId: 'lidar', commonFromSensor, image: null, cloud: { file: 'lidar', ...counts, commonFromCloud } },
  ]
  const cameras = frame.cameras.filter(({ sensorId }) => cameraIds.includes(sensorId))
  for (const camera of cameras) {
    const image = await encodeImage(camera.render())
    files.set(camera.sensorId, { body: image, type: 'image/jpeg' })
    const size = { widthPx: camera.width, heightPx: camera.height }
    sensors.push({
      sensorId: camera.sensorId,
      commonFromSensor: camera.commonFromCamera,
      cloud: null,
      image: { file: camera.sensorId, mediaType: 'image/jpeg', bytes: image.length, ...size, pyramid: null },
    })
  }
  const document = { ...emptyDocument('segmentation3d', 1), legend }
  const payload: JobPayloadAnswer = {
    job: {
      jobId: 'j1',
      projectId: 'p1',
      projectName: 'Street',
      undoSeconds: 0,
      batchId: 'b1',
      referenceId: 'points-1',
      operation: 'segmentation3d',
      stage: 'in_progress',
      priorityWeight: 1,
      createdAt: '2026-01-01T00:00:00Z',
      resultVersion: null,
      warnings: [],
      rejected: false,
      reopening: null,
    },
    tag: {
      name: 'points',
      annotationType: 'segmentation3d',
      classes: STREET_TAG_CLASSES,
      attributes: [],
      review: null,
      instructions: null,
    },
    content: {
      kind: 'cloud',
      frames: [{ frameId: frame.frameId, timestampNs: null, commonFromEgo: frame.egoPose, sensors }],
      sensors: [
        { id: 'lidar', name: 'Roof lidar', modality: 'lidar', primaryView: true, state: 'editable', intrinsics: null },
        ...cameras.map(({ sensorId, name, intrinsics }) => ({
          id: sensorId,
          name,
          modality: 'camera' as const,
          primaryView: false,
          state: 'editable' as const,
          intrinsics,
        })),
      ],
      pointCloudFrame: street.options.framing,
      hasEgoPose: street.options.withEgoPose,
    },
    document: toPlainDocument(document),
    version: 1,
    labelsUrl: '/files/labels',
    pointCount,
    access,
    lease: null,
    reviews: [],
    instructions: { version: 1, readVersion: 1 },
    activeSeconds: { annotate: 0, review: 0 },
    annotatedBy: [],
    files: { base: '/files/', query: '' },
  }
  const originM = fusionJobOf(payload)!.originM
  const points = Array.from({ length: pointCount }, (_, i) => {
    const [x, y, z] = positions.subarray(3 * i, 3 * i + 3)
    return subtract(applyPose(commonFromCloud, { x, y, z }), originM)
  })
  return { payload, files, street, points, pointCount }
}
