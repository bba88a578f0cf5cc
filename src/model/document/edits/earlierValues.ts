import type { CuboidPath, FlatPath, Track } from '../document.ts'

/**
 * The track after it was propagated from a frame to earlier ones: attributes that begin at or before the origin apply
 * in the earlier frames too, as they do in later ones.
 */
export function withEarlierValues(track: Track, from: number, to: number): Track {
  if (to >= from) return track
  const cuboid = track.cuboid && withEarlierSteps(track.cuboid, from, to)
  let hasChanged = cuboid !== track.cuboid
  const views = new Map<string, FlatPath>()
  for (const [sensorId, view] of track.views) {
    const earlier = withEarlierSteps(view, from, to)
    hasChanged ||= earlier !== view
    views.set(sensorId, earlier)
  }
  return hasChanged ? { ...track, cuboid, views } : track
}

function withEarlierSteps<Path extends CuboidPath | FlatPath>(path: Path, from: number, to: number): Path {
  const begins = [...path.attributes].filter(([, [first]]) => first && first.frame > to && first.frame <= from)
  if (begins.length === 0) return path
  const attributes = new Map(path.attributes)
  for (const [name, [first, ...later]] of begins) attributes.set(name, [{ ...first, frame: to }, ...later])
  return { ...path, attributes }
}
