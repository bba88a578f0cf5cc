import type { ImageSize } from '../../../../formats/results/jobContext.ts'
import type { FlatShape, Rectangle } from '../../../../model/document/shape.ts'
import { screenFromImage } from '../../camera2d.ts'
import { BOX_SIDES, cornersOf, insideOf, LEAST_SIDE_PX, type PixelBounds, type PixelPoint } from '../pixels.ts'
import type { ShapeView } from '../shapeView.ts'
import { movedPoint } from './points.ts'

const boundsOf = ({ left, top, right, bottom }: Rectangle, { widthPx, heightPx }: ImageSize): PixelBounds => ({
  left: left * widthPx,
  top: top * heightPx,
  right: right * widthPx,
  bottom: bottom * heightPx,
})

function resized(shape: Rectangle, fx: number, fy: number, to: PixelPoint, image: ImageSize): Rectangle {
  const { x, y } = insideOf(to, image)
  // Dragged over the other side the box turns over rather than becoming negative.
  const [left, right] = spread(
    fx === 0 ? [shape.left, shape.right] : [fx < 0 ? shape.right : shape.left, x],
    image.widthPx,
  )
  const [top, bottom] = spread(
    fy === 0 ? [shape.top, shape.bottom] : [fy < 0 ? shape.bottom : shape.top, y],
    image.heightPx,
  )
  return { type: 'rectangle', left, top, right, bottom }
}

/** In order, and at least a pixel apart within 0..1. */
function spread([a, b]: [number, number], sizePx: number): [number, number] {
  const low = Math.min(a, b)
  const high = Math.max(a, b)
  const min = LEAST_SIDE_PX / sizePx
  if (high - low >= min) return [low, high]
  return low + min <= 1 ? [low, low + min] : [1 - min, 1]
}

export const RECTANGLE_VIEW: ShapeView<Rectangle> = {
  isFilled: true,
  fillsBounds: true,
  outline: (shape, image) => ({ paths: [cornersOf(boundsOf(shape, image))], closed: true }),
  bounds: boundsOf,
  handles(shape, image) {
    const { left, top, right, bottom } = boundsOf(shape, image)
    return BOX_SIDES.map(([fx, fy]) => ({
      kind: 'side',
      fx,
      fy,
      at: { x: (left + right) / 2 + (fx * (right - left)) / 2, y: (top + bottom) / 2 + (fy * (bottom - top)) / 2 },
    }))
  },
  resized,
  moved(shape, by, image) {
    const a = movedPoint({ x: shape.left, y: shape.top }, by, image)
    const b = movedPoint({ x: shape.right, y: shape.bottom }, by, image)
    return { type: 'rectangle', left: a.x, top: a.y, right: b.x, bottom: b.y }
  },
  numbers(shape, image) {
    const { left, top, right, bottom } = boundsOf(shape, image)
    const sized = (width: number, height: number): FlatShape | null => {
      const end = insideOf({ x: left + width, y: top + height }, image)
      return end.x > shape.left && end.y > shape.top ? { ...shape, right: end.x, bottom: end.y } : null
    }
    return [
      { label: 'shape.width', value: right - left, changed: (value) => sized(value, bottom - top) },
      { label: 'shape.height', value: bottom - top, changed: (value) => sized(right - left, value) },
    ]
  },
  trace(target, shape, image, camera) {
    const a = screenFromImage({ x: shape.left * image.widthPx, y: shape.top * image.heightPx }, camera)
    const width = (shape.right - shape.left) * image.widthPx * camera.scale
    target.rect(a.x, a.y, width, (shape.bottom - shape.top) * image.heightPx * camera.scale)
  },
}
