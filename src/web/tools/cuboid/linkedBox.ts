import { type Camera, type CameraImageSize, normalizeImagePoint } from '../../../geometry/camera.ts'
import { projectedBounds } from '../../../geometry/projectedBounds.ts'
import type { Track } from '../../../model/document/document.ts'
import { cuboidAt, flatAt, followsAt } from '../../../model/document/interpolate.ts'
import type { Rectangle } from '../../../model/document/shape.ts'

/** The relation between an object's rectangle on one camera and its cuboid at one frame. */
export type LinkState = 'linked' | 'adjusted' | 'dismissed' | 'camera-only'

export interface LinkedBox {
  state: LinkState
  /** null: dismissed, or the camera does not see the cuboid. */
  rectangle: Rectangle | null
}

/** The bounds of the visible part of the track's cuboid; null if the camera does not see it. */
export function projectedRectangle(
  track: Track,
  frame: number,
  camera: Camera,
  size: CameraImageSize,
): Rectangle | null {
  const shown = cuboidAt(track, frame)
  const bounds = shown && projectedBounds(shown.shape, camera, size)
  if (!bounds) return null
  const { x: left, y: top } = normalizeImagePoint({ u: bounds.minU, v: bounds.minV }, size)
  const { x: right, y: bottom } = normalizeImagePoint({ u: bounds.maxU, v: bounds.maxV }, size)
  return { type: 'rectangle', left, top, right, bottom }
}

/** The rectangle of a track on a camera at a frame; null if the track has none on this camera. */
export function linkedBoxAt(
  track: Track,
  sensorId: string,
  frame: number,
  camera: Camera | null,
  size: CameraImageSize,
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
