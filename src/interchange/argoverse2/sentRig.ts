import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import { composePoses, identityPose, interpolatePose, type Pose } from '../../geometry/pose.ts'
import { readFeather, type SentTable } from '../arrow/feather.ts'
import type { SentArchive } from '../core/reader.ts'
import type { SentRig, SentRigFile, SentRigFrame, SentSensor } from '../core/sentRig.ts'
import { stemOf } from '../core/targetFrames.ts'
import { readPoses } from './poseColumns.ts'

const LIDAR = 'up_lidar'
/** Cameras fire between two sweeps, of which there are ten a second. */
const NEAREST_NS = 60_000_000n

/** The sweeps of a log, in the vehicle's frame as Argoverse joins its lidars, with the image of each camera next to it. */
export async function logRig(
  archive: SentArchive,
  folder: string,
  timesNs: readonly bigint[],
  frameIds: readonly string[],
  maxOffsetNs = NEAREST_NS,
): Promise<SentRig> {
  const poses = await EgoPoses.read(archive, folder)
  const places = await posesByName(archive, `${folder}calibration/egovehicle_SE3_sensor.feather`, nameOf)
  const lenses = await intrinsicsByName(archive, `${folder}calibration/intrinsics.feather`)
  const images = imagesByCamera(archive, `${folder}sensors/cameras/`)
  const cameras = [...images.keys()].filter((name) => places.has(name))
  const sensors: SentSensor[] = [
    { id: LIDAR, modality: 'lidar', isPrimary: true },
    ...cameras.map((id): SentSensor => ({ id, modality: 'camera', intrinsics: lenses.get(id) ?? null })),
  ]
  const frames = timesNs.map((timeNs, index): SentRigFrame => {
    const worldFromEgo = poses.at(timeNs)
    const place = worldFromEgo ?? identityPose
    const files: SentRigFile[] = [
      { sensorId: LIDAR, source: `${folder}sensors/lidar/${timeNs}.feather`, commonFromSensor: place },
    ]
    for (const camera of cameras) {
      const image = nearest(images.get(camera) ?? [], timeNs)
      if (!image || apart(image.timeNs, timeNs) > maxOffsetNs) continue
      const then = poses.at(image.timeNs) ?? place
      const commonFromSensor = composePoses(then, places.get(camera) ?? identityPose)
      files.push({ sensorId: camera, source: image.name, commonFromSensor })
    }
    return { frameId: frameIds[index] ?? String(timeNs), timestampNs: timeNs, worldFromEgo, files }
  })
  return { sensors, frames }
}

const nameOf = (table: SentTable) => table.text('sensor_name')

async function posesByName(
  archive: SentArchive,
  file: string,
  keys: (table: SentTable) => (row: number) => string,
): Promise<Map<string, Pose>> {
  if (!archive.has(file)) return new Map()
  const table = await readFeather(archive, file)
  const [keyOf, poseOf] = [keys(table), readPoses(table)]
  return new Map(Array.from({ length: table.rows }, (_, row) => [keyOf(row), poseOf(row)]))
}

async function intrinsicsByName(archive: SentArchive, file: string): Promise<Map<string, Partial<CameraIntrinsics>>> {
  if (!archive.has(file)) return new Map()
  const table = await readFeather(archive, file)
  const keyOf = nameOf(table)
  const [fx, fy, cx, cy] = ['fx_px', 'fy_px', 'cx_px', 'cy_px'].map((name) => table.number(name))
  const [k1, k2, k3] = ['k1', 'k2', 'k3'].map((name) => table.number(name))
  return new Map(
    Array.from({ length: table.rows }, (_, row) => [
      keyOf(row),
      { fx: fx(row), fy: fy(row), cx: cx(row), cy: cy(row), k1: k1(row), k2: k2(row), k3: k3(row) },
    ]),
  )
}

interface SentImage {
  name: string
  timeNs: bigint
}

function imagesByCamera({ names }: SentArchive, folder: string): Map<string, SentImage[]> {
  const images = new Map<string, SentImage[]>()
  for (const name of names) {
    if (!name.startsWith(folder) || !/^\d{1,19}$/.test(stemOf(name))) continue
    const camera = name.slice(folder.length).split('/', 1)[0]
    const list = images.get(camera) ?? []
    images.set(camera, list)
    list.push({ name, timeNs: BigInt(stemOf(name)) })
  }
  for (const list of images.values()) list.sort((a, b) => (a.timeNs < b.timeNs ? -1 : 1))
  return images
}

interface Timed {
  timeNs: bigint
}

const apart = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a)

/** The place of the first that is not earlier, by halving: logs have thousands. */
function firstFrom(sorted: readonly Timed[], timeNs: bigint): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle].timeNs < timeNs) low = middle + 1
    else high = middle
  }
  return low
}

function nearest<T extends Timed>(sorted: readonly T[], timeNs: bigint): T | null {
  const next = firstFrom(sorted, timeNs)
  const [before, after] = [sorted[next - 1], sorted[next]]
  if (!before || !after) return before ?? after ?? null
  return apart(after.timeNs, timeNs) < apart(before.timeNs, timeNs) ? after : before
}

/** Poses of the vehicle over time; between two of them straight and at constant turn. */
class EgoPoses {
  readonly #sorted: readonly (Timed & { worldFromEgo: Pose })[]

  private constructor(sorted: readonly (Timed & { worldFromEgo: Pose })[]) {
    this.#sorted = sorted
  }

  static async read(archive: SentArchive, folder: string): Promise<EgoPoses> {
    const file = `${folder}city_SE3_egovehicle.feather`
    if (!archive.has(file)) return new EgoPoses([])
    const table = await readFeather(archive, file)
    const [timeOf, poseOf] = [table.integer('timestamp_ns'), readPoses(table)]
    const rows = Array.from({ length: table.rows }, (_, row) => ({ timeNs: timeOf(row), worldFromEgo: poseOf(row) }))
    return new EgoPoses(rows.sort((a, b) => (a.timeNs < b.timeNs ? -1 : a.timeNs > b.timeNs ? 1 : 0)))
  }

  /** null outside the times that have poses. */
  at(timeNs: bigint): Pose | null {
    const next = firstFrom(this.#sorted, timeNs)
    const [before, after] = [this.#sorted[next - 1], this.#sorted[next]]
    if (after?.timeNs === timeNs) return after.worldFromEgo
    if (!before || !after) return null
    const share = Number(timeNs - before.timeNs) / Number(after.timeNs - before.timeNs)
    return interpolatePose(before.worldFromEgo, after.worldFromEgo, share)
  }
}
