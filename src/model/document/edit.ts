import type { Cuboid } from '../../geometry/cuboid.ts'
import type { AttributeValue } from '../attribute.ts'
import type { Relation } from '../relation.ts'
import type { AnnotatedDocument, AttributeSteps, CuboidPath, Key, ShapeKey, ShapeSource, Track } from './document.ts'
import { withEntry } from './operations/order.ts'
import { lastIndexAt, withKey } from './shapePath.ts'

/** The document with this track replacing the one with its id, or added at the end. */
export function withTrack(document: AnnotatedDocument, track: Track): AnnotatedDocument {
  return { ...document, tracks: withEntry(document.tracks, track.id, track) }
}

/** The track with exactly these relations; without the member if there are none. */
export function withRelations({ relations: _, ...track }: Track, relations: readonly Relation[]): Track {
  return relations.length > 0 ? { ...track, relations } : track
}

export function withoutTrack(document: AnnotatedDocument, trackId: string): AnnotatedDocument {
  const tracks = new Map(document.tracks)
  tracks.delete(trackId)
  return { ...document, tracks }
}

/**
 * Adds a keyframe with this shape. Records between the neighbouring keyframes that are not keyframes themselves were
 * computed from the old shapes and are removed. What carries over (hidden, linked) and the record's id stay.
 */
export function withShape<S>(keys: readonly Key<S>[], frame: number, shape: S, source: ShapeSource): Key<S>[] {
  const held = keys.findLast((key): key is ShapeKey<S> => key.kind === 'shape' && key.frame <= frame)
  const made: ShapeKey<S> = {
    kind: 'shape',
    frame,
    id: held?.frame === frame ? held.id : null,
    keyFrame: true,
    source,
    hidden: held?.hidden ?? false,
    linked: held?.linked ?? false,
    shape,
  }
  const isFixed = (key: Key<S>) => key.kind === 'out' || key.keyFrame
  const before = keys.findLast((key) => key.frame < frame && isFixed(key))?.frame ?? Number.NEGATIVE_INFINITY
  const after = keys.find((key) => key.frame > frame && isFixed(key))?.frame ?? Number.POSITIVE_INFINITY
  return withKey(
    keys.filter((key) => key.frame <= before || key.frame >= after),
    made,
  )
}

/** Keys of an object that is absent from this frame to the end. */
export function endedFrom<S>(keys: readonly Key<S>[], frame: number): Key<S>[] {
  const before = keys.filter((key) => key.frame < frame)
  if (before.at(-1)?.kind !== 'shape') return before
  // Reuses an existing key, so that ending there again visibly changes nothing.
  return [...before, keys.find((key) => key.frame === frame && key.kind === 'out') ?? { kind: 'out', frame }]
}

/** The attribute has this value from the frame to its next step; no shape becomes a keyframe. */
export function withAttribute(
  steps: AttributeSteps,
  name: string,
  frame: number,
  value: AttributeValue | null,
): AttributeSteps {
  const ofName = steps.get(name) ?? []
  const at = lastIndexAt(ofName, frame)
  const replaced = at >= 0 && ofName[at].frame === frame ? 1 : 0
  return new Map(steps).set(name, ofName.toSpliced(at + 1 - replaced, replaced, { frame, value }))
}

/** One pose for the whole track: that of `cuboid`, wherever the track is. */
export function madeStationary(path: CuboidPath, cuboid: Cuboid, source: ShapeSource = 'manual'): CuboidPath {
  const { position, heading, dimensions } = cuboid
  const keys = path.keys.map((key): CuboidPath['keys'][number] =>
    key.kind === 'out' ? key : { ...key, source, shape: { position, heading, sizeOverride: null } },
  )
  return { ...path, dimensions, keys }
}
