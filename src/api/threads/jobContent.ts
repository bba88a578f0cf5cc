import type { InputSensor, JobInput } from '../../formats/jobBody/input.ts'
import { readStoredJob } from '../../formats/jobBody/readInput.ts'
import { type Timestamp, timestampNs } from '../../formats/jobBody/timestamp.ts'
import type { PoseWire } from '../../formats/jobBody/wire.ts'
import type { CloudFile, ImageFile, JobContent, TilePyramid } from '../../formats/workbench/job.ts'
import { identityPose, type Pose } from '../../geometry/pose.ts'
import { normalizeQuaternion } from '../../geometry/quaternion.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import { type CloudFacts, cloudAt, type ImageFacts, imageAt, type ShownFile } from '../../store/project/jobs/assets.ts'

/** The stored values of a job and its files, still encoded. */
export interface ContentOrder {
  payload: Uint8Array
  annotationType: AnnotationType
  keptSensors: Record<string, object> | null
  pointCloudFrame: 'sensor' | 'common' | null
  /** JSON lists of `[field, ShownFile]`. */
  files: readonly string[]
  pyramids: ReadonlyMap<string, TilePyramid>
}

/** What there is to see of a job, as JSON. */
export const contentJson = (order: ContentOrder): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(jobContent(order)))

/** Its frames, with the files that were made for browsers. */
function jobContent({
  payload,
  annotationType,
  keptSensors,
  pointCloudFrame,
  files,
  pyramids,
}: ContentOrder): JobContent {
  const { input } = readStoredJob(payload, annotationType, keptSensors)
  const assets = new Map(files.flatMap((list) => JSON.parse(list) as [string, ShownFile][]))
  const imageOf = (field: string, isCalibrated: boolean) => imageFile(imageAt(assets, field), isCalibrated, pyramids)
  if (input.kind === 'image') {
    return {
      kind: 'image',
      frames: [{ frameId: '', timestampNs: timeOf(input), image: imageOf(input.image.field, false) }],
    }
  }
  if (input.kind === 'video') {
    return {
      kind: 'video',
      frames: input.frames.map((frame) => ({
        frameId: frame.frameId,
        timestampNs: timeOf(frame),
        image: imageOf(frame.field, false),
      })),
    }
  }
  return sensorContent(pointCloudFrame, input, assets, imageOf)
}

function sensorContent(
  pointCloudFrame: ContentOrder['pointCloudFrame'],
  input: Extract<JobInput, { kind: 'frames' | 'cloud' }>,
  assets: ReadonlyMap<string, ShownFile>,
  imageOf: (field: string, isCalibrated: boolean) => ImageFile,
): JobContent {
  const modalityOf = new Map(input.sensors.map((sensor) => [sensor.id, sensor.modality]))
  const viewOf = (sensor: InputSensor) => {
    const commonFromSensor = poseOf(sensor.sensorPose)
    const isLidar = modalityOf.get(sensor.sensorId) === 'lidar'
    const commonFromCloud = pointCloudFrame === 'common' ? identityPose : commonFromSensor
    return {
      sensorId: sensor.sensorId,
      commonFromSensor,
      image: isLidar ? null : imageOf(sensor.field, true),
      cloud: isLidar ? cloudFile(cloudAt(assets, sensor.field), commonFromCloud) : null,
    }
  }
  return {
    kind: input.kind,
    pointCloudFrame,
    hasEgoPose: input.frames.every((frame) => frame.egoPose !== null),
    sensors: input.sensors,
    frames: input.frames.map((frame) => ({
      frameId: frame.frameId,
      timestampNs: timeOf(frame),
      commonFromEgo: frame.egoPose && poseOf(frame.egoPose),
      sensors: frame.sensors.map(viewOf),
    })),
  }
}

const timeOf = ({ timestamp }: { timestamp: Timestamp | null }): string | null =>
  timestampNs(timestamp)?.toString() ?? null

const poseOf = ({ position, heading }: PoseWire): Pose => ({
  position: { x: position.x, y: position.y, z: position.z },
  heading: normalizeQuaternion(heading),
})

function imageFile(
  asset: ShownFile & { facts: ImageFacts },
  isCalibrated: boolean,
  pyramids: ReadonlyMap<string, TilePyramid>,
): ImageFile {
  const { facts } = asset
  const { display, pyramid, display_type: mediaType = '' } = asset.derived
  return {
    file: pyramid === undefined ? (display ?? asset.sha256) : null,
    mediaType,
    bytes: asset.bytes,
    widthPx: isCalibrated ? facts.width : facts.uprightWidth,
    heightPx: isCalibrated ? facts.height : facts.uprightHeight,
    pyramid: pyramid === undefined ? null : (pyramids.get(pyramid) ?? null),
  }
}

function cloudFile(asset: ShownFile & { facts: CloudFacts }, commonFromCloud: Pose): CloudFile {
  const { pointCount, finiteCount, bounds } = asset.facts
  return { file: asset.derived.chunks, bytes: asset.bytes, pointCount, finiteCount, bounds, commonFromCloud }
}
