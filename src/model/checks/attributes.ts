import { rulesOf } from '../annotationTypes/rulesOf.ts'
import { type AttributeValues, NO_ATTRIBUTES, unanswered } from '../attribute.ts'
import type { AnnotatedDocument, Track } from '../document/document.ts'
import { frameAttributes, recordsOf } from '../document/records.ts'
import { classById, type Tag, type TagClass } from '../tag.ts'
import type { Place, UnratedFinding } from './finding.ts'
import type { TrackRecords } from './trackRecords.ts'

/** The required attributes of an object without an answer, with all frames in which one of them lacks it. */
export function checkTrackAttributes(
  document: AnnotatedDocument,
  { track, cuboids, spaces, views, frames: all }: TrackRecords,
  tagClass: TagClass | undefined,
): UnratedFinding[] {
  const attributes = tagClass?.attributes ?? []
  if (!attributes.some(({ required }) => required)) return []
  const { hasFrames } = rulesOf(document.annotationType)
  const ofObject = unanswered(attributes, 'object', track.attributes)
  // Without frames an object is one record, and both kinds are stored on the object.
  if (!hasFrames) {
    return found([...ofObject, ...unanswered(attributes, 'frame', track.attributes)], { trackId: track.id }, [0])
  }
  const names = new Set(ofObject)
  const frames = new Set(ofObject.length > 0 ? all : [])
  const sensors = new Set<string>()
  for (const record of [...cuboids, ...spaces, ...[...views.values()].flat()]) {
    const open = unanswered(attributes, 'frame', frameAttributes(record))
    if (open.length === 0) continue
    frames.add(record.frame)
    for (const name of open) names.add(name)
    if (record.sensorId !== null) sensors.add(record.sensorId)
  }
  const [sensorId] = sensors
  const where = { trackId: track.id, ...(sensors.size === 1 && ofObject.length === 0 && { sensorId }) }
  return found(
    [...names],
    where,
    [...frames].sort((a, b) => a - b),
  )
}

/** Required attributes of the tag itself, of the job and of its frames. */
export function checkTagAttributes(document: AnnotatedDocument, { attributes }: Tag): UnratedFinding[] {
  const ofJob = found(unanswered(attributes, 'job', document.jobAttributes), {}, null)
  if (!rulesOf(document.annotationType).hasFrames) return ofJob
  const names = new Set<string>()
  const frames: number[] = []
  for (let frame = 0; frame < document.frameCount; frame++) {
    const values: AttributeValues = document.frameAttributes.get(frame) ?? NO_ATTRIBUTES
    const open = unanswered(attributes, 'frame', values)
    if (open.length > 0) frames.push(frame)
    for (const name of open) names.add(name)
  }
  return [...ofJob, ...found([...names], {}, frames)]
}

/** Ids of the objects with a required attribute without a value. */
export function tracksLackingAttributes(document: AnnotatedDocument, tag: Tag): ReadonlySet<string> {
  const lacking = new Set<string>()
  if (!tag.classes.some(({ attributes }) => attributes.some(({ required }) => required))) return lacking
  const classes = classById(tag)
  for (const track of document.tracks.values()) {
    if (lacksAttribute(document, track, classes.get(track.classId))) lacking.add(track.id)
  }
  return lacking
}

function lacksAttribute(document: AnnotatedDocument, track: Track, tagClass: TagClass | undefined): boolean {
  const attributes = tagClass?.attributes ?? []
  if (!attributes.some(({ required }) => required)) return false
  const lacks = (per: 'object' | 'frame', values: AttributeValues) => unanswered(attributes, per, values).length > 0
  if (lacks('object', track.attributes)) return true
  if (!rulesOf(document.annotationType).hasFrames) return lacks('frame', track.attributes)
  if (!attributes.some(({ required, per }) => required && per === 'frame')) return false
  for (const record of recordsOf(document, track)) {
    // A box that follows a cuboid is not asked for more than the cuboid.
    if (record.kind !== 'following' && lacks('frame', frameAttributes(record))) return true
  }
  return false
}

/** One finding for all the attributes; it leads to the first of them. */
function found(names: readonly string[], where: Place, frames: readonly number[] | null): UnratedFinding[] {
  if (names.length === 0) return []
  const place = frames ? { where: { ...where, frame: frames[0], attribute: names[0] }, frames } : null
  return [
    {
      code: 'MISSING_ATTRIBUTE',
      ...(place ?? { where: { ...where, attribute: names[0] } }),
      message: `${names.map((name) => `"${name}"`).join(', ')} must be answered`,
      values: { attributes: names.join(', '), count: names.length },
    },
  ]
}
