import type { Cuboid, Dimensions } from '../../../geometry/cuboid.ts'
import type { Track } from '../document.ts'

/**
 * Gives the track another size in all frames without their own size. `place` answers where the box of a keyframe is
 * with that size.
 */
export function resizedTrack(
  track: Track,
  dimensions: Dimensions,
  place: (cuboid: Cuboid, frame: number) => Cuboid,
): Track {
  const path = track.cuboid
  if (!path) return track
  const keys = path.keys.map((key) => {
    if (key.kind === 'out' || key.shape.sizeOverride) return key
    const { position, heading } = place({ ...key.shape, dimensions: path.dimensions }, key.frame)
    return { ...key, shape: { position, heading, sizeOverride: null } }
  })
  return { ...track, cuboid: { ...path, dimensions, keys } }
}
