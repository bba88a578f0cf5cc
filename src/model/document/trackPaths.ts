import type { CuboidPath, FlatPath, Track } from './document.ts'
import type { PathId } from './operations/documentOperation.ts'

/** Every path of a track, the cuboid first. */
export function trackPaths(track: Track): (readonly [PathId, CuboidPath | FlatPath])[] {
  const flat = [...track.views]
  return track.cuboid ? [[null, track.cuboid], ...flat] : flat
}
