import type { AttributeValues } from '../../attribute.ts'
import { NO_RELATIONS } from '../../relation.ts'
import type { AttributeSteps, CuboidPath, FlatPath, Track } from '../document.ts'
import type { Edit, PathId } from '../operations/documentOperation.ts'
import { keysChange } from '../operations/operations.ts'
import { toPlainPath, toPlainTrack } from '../plainTrack.ts'

/**
 * The smallest edits from one state of a track to the next: only the frames of the keys that differ. Parts are compared
 * by identity, since unchanged ones are shared. null means that the track does not exist.
 */
export function changesBetween(before: Track | null, after: Track | null): Edit[] {
  if (before === after) return []
  if (!before) return after ? [{ type: 'putTrack', track: toPlainTrack(after), index: null }] : []
  const trackId = before.id
  if (!after) return [{ type: 'removeTrack', trackId }]
  const edits: Edit[] = []
  if (before.classId !== after.classId) edits.push({ type: 'setClass', trackId, classId: after.classId })
  if (before.stationary !== after.stationary) {
    edits.push({ type: 'setStationary', trackId, stationary: after.stationary })
  }
  edits.push(...valueChanges(trackId, before.attributes, after.attributes))
  if (before.relations !== after.relations) {
    edits.push({ type: 'setRelations', trackId, relations: after.relations ?? NO_RELATIONS })
  }
  edits.push(...pathChanges(trackId, null, before.cuboid, after.cuboid))
  for (const [sensorId, path] of after.views) {
    edits.push(...pathChanges(trackId, sensorId, before.views.get(sensorId) ?? null, path))
  }
  for (const sensorId of before.views.keys()) {
    if (!after.views.has(sensorId)) edits.push({ type: 'removePath', trackId, sensorId })
  }
  return edits
}

/** The edits of a change that returns null if it changes nothing. */
export function changesBy(track: Track, change: (track: Track) => Track | null): Edit[] {
  const after = change(track)
  return after ? changesBetween(track, after) : []
}

function valueChanges(trackId: string, before: AttributeValues, after: AttributeValues): Edit[] {
  if (before === after) return []
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): Edit[] => {
    const value = after.get(name) ?? null
    return value === (before.get(name) ?? null) ? [] : [{ type: 'setObjectAttribute', trackId, name, value }]
  })
}

type AnyPath = CuboidPath | FlatPath

function pathChanges(trackId: string, sensorId: PathId, before: AnyPath | null, after: AnyPath | null): Edit[] {
  if (before === after) return []
  if (!after) return [{ type: 'removePath', trackId, sensorId }]
  if (!before) {
    if (sensorId === null)
      return 'dimensions' in after
        ? [{ type: 'putPath', trackId, sensorId, path: toPlainPath(after), index: null }]
        : []
    return 'follows' in after ? [{ type: 'putPath', trackId, sensorId, path: toPlainPath(after), index: null }] : []
  }
  const edits: Edit[] = []
  if ('dimensions' in before && 'dimensions' in after && before.dimensions !== after.dimensions) {
    edits.push({ type: 'setDimensions', trackId, dimensions: after.dimensions })
  }
  if (sensorId !== null && 'follows' in before && 'follows' in after && before.follows !== after.follows) {
    edits.push({ type: 'setFollows', trackId, sensorId, follows: after.follows })
  }
  const keys = keysChange(trackId, sensorId, before.keys, after.keys)
  if (keys) edits.push(keys)
  return [...edits, ...stepChanges(trackId, sensorId, before.attributes, after.attributes)]
}

function stepChanges(trackId: string, sensorId: PathId, before: AttributeSteps, after: AttributeSteps): Edit[] {
  if (before === after) return []
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): Edit[] => {
    const steps = after.get(name) ?? []
    const isSame = steps === before.get(name) || (steps.length === 0 && !before.has(name))
    return isSame ? [] : [{ type: 'setSteps', trackId, sensorId, name, steps }]
  })
}
