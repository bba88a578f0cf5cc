import type { FlatShape } from '../../../model/document/shape.ts'
import { withinTurn } from './handles.ts'
import { boundsOfShape } from './outline.ts'
import { type ImageSize, insideOf, normalisedOf, pixelOf } from './pixels.ts'
import { translated } from './transform.ts'

/** One number of a shape, to be read and typed. */
export interface ShapeNumber {
  label: string
  value: number
  /** The shape with another value; null where it makes none. */
  changed(value: number): FlatShape | null
}

const DEGREES = 180 / Math.PI

/** In pixels of the image and degrees, clockwise. */
export function numbersOf(shape: FlatShape, image: ImageSize): ShapeNumber[] {
  switch (shape.type) {
    case 'rectangle':
      return boxNumbers(shape, image)
    case 'rotated_rectangle':
      return [
        ...centerNumbers(shape, image),
        { label: 'Width', value: shape.widthPx, changed: (value) => (value > 0 ? { ...shape, widthPx: value } : null) },
        {
          label: 'Height',
          value: shape.heightPx,
          changed: (value) => (value > 0 ? { ...shape, heightPx: value } : null),
        },
        angleNumber(shape),
      ]
    case 'ellipse':
      return [
        ...centerNumbers(shape, image),
        {
          label: 'Radius x',
          value: shape.radiusXPx,
          changed: (value) => (value > 0 ? { ...shape, radiusXPx: value } : null),
        },
        {
          label: 'Radius y',
          value: shape.radiusYPx,
          changed: (value) => (value > 0 ? { ...shape, radiusYPx: value } : null),
        },
        angleNumber(shape),
      ]
    default:
      return placeNumbers(shape, image)
  }
}

function boxNumbers(shape: FlatShape & { type: 'rectangle' }, image: ImageSize): ShapeNumber[] {
  const { left, top, right, bottom } = boundsOfShape(shape, image)
  const sized = (width: number, height: number): FlatShape | null => {
    const end = insideOf({ x: left + width, y: top + height }, image)
    return end.x > shape.left && end.y > shape.top ? { ...shape, right: end.x, bottom: end.y } : null
  }
  return [
    ...placeNumbers(shape, image),
    { label: 'Width', value: right - left, changed: (value) => sized(value, bottom - top) },
    { label: 'Height', value: bottom - top, changed: (value) => sized(right - left, value) },
  ]
}

/** Left and top of whatever has no numbers of its own: typed, they move it. */
function placeNumbers(shape: FlatShape, image: ImageSize): ShapeNumber[] {
  const { left, top } = boundsOfShape(shape, image)
  return [
    { label: 'Left', value: left, changed: (value) => translated(shape, { x: value - left, y: 0 }, image) },
    { label: 'Top', value: top, changed: (value) => translated(shape, { x: 0, y: value - top }, image) },
  ]
}

type Turned = FlatShape & { type: 'rotated_rectangle' | 'ellipse' }

function centerNumbers(shape: Turned, image: ImageSize): ShapeNumber[] {
  const { x, y } = pixelOf(shape.center, image)
  return [
    { label: 'Centre x', value: x, changed: (value) => ({ ...shape, center: normalisedOf({ x: value, y }, image) }) },
    { label: 'Centre y', value: y, changed: (value) => ({ ...shape, center: normalisedOf({ x, y: value }, image) }) },
  ]
}

const angleNumber = (shape: Turned): ShapeNumber => ({
  label: 'Angle °',
  value: shape.rotationRad * DEGREES,
  changed: (value) => ({ ...shape, rotationRad: withinTurn(value / DEGREES) }),
})
