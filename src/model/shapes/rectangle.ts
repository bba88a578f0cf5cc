import type { Rectangle } from '../document/shape.ts'
import type { FlatShapeKind } from './flatShapeKind.ts'
import { inPixels, linear, outsideFault } from './imagePoints.ts'
import { extentOf, type PixelScale } from './preparedShape.ts'

const ends = ({ left, top, right, bottom }: Rectangle) => [
  { x: left, y: top },
  { x: right, y: bottom },
]

const endsInPixels = (shape: Rectangle, scale: PixelScale) => ends(shape).map((point) => inPixels(point, scale))

export const RECTANGLE_KIND: FlatShapeKind<Rectangle> = {
  hasArea: true,
  isCurved: false,
  hasRotation: false,
  between: (a, b, t) => ({
    type: 'rectangle',
    left: linear(a.left, b.left, t),
    top: linear(a.top, b.top, t),
    right: linear(a.right, b.right, t),
    bottom: linear(a.bottom, b.bottom, t),
  }),
  fault: (shape) =>
    shape.right < shape.left || shape.bottom < shape.top ? 'the box is inside out' : outsideFault(ends(shape)),
  middle: ({ left, top, right, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 }),
  prepared: (shape, scale) => ({ kind: 'box', extent: extentOf(endsInPixels(shape, scale)) }),
  rings(shape, scale) {
    const [{ x: left, y: top }, { x: right, y: bottom }] = endsInPixels(shape, scale)
    return [
      [
        { x: left, y: top },
        { x: right, y: top },
        { x: right, y: bottom },
        { x: left, y: bottom },
      ],
    ]
  },
}
