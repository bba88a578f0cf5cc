import type { InputSensor, JobInput } from '../../formats/jobBody/input.ts'
import type { StoredJobInput } from '../../formats/jobBody/readInput.ts'
import { type Timestamp, timestampNs } from '../../formats/jobBody/timestamp.ts'
import type { PoseWire } from '../../formats/jobBody/wire.ts'
import type { CloudFile, ImageFile, JobContent, TilePyramid } from '../../formats/workbench/job.ts'
import { identityPose, type Pose } from '../../geometry/pose.ts'
import { normalizeQuaternion } from '../../geometry/quaternion.ts'
import type { FileStore } from '../../store/files/fileStore.ts'
import type { Asset, CloudFacts, ImageFacts } from '../../store/project/jobs/assets.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'

/** What there is to see of a job: its frames, with the files that were made for browsers. */
export async function jobContent(
  files: FileStore,
  job: Job,
  { input }: StoredJobInput,
  assets: ReadonlyMap<string, Asset>,
): Promise<JobContent> {
  const pyramids = await readPyramids(files, [...assets.values()])
  const imageOf = (field: string, isCalibrated: boolean) => imageFile(assets.get(field), isCalibrated, pyramids)
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
  return sensorContent(job, input, assets, imageOf)
}

function sensorContent(
  job: Job,
  input: Extract<JobInput, { kind: 'frames' | 'cloud' }>,
  assets: ReadonlyMap<string, Asset>,
  imageOf: (field: string, isCalibrated: boolean) => ImageFile,
): JobContent {
  const { pointCloudFrame } = job
  const modalityOf = new Map(input.sensors.map((sensor) => [sensor.id, sensor.modality]))
  const viewOf = (sensor: InputSensor) => {
    const commonFromSensor = poseOf(sensor.sensorPose)
    const isLidar = modalityOf.get(sensor.sensorId) === 'lidar'
    const commonFromCloud = pointCloudFrame === 'common' ? identityPose : commonFromSensor
    return {
      sensorId: sensor.sensorId,
      commonFromSensor,
      image: isLidar ? null : imageOf(sensor.field, true),
      cloud: isLidar ? cloudFile(assets.get(sensor.field), commonFromCloud) : null,
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
  asset: Asset | undefined,
  isCalibrated: boolean,
  pyramids: ReadonlyMap<string, TilePyramid>,
): ImageFile {
  if (!asset) throw new Error('a file of the job is not there: it was never validated')
  const facts = asset.facts as ImageFacts
  const { display, pyramid, display_type: mediaType = '' } = asset.derived
  return {
    file: pyramid === undefined ? (display ?? asset.sha256) : null,
    mediaType,
    bytes: asset.bytes,
    widthPx: isCalibrated ? facts.width : facts.uprightWidth,
    heightPx: isCalibrated ? facts.height : facts.uprightHeight,
    pyramid: pyramid === undefined ? null : pyramids.get(pyramid)!,
  }
}

function cloudFile(asset: Asset | undefined, commonFromCloud: Pose): CloudFile {
  if (!asset) throw new Error('a file of the job is not there: it was never validated')
  const { pointCount, finiteCount, bounds } = asset.facts as CloudFacts
  return { file: asset.derived.chunks, bytes: asset.bytes, pointCount, finiteCount, bounds, commonFromCloud }
}

interface PyramidManifest {
  tile_size: number
  levels: TilePyramid['levels']
  tiles: Record<string, string>
}

export async function readPyramid(files: FileStore, sha256: string): Promise<TilePyramid> {
  const manifest = JSON.parse((await files.readAll(sha256)).toString('utf8')) as PyramidManifest
  return { tileSizePx: manifest.tile_size, levels: manifest.levels, tiles: manifest.tiles }
}

async function readPyramids(files: FileStore, assets: readonly Asset[]): Promise<Map<string, TilePyramid>> {
  const names = new Set(assets.flatMap(({ derived }) => (derived.pyramid ? [derived.pyramid] : [])))
  return new Map(await Promise.all([...names].map(async (name) => [name, await readPyramid(files, name)] as const)))
}
