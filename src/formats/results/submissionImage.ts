import { isListLike } from '../../json/lazy.ts'
import { memberPath } from '../../json/text.ts'
import type { FlatGeometryKind } from '../../model/annotationType.ts'
import { NO_ATTRIBUTES } from '../../model/attribute.ts'
import { IMAGE_VIEW, NO_STEPS, type Track } from '../../model/document/document.ts'
import { wordsFor } from '../errors/fault.ts'
import { IMAGE_GROUPS } from './groups.ts'
import { asRecord, type JsonObject, optional, readObject } from './read.ts'
import { readFlatShape } from './readFlatShape.ts'
import type { SubmissionContext } from './submissionContext.ts'

const ROOT = 'data.annotations'

/** Each record of the groups becomes a separate object with one shape. */
export function readImageTracks(context: SubmissionContext, data: JsonObject): Map<string, Track> {
  const tracks = new Map<string, Track>()
  const groups = readObject(data, 'annotations', 'data', context.failures)
  if (!groups) return tracks
  for (const name of Object.keys(groups)) {
    // A misspelt group would be work lost in silence.
    if (IMAGE_GROUPS.some((group) => group.name === name)) continue
    const groupNames = IMAGE_GROUPS.map((group) => group.name).join(' or ')
    context.failures.add(memberPath(ROOT, name), 'UNKNOWN', wordsFor(groupNames, name))
  }
  for (const { name, kind } of IMAGE_GROUPS) {
    const records = optional(groups, name) ?? []
    if (!isListLike(records)) {
      context.failures.add(`${ROOT}.${name}`, 'INVALID_TYPE', wordsFor('a list', records))
      continue
    }
    for (let i = 0; i < records.length && !context.failures.isFull; i++) {
      const track = readRecord(context, records.at(i), kind, `${ROOT}.${name}[${i}]`)
      if (track) tracks.set(track.id, track)
    }
  }
  return tracks
}

function readRecord(context: SubmissionContext, value: unknown, kind: FlatGeometryKind, path: string): Track | null {
  const { failures } = context
  const record = asRecord(value, path, failures)
  if (!record) return null
  const id = context.readRecordId(record, path) ?? context.options.newId()
  const type = optional(record, 'type')
  if (type !== undefined && type !== kind) {
    failures.add(`${path}.type`, typeof type === 'string' ? 'INVALID_VALUE' : 'INVALID_TYPE', wordsFor(kind, type))
  }
  const source = context.readSource(record, path)
  const shape = readFlatShape(kind, record, path, context.job.frames[0]?.image ?? null, failures)
  const tagClass = context.readClass(record, path)
  if (!tagClass) return null
  context.checkGeometry(tagClass, kind, path)
  context.checkSkeleton(tagClass, shape, path)
  // An image has one record per object, so attributes per object and per frame are in one place.
  const attributes = context.readAttributes(record, 'attributes', path, tagClass.attributes, ['object', 'frame'])
  if (!shape) return null
  context.options.onRecord?.(id, IMAGE_VIEW, 0, path)
  const key = { kind: 'shape', frame: 0, id, keyFrame: true, source, hidden: false, linked: false, shape } as const
  const view = { keys: [key], attributes: NO_STEPS, follows: false }
  const track: Track = {
    id,
    entryId: null,
    classId: tagClass.classId,
    ...context.numbers.read(record, tagClass.classId, path),
    stationary: false,
    attributes: attributes.size === 0 ? NO_ATTRIBUTES : attributes,
    cuboid: null,
    views: new Map([[IMAGE_VIEW, view]]),
  }
  return context.relations.read(track, record, path)
}
