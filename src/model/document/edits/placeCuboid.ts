import type { Cuboid } from '../../../geometry/cuboid.ts'
import type { CuboidPath, ShapeSource, Track } from '../document.ts'
import { madeStationary, withShape } from '../edit.ts'
import { cuboidAt } from '../interpolate.ts'
import type { CuboidPlacement } from '../shape.ts'
import { lastIndexAt } from '../shapePath.ts'
import { sameSize } from './placements.ts'
import { stationaryPointsToggledAt } from './placePoints.ts'

export interface Placing {
  source: ShapeSource
  /** The size belongs to this frame alone instead of the whole track. */
  sizeOfFrame: boolean
  /** Little speaks for this place. */
  unsure?: boolean
}

export const BY_HAND: Placing = { source: 'manual', sizeOfFrame: false }

/** The track with this box at the frame, as a keyframe; stationary ones have its pose everywhere. */
export function placedAt(
  track: Track,
  frame: number,
  cuboid: Cuboid,
  { source, sizeOfFrame, unsure = false }: Placing,
): Track {
  const path = track.cuboid ?? { keys: [], attributes: new Map(), dimensions: cuboid.dimensions }
  const { position, heading, dimensions } = cuboid
  if (track.stationary && path.keys.some((key) => key.kind === 'shape')) {
    const still = madeStationary(path, cuboid, source)
    const keys = withShape(still.keys, frame, { position, heading, sizeOverride: null }, source)
    return { ...track, cuboid: { ...still, keys } }
  }
  const held = path.keys[lastIndexAt(path.keys, frame)]
  const overridden = held?.kind === 'shape' && held.frame === frame && held.shape.sizeOverride !== null
  const isSame = sameSize(dimensions, path.dimensions)
  const ofFrame = (sizeOfFrame || overridden) && !isSame
  const placement: CuboidPlacement = { position, heading, sizeOverride: ofFrame ? dimensions : null }
  const placed = withShape(path.keys, frame, placement, source)
  const keys = unsure ? placed.map((key) => (isShapeAt(key, frame) ? { ...key, unsure: true as const } : key)) : placed
  return { ...track, cuboid: { ...path, dimensions: ofFrame || isSame ? path.dimensions : dimensions, keys } }
}

const isShapeAt = (key: CuboidPath['keys'][number], frame: number) => key.kind === 'shape' && key.frame === frame

/** Applies the size shown at the frame to all frames; null if there is no box or nothing changes. */
export function sizedAlike(track: Track, frame: number): Track | null {
  const path = track.cuboid
  const dimensions = cuboidAt(track, frame)?.shape.dimensions
  if (!path || !dimensions) return null
  const isAlike = path.keys.every((key) => key.kind === 'out' || key.shape.sizeOverride === null)
  if (isAlike && sameSize(dimensions, path.dimensions)) return null
  const keys = path.keys.map((key) =>
    key.kind === 'out' || key.shape.sizeOverride === null
      ? key
      : { ...key, shape: { ...key.shape, sizeOverride: null } },
  )
  return { ...track, cuboid: { ...path, dimensions, keys } }
}

/** Applies the pose of this frame everywhere; or makes its keyframes movable again. */
export function stationaryToggledAt(track: Track, frame: number): Track | null {
  const path = track.cuboid
  if (!path) return stationaryPointsToggledAt(track, frame)
  if (track.stationary) {
    const first = path.keys.find((key) => key.kind === 'shape')
    const pose = first && cuboidAt(track, first.frame)
    return pose ? { ...track, stationary: false, cuboid: madeStationary(path, pose.shape) } : null
  }
  const shown = cuboidAt(track, frame)
  return shown ? { ...track, stationary: true, cuboid: madeStationary(path, shown.shape) } : null
}

/** Whether a person made the box of this very frame: machines leave it alone. */
export function isPersons(track: Track, frame: number): boolean {
  const key = track.cuboid?.keys.find((k) => k.frame === frame)
  return key?.kind === 'shape' && key.keyFrame && key.source === 'manual'
}
