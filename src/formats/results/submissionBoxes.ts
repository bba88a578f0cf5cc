import type { Dimensions } from '../../geometry/cuboid.ts'
import { normalizeQuaternion, type Quaternion, quaternionNorm } from '../../geometry/quaternion.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import { type GeometryKind, SPACE_GEOMETRY_KINDS, type SpaceGeometryKind } from '../../model/annotationType.ts'
import { hasCameraBoxes, rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { COMMON_VIEW, type ShapeKey, type Track } from '../../model/document/document.ts'
import type { Rectangle, SpacePoint, SpaceShape } from '../../model/document/shape.ts'
import { spaceKind } from '../../model/shapes/spaceShapes.ts'
import { wordsFor } from '../errors/fault.ts'
import { finishTracks, type ReadBox, type TrackDraft, TrackDrafts } from './boxTracks.ts'
import type { FailureList } from './failureList.ts'
import { cuboidSensor } from './jobContext.ts'
import {
  asRecord,
  type JsonObject,
  optional,
  readFlag,
  readList,
  readNumber,
  readObject,
  readPositive,
  readString,
} from './read.ts'
import { readRectangle } from './shapes/rectangle.ts'
import type { SubmissionContext } from './submissionContext.ts'

/** The maximum length of a point's name. */
const MOST_NAME_CHARACTERS = 256

/** Reads the points of a polyline or of key points in the common frame; null when any is at fault, which is reported. */
function readSpaceShape(
  kind: SpaceGeometryKind,
  record: JsonObject,
  path: string,
  failures: FailureList,
): SpaceShape | null {
  const given = readList(record, 'points', path, failures)
  if (!given) return null
  const field = `${path}.points`
  const least = spaceKind(kind).leastPoints
  if (given.length < least) {
    failures.add(field, 'INVALID_VALUE', wordsFor(`at least ${least} point${least > 1 ? 's' : ''}`, given.length))
    return null
  }
  const points: SpacePoint[] = []
  for (let i = 0; i < given.length && !failures.isFull; i++) {
    const at = `${field}[${i}]`
    const value = asRecord(given.at(i), at, failures)
    const point = value && readSpacePoint(value, at, failures)
    if (point) points.push(point)
  }
  return points.length === given.length ? { type: kind, points } : null
}

function readSpacePoint(given: JsonObject, path: string, failures: FailureList): SpacePoint | null {
  const x = readNumber(given, 'x', path, failures)
  const y = readNumber(given, 'y', path, failures)
  const z = readNumber(given, 'z', path, failures)
  const name = readName(given, path, failures)
  const visible =
    optional(given, 'visible') === undefined ? undefined : readFlag(given, 'visible', true, path, failures)
  if (x === null || y === null || z === null || name === null) return null
  return { x, y, z, ...(name !== undefined && { name }), ...(visible !== undefined && { visible }) }
}

/** undefined: absent; null: invalid. */
function readName(given: JsonObject, path: string, failures: FailureList): string | undefined | null {
  const name = optional(given, 'name')
  if (name === undefined) return undefined
  if (typeof name === 'string' && name !== '' && name.length <= MOST_NAME_CHARACTERS) return name
  const type = typeof name === 'string' ? 'INVALID_VALUE' : 'INVALID_TYPE'
  failures.add(`${path}.name`, type, wordsFor(`text of 1 to ${MOST_NAME_CHARACTERS} characters`, name))
  return null
}

const ROOT = 'data.annotation_data'

/**
 * The flat list of cuboids, polylines and key points and, where the operation links, of rectangles on cameras, gathered
 * by track_id.
 */
export function readBoxTracks(context: SubmissionContext, data: JsonObject): Map<string, Track> {
  const { failures } = context
  const holder = readObject(data, 'annotation_data', 'data', failures)
  const records = holder && readList(holder, 'annotations', ROOT, failures)
  const drafts = new TrackDrafts(context)
  if (!holder || !records) return new Map()
  const rectangles: number[] = []
  const cuboids = new Map<string, { draft: TrackDraft; frame: number }>()
  for (let i = 0; i < records.length && !failures.isFull; i++) {
    const path = `${ROOT}.annotations[${i}]`
    const record = asRecord(records.at(i), path, failures)
    const kind = record && readKind(context, record, path)
    // A link may name a cuboid that comes later in the list.
    if (kind === 'rectangle') rectangles.push(i)
    else if (record && isSpaceKind(kind)) readSpaceRecord(context, drafts, record, kind, path)
    else if (record && kind) readCuboidRecord(context, drafts, record, path, cuboids)
  }
  for (const i of rectangles) {
    if (failures.isFull) break
    readRectangleRecord(context, drafts, records.at(i) as JsonObject, `${ROOT}.annotations[${i}]`, cuboids)
  }
  return finishTracks(context, drafts, optional(holder, 'tracks'), `${ROOT}.tracks`)
}

const isSpaceKind = (kind: GeometryKind | null): kind is SpaceGeometryKind =>
  SPACE_GEOMETRY_KINDS.some((one) => one === kind)

function readKind(context: SubmissionContext, record: JsonObject, path: string): GeometryKind | null {
  const isLinked = hasCameraBoxes(context.job.tag.annotationType)
  const kind = optional(record, 'type') ?? (isLinked ? undefined : 'cuboid')
  const kinds = rulesOf(context.job.tag.annotationType).geometries
  const known = kinds.find((one) => one === kind)
  if (known) return known
  const fault = kind === undefined ? 'MISSING' : typeof kind !== 'string' ? 'INVALID_TYPE' : 'NOT_ALLOWED'
  const words = wordsFor(kinds.join(' or '), kind)
  context.failures.add(`${path}.type`, fault, words)
  return null
}

function readFrame(context: SubmissionContext, record: JsonObject, path: string): number | null {
  const frameId = readString(record, 'frame_id', path, context.failures)
  if (frameId === null) return null
  const frame = context.frameIndexes.get(frameId)
  if (frame === undefined) {
    context.failures.add(`${path}.frame_id`, 'UNKNOWN', wordsFor('the frame_id of a frame of the job', frameId))
  }
  return frame ?? null
}

function readCuboidRecord(
  context: SubmissionContext,
  drafts: TrackDrafts,
  record: JsonObject,
  path: string,
  cuboids: Map<string, { draft: TrackDraft; frame: number }>,
): void {
  const { failures } = context
  const id = context.readRecordId(record, path)
  const frame = readFrame(context, record, path)
  checkCuboidSensor(context, record, path)
  const shape = readCuboid(record, path, context)
  const common = readCommon(context, record, path)
  const tagClass = context.readClass(record, path)
  if (tagClass) context.checkGeometry(tagClass, 'cuboid', path)
  const draft = drafts.of(context.readId(record, 'track_id', path), tagClass, path)
  draft?.readNumber(record, path, context)
  if (draft && tagClass) draft.attributes.read(record, path, tagClass, null, frame ?? 0)
  if (draft && id !== null && frame !== null) cuboids.set(id, { draft, frame })
  if (!draft || frame === null) return
  context.options.onRecord?.(draft.id, null, frame, path)
  if (draft.isTaken(frame)) failures.add(`${path}.track_id`, 'DUPLICATE', wordsFor('a track once a frame', draft.id))
  else if (draft.spaces.size > 0) refuseSecondForm(context, path, 'cuboid')
  else draft.cuboids.set(frame, shape && { frame, id, linked: false, shape, ...common })
}

/** Reads a polyline or key points, which are delivered on the same lidar as cuboids. */
function readSpaceRecord(
  context: SubmissionContext,
  drafts: TrackDrafts,
  record: JsonObject,
  kind: SpaceGeometryKind,
  path: string,
): void {
  const { failures } = context
  const id = context.readRecordId(record, path)
  const frame = readFrame(context, record, path)
  checkCuboidSensor(context, record, path)
  const shape = readSpaceShape(kind, record, path, failures)
  const common = readCommon(context, record, path)
  const tagClass = context.readClass(record, path)
  if (tagClass) context.checkGeometry(tagClass, kind, path)
  const draft = drafts.of(context.readId(record, 'track_id', path), tagClass, path)
  draft?.readNumber(record, path, context)
  if (draft && tagClass) draft.attributes.read(record, path, tagClass, COMMON_VIEW, frame ?? 0)
  if (!draft || frame === null) return
  context.options.onRecord?.(draft.id, null, frame, path)
  if (draft.isTaken(frame)) failures.add(`${path}.track_id`, 'DUPLICATE', wordsFor('a track once a frame', draft.id))
  else if (draft.cuboids.size > 0) refuseSecondForm(context, path, kind)
  else draft.spaces.set(frame, shape && { frame, id, linked: false, shape, ...common })
}

/** An object is a box in all its frames, or points in all of them. */
const refuseSecondForm = ({ failures }: SubmissionContext, path: string, kind: GeometryKind) =>
  failures.add(`${path}.type`, 'INVALID_VALUE', wordsFor('the geometry of the other records of its track', kind))

function readCommon(context: SubmissionContext, record: JsonObject, path: string) {
  context.relations.refuse(record, path, 'relations in the list of tracks')
  return {
    kind: 'shape' as const,
    keyFrame: readFlag(record, 'key_frame', true, path, context.failures),
    source: context.readSource(record, path),
    hidden: false,
  }
}

/** Cuboids are delivered on one lidar, whichever was named; it has to be one that is annotated. */
function checkCuboidSensor(context: SubmissionContext, record: JsonObject, path: string): void {
  const { job, failures } = context
  const given = context.readId(record, 'sensor_id', path)
  const sensor = given === null ? cuboidSensor(job) : job.sensors.find((s) => s.id === given)
  if (!sensor) failures.add(`${path}.sensor_id`, 'UNKNOWN', wordsFor('the id of a lidar of the job', given))
  else if (sensor.modality !== 'lidar' || sensor.state === 'non_editable') {
    failures.add(`${path}.sensor_id`, 'NOT_ALLOWED', wordsFor('a lidar that is editable', sensor.id))
  }
}

function readCuboid(record: JsonObject, path: string, context: SubmissionContext): ReadBox['shape'] | null {
  const { failures } = context
  const partsOf = (key: string, parts: string) => readObject(record, key, path, failures, `an object with ${parts}`)
  const position = readVec3(partsOf('position', 'x, y and z'), `${path}.position`, context)
  const heading = readHeading(partsOf('heading', 'w, x, y and z'), `${path}.heading`, context)
  const given = partsOf('dimensions', 'length, width and height')
  const dimensions = given && readDimensions(given, `${path}.dimensions`, context)
  return position && heading && dimensions && { position, heading, dimensions }
}

function readVec3(given: JsonObject | null, path: string, { failures }: SubmissionContext): Vec3 | null {
  if (!given) return null
  const x = readNumber(given, 'x', path, failures)
  const y = readNumber(given, 'y', path, failures)
  const z = readNumber(given, 'z', path, failures)
  return x === null || y === null || z === null ? null : { x, y, z }
}

function readHeading(given: JsonObject | null, path: string, context: SubmissionContext): Quaternion | null {
  const vector = readVec3(given, path, context)
  const w = given && readNumber(given, 'w', path, context.failures)
  if (!vector || w === null) return null
  const heading = { w, ...vector }
  if (Math.abs(quaternionNorm(heading) - 1) <= 0.01) return normalizeQuaternion(heading)
  const norm = quaternionNorm(heading).toPrecision(4)
  context.failures.add(path, 'OUT_OF_RANGE', wordsFor('a quaternion of norm 1 ± 0.01', `norm ${norm}`))
  return null
}

function readDimensions(given: JsonObject, path: string, { failures }: SubmissionContext): Dimensions | null {
  const length = readPositive(given, 'length', path, failures)
  const width = readPositive(given, 'width', path, failures)
  const height = readPositive(given, 'height', path, failures)
  return length === null || width === null || height === null ? null : { length, width, height }
}

function readRectangleRecord(
  context: SubmissionContext,
  drafts: TrackDrafts,
  record: JsonObject,
  path: string,
  cuboids: ReadonlyMap<string, { draft: TrackDraft; frame: number }>,
): void {
  const { failures } = context
  const id = context.readRecordId(record, path)
  const frame = readFrame(context, record, path)
  const sensorId = readCamera(context, record, frame, path)
  const shape = readRectangle(record, path, failures)
  const common = readCommon(context, record, path)
  const tagClass = context.readClass(record, path)
  if (tagClass) context.checkGeometry(tagClass, 'rectangle', path)
  const trackId = context.readId(record, 'track_id', path)
  const linkedId = context.readId(record, 'linked_id', path)
  const target = linkedId === null ? null : (cuboids.get(linkedId) ?? 'unknown')
  if (target === 'unknown') failures.add(`${path}.linked_id`, 'UNKNOWN', wordsFor('the _id of a cuboid', linkedId))
  const linkedTrack = target && target !== 'unknown' ? target.draft.id : null
  const draft = drafts.of(trackId ?? linkedTrack, tagClass, path)
  if (!draft) return
  draft.readNumber(record, path, context)
  if (target && target !== 'unknown' && frame !== null && (target.frame !== frame || target.draft !== draft)) {
    failures.add(`${path}.linked_id`, 'INVALID_VALUE', wordsFor('a cuboid of the same track and frame', linkedId))
  }
  if (tagClass) draft.attributes.read(record, path, tagClass, sensorId ?? '', frame ?? 0)
  if (frame === null || sensorId === null) return
  context.options.onRecord?.(draft.id, sensorId, frame, path)
  // Only an explicit null says "seen by the camera alone"; left out, the track_id says what belongs together.
  const linked = record.linked_id === null ? false : linkedId !== null || draft.cuboids.has(frame)
  const view = draft.view(sensorId)
  const key: ShapeKey<Rectangle> | null = shape && { frame, id, linked, shape, ...common }
  if (view.has(frame)) {
    failures.add(`${path}.track_id`, 'DUPLICATE', wordsFor('a track once a frame and sensor', draft.id))
  } else view.set(frame, key)
}

function readCamera(context: SubmissionContext, record: JsonObject, frame: number | null, path: string): string | null {
  const { job, failures } = context
  const sensorId = readString(record, 'sensor_id', path, failures)
  if (sensorId === null) return null
  const sensor = job.sensors.find((s) => s.id === sensorId)
  const isThere = frame === null || job.frames[frame].sensorIds.has(sensorId)
  if (!sensor || !isThere) {
    failures.add(`${path}.sensor_id`, 'UNKNOWN', wordsFor('a camera of this frame', sensorId))
  } else if (sensor.modality !== 'camera' || sensor.state === 'non_editable') {
    failures.add(`${path}.sensor_id`, 'NOT_ALLOWED', wordsFor('a camera that is editable', sensorId))
  } else return sensorId
  return null
}
