import { type Camera, type ImageSize, normalizeImagePoint } from '../../../geometry/camera.ts'
import { projectedBounds } from '../../../geometry/projectedBounds.ts'
import type { FlatPath, Track } from '../../../model/document/document.ts'
import { withShape } from '../../../model/document/edit.ts'
import { cuboidAt, flatAt, followsAt } from '../../../model/document/interpolate.ts'
import type { Rectangle } from '../../../model/document/shape.ts'
import { lastIndexAt, withKey, withoutKey } from '../../../model/document/shapePath.ts'

/** How an object's rectangle on one camera stands to its cuboid at one frame. */
export type LinkState = 'linked' | 'adjusted' | 'dismissed' | 'camera-only'

export interface LinkedBox {
  state: LinkState
  /** null: dismissed, or the camera does not see the cuboid. */
  rectangle: Rectangle | null
}

/** The bounds of what the camera sees of the track's cuboid; null when it sees nothing of it. */
export function projectedRectangle(track: Track, frame: number, camera: Camera, size: ImageSize): Rectangle | null {
  const shown = cuboidAt(track, frame)
  const bounds = shown && projectedBounds(shown.shape, camera, size)
  if (!bounds) return null
  const { x: left, y: top } = normalizeImagePoint({ u: bounds.minU, v: bounds.minV }, size)
  const { x: right, y: bottom } = normalizeImagePoint({ u: bounds.maxU, v: bounds.maxV }, size)
  return { type: 'rectangle', left, top, right, bottom }
}

/** The rectangle of a track on a camera at a frame; null where the track has nothing to do with this camera. */
export function linkedBoxAt(
  track: Track,
  sensorId: string,
  frame: number,
  camera: Camera | null,
  size: ImageSize,
): LinkedBox | null {
  const path = track.views.get(sensorId)
  if (!path) return null
  if (!path.follows) {
    const shown = flatAt(path, frame)
    return { state: 'camera-only', rectangle: shown?.shape.type === 'rectangle' ? shown.shape : null }
  }
  if (followsAt(path, frame)) {
    return { state: 'linked', rectangle: camera && projectedRectangle(track, frame, camera, size) }
  }
  const shown = flatAt(path, frame)
  if (shown?.shape.type === 'rectangle') return { state: 'adjusted', rectangle: shown.shape }
  return { state: 'dismissed', rectangle: null }
}

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

/** The rectangle as a person wants it; it stays so until it is projected anew. */
export function adjustedBox(track: Track, sensorId: string, frame: number, rectangle: Rectangle): Track {
  const path = track.views.get(sensorId) ?? newLink(track)
  if (!path.follows)
    return withView(track, sensorId, { ...path, keys: withShape(path.keys, frame, rectangle, 'manual') })
  const linked = track.cuboid !== null
  const made = withKey(path.keys, {
    ...{ kind: 'shape', frame, id: idAt(path, frame), keyFrame: true, source: 'manual', hidden: false, linked },
    shape: rectangle,
  })
  return withView(track, sensorId, { ...path, keys: made })
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
