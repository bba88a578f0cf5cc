import { Type } from 'typebox'
import type { ImagePoint, RotatedRectangle } from '../../../model/document/shape.ts'
import type { ImageSize } from '../jobContext.ts'
import { readNumber, readObject, readPositive } from '../read.ts'
import { readFreePoint } from '../readPoints.ts'
import { boxCorners } from './rectangle.ts'
import { FreePoint, Positive, SentSize, type WireShape } from './wireShape.ts'

/** Turned in pixels, clockwise on the screen (y points down), because the normalised axes differ in scale. */
function turnedCorners(shape: RotatedRectangle, image: ImageSize | null): ImagePoint[] {
  if (!image) throw new Error('a rotated rectangle needs the size of its image')
  const { center, widthPx, heightPx, rotationRad } = shape
  const cos = Math.cos(rotationRad)
  const sin = Math.sin(rotationRad)
  return boxCorners({ left: -widthPx / 2, top: -heightPx / 2, right: widthPx / 2, bottom: heightPx / 2 }).map(
    ({ x, y }) => ({
      x: center.x + (x * cos - y * sin) / image.widthPx,
      y: center.y + (x * sin + y * cos) / image.heightPx,
    }),
  )
}

export const WIRE_ROTATED_RECTANGLE: WireShape<RotatedRectangle> = {
  group: { name: 'rotated_rectangles', always: false },
  delivered: {
    center: FreePoint,
    size: Type.Object({ width: Positive, height: Positive }),
    rotation: Type.Number(),
    coordinates: Type.Array(FreePoint, { minItems: 4, maxItems: 4 }),
  },
  sent: { center: FreePoint, widthPx: SentSize, heightPx: SentSize, rotationRad: Type.Number() },
  /** Its corners follow from centre, size and rotation: those given are not read. */
  read(record, path, _, failures) {
    const center = readFreePoint(record, 'center', path, failures)
    const size = readObject(record, 'size', path, failures)
    const widthPx = size && readPositive(size, 'width', `${path}.size`, failures)
    const heightPx = size && readPositive(size, 'height', `${path}.size`, failures)
    const rotationRad = readNumber(record, 'rotation', path, failures)
    if (!center || widthPx === null || heightPx === null || rotationRad === null) return null
    return { type: 'rotated_rectangle', center, widthPx, heightPx, rotationRad }
  },
  write: (shape, image) => ({
    center: { x: shape.center.x, y: shape.center.y },
    size: { width: shape.widthPx, height: shape.heightPx },
    rotation: shape.rotationRad,
    coordinates: turnedCorners(shape, image),
  }),
}
