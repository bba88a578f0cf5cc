import type { RotatedRectangle } from '../document/shape.ts'
import type { FlatShapeKind } from './flatShapeKind.ts'
import { inPixels, linear, linearPoint, turnBetween, turnedAbout } from './imagePoints.ts'
import { type PixelScale, preparedRegion } from './preparedShape.ts'

/** Corners clockwise from the one that is top left at rotation 0. */
function ringOf({ center, widthPx, heightPx, rotationRad }: RotatedRectangle, scale: PixelScale) {
  const [x, y] = [widthPx / 2, heightPx / 2]
  const corners = [
    { x: -x, y: -y },
    { x, y: -y },
    { x, y },
    { x: -x, y },
  ]
  return turnedAbout(corners, rotationRad, inPixels(center, scale))
}

export const ROTATED_RECTANGLE_KIND: FlatShapeKind<RotatedRectangle> = {
  hasArea: true,
  isCurved: false,
  hasRotation: true,
  between: (a, b, t) => ({
    type: 'rotated_rectangle',
    center: linearPoint(a.center, b.center, t),
    widthPx: linear(a.widthPx, b.widthPx, t),
    heightPx: linear(a.heightPx, b.heightPx, t),
    rotationRad: turnBetween(a.rotationRad, b.rotationRad, t),
  }),
  fault: () => null,
  middle: ({ center }) => center,
  prepared: (shape, scale) => preparedRegion([ringOf(shape, scale)]),
  rings: (shape, scale) => [ringOf(shape, scale)],
}
