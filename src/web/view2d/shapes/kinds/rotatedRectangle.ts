import type { RotatedRectangle } from '../../../../model/document/shape.ts'
import { BOX_SIDES, cornersOf, LEAST_SIDE_PX, normalisedOf, pixelOf, rotatedAbout } from '../pixels.ts'
import type { ShapeView } from '../shapeView.ts'
import { alongSides, angleNumber, centerNumbers, movedCenter, turnedHandles, turnedTo } from './turnedShape.ts'

export const ROTATED_RECTANGLE_VIEW: ShapeView<RotatedRectangle> = {
  isFilled: true,
  outline({ center: given, widthPx, heightPx, rotationRad }, image) {
    const center = pixelOf(given, image)
    const upright = cornersOf({
      left: center.x - widthPx / 2,
      top: center.y - heightPx / 2,
      right: center.x + widthPx / 2,
      bottom: center.y + heightPx / 2,
    })
    return { paths: [upright.map((corner) => rotatedAbout(corner, center, rotationRad))], closed: true }
  },
  handles: (shape, image, rotateOffsetPx) =>
    turnedHandles(shape, { x: shape.widthPx / 2, y: shape.heightPx / 2 }, BOX_SIDES, image, rotateOffsetPx),
  /** The opposite side stays where it is. */
  resized(shape, fx, fy, to, image) {
    const center = pixelOf(shape.center, image)
    const along = alongSides(shape, to, image)
    const widthPx = fx === 0 ? shape.widthPx : Math.max(LEAST_SIDE_PX, shape.widthPx / 2 + along.x * fx)
    const heightPx = fy === 0 ? shape.heightPx : Math.max(LEAST_SIDE_PX, shape.heightPx / 2 + along.y * fy)
    const moved = {
      x: center.x + (fx * (widthPx - shape.widthPx)) / 2,
      y: center.y + (fy * (heightPx - shape.heightPx)) / 2,
    }
    return { ...shape, widthPx, heightPx, center: normalisedOf(rotatedAbout(moved, center, shape.rotationRad), image) }
  },
  turned: turnedTo,
  moved: movedCenter,
  numbers: (shape, image) => [
    ...centerNumbers(shape, image),
    {
      label: 'shape.width',
      value: shape.widthPx,
      changed: (value) => (value > 0 ? { ...shape, widthPx: value } : null),
    },
    {
      label: 'shape.height',
      value: shape.heightPx,
      changed: (value) => (value > 0 ? { ...shape, heightPx: value } : null),
    },
    angleNumber(shape),
  ],
}
