import type { CuboidPath, FlatPath, Key, Track } from '../../../model/document/document.ts'
import type { DocumentOperation, PathId, SetKeys } from '../../../model/document/operations/documentOperation.ts'
import { toPlainPath, toPlainTrack } from '../../../model/document/plainTrack.ts'
import type { CuboidPlacement, FlatShape } from '../../../model/document/shape.ts'

/**
 * What leads from one state of a track to the next, as small as the change: of keys only the frames that differ.
 * null stands for a track that is not there. Classes and attributes are not looked at, they have commands of their own.
 */
export function operationsBetween(before: Track | null, after: Track | null): DocumentOperation[] {
  if (before === after) return []
  if (!before) return after ? [{ type: 'putTrack', track: toPlainTrack(after), index: null }] : []
  if (!after) return [{ type: 'removeTrack', trackId: before.id }]
  const trackId = before.id
  const operations: DocumentOperation[] = []
  if (before.stationary !== after.stationary) {
    operations.push({ type: 'setStationary', trackId, stationary: after.stationary })
  }
  operations.push(...cuboidOperations(trackId, before.cuboid, after.cuboid))
  for (const [sensorId, path] of after.views) {
    operations.push(...viewOperations(trackId, sensorId, before.views.get(sensorId), path))
  }
  for (const sensorId of before.views.keys()) {
    if (!after.views.has(sensorId)) operations.push({ type: 'removePath', trackId, sensorId })
  }
  return operations
}

function cuboidOperations(trackId: string, before: CuboidPath | null, after: CuboidPath | null): DocumentOperation[] {
  if (before === after) return []
  if (!after) return [{ type: 'removePath', trackId, sensorId: null }]
  if (!before) return [{ type: 'putPath', trackId, sensorId: null, path: toPlainPath(after), index: null }]
  const operations: DocumentOperation[] = []
  if (before.dimensions !== after.dimensions) {
    operations.push({ type: 'setDimensions', trackId, dimensions: after.dimensions })
  }
  const keys = keysBetween(trackId, null, before.keys, after.keys)
  return keys ? [...operations, keys] : operations
}

function viewOperations(
  trackId: string,
  sensorId: string,
  before: FlatPath | undefined,
  after: FlatPath,
): DocumentOperation[] {
  if (before === after) return []
  if (!before) return [{ type: 'putPath', trackId, sensorId, path: toPlainPath(after), index: null }]
  const operations: DocumentOperation[] = []
  if (before.follows !== after.follows) {
    operations.push({ type: 'setFollows', trackId, sensorId, follows: after.follows })
  }
  const keys = keysBetween(trackId, sensorId, before.keys, after.keys)
  return keys ? [...operations, keys] : operations
}

type AnyKey = Key<CuboidPlacement | FlatShape>

function keysBetween(
  trackId: string,
  sensorId: PathId,
  before: readonly AnyKey[],
  after: readonly AnyKey[],
): SetKeys | null {
  let same = 0
  while (same < before.length && same < after.length && before[same] === after[same]) same++
  let sameAtEnd = 0
  const most = Math.min(before.length, after.length) - same
  while (sameAtEnd < most && before.at(-1 - sameAtEnd) === after.at(-1 - sameAtEnd)) sameAtEnd++
  const gone = before.slice(same, before.length - sameAtEnd)
  const come = after.slice(same, after.length - sameAtEnd)
  if (gone.length === 0 && come.length === 0) return null
  const frames = [...gone, ...come].map((key) => key.frame)
  return { type: 'setKeys', trackId, sensorId, first: Math.min(...frames), last: Math.max(...frames), keys: come }
}
