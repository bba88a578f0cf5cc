import type { AnnotationRules } from '../../annotationTypes/annotationRules.ts'
import { rulesOf } from '../../annotationTypes/rulesOf.ts'
import { NO_RELATIONS } from '../../relation.ts'
import { type AnnotatedDocument, COMMON_VIEW, IMAGE_VIEW, type Track } from '../document.ts'
import { withRelations, withTrack } from '../edit.ts'
import { nextNumber, withNumberGiven } from '../numbers.ts'
import { fromPlainTrack, toPlainTrack } from '../plainTrack.ts'
import { trackPaths } from '../trackPaths.ts'
import {
  type Edit,
  EditError,
  type PathId,
  type PutTrack,
  type RemoveTrack,
  type SetClass,
  type SetObjectAttribute,
  type SetRelations,
  type SetStationary,
} from './documentOperation.ts'
import { checkKeys, checkSteps } from './keyRules.ts'
import { indexOfKey, withEntryAt, withoutEntry, withValue } from './order.ts'

export function trackNamed(document: AnnotatedDocument, trackId: string): Track {
  const track = document.tracks.get(trackId)
  if (!track) throw new EditError(`there is no track ${trackId}`)
  return track
}

function hasPath({ shapes }: AnnotationRules, sensorId: PathId): boolean {
  switch (shapes) {
    case 'image':
      return sensorId === IMAGE_VIEW
    case 'cuboid':
      return sensorId === null || sensorId === COMMON_VIEW
    case 'cuboid_and_cameras':
      return true
    case 'none':
      return false
  }
}

/** Throws if this kind of job has no such path. */
export function checkPathId({ annotationType }: AnnotatedDocument, sensorId: PathId): void {
  if (hasPath(rulesOf(annotationType), sensorId)) return
  throw new EditError(`${annotationType} has no path ${sensorId === null ? 'of cuboids' : `"${sensorId}"`}`)
}

/** Throws if a track would be a box and points in space at the same time. */
export function checkOneForm({ id, cuboid, views }: Track): void {
  if (cuboid && views.has(COMMON_VIEW)) throw new EditError(`track ${id} is a cuboid or points in space, not both`)
}

export function applyPutTrack(document: AnnotatedDocument, { track: plain, index }: PutTrack): AnnotatedDocument {
  if (plain.id === '') throw new EditError('a track needs an id')
  const track = fromPlainTrack(plain)
  if (track.cuboid) checkPathId(document, null)
  for (const sensorId of track.views.keys()) checkPathId(document, sensorId)
  checkOneForm(track)
  for (const [sensorId, path] of trackPaths(track)) {
    checkKeys(document, path.keys, 0, document.frameCount - 1, sensorId)
    for (const steps of path.attributes.values()) checkSteps(document, steps)
  }
  const before = document.tracks.get(track.id)
  const kept = before?.classId === track.classId ? before.number : undefined
  const number = kept ?? track.number ?? nextNumber(document, track.classId)
  const tracks = withEntryAt(document.tracks, track.id, { ...track, number }, index)
  return { ...withNumberGiven(document, track.classId, number), tracks }
}

export function invertPutTrack(document: AnnotatedDocument, { track }: PutTrack): Edit {
  const before = document.tracks.get(track.id)
  if (!before) return { type: 'removeTrack', trackId: track.id }
  return { type: 'putTrack', track: toPlainTrack(before), index: indexOfKey(document.tracks, track.id) }
}

export function applyRemoveTrack(document: AnnotatedDocument, { trackId }: RemoveTrack): AnnotatedDocument {
  trackNamed(document, trackId)
  return { ...document, tracks: withoutEntry(document.tracks, trackId) }
}

export function invertRemoveTrack(document: AnnotatedDocument, { trackId }: RemoveTrack): Edit {
  const track = toPlainTrack(trackNamed(document, trackId))
  return { type: 'putTrack', track, index: indexOfKey(document.tracks, trackId) }
}

/** Operations on the object as a whole. */
type OfTrack = SetClass | SetStationary | SetObjectAttribute | SetRelations

export function applyToTrack(document: AnnotatedDocument, operation: OfTrack): AnnotatedDocument {
  const track = trackNamed(document, operation.trackId)
  switch (operation.type) {
    case 'setClass':
      return withClass(document, track, operation)
    case 'setStationary':
      return withTrack(document, { ...track, stationary: operation.stationary })
    case 'setObjectAttribute':
      return withTrack(document, {
        ...track,
        attributes: withValue(track.attributes, operation.name, operation.value),
      })
    case 'setRelations':
      return withTrack(document, withRelations(track, operation.relations))
  }
}

function withClass(document: AnnotatedDocument, track: Track, operation: SetClass): AnnotatedDocument {
  const { classId } = operation
  if (classId === track.classId) return document
  const number = operation.number ?? nextNumber(document, classId)
  return withTrack(withNumberGiven(document, classId, number), { ...track, classId, number })
}

export function invertToTrack(document: AnnotatedDocument, operation: OfTrack): Edit {
  const track = trackNamed(document, operation.trackId)
  switch (operation.type) {
    case 'setClass':
      return { type: 'setClass', trackId: track.id, classId: track.classId, number: track.number }
    case 'setStationary':
      return { ...operation, stationary: track.stationary }
    case 'setObjectAttribute':
      return { ...operation, value: track.attributes.get(operation.name) ?? null }
    case 'setRelations':
      return { ...operation, relations: track.relations ?? NO_RELATIONS }
  }
}
