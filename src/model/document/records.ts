import type { Cuboid } from '../../geometry/cuboid.ts'
import type { AnnotationType } from '../annotationType.ts'
import { rulesOf } from '../annotationTypes/rulesOf.ts'
import { type AttributeValues, NO_ATTRIBUTES } from '../attribute.ts'
import { classById, type TagClass } from '../tag.ts'
import {
  type AnnotatedDocument,
  COMMON_VIEW,
  type CuboidPath,
  type FlatPath,
  IMAGE_VIEW,
  type ShapeSource,
  type Track,
} from './document.ts'
import { cuboidAt, flatAt, followsAt, spaceAt } from './interpolate.ts'
import type { FlatShape, Rectangle, SpaceShape } from './shape.ts'
import { attributesAt } from './shapePath.ts'

/**
 * The only iteration over a document: every record that it shows, frame by frame, interpolated, with hidden and ended
 * objects as their keys say. Results, counts, checks, comparisons and exports use it.
 */

interface RecordHead {
  track: Track
  frame: number
  /** `_id` where the record has one; null until one is made. */
  id: string | null
  keyFrame: boolean
  source: ShapeSource
  /** Present but fully covered. */
  hidden: boolean
}

export interface CuboidRecord extends RecordHead {
  kind: 'cuboid'
  sensorId: null
  path: CuboidPath
  /** In the job's common frame. */
  cuboid: Cuboid
}

/** A 2D shape of an image, a video frame or a camera. */
export interface FlatRecord extends RecordHead {
  kind: 'flat'
  /** IMAGE_VIEW in images and videos. */
  sensorId: string
  path: FlatPath
  shape: FlatShape
  /** The cuboid of the track in this frame that it belongs to; null: only the image shows it. */
  link: { cuboid: CuboidRecord; projected: RecordBounds | null } | null
}

/** A polyline or key points in the job's common frame. */
export interface SpaceRecord extends RecordHead {
  kind: 'space'
  sensorId: null
  path: FlatPath
  shape: SpaceShape
}

/** A camera's box that follows a cuboid and was not projected: it is there if the camera sees the cuboid. */
export interface FollowingRecord {
  kind: 'following'
  track: Track
  frame: number
  sensorId: string
  path: FlatPath
  cuboid: CuboidRecord
}

export type ResolvedRecord = CuboidRecord | SpaceRecord | FlatRecord | FollowingRecord

/** In normalised image coordinates. */
export type RecordBounds = Omit<Rectangle, 'type'>

/** Bounds of a cuboid's projection into a camera; null if it is not visible there. */
export type Projected = (trackId: string, sensorId: string, frame: number, cuboid: Cuboid) => RecordBounds | null

/** What of a job decides which records are delivered: see JobContext. */
export interface RecordJob {
  tag: { annotationType: AnnotationType; classes: readonly TagClass[] }
  sensors: readonly { id: string }[]
  frames: readonly { sensorIds: ReadonlySet<string> }[]
}

/** The views to include. */
export interface RecordScope {
  /** Views at a frame, in order; absent: all the track has. */
  sensorIdsAt?(frame: number): Iterable<string>
  /** If absent, boxes that follow a cuboid stay unresolved. */
  projected?: Projected | null
}

/**
 * The records that a job delivers, frame by frame, track by track, the cuboid first. Tracks of unknown classes have
 * none.
 */
export function* resolveRecords(
  document: AnnotatedDocument,
  job: RecordJob,
  projected: Projected | null = null,
): Generator<ResolvedRecord> {
  const tracks = deliveredTracks(document, job)
  const scope = scopeOf(job, projected)
  for (let frame = 0; frame < document.frameCount; frame++) {
    for (const track of tracks) yield* recordsAt(track, frame, scope)
  }
}

/** Those whose class the tag knows. */
export function deliveredTracks(document: AnnotatedDocument, job: Pick<RecordJob, 'tag'>): Track[] {
  const classes = classById(job.tag)
  return [...document.tracks.values()].filter(({ classId }) => classes.has(classId))
}

