import type { ImageSize } from '../../../../formats/results/jobContext.ts'
import type { Ellipse, RotatedRectangle } from '../../../../model/document/shape.ts'
import { insideOf, normalisedOf, type PixelPoint, pixelOf, rotatedAbout } from '../pixels.ts'
import type { Handle, ShapeNumber } from '../shapeView.ts'

/** A shape with a centre about which it is turned. */
type TurnedShape = RotatedRectangle | Ellipse

const DEGREES = 180 / Math.PI
const ANGLE_STEP_RAD = Math.PI / 12

/** The same angle within −π..π. */
export function withinTurn(angleRad: number): number {
  const turn = angleRad % (2 * Math.PI)
  if (turn > Math.PI) return turn - 2 * Math.PI
  return turn < -Math.PI ? turn + 2 * Math.PI : turn
}

/** Handles at these sides of its box before it is turned, and one above it that turns it. */
export function turnedHandles(
  shape: TurnedShape,
  half: PixelPoint,
  sides: readonly (readonly [number, number])[],
  image: ImageSize,
  rotateOffsetPx: number,
): Handle[] {
  const center = pixelOf(shape.center, image)
  const place = (x: number, y: number) => rotatedAbout({ x: center.x + x, y: center.y + y }, center, shape.rotationRad)
  return [
    { kind: 'rotate', at: place(0, -half.y - rotateOffsetPx) },
    ...sides.map(([fx, fy]): Handle => ({ kind: 'side', fx, fy, at: place(fx * half.x, fy * half.y) })),
  ]
}

/** How far a place is from the centre, along the sides of the shape before it is turned. */
export function alongSides(shape: TurnedShape, to: PixelPoint, image: ImageSize): PixelPoint {
  const center = pixelOf(shape.center, image)
  const local = rotatedAbout(to, center, -shape.rotationRad)
  return { x: local.x - center.x, y: local.y - center.y }
}

export function turnedTo<S extends TurnedShape>(shape: S, to: PixelPoint, image: ImageSize, snapAngle: boolean): S {
  const center = pixelOf(shape.center, image)
  const angle = Math.atan2(to.y - center.y, to.x - center.x) + Math.PI / 2
  const stepped = snapAngle ? Math.round(angle / ANGLE_STEP_RAD) * ANGLE_STEP_RAD : angle
  return { ...shape, rotationRad: withinTurn(stepped) }
}

/** Its centre stays inside of the image. */
export function movedCenter<S extends TurnedShape>(shape: S, by: PixelPoint, image: ImageSize): S {
  const center = pixelOf(shape.center, image)
  return { ...shape, center: insideOf({ x: center.x + by.x, y: center.y + by.y }, image) }
}

export function centerNumbers(shape: TurnedShape, image: ImageSize): ShapeNumber[] {
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

export const angleNumber = (shape: TurnedShape): ShapeNumber => ({
  label: 'shape.angle',
  value: shape.rotationRad * DEGREES,
  changed: (value) => ({ ...shape, rotationRad: withinTurn(value / DEGREES) }),
})
