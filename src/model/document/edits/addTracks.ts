import type { AnnotatedDocument, CuboidPath, FlatPath, Key, ShapePath, Track } from '../document.ts'
import { withoutNumber } from '../numbers.ts'
import type { Edit, PathId } from '../operations/documentOperation.ts'
import { toPlainPath, toPlainTrack } from '../plainTrack.ts'
import type { CuboidPlacement, ViewShape } from '../shape.ts'

type AnyPath = ShapePath<CuboidPlacement> | ShapePath<ViewShape>

/**
 * Edits that add the tracks of `proposed` to a document. Of a track that is there, only frames are changed in which no
 * person has set a keyframe.
 */
export function editsToAdd(document: AnnotatedDocument, proposed: Iterable<Track>): Edit[] {
  const edits: Edit[] = []
  for (const track of proposed) {
    const known = document.tracks.get(track.id)
    if (known) edits.push(...editsWithin(known, track))
    else edits.push({ type: 'putTrack', track: toPlainTrack(withoutNumber(track)), index: null })
  }
  return edits
}

function editsWithin(known: Track, { id, cuboid, views }: Track): Edit[] {
  const edits: Edit[] = []
  if (cuboid && !known.cuboid) {
    edits.push({ type: 'putPath', trackId: id, sensorId: null, path: toPlainPath<CuboidPath>(cuboid), index: null })
  } else if (cuboid && known.cuboid) edits.push(...keyEdits(id, null, known.cuboid, cuboid))
  for (const [sensorId, view] of views) {
    const there = known.views.get(sensorId)
    if (there) edits.push(...keyEdits(id, sensorId, there, view))
    else edits.push({ type: 'putPath', trackId: id, sensorId, path: toPlainPath<FlatPath>(view), index: null })
  }
  return edits
}

function keyEdits(trackId: string, sensorId: PathId, there: AnyPath, path: AnyPath): Edit[] {
  const keys: readonly Key<CuboidPlacement | ViewShape>[] = path.keys
  return keys
    .filter((key) => key.kind === 'shape' && !isPersons(there, key.frame) && !isThere(there, key))
    .map((key) => ({ type: 'setKeys', trackId, sensorId, first: key.frame, last: key.frame, keys: [key] }))
}

const isPersons = (path: AnyPath, frame: number): boolean => {
  const keys: readonly Key<CuboidPlacement | ViewShape>[] = path.keys
  return keys.some(
    (key) =>
      key.frame === frame &&
      (key.kind === 'out' || (key.keyFrame && (key.source === 'manual' || key.source === 'propagated'))),
  )
}

/** The machine's own keyframe, taken before. */
const isThere = (path: AnyPath, proposed: Key<CuboidPlacement | ViewShape>): boolean => {
  const keys: readonly Key<CuboidPlacement | ViewShape>[] = path.keys
  const key = keys.find(({ frame }) => frame === proposed.frame)
  return key !== undefined && JSON.stringify(key) === JSON.stringify(proposed)
}
