import type { ScreenPoint } from '../../../view3d/viewCamera.ts'
import { DONE } from '../../machine/tool.ts'
import { DRAG_PX } from '../cuboidHost.ts'
import type { CameraToolState } from './cameraHost.ts'

/** The image follows the pointer; a press without movement selects. */
export function panningCamera(from: ScreenPoint): CameraToolState {
  let last = from
  return {
    name: 'camera.panning',
    pointerMove(host, at) {
      host.panBy({ x: at.x - last.x, y: at.y - last.y })
      last = at
      return undefined
    },
    pointerUp(host, at) {
      if (Math.hypot(at.x - from.x, at.y - from.y) < DRAG_PX) host.selectAt(at)
      return DONE
    },
  }
}
