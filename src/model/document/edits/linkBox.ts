import type { FlatPath, Track } from '../document.ts'
import { withShape } from '../edit.ts'
import { keyframe } from '../keyframe.ts'
import type { Rectangle } from '../shape.ts'
import { lastIndexAt, withKey, withoutKey } from '../shapePath.ts'

const withView = (track: Track, sensorId: string, path: FlatPath): Track => ({
  ...track,
  views: new Map(track.views).set(sensorId, path),
})

/** Attributes are the object's: the new view starts with those of its cuboid. */
const newLink = ({ cuboid }: Track): FlatPath => ({
  keys: [],
  attributes: cuboid?.attributes ?? new Map(),
  follows: true,
})

/** The rectangle as a person wants it; it stays so until it follows the cuboid again. */
export function adjustedBox(track: Track, sensorId: string, frame: number, rectangle: Rectangle): Track {
  const path = track.views.get(sensorId) ?? newLink(track)
  if (!path.follows)
    return withView(track, sensorId, { ...path, keys: withShape(path.keys, frame, rectangle, 'manual') })
  const linked = track.cuboid !== null
  const made = keyframe(frame, rectangle, { id: idAt(path, frame), linked })
  return withView(track, sensorId, { ...path, keys: withKey(path.keys, made) })
}

function idAt(path: FlatPath, frame: number): string | null {
  const key = path.keys[lastIndexAt(path.keys, frame)]
  return key?.frame === frame && key.kind === 'shape' ? key.id : null
}

/** Absent in this frame alone although the camera might see it. */
export function dismissedBox(track: Track, sensorId: string, frame: number): Track {
  const path = track.views.get(sensorId) ?? newLink(track)
  return withView(track, sensorId, { ...path, keys: withKey(path.keys, { kind: 'out', frame }) })
}

/** Follows the cuboid again in this frame. */
export function reprojectedBox(track: Track, sensorId: string, frame: number): Track {
  const path = track.views.get(sensorId) ?? newLink(track)
  return withView(track, sensorId, { ...path, follows: true, keys: withoutKey(path.keys, frame) })
}
