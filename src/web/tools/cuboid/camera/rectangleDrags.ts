import type { Rectangle } from '../../../../model/document/shape.ts'
import type { ScreenPoint } from '../../../view3d/viewCamera.ts'
import { DONE } from '../../machine/tool.ts'
import { grippedRectangle, unitRectangleBetween } from '../rectangleGrip.ts'
import type { CameraHost, CameraToolState, HeldRectangle } from './cameraHost.ts'

const LEAST_SIDE = 0.002

const hasSize = ({ left, top, right, bottom }: Rectangle): boolean =>
  right - left >= LEAST_SIDE && bottom - top >= LEAST_SIDE

interface RectangleDrag {
  name: string
  trackId: string | null
  /** @param from, to shares of the image */
  rectangleAt(from: ScreenPoint, to: ScreenPoint): Rectangle
  finish(rectangle: Rectangle): void
}

function dragging(host: CameraHost, from: ScreenPoint, drag: RectangleDrag): CameraToolState {
  const start = host.imageShareAt(from)
  let rectangle: Rectangle | null = null
  return {
    name: drag.name,
    pointerMove(_, at) {
      rectangle = drag.rectangleAt(start, host.imageShareAt(at))
      return undefined
    },
    pointerUp() {
      if (rectangle && hasSize(rectangle)) drag.finish(rectangle)
      return DONE
    },
    overlay: () => rectangle && { trackId: drag.trackId, rectangle },
  }
}

/** Sides, corners or the whole of a box follow the pointer. */
export const grippingRectangle = (host: CameraHost, from: ScreenPoint, held: HeldRectangle): CameraToolState =>
  dragging(host, from, {
    name: 'camera.gripping',
    trackId: held.trackId,
    rectangleAt: (start, to) => grippedRectangle(held.rectangle, held.grip, to.x - start.x, to.y - start.y),
    finish: (rectangle) => host.adjust(held.trackId, rectangle),
  })

/** A box of an object that only the camera sees. */
export const drawingRectangle = (host: CameraHost, from: ScreenPoint): CameraToolState =>
  dragging(host, from, {
    name: 'camera.drawing',
    trackId: null,
    rectangleAt: unitRectangleBetween,
    finish: (rectangle) => host.create(rectangle),
  })
