import { IMAGE_GROUPS, writeShape } from '../../formats/results/wireShapes.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import type { Attribute } from '../../model/attribute.ts'
import type { Tag } from '../../model/tag.ts'
import { BoxImport } from '../core/boxImport.ts'
import { attributesFor, attributesOfClass } from '../core/importedAttributes.ts'
import type { ImportTarget } from '../core/reader.ts'
import { type RelationRecord, relationsByObject } from '../records/relationRecords.ts'
import { checkRectangle, checkSentRelations, checkShape, checkSpace, type SentRow } from './sentRow.ts'

interface Reading {
  tag: Tag
  /** `lost`: what the record is taken without. */
  fail(line: number, field: string, type: string, lost?: string): void
}

type Rename = (label: string) => string | null

/** `data` as submitted, of the rows of a job. */
export function submittedRows(
  rows: readonly SentRow[],
  target: ImportTarget,
  rename: Rename,
  reading: Reading,
): object {
  switch (rulesOf(reading.tag.annotationType).result) {
    case 'image':
      return imageData(rows, target, rename, reading)
    case 'video':
      return videoData(rows, target, rename, reading)
    case 'boxes':
      return boxData(rows, rename, reading)
    case 'points':
      // Rows name the classes, but not the points that have them.
      for (const { line } of rows) reading.fail(line, 'type', 'NOT_ALLOWED')
      return {}
  }
}

/** Rows of attributes are not records. */
const isRecord = ({ type }: SentRow): boolean => type !== 'job_attributes' && type !== 'frame_attributes'

function valuesOf({ attributes, line }: SentRow, { fail }: Reading): [string, unknown][] {
  if (!attributes) return []
  try {
    const values: unknown = JSON.parse(attributes)
    if (typeof values === 'object' && values !== null) return Object.entries(values)
  } catch {
    // Reported below.
  }
  fail(line, 'attributes', 'INVALID_VALUE')
  return []
}

/** Relations of each object, from its first row that has any; ids as in the rows. */
function relationsIn(rows: readonly SentRow[], { fail }: Reading): RelationRecord[] {
  const told = new Set<string>()
  return rows.flatMap(({ relations, track_id, record_id, line }) => {
    const from = track_id ?? record_id ?? ''
    if (!relations || told.has(from)) return []
    told.add(from)
    const list = parsedList(relations)
    if (list && from !== '') return list.map(({ name, to }) => ({ from, name, to }))
    fail(line, 'relations', 'INVALID_VALUE', 'relations')
    return []
  })
}

function parsedList(text: string): { name: string; to: string }[] | null {
  try {
    const list: unknown = JSON.parse(text)
    return checkSentRelations.accepts(list) ? list : null
  } catch {
    return null
  }
}

function ownAttributes(rows: readonly SentRow[], known: readonly Attribute[], reading: Reading) {
  const read = (row: SentRow, per: 'job' | 'frame') => {
    const own = known.filter((attribute) => attribute.per === per)
    const { attributes, unknown } = attributesFor(own, valuesOf(row, reading))
    for (const name of unknown) reading.fail(row.line, `attributes.${name}`, 'UNKNOWN', name)
    return attributes
  }
  const ofJob = rows.find(({ type }) => type === 'job_attributes')
  const ofFrames = rows.filter(({ type }) => type === 'frame_attributes')
  return {
    job: ofJob && read(ofJob, 'job'),
    frames: ofFrames.length > 0 && Object.fromEntries(ofFrames.map((row) => [row.frame_id ?? '', read(row, 'frame')])),
  }
}

function boxData(rows: readonly SentRow[], rename: Rename, reading: Reading): object {
  const { tag, fail } = reading
  const into = new BoxImport(tag)
  const { job, frames } = ownAttributes(rows, tag.attributes, reading)
  for (const row of rows.filter(isRecord)) {
    const label = rename(row.label ?? '')
    if (label === null) continue
    const head = {
      label,
      trackId: row.track_id ?? '',
      frameId: row.frame_id ?? '',
      attributes: valuesOf(row, reading),
      ...(row.record_id && { recordId: row.record_id }),
      keyFrame: row.key_frame ?? true,
    }
    const numbers = [row.x, row.y, row.z, row.qw, row.qx, row.qy, row.qz, row.length, row.width, row.height]
    const [x, y, z, qw, qx, qy, qz, length, width, height] = numbers.map((value) => value ?? Number.NaN)
    const rectangle = row.type === 'rectangle' && parsedGeometry(row)
    const space = parsedGeometry(row)
    let unknown: string[] = []
    if (space && checkSpace.accepts(space)) unknown = into.space({ ...head, shape: space })
    else if (row.type === 'cuboid' && numbers.every((value) => typeof value === 'number')) {
      const commonFromBox = { position: { x, y, z }, heading: { w: qw, x: qx, y: qy, z: qz } }
      unknown = into.cuboid({ ...head, commonFromBox, dimensions: { length, width, height } })
    } else if (rectangle && checkRectangle.accepts(rectangle)) {
      const isLinked = typeof rectangle.linked_id === 'string'
      unknown = into.rectangle({ ...head, sensorId: row.sensor_id ?? '', rectangle, isLinked })
    } else fail(row.line, row.type === 'cuboid' ? 'x' : 'geometry', 'INVALID_VALUE')
    for (const name of unknown) fail(row.line, `attributes.${name}`, 'UNKNOWN', name)
  }
  into.relate(relationsIn(rows, reading))
  return { ...into.data(), ...(job && { job_attributes: job }), ...(frames && { frame_attributes: frames }) }
}

