import type { CuboidPath, FlatPath, ShapeKey, Track } from '../document.ts'
import { viewAt } from '../interpolate.ts'
import { type AnyKeys, isCuboidKey, isFlatKey } from '../operations/anyKeys.ts'
import type { PathId } from '../operations/documentOperation.ts'
import type { CuboidPlacement, ViewShape } from '../shape.ts'
import { lastIndexAt, withKey } from '../shapePath.ts'
import { bakedKey } from './keySpans.ts'
import { shownPlacement } from './placements.ts'

/** The path of an object's own keyframes: its cuboid, otherwise the one view that sees it. */
export function mainPath({ cuboid, views }: Track): PathId {
  if (cuboid) return null
  const [first = null] = views.keys()
  return first
}

const pathOf = (track: Track, sensorId: PathId): CuboidPath | FlatPath | null | undefined =>
  sensorId === null ? track.cuboid : track.views.get(sensorId)

/** Empty if the track has no such path. */
export const keysOf = (track: Track, sensorId: PathId = mainPath(track)): AnyKeys => pathOf(track, sensorId)?.keys ?? []

/** The track with these keys on a path it has. */
export function withKeys(track: Track, sensorId: PathId, keys: AnyKeys): Track {
  if (keysOf(track, sensorId) === keys) return track
  if (sensorId === null) {
    return track.cuboid ? { ...track, cuboid: { ...track.cuboid, keys: keys.filter(isCuboidKey) } } : track
  }
  const view = track.views.get(sensorId)
  if (!view) return track
  return { ...track, views: new Map(track.views).set(sensorId, { ...view, keys: keys.filter(isFlatKey) }) }
}

/** What a path shows at a frame, as a key; null where it is absent. */
export function shownKey(track: Track, sensorId: PathId, frame: number): ShapeKey<CuboidPlacement | ViewShape> | null {
  const given = keysOf(track, sensorId).find((key) => key.frame === frame)
  if (given?.kind === 'shape' && sensorId !== null) return given
  if (sensorId === null) return shownPlacement(track, frame)
  const path = track.views.get(sensorId)
  const shown = path && viewAt(path, frame)
  return shown ? bakedKey(frame, shown) : null
}

/**
 * Adds a keyframe in the previous frame if the path moves through it: later keys may then be removed without stopping
 * earlier motion.
 */
export function heldBefore(track: Track, sensorId: PathId, frame: number): Track {
  const keys = keysOf(track, sensorId)
  const last = lastIndexAt(keys, frame - 1)
  const isMoving = keys[last]?.kind === 'shape' && keys[last].frame < frame - 1 && keys[last + 1]?.kind === 'shape'
  const held = isMoving && !track.stationary ? shownKey(track, sensorId, frame - 1) : null
  return held ? withKeys(track, sensorId, withKey<CuboidPlacement | ViewShape>(keys, held)) : track
}

/** Whether the rest is still an object: it has a shape, and no path ends before it starts. */
export function keptAlive(track: Track, sensorId: PathId, keys: AnyKeys): Track | null {
  const isFollowing = sensorId !== null && track.views.get(sensorId)?.follows
  const first = keys.findIndex(({ kind }) => kind === 'shape')
  const changed = withKeys(track, sensorId, isFollowing ? keys : keys.slice(Math.max(first, 0)))
  if (sensorId === null) return first < 0 ? null : changed
  const isLeft = [...changed.views.values()].some((path) => path.keys.some(({ kind }) => kind === 'shape'))
  return changed.cuboid || isLeft ? changed : null
}
