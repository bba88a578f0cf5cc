import { COMMON_VIEW, type ShapeSource, type Track } from '../document.ts'
import { withShape } from '../edit.ts'
import { spaceAt } from '../interpolate.ts'
import type { SpaceShape } from '../shape.ts'
import { keysOf, withKeys } from './paths.ts'

/** The track with these points at the frame, as a keyframe; stationary ones have them in all others too. */
export function pointsPlacedAt(track: Track, frame: number, shape: SpaceShape, source: ShapeSource = 'manual'): Track {
  const placed = withKeys(track, COMMON_VIEW, withShape(keysOf(track, COMMON_VIEW), frame, shape, source))
  return track.stationary ? withSamePoints(placed, shape, source) : placed
}

const withSamePoints = (track: Track, shape: SpaceShape, source: ShapeSource): Track =>
  withKeys(
    track,
    COMMON_VIEW,
    keysOf(track, COMMON_VIEW).map((key) => (key.kind === 'out' ? key : { ...key, source, shape })),
  )

/** Applies the points of this frame everywhere; or makes their keyframes movable again; null if there are none. */
export function stationaryPointsToggledAt(track: Track, frame: number): Track | null {
  const shown = spaceAt(track, frame)
  return shown && { ...withSamePoints(track, shown.shape, 'manual'), stationary: !track.stationary }
}
