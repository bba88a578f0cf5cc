import type { AnnotatedDocument, AttributeSteps, CuboidPath, FlatPath, Track } from '../document.ts'
import { withTrack } from '../edit.ts'
import { fromPlainCuboidPath, fromPlainFlatPath, toPlainPath } from '../plainTrack.ts'
import { type AnyKeys, isCuboidKey, isFlatKey } from './anyKeys.ts'
import {
  type Edit,
  EditError,
  type Index,
  type PathId,
  type PutPath,
  type RemovePath,
  type SetDimensions,
  type SetFollows,
  type SetKeys,
  type SetSteps,
} from './documentOperation.ts'
import { checkFrame, checkKeys, checkSteps } from './keyRules.ts'
import { indexOfKey, withEntryAt, withoutEntry } from './order.ts'
import { checkOneForm, checkPathId, trackNamed } from './trackOperations.ts'

/** Changes one path, where putPath and removePath make and take away whole ones. */
export type WithinPath = SetKeys | SetSteps | SetDimensions | SetFollows

function cuboidOf(track: Track): CuboidPath {
  if (!track.cuboid) throw new EditError(`track ${track.id} has no cuboid`)
  return track.cuboid
}

function viewOf(track: Track, sensorId: string): FlatPath {
  const view = track.views.get(sensorId)
  if (!view) throw new EditError(`track ${track.id} has no view "${sensorId}"`)
  return view
}

const pathNamed = (track: Track, sensorId: PathId): CuboidPath | FlatPath =>
  sensorId === null ? cuboidOf(track) : viewOf(track, sensorId)

const withView = (track: Track, sensorId: string, view: FlatPath, index: Index): Track => ({
  ...track,
  views: withEntryAt(track.views, sensorId, view, index),
})

export function applyPutPath(document: AnnotatedDocument, operation: PutPath): AnnotatedDocument {
  const track = trackNamed(document, operation.trackId)
  checkPathId(document, operation.sensorId)
  const { keys, attributes } = operation.path
  checkKeys(document, keys, 0, document.frameCount - 1, operation.sensorId)
  for (const [, steps] of attributes) checkSteps(document, steps)
  const changed =
    operation.sensorId === null
      ? { ...track, cuboid: fromPlainCuboidPath(operation.path) }
      : withView(track, operation.sensorId, fromPlainFlatPath(operation.path), operation.index)
  checkOneForm(changed)
  return withTrack(document, changed)
}

export function invertPutPath(document: AnnotatedDocument, { trackId, sensorId }: PutPath): Edit {
  const track = trackNamed(document, trackId)
  const isThere = sensorId === null ? track.cuboid !== null : track.views.has(sensorId)
  return isThere ? putBack(track, sensorId) : { type: 'removePath', trackId, sensorId }
}

export function applyRemovePath(document: AnnotatedDocument, { trackId, sensorId }: RemovePath): AnnotatedDocument {
  const track = trackNamed(document, trackId)
  pathNamed(track, sensorId)
  if (sensorId === null) return withTrack(document, { ...track, cuboid: null })
  return withTrack(document, { ...track, views: withoutEntry(track.views, sensorId) })
}

export const invertRemovePath = (document: AnnotatedDocument, { trackId, sensorId }: RemovePath): Edit =>
  putBack(trackNamed(document, trackId), sensorId)

function putBack(track: Track, sensorId: PathId): Edit {
  const { id: trackId } = track
  if (sensorId === null) {
    return { type: 'putPath', trackId, sensorId, path: toPlainPath(cuboidOf(track)), index: null }
  }
  const index = indexOfKey(track.views, sensorId)
  return { type: 'putPath', trackId, sensorId, path: toPlainPath(viewOf(track, sensorId)), index }
}

export function applyWithinPath(document: AnnotatedDocument, operation: WithinPath): AnnotatedDocument {
  const track = trackNamed(document, operation.trackId)
  const { sensorId } = operation.type === 'setDimensions' ? { sensorId: null } : operation
  if (sensorId === null) {
    return withTrack(document, { ...track, cuboid: changedCuboid(document, cuboidOf(track), operation) })
  }
  const view = viewOf(track, sensorId)
  return withTrack(document, withView(track, sensorId, changedView(document, view, operation), null))
}

function changedCuboid(document: AnnotatedDocument, path: CuboidPath, operation: WithinPath): CuboidPath {
  switch (operation.type) {
    case 'setKeys':
      return { ...path, keys: splicedKeys(document, path.keys, operation).filter(isCuboidKey) }
    case 'setSteps':
      checkSteps(document, operation.steps)
      return { ...path, attributes: withSteps(path.attributes, operation) }
    case 'setDimensions':
      return { ...path, dimensions: operation.dimensions }
    case 'setFollows':
      throw new EditError('a cuboid follows nothing')
  }
}

function changedView(document: AnnotatedDocument, path: FlatPath, operation: WithinPath): FlatPath {
  switch (operation.type) {
    case 'setKeys':
      return { ...path, keys: splicedKeys(document, path.keys, operation).filter(isFlatKey) }
    case 'setSteps':
      checkSteps(document, operation.steps)
      return { ...path, attributes: withSteps(path.attributes, operation) }
    case 'setFollows':
      return { ...path, follows: operation.follows }
    case 'setDimensions':
      throw new EditError('a view has no dimensions')
  }
}

/** All keys are of the kind of the path: checkKeys has looked. */
function splicedKeys(document: AnnotatedDocument, before: AnyKeys, operation: SetKeys): AnyKeys {
  const { first, last, keys, sensorId } = operation
  checkFrame(document, first)
  checkFrame(document, last)
  checkKeys(document, keys, first, last, sensorId)
  return [...before.filter((key) => key.frame < first), ...keys, ...before.filter((key) => key.frame > last)]
}

const withSteps = (attributes: AttributeSteps, { name, steps }: SetSteps): AttributeSteps =>
  steps.length === 0 ? withoutEntry(attributes, name) : new Map(attributes).set(name, steps)

export function invertWithinPath(document: AnnotatedDocument, operation: WithinPath): Edit {
  const track = trackNamed(document, operation.trackId)
  if (operation.type === 'setDimensions') {
    return { ...operation, dimensions: cuboidOf(track).dimensions }
  }
  if (operation.type === 'setFollows') return { ...operation, follows: viewOf(track, operation.sensorId).follows }
  const path = pathNamed(track, operation.sensorId)
  switch (operation.type) {
    case 'setKeys': {
      const { first, last } = operation
      const keys: AnyKeys = path.keys
      return { ...operation, keys: keys.filter(({ frame }) => frame >= first && frame <= last) }
    }
    case 'setSteps':
      return { ...operation, steps: path.attributes.get(operation.name) ?? [] }
  }
}
