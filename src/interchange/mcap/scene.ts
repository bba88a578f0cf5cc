import { identityPose, type Pose, relativePose } from '../../geometry/pose.ts'
import type { ClassTable } from '../core/classTable.ts'
import type { ExportFrame, ExportJob } from '../core/exportSet.ts'
import { boxesByFrame } from '../records/boxOrder.ts'
import {
  type BoxDocument,
  type BoxRecord,
  boxTracks,
  type ResultCuboid,
  type ResultSpace,
} from '../records/boxRecords.ts'
import { colourOf, type LogTime, metadataOf } from './parts.ts'

const CUBE_OPACITY = 0.5
const LINE_WIDTH_PX = 2
const KEY_POINT_M = 0.15

/** Names of coordinate frames; those of sensors are their ids. */
export interface FrameNames {
  /** The frame of cuboids: the world where the vehicle's path is known, otherwise the vehicle. */
  common: string
  ego: string
}

export function frameNames({ sensors, frames }: ExportJob): FrameNames {
  const taken = new Set(sensors.map(({ id }) => id))
  const free = (wanted: string): string => (taken.has(wanted) ? free(`${wanted}_`) : wanted)
  const ego = free('ego')
  return { ego, common: frames.some(({ worldFromEgo }) => worldFromEgo) ? free('map') : ego }
}

/** foxglove.FrameTransform of a frame: world ← vehicle, and vehicle ← each of its sensors. */
export function* transformsAt(frame: ExportFrame, names: FrameNames, timestamp: LogTime): Generator<object> {
  const { worldFromEgo, files } = frame
  if (worldFromEgo) yield transform(names.common, names.ego, worldFromEgo, timestamp)
  for (const { sensorId, commonFromSensor } of files) {
    if (!commonFromSensor) continue
    yield transform(names.ego, sensorId, relativePose(worldFromEgo ?? identityPose, commonFromSensor), timestamp)
  }
}

const transform = (parent: string, child: string, { position, heading }: Pose, timestamp: LogTime): object => ({
  timestamp,
  parent_frame_id: parent,
  child_frame_id: child,
  translation: position,
  rotation: heading,
})

/** The objects in space as foxglove.SceneUpdate, frame by frame: an entity an object, deleted where it ends. */
export class SceneUpdates {
  readonly #classes: ClassTable
  readonly #frameId: string
  readonly #tracks: ReturnType<typeof boxTracks>
  readonly #records: ReadonlyMap<string, readonly BoxRecord[]>
  #shown: ReadonlySet<string> = new Set()

  constructor(document: BoxDocument, classes: ClassTable, { common }: FrameNames) {
    this.#classes = classes
    this.#frameId = common
    this.#tracks = boxTracks(document)
    this.#records = boxesByFrame(document)
  }

  /** Frames are asked for in their order. */
  at({ frameId }: ExportFrame, timestamp: LogTime): object {
    const records = (this.#records.get(frameId) ?? []).filter((record) => record.type !== 'rectangle')
    const shown = new Set(records.map(({ trackId }) => trackId))
    const deletions = [...this.#shown].filter((id) => !shown.has(id)).map((id) => ({ timestamp, type: 0, id }))
    this.#shown = shown
    return { deletions, entities: records.map((record) => this.#entity(record, timestamp)) }
  }

  #entity(record: ResultCuboid | ResultSpace, timestamp: LogTime): object {
    const { trackId, label, id: recordId, attributes } = record
    const ofTrack = this.#tracks.get(trackId)?.attributes ?? {}
    const points = record.type === 'cuboid' ? [] : record.points.map(({ x: _x, y: _y, z: _z, ...said }) => said)
    return {
      timestamp,
      frame_id: this.#frameId,
      id: trackId,
      metadata: metadataOf({ label, recordId, attributes: [ofTrack, attributes], points }),
      ...(record.type === 'cuboid' ? { cubes: [this.#cube(record)] } : this.#points(record)),
    }
  }

  #cube({ commonFromBox, dimensions, label }: ResultCuboid): object {
    const { length, width, height } = dimensions
    return {
      pose: { position: commonFromBox.position, orientation: commonFromBox.heading },
      size: { x: length, y: width, z: height },
      color: colourOf(this.#classes, label, CUBE_OPACITY),
    }
  }

  #points({ type, points, label }: ResultSpace): object {
    const color = colourOf(this.#classes, label, 1)
    const places = points.map(({ x, y, z }) => ({ x, y, z }))
    if (type === 'polyline3d') {
      const pose = { position: { x: 0, y: 0, z: 0 }, orientation: { w: 1, x: 0, y: 0, z: 0 } }
      return { lines: [{ type: 0, pose, thickness: LINE_WIDTH_PX, scale_invariant: true, points: places, color }] }
    }
    const size = { x: KEY_POINT_M, y: KEY_POINT_M, z: KEY_POINT_M }
    const orientation = { w: 1, x: 0, y: 0, z: 0 }
    return { spheres: places.map((position) => ({ pose: { position, orientation }, size, color })) }
  }
}
