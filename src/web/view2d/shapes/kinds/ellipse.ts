import type { Ellipse } from '../../../../model/document/shape.ts'
import { screenFromImage } from '../../camera2d.ts'
import { BOX_SIDES, LEAST_SIDE_PX, pixelOf, rotatedAbout } from '../pixels.ts'
import type { ShapeView } from '../shapeView.ts'
import { alongSides, angleNumber, centerNumbers, movedCenter, turnedHandles, turnedTo } from './turnedShape.ts'

/** Enough for ellipses of common sizes to look smooth. */
const OUTLINE_POINTS = 64

const SIDES = BOX_SIDES.filter(([fx, fy]) => fx === 0 || fy === 0)

export const ELLIPSE_VIEW: ShapeView<Ellipse> = {
  isFilled: true,
  outline({ center: given, radiusXPx, radiusYPx, rotationRad }, image) {
    const center = pixelOf(given, image)
    const path = Array.from({ length: OUTLINE_POINTS }, (_, i) => {
      const angle = (i / OUTLINE_POINTS) * 2 * Math.PI
      const at = { x: center.x + radiusXPx * Math.cos(angle), y: center.y + radiusYPx * Math.sin(angle) }
      return rotatedAbout(at, center, rotationRad)
    })
    return { paths: [path], closed: true }
  },
  handles: (shape, image, rotateOffsetPx) =>
    turnedHandles(shape, { x: shape.radiusXPx, y: shape.radiusYPx }, SIDES, image, rotateOffsetPx),
  /** Its centre stays where it is. */
  resized(shape, fx, fy, to, image) {
    const along = alongSides(shape, to, image)
    const radiusXPx = fx === 0 ? shape.radiusXPx : Math.max(LEAST_SIDE_PX / 2, along.x * fx)
    const radiusYPx = fy === 0 ? shape.radiusYPx : Math.max(LEAST_SIDE_PX / 2, along.y * fy)
    return { ...shape, radiusXPx, radiusYPx }
  },
  turned: turnedTo,
  moved: movedCenter,
  numbers: (shape, image) => [
    ...centerNumbers(shape, image),
    {
      label: 'shape.radiusX',
      value: shape.radiusXPx,
      changed: (value) => (value > 0 ? { ...shape, radiusXPx: value } : null),
    },
    {
      label: 'shape.radiusY',
      value: shape.radiusYPx,
      changed: (value) => (value > 0 ? { ...shape, radiusYPx: value } : null),
    },
    angleNumber(shape),
  ],
  trace(target, shape, image, camera) {
    const { x, y } = screenFromImage(pixelOf(shape.center, image), camera)
    const { radiusXPx, radiusYPx, rotationRad } = shape
    target.moveTo(
      x + radiusXPx * camera.scale * Math.cos(rotationRad),
      y + radiusXPx * camera.scale * Math.sin(rotationRad),
    )
    target.ellipse(x, y, radiusXPx * camera.scale, radiusYPx * camera.scale, rotationRad, 0, 2 * Math.PI)
  },
}
