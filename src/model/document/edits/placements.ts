import { type Cuboid, type Dimensions, frameFromBox } from '../../../geometry/cuboid.ts'
import { COMMON_VIEW, type Key, type ShapeKey, type Track } from '../document.ts'
import { cuboidAt } from '../interpolate.ts'
import type { CuboidPlacement } from '../shape.ts'
import { bakedKey } from './keySpans.ts'

export function sameSize(a: Dimensions, b: Dimensions): boolean {
  return a.length === b.length && a.width === b.width && a.height === b.height
}

/** The cuboid as a track of this size holds it. */
export function placementOf(cuboid: Cuboid, ofTrack: Dimensions): CuboidPlacement {
  const { dimensions } = cuboid
  return { ...frameFromBox(cuboid), sizeOverride: sameSize(dimensions, ofTrack) ? null : dimensions }
}

/** What the track's cuboid shows at a frame, as a keyframe. */
export function shownPlacement(track: Track, frame: number): ShapeKey<CuboidPlacement> | null {
  const shown = track.cuboid && cuboidAt(track, frame)
  if (!shown || !track.cuboid) return null
  return bakedKey(frame, { ...shown, shape: placementOf(shown.shape, track.cuboid.dimensions) })
}

/** A stationary track shows its first pose in all frames; here its later keys get that pose too. */
export function withPlacedKeys(track: Track): Track {
  const points = track.views.get(COMMON_VIEW)
  if (track.stationary && points) {
    return { ...track, views: new Map(track.views).set(COMMON_VIEW, { ...points, keys: withFirstShape(points.keys) }) }
  }
  const first = track.cuboid?.keys.find((key) => key.kind === 'shape')
  if (!track.stationary || !track.cuboid || first?.kind !== 'shape') return track
  const { position, heading } = first.shape
  const keys = track.cuboid.keys.map((key) =>
    key.kind === 'out' || key.shape.position === position
      ? key
      : { ...key, shape: { position, heading, sizeOverride: key.shape.sizeOverride } },
  )
  return { ...track, cuboid: { ...track.cuboid, keys } }
}

/** Copies the shape of the first key to all of them. */
export function withFirstShape<S>(keys: readonly Key<S>[]): Key<S>[] {
  const first = keys.find((key) => key.kind === 'shape')
  return keys.map((key) => (key.kind === 'shape' && first?.kind === 'shape' ? { ...key, shape: first.shape } : key))
}
