import type { CuboidPath, FlatPath, Track } from '../../model/document/document.ts'
import type { PathId } from '../../model/document/operations/documentOperation.ts'

/** Every path of a track, the cuboid first. */
export function trackPaths(track: Track): (readonly [PathId, CuboidPath | FlatPath])[] {
  const flat = [...track.views]
  return track.cuboid ? [[null, track.cuboid], ...flat] : flat
}
