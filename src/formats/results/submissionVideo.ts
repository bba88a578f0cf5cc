import { memberPath } from '../../json/text.ts'
import { FLAT_GEOMETRY_KINDS, type FlatGeometryKind } from '../../model/annotationType.ts'
import type { AttributeValues } from '../../model/attribute.ts'
import { type FlatPath, IMAGE_VIEW, type ShapeKey, type Track } from '../../model/document/document.ts'
import type { FlatShape } from '../../model/document/shape.ts'
import { attributeSteps, explicitKeys } from '../../model/document/shapePath.ts'
import type { TagClass } from '../../model/tag.ts'
import { wordsFor } from '../errors/fault.ts'
import { asRecord, type JsonObject, optional, readFlag, readList, readObject, readString } from './read.ts'
import type { SubmissionContext } from './submissionContext.ts'
import { readFlatShape } from './wireShapes.ts'

const ROOT = 'data.annotation_data'

/** The tracks of a video: each with its frames by frame_id. */
export function readVideoTracks(context: SubmissionContext, data: JsonObject): Map<string, Track> {
  const tracks = new Map<string, Track>()
  const { failures } = context
  const holder = readObject(data, 'annotation_data', 'data', failures)
  const entries = holder && readList(holder, 'annotations', ROOT, failures)
  const seen = new Set<string>()
  for (let i = 0; entries && i < entries.length && !failures.isFull; i++) {
    const path = `${ROOT}.annotations[${i}]`
    const entry = asRecord(entries.at(i), path, failures)
    if (!entry) continue
    const given = context.readId(entry, 'track_id', path)
    if (given !== null && seen.has(given)) {
      failures.add(`${path}.track_id`, 'DUPLICATE', wordsFor('each track once', given))
    }
    const entryId = context.readRecordId(entry, path)
    // A video's track and its entry are one thing: either id serves for both.
    const id = given ?? (entryId !== null && !seen.has(entryId) ? entryId : context.options.newId())
    seen.add(id)
    const track = readTrack(context, entry, id, entryId, path)
    if (track) tracks.set(id, track)
  }
  return tracks
}

function readTrack(
  context: SubmissionContext,
  entry: JsonObject,
  id: string,
  entryId: string | null,
  path: string,
): Track | null {
  const kind = readKind(context, entry, path)
  const tagClass = context.readClass(entry, path)
  if (tagClass && kind) context.checkGeometry(tagClass, kind, path)
  const attributes = tagClass
    ? context.readAttributes(entry, 'attributes', path, tagClass.attributes, ['object'])
    : new Map()
  const view = readFrames(context, entry, kind, tagClass, path)
  if (!tagClass || !view) return null
  const { options, job } = context
  for (const { kind: keyKind, frame } of options.onRecord ? view.keys : []) {
    if (keyKind === 'out') continue
    options.onRecord?.(id, IMAGE_VIEW, frame, memberPath(`${path}.frames`, job.frames[frame].frameId))
  }
  const track: Track = {
    id,
    entryId: entryId === id ? null : entryId,
    classId: tagClass.classId,
    ...context.numbers.read(entry, tagClass.classId, path),
    stationary: false,
    attributes,
    cuboid: null,
    views: new Map([[IMAGE_VIEW, view]]),
  }
  return context.relations.read(track, entry, path)
}

function readKind(context: SubmissionContext, entry: JsonObject, path: string): FlatGeometryKind | null {
  const kind = readString(entry, 'type', path, context.failures)
  if (kind === null) return null
  const known = FLAT_GEOMETRY_KINDS.find((one) => one === kind)
  if (known) return known
  context.failures.add(`${path}.type`, 'INVALID_VALUE', wordsFor(FLAT_GEOMETRY_KINDS.join(' or '), kind))
  return null
}

function readFrames(
  context: SubmissionContext,
  entry: JsonObject,
  kind: FlatGeometryKind | null,
  tagClass: TagClass | null,
  path: string,
): FlatPath | null {
  const { failures, job } = context
  const frames = readObject(entry, 'frames', path, failures)
  if (!frames) return null
  const field = `${path}.frames`
  const records: ShapeKey<FlatShape>[] = []
  const attributes: { frame: number; values: AttributeValues }[] = []
  const frameIds = Object.keys(frames)
  if (frameIds.length === 0) failures.add(field, 'INVALID_VALUE', wordsFor('at least one frame', 'none'))
  for (const frameId of frameIds) {
    if (failures.isFull) return null
    const at = memberPath(field, frameId)
    const frame = context.frameIndexes.get(frameId)
    if (frame === undefined) {
      failures.add(at, 'UNKNOWN', wordsFor('the frame_id of a frame of the job', frameId))
      continue
    }
    const record = asRecord(frames[frameId], at, failures)
    if (!record) continue
    checkAgrees(context, record, entry, 'type', at)
    checkAgrees(context, record, entry, 'label', at)
    context.relations.refuse(record, at, 'relations in the track')
    const id = context.readRecordId(record, at)
    const keyFrame = readFlag(record, 'key_frame', true, at, failures)
    const hidden = readFlag(record, 'hidden', false, at, failures)
    const source = context.readSource(record, at)
    if (tagClass) {
      const values = context.readAttributes(record, 'attributes', at, tagClass.attributes, ['frame'])
      attributes.push({ frame, values })
    }
    const shape = kind && readFlatShape(kind, record, at, job.frames[frame].image, failures)
    if (tagClass) context.checkSkeleton(tagClass, shape, at)
    if (shape) records.push({ kind: 'shape', frame, id, keyFrame, source, hidden, linked: false, shape })
  }
  attributes.sort((a, b) => a.frame - b.frame)
  return {
    keys: explicitKeys(records, job.frames.length),
    attributes: attributeSteps(attributes),
    follows: false,
  }
}

/** A frame's record may repeat values of its track, but not change them. */
function checkAgrees(
  context: SubmissionContext,
  record: JsonObject,
  entry: JsonObject,
  key: string,
  path: string,
): void {
  const value = optional(record, key)
  if (value === undefined || value === entry[key]) return
  const type = typeof value === 'string' ? 'INVALID_VALUE' : 'INVALID_TYPE'
  context.failures.add(`${path}.${key}`, type, wordsFor('what its track says', value))
}
