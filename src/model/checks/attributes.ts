import { rulesOf } from '../annotationTypes/rulesOf.ts'
import { type Attribute, type AttributeValues, NO_ATTRIBUTES, unanswered } from '../attribute.ts'
import type { AnnotatedDocument, Track } from '../document/document.ts'
import { frameAttributes, recordsOf } from '../document/records.ts'
import { classById, type Tag } from '../tag.ts'
import type { Finding, Place } from './finding.ts'

/** Required attributes without an answer; along a track each is reported once, at the first frame that lacks it. */
export function checkAttributes(document: AnnotatedDocument, tag: Tag): Finding[] {
  const findings = checkTracks(document, tag)
  checkFrames(document, tag, findings)
  report(tag.attributes, 'job', document.jobAttributes, {}, findings)
  return findings
}

function checkTracks(document: AnnotatedDocument, tag: Tag): Finding[] {
  const findings: Finding[] = []
  const classes = classById(tag)
  for (const track of document.tracks.values()) {
    const attributes = classes.get(track.classId)?.attributes ?? []
    if (attributes.some((attribute) => attribute.required)) checkTrack(document, track, attributes, findings)
  }
  return findings
}

/** Ids of the objects with a required attribute that has no value. */
export function tracksLackingAttributes(document: AnnotatedDocument, tag: Tag): ReadonlySet<string> {
  const findings = tag.classes.some(({ attributes }) => attributes.some(({ required }) => required))
    ? checkTracks(document, tag)
    : []
  return new Set(findings.flatMap(({ where }) => where.trackId ?? []))
}

function checkTrack(
  document: AnnotatedDocument,
  track: Track,
  attributes: readonly Attribute[],
  findings: Finding[],
): void {
  const { hasFrames } = rulesOf(document.annotationType)
  report(attributes, 'object', track.attributes, { trackId: track.id, frame: firstFrame(document, track) }, findings)
  // Without frames an object is one record, and both kinds are stored on the object.
  if (!hasFrames) report(attributes, 'frame', track.attributes, { trackId: track.id, frame: 0 }, findings)
  if (!hasFrames || !attributes.some((attribute) => attribute.per === 'frame' && attribute.required)) return
  const told = new Set<string>()
  for (const record of recordsOf(document, track)) {
    // A box that follows a cuboid is not asked for more than the cuboid.
    if (record.kind === 'following') continue
    const { frame, sensorId } = record
    for (const name of unanswered(attributes, 'frame', frameAttributes(record))) {
      const key = JSON.stringify([sensorId, name])
      if (told.has(key)) continue
      told.add(key)
      findings.push(missing(name, { trackId: track.id, frame, ...(sensorId !== null && { sensorId }) }))
    }
  }
}

function firstFrame(document: AnnotatedDocument, track: Track): number | undefined {
  for (const { frame } of recordsOf(document, track)) return frame
  return undefined
}

function checkFrames(document: AnnotatedDocument, tag: Tag, findings: Finding[]): void {
  if (!rulesOf(document.annotationType).hasFrames) return
  for (let frame = 0; frame < document.frameCount; frame++) {
    report(tag.attributes, 'frame', document.frameAttributes.get(frame) ?? NO_ATTRIBUTES, { frame }, findings)
  }
}

function report(
  attributes: readonly Attribute[],
  per: 'object' | 'frame' | 'job',
  values: AttributeValues,
  where: Place,
  findings: Finding[],
): void {
  for (const name of unanswered(attributes, per, values)) findings.push(missing(name, where))
}

const missing = (attribute: string, where: Place): Finding => ({
  severity: 'error',
  code: 'REQUIRED_ATTRIBUTE',
  where: { ...where, attribute },
  message: `"${attribute}" has to be answered`,
})
