import { isSameValue } from '../../sameValue.ts'
import type { AnnotatedDocument, AttributeSteps, CuboidPath, FlatPath, Key, ShapePath, Track } from '../document.ts'
import { withoutNumber } from '../numbers.ts'
import type { Edit, PathId } from '../operations/documentOperation.ts'
import { toPlainPath, toPlainTrack } from '../plainTrack.ts'
import type { CuboidPlacement, ViewShape } from '../shape.ts'
import { explicitKeys, lastIndexAt } from '../shapePath.ts'
import { sameSize } from './placements.ts'

type AnyPath = ShapePath<CuboidPlacement> | ShapePath<ViewShape>
type AnyKey = Key<CuboidPlacement | ViewShape>

/**
 * Edits that add the tracks of `proposed` to a document. In an existing track, only frames without a person's keyframe
 * change. Several proposals of one track count as one: the first that names a frame decides.
 */
export function editsToAdd(document: AnnotatedDocument, proposed: Iterable<Track>): Edit[] {
  const edits: Edit[] = []
  for (const track of joinedById(proposed, document.frameCount)) {
    const known = document.tracks.get(track.id)
    if (known) edits.push(...editsWithin(known, track, document.frameCount))
    else edits.push({ type: 'putTrack', track: toPlainTrack(withoutNumber(track)), index: null })
  }
  return edits
}

function joinedById(proposed: Iterable<Track>, frameCount: number): Iterable<Track> {
  const byId = new Map<string, Track>()
  for (const track of proposed) {
    const known = byId.get(track.id)
    byId.set(track.id, known ? joined(known, track, frameCount) : track)
  }
  return byId.values()
}

function joined(one: Track, other: Track, frameCount: number): Track {
  const views = new Map(one.views)
  for (const [sensorId, view] of other.views) {
    const known = views.get(sensorId)
    views.set(sensorId, known ? { ...known, ...joinedPaths(known, view, frameCount) } : view)
  }
  const cuboid = one.cuboid && other.cuboid ? joinedCuboids(one.cuboid, other.cuboid, frameCount) : null
  const attributes = new Map([...other.attributes, ...one.attributes])
  return { ...one, attributes, cuboid: cuboid ?? one.cuboid ?? other.cuboid, views }
}

const joinedCuboids = (one: CuboidPath, other: CuboidPath, frameCount: number): CuboidPath => ({
  ...one,
  ...joinedPaths(one, { ...other, keys: sizedFor(one, other) }, frameCount),
})

function joinedPaths<S>(one: ShapePath<S>, other: ShapePath<S>, frameCount: number): ShapePath<S> {
  const records = shapesOf(one)
  const taken = new Set(records.map(({ frame }) => frame))
  const added = shapesOf(other).filter(({ frame }) => !taken.has(frame))
  return {
    keys: explicitKeys([...records, ...added], frameCount),
    attributes: joinedSteps(one.attributes, other.attributes),
  }
}

const shapesOf = <S>({ keys }: ShapePath<S>) => keys.filter((key) => key.kind === 'shape')

function joinedSteps(one: AttributeSteps, other: AttributeSteps): AttributeSteps {
  const steps = new Map(one)
  for (const [name, later] of other) {
    const known = steps.get(name) ?? []
    const taken = new Set(known.map(({ frame }) => frame))
    const all = [...known, ...later.filter(({ frame }) => !taken.has(frame))]
    steps.set(
      name,
      all.sort((a, b) => a.frame - b.frame),
    )
  }
  return steps
}

/** The keys of `path` as they are on a track of another size: each keeps its own. */
function sizedFor({ dimensions }: CuboidPath, path: CuboidPath): Key<CuboidPlacement>[] {
  return path.keys.map((key) => {
    if (key.kind === 'out') return key
    const own = key.shape.sizeOverride ?? path.dimensions
    return { ...key, shape: { ...key.shape, sizeOverride: sameSize(own, dimensions) ? null : own } }
  })
}

function editsWithin(known: Track, { id, cuboid, views }: Track, frameCount: number): Edit[] {
  const edits: Edit[] = []
  if (cuboid && !known.cuboid) {
    edits.push({ type: 'putPath', trackId: id, sensorId: null, path: toPlainPath<CuboidPath>(cuboid), index: null })
  } else if (cuboid && known.cuboid) {
    const sized = { ...cuboid, keys: sizedFor(known.cuboid, cuboid) }
    edits.push(...keyEdits(id, null, known.cuboid, sized, frameCount))
  }
  for (const [sensorId, view] of views) {
    const there = known.views.get(sensorId)
    if (there) edits.push(...keyEdits(id, sensorId, there, view, there.follows ? 0 : frameCount))
    else edits.push({ type: 'putPath', trackId: id, sensorId, path: toPlainPath<FlatPath>(view), index: null })
  }
  return edits
}

/** @param end frames from here need no key to mark the object as absent */
function keyEdits(trackId: string, sensorId: PathId, there: AnyPath, path: AnyPath, end: number): Edit[] {
  const known: readonly AnyKey[] = there.keys
  const proposed: readonly AnyKey[] = path.keys
  const added = proposed.filter((key) => key.kind === 'shape' && !isPersons(known, key.frame) && !isThere(known, key))
  const frames = new Set(added.map(({ frame }) => frame))
  return added.flatMap((key): Edit[] => {
    const next = key.frame + 1
    const goesOn =
      next >= end || frames.has(next) || !isAbsent(known, next) || known.some(({ frame }) => frame === next)
    const keys: AnyKey[] = goesOn ? [key] : [key, { kind: 'out', frame: next }]
    return [{ type: 'setKeys', trackId, sensorId, first: key.frame, last: keys[keys.length - 1].frame, keys }]
  })
}

function isAbsent(keys: readonly AnyKey[], frame: number): boolean {
  const at = lastIndexAt(keys, frame)
  return at < 0 || keys[at].kind === 'out'
}

const isPersons = (keys: readonly AnyKey[], frame: number): boolean =>
  keys.some(
    (key) =>
      key.frame === frame &&
      // A key after a machine's shape that says where it ends is the machine's too: it may come back there.
      (key.kind === 'out'
        ? !isEndOfMachines(keys, frame)
        : key.keyFrame && (key.source === 'manual' || key.source === 'propagated')),
  )

function isEndOfMachines(keys: readonly AnyKey[], frame: number): boolean {
  const before = keys[lastIndexAt(keys, frame) - 1]
  return before?.kind === 'shape' && before.frame === frame - 1 && before.source !== 'manual'
}

/** The machine's own keyframe, taken before. */
const isThere = (keys: readonly AnyKey[], proposed: AnyKey): boolean => {
  const key = keys.find(({ frame }) => frame === proposed.frame)
  return key !== undefined && isSameValue(key, proposed)
}
