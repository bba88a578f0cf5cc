import type { AnnotatedDocument, AttributeSteps, CuboidPath, FlatPath, Key, Track } from '../document.ts'
import { withTrack } from '../edit.ts'
import { fromPlainCuboidPath, fromPlainFlatPath, toPlainPath } from '../plainTrack.ts'
import type { CuboidPlacement, FlatShape } from '../shape.ts'
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
import { checkPathId, trackNamed } from './trackOperations.ts'

/** Changes one path, where putPath and removePath make and take away whole ones. */
export type WithinPath = SetKeys | SetSteps | SetDimensions | SetFollows

type AnyPath = CuboidPath | FlatPath

function pathNamed(track: Track, sensorId: PathId): AnyPath {
  const path = sensorId === null ? track.cuboid : track.views.get(sensorId)
  if (!path) throw new EditError(`track ${track.id} has no ${sensorId === null ? 'cuboid' : `view "${sensorId}"`}`)
  return path
}

function withPath(track: Track, sensorId: PathId, path: AnyPath, index: Index): Track {
  if (sensorId === null) return { ...track, cuboid: path as CuboidPath }
  return { ...track, views: withEntryAt(track.views, sensorId, path as FlatPath, index) }
}

export function applyPutPath(document: AnnotatedDocument, operation: PutPath): AnnotatedDocument {
  const track = trackNamed(document, operation.trackId)
  checkPathId(document, operation.sensorId)
  const path = operation.sensorId === null ? fromPlainCuboidPath(operation.path) : fromPlainFlatPath(operation.path)
  checkKeys(document, path.keys, 0, document.frameCount - 1, operation.sensorId === null)
  for (const steps of path.attributes.values()) checkSteps(document, steps)
  return withTrack(document, withPath(track, operation.sensorId, path, operation.index))
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
  const path = pathNamed(track, sensorId)
  if (sensorId === null) {
    return { type: 'putPath', trackId, sensorId, path: toPlainPath(path as CuboidPath), index: null }
  }
  const index = indexOfKey(track.views, sensorId)
  return { type: 'putPath', trackId, sensorId, path: toPlainPath(path as FlatPath), index }
}

export function applyWithinPath(document: AnnotatedDocument, operation: WithinPath): AnnotatedDocument {
  const track = trackNamed(document, operation.trackId)
  if (operation.type === 'setDimensions') {
    const path = pathNamed(track, null) as CuboidPath
    return withTrack(document, { ...track, cuboid: { ...path, dimensions: operation.dimensions } })
  }
  const path = pathNamed(track, operation.sensorId)
  return withTrack(document, withPath(track, operation.sensorId, changedPath(document, path, operation), null))
}

function changedPath(
  document: AnnotatedDocument,
  path: AnyPath,
  operation: Exclude<WithinPath, SetDimensions>,
): AnyPath {
  switch (operation.type) {
    case 'setKeys':
      return { ...path, keys: spliceKeys(document, path, operation) } as AnyPath
    case 'setSteps':
      checkSteps(document, operation.steps)
      return { ...path, attributes: withSteps(path.attributes, operation) }
    case 'setFollows':
      return { ...(path as FlatPath), follows: operation.follows }
  }
}

function spliceKeys(document: AnnotatedDocument, path: AnyPath, operation: SetKeys) {
  const { first, last, keys, sensorId } = operation
  checkFrame(document, first)
  checkFrame(document, last)
  checkKeys(document, keys, first, last, sensorId === null)
  const before: readonly Key<CuboidPlacement | FlatShape>[] = path.keys
  return [...before.filter((key) => key.frame < first), ...keys, ...before.filter((key) => key.frame > last)]
}

const withSteps = (attributes: AttributeSteps, { name, steps }: SetSteps): AttributeSteps =>
  steps.length === 0 ? withoutEntry(attributes, name) : new Map(attributes).set(name, steps)

export function invertWithinPath(document: AnnotatedDocument, operation: WithinPath): Edit {
  const track = trackNamed(document, operation.trackId)
  if (operation.type === 'setDimensions') {
    return { ...operation, dimensions: (pathNamed(track, null) as CuboidPath).dimensions }
  }
  const path = pathNamed(track, operation.sensorId)
  switch (operation.type) {
    case 'setKeys': {
      const { first, last } = operation
      const keys: readonly Key<CuboidPlacement | FlatShape>[] = path.keys
      return { ...operation, keys: keys.filter(({ frame }) => frame >= first && frame <= last) }
    }
    case 'setSteps':
      return { ...operation, steps: path.attributes.get(operation.name) ?? [] }
    case 'setFollows':
      return { ...operation, follows: (path as FlatPath).follows }
  }
}