function parsedGeometry({ geometry, type }: SentRow): object | null {
  try {
    const members: unknown = JSON.parse(geometry ?? 'null')
    return typeof members === 'object' && members !== null ? { type, ...members } : null
  } catch {
    return null
  }
}

/** The members of a record that make its shape; null, and reported, if the row has none. */
function shapeMembers(row: SentRow, target: ImportTarget, { fail }: Reading): object | null {
  const shape = parsedGeometry(row)
  const frame = target.frames.find(({ frameId }) => frameId === (row.frame_id ?? ''))
  const given = row.image_width && row.image_height ? { widthPx: row.image_width, heightPx: row.image_height } : null
  const size = frame?.files[0]?.size ?? given
  if (shape && size && checkShape.accepts(shape)) return writeShape(shape, size)
  fail(row.line, shape && !size ? 'image_width' : 'geometry', shape && !size ? 'MISSING' : 'INVALID_VALUE')
  return null
}

function imageData(rows: readonly SentRow[], target: ImportTarget, rename: Rename, reading: Reading): object {
  const annotations: Record<string, object[]> = {}
  const { job } = ownAttributes(rows, reading.tag.attributes, reading)
  const related = relationsByObject(relationsIn(rows, reading))
  for (const row of rows.filter(isRecord)) {
    const label = rename(row.label ?? '')
    const members = label === null ? null : shapeMembers(row, target, reading)
    if (label === null || !members) continue
    const { attributes, unknown } = attributesFor(attributesOfClass(reading.tag, label), valuesOf(row, reading))
    for (const attribute of unknown) reading.fail(row.line, `attributes.${attribute}`, 'UNKNOWN', attribute)
    const name = IMAGE_GROUPS.find(({ kind }) => kind === row.type)?.name
    if (!name) {
      reading.fail(row.line, 'type', 'INVALID_VALUE')
      continue
    }
    const group = annotations[name] ?? []
    annotations[name] = group
    const relations = related.get(row.record_id ?? '')
    const head = { ...(row.record_id && { _id: row.record_id }), ...(relations && { relations }) }
    group.push({ ...head, label, attributes, ...members })
  }
  return { annotations, ...(job && { image_attributes: job }) }
}

interface OpenTrack {
  label: string
  type: string
  attributes: Record<string, unknown>
  frames: Map<string, object>
}

function videoData(rows: readonly SentRow[], target: ImportTarget, rename: Rename, reading: Reading): object {
  const tracks = new Map<string, OpenTrack>()
  const { job, frames: ofFrames } = ownAttributes(rows, reading.tag.attributes, reading)
  for (const row of rows.filter(isRecord)) {
    const label = rename(row.label ?? '')
    const members = label === null ? null : shapeMembers(row, target, reading)
    if (label === null || !members) continue
    const known = attributesOfClass(reading.tag, label)
    const given = valuesOf(row, reading)
    const of = (per: 'object' | 'frame') =>
      attributesFor(
        known.filter((attribute) => attribute.per === per),
        given,
      )
    const [ofObject, inFrame] = [of('object'), of('frame')]
    for (const name of ofObject.unknown.filter((one) => inFrame.unknown.includes(one)))
      reading.fail(row.line, `attributes.${name}`, 'UNKNOWN', name)
    const trackId = row.track_id ?? ''
    const track: OpenTrack = tracks.get(trackId) ?? { label, type: row.type, attributes: {}, frames: new Map() }
    tracks.set(trackId, track)
    track.attributes = { ...track.attributes, ...ofObject.attributes }
    track.frames.set(row.frame_id ?? '', {
      ...(row.record_id && { _id: row.record_id }),
      hidden: row.hidden ?? false,
      key_frame: row.key_frame ?? true,
      attributes: inFrame.attributes,
      ...members,
    })
  }
  const related = relationsByObject(relationsIn(rows, reading))
  const annotations = [...tracks].map(([track_id, { frames, ...track }]) => ({
    track_id,
    ...track,
    ...(related.has(track_id) && { relations: related.get(track_id) }),
    frames: Object.fromEntries(frames),
  }))
  return {
    annotation_data: { annotations },
    ...(job && { job_attributes: job }),
    ...(ofFrames && { frame_attributes: ofFrames }),
  }
}
