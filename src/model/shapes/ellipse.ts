import type { Ellipse } from '../document/shape.ts'
import type { FlatShapeKind } from './flatShapeKind.ts'
import { inPixels, linear, linearPoint, turnBetween, turnedAbout } from './imagePoints.ts'
import { COMPARED_CURVE_CORNERS, type PixelScale, preparedRegion } from './preparedShape.ts'

function ringOf({ center, radiusXPx, radiusYPx, rotationRad }: Ellipse, scale: PixelScale, cornerCount: number) {
  const corners = Array.from({ length: cornerCount }, (_, i) => {
    const angle = (2 * Math.PI * i) / cornerCount
    return { x: radiusXPx * Math.cos(angle), y: radiusYPx * Math.sin(angle) }
  })
  return turnedAbout(corners, rotationRad, inPixels(center, scale))
}

export const ELLIPSE_KIND: FlatShapeKind<Ellipse> = {
  hasArea: true,
  isCurved: true,
  hasRotation: true,
  between: (a, b, t) => ({
    type: 'ellipse',
    center: linearPoint(a.center, b.center, t),
    radiusXPx: linear(a.radiusXPx, b.radiusXPx, t),
    radiusYPx: linear(a.radiusYPx, b.radiusYPx, t),
    rotationRad: turnBetween(a.rotationRad, b.rotationRad, t),
  }),
  fault: () => null,
  middle: ({ center }) => center,
  prepared: (shape, scale) => preparedRegion([ringOf(shape, scale, COMPARED_CURVE_CORNERS)]),
  rings: (shape, scale, curveCorners) => [ringOf(shape, scale, curveCorners)],
}
