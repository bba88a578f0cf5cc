import type { ScreenPoint } from '../../../view3d/viewCamera.ts'
import { DONE } from '../../machine/tool.ts'
import { DRAG_PX } from '../cuboidHost.ts'
import type { CameraToolState, HeldCameraVertex } from './cameraHost.ts'

/** A point of a polyline or of key points follows the pointer over the image. One drag is one step of undo. */
export function draggingVertex(from: ScreenPoint, vertex: HeldCameraVertex): CameraToolState {
  let isDrag = false
  return {
    name: 'camera.vertex',
    pointerMove(host, at) {
      isDrag ||= Math.hypot(at.x - from.x, at.y - from.y) >= DRAG_PX
      if (isDrag) host.dragVertex(vertex, at)
      return undefined
    },
    pointerUp(host, at) {
      if (isDrag) host.placeVertex(vertex, at)
      return DONE
    },
    exit: (host) => host.dragVertex(vertex, null),
  }
}
