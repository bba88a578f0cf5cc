import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { FlatShape } from '../../../model/document/shape.ts'
import type { MessageId } from '../../messages/message.ts'
import { withinTurn } from './handles.ts'
import { boundsOfShape } from './outline.ts'
import { insideOf, normalisedOf, pixelOf } from './pixels.ts'
import { translated } from './transform.ts'

/** One number of a shape, to be read and typed. */
export interface ShapeNumber {
  label: Extract<MessageId, `shape.${string}`>
  value: number
  /** The shape with another value; null if the value is impossible. */
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
      ]
    case 'ellipse':
      return [
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
    { label: 'shape.width', value: right - left, changed: (value) => sized(value, bottom - top) },
    { label: 'shape.height', value: bottom - top, changed: (value) => sized(right - left, value) },
  ]
}

/** Left and top of shapes without other numbers: typing them moves the shape. */
function placeNumbers(shape: FlatShape, image: ImageSize): ShapeNumber[] {
  const { left, top } = boundsOfShape(shape, image)
  return [
    { label: 'shape.left', value: left, changed: (value) => translated(shape, { x: value - left, y: 0 }, image) },
    { label: 'shape.top', value: top, changed: (value) => translated(shape, { x: 0, y: value - top }, image) },
  ]
}

type Turned = FlatShape & { type: 'rotated_rectangle' | 'ellipse' }

function centerNumbers(shape: Turned, image: ImageSize): ShapeNumber[] {
  const { x, y } = pixelOf(shape.center, image)
  return [
    {
      label: 'shape.centerX',
      value: x,
      changed: (value) => ({ ...shape, center: normalisedOf({ x: value, y }, image) }),
    },
    {
      label: 'shape.centerY',
      value: y,
      changed: (value) => ({ ...shape, center: normalisedOf({ x, y: value }, image) }),
    },
  ]
}

const angleNumber = (shape: Turned): ShapeNumber => ({
  label: 'shape.angle',
  value: shape.rotationRad * DEGREES,
  changed: (value) => ({ ...shape, rotationRad: withinTurn(value / DEGREES) }),
})