/** The views a job delivers: those of its sensors that have data in the frame. */
export function scopeOf(job: RecordJob, projected: Projected | null = null): RecordScope {
  const { shapes } = rulesOf(job.tag.annotationType)
  if (shapes === 'image') return { projected, sensorIdsAt: () => [IMAGE_VIEW] }
  if (shapes === 'none') return { projected, sensorIdsAt: () => [] }
  if (shapes === 'cuboid') return { projected, sensorIdsAt: () => [COMMON_VIEW] }
  const ofFrames = job.frames.map(({ sensorIds }) => [
    COMMON_VIEW,
    ...job.sensors.flatMap(({ id }) => (sensorIds.has(id) ? [id] : [])),
  ])
  return { projected, sensorIdsAt: (frame) => ofFrames[frame] }
}

/** All records of a track, frame by frame. */
export function* recordsOf(
  { frameCount }: Pick<AnnotatedDocument, 'frameCount'>,
  track: Track,
  scope: RecordScope = {},
): Generator<ResolvedRecord> {
  for (let frame = 0; frame < frameCount; frame++) yield* recordsAt(track, frame, scope)
}

export function* recordsAt(track: Track, frame: number, scope: RecordScope = {}): Generator<ResolvedRecord> {
  const cuboid = cuboidRecordAt(track, frame)
  if (cuboid) yield cuboid
  for (const sensorId of scope.sensorIdsAt?.(frame) ?? track.views.keys()) {
    const path = track.views.get(sensorId)
    const record = path && viewRecordAt(track, frame, sensorId, path, cuboid, scope.projected ?? null)
    if (record) yield record
  }
}

export function cuboidRecordAt(track: Track, frame: number): CuboidRecord | null {
  const found = track.cuboid && cuboidAt(track, frame)
  if (!found || !track.cuboid) return null
  const { id, keyFrame, source, hidden, shape: cuboid } = found
  return { kind: 'cuboid', track, frame, sensorId: null, path: track.cuboid, id, keyFrame, source, hidden, cuboid }
}

/** The polyline or the key points of a track at a frame. */
export function spaceRecordAt(track: Track, frame: number): SpaceRecord | null {
  const found = spaceAt(track, frame)
  const path = track.views.get(COMMON_VIEW)
  if (!found || !path) return null
  const { id, keyFrame, source, hidden, shape } = found
  return { kind: 'space', track, frame, sensorId: null, path, id, keyFrame, source, hidden, shape }
}

function viewRecordAt(
  track: Track,
  frame: number,
  sensorId: string,
  path: FlatPath,
  cuboid: CuboidRecord | null,
  projected: Projected | null,
): SpaceRecord | FlatRecord | FollowingRecord | null {
  const space = sensorId === COMMON_VIEW ? spaceRecordAt(track, frame) : null
  if (space) return space
  const head = { track, frame, sensorId, path }
  const found = flatAt(path, frame)
  const projectedFrom = ({ cuboid: box }: CuboidRecord) => projected?.(track.id, sensorId, frame, box) ?? null
  if (found) {
    const { id, keyFrame, source, hidden, shape } = found
    const link = cuboid && found.linked ? { cuboid, projected: projectedFrom(cuboid) } : null
    return { kind: 'flat', ...head, id, keyFrame, source, hidden, shape, link }
  }
  if (!cuboid || !followsAt(path, frame)) return null
  if (!projected) return { kind: 'following', ...head, cuboid }
  const bounds = projectedFrom(cuboid)
  if (!bounds) return null
  const { keyFrame, source, hidden } = cuboid
  const shape: Rectangle = { type: 'rectangle', ...bounds }
  return { kind: 'flat', ...head, id: null, keyFrame, source, hidden, shape, link: { cuboid, projected: bounds } }
}

/** The attributes of a record that are per frame; those of the object are on its track. */
export const frameAttributes = ({ path, frame }: Pick<ResolvedRecord, 'path' | 'frame'>): AttributeValues =>
  path.attributes.size === 0 ? NO_ATTRIBUTES : attributesAt(path.attributes, frame)

/**
 * First and last frame in which a track has a record, null where it never has. Nothing is projected for it: a box that
 * follows a cuboid is only there where the cuboid is.
 */
export function recordSpan(
  { frameCount }: Pick<AnnotatedDocument, 'frameCount'>,
  track: Track,
  scope: RecordScope,
): { first: number; last: number } | null {
  const unprojected = { ...scope, projected: null }
  const isThere = (frame: number) => !recordsAt(track, frame, unprojected).next().done
  let first = 0
  while (first < frameCount && !isThere(first)) first++
  if (first === frameCount) return null
  let last = frameCount - 1
  while (!isThere(last)) last--
  return { first, last }
}
