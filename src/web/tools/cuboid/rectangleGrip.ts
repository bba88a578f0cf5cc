import type { Rectangle } from '../../../model/document/shape.ts'
import type { ScreenPoint } from '../../view3d/viewCamera.ts'

/** The grabbed sides of a rectangle; none: the whole of it. */
export interface RectangleGrip {
  x: 'left' | 'right' | null
  y: 'top' | 'bottom' | null
}

interface ScreenRectangle {
  left: number
  top: number
  right: number
  bottom: number
}

/** The part of the rectangle under the pointer, all in pixels of the view. */
export function rectangleGripAt(shown: ScreenRectangle, { x, y }: ScreenPoint, tolerancePx = 6): RectangleGrip | null {
  const isWithin =
    x >= shown.left - tolerancePx &&
    x <= shown.right + tolerancePx &&
    y >= shown.top - tolerancePx &&
    y <= shown.bottom + tolerancePx
  if (!isWithin) return null
  const nearer = (low: number, high: number, at: number) => (Math.abs(at - low) <= Math.abs(at - high) ? low : high)
  const sideX = nearer(shown.left, shown.right, x)
  const sideY = nearer(shown.top, shown.bottom, y)
  return {
    x: Math.abs(x - sideX) > tolerancePx ? null : sideX === shown.left ? 'left' : 'right',
    y: Math.abs(y - sideY) > tolerancePx ? null : sideY === shown.top ? 'top' : 'bottom',
  }
}

const unit = (value: number) => Math.min(1, Math.max(0, value))

/** The rectangle after its grip went dx, dy (normalised); it stays on the image and in order. */
export function grippedRectangle(rectangle: Rectangle, grip: RectangleGrip, dx: number, dy: number): Rectangle {
  if (grip.x === null && grip.y === null) {
    const across = Math.min(Math.max(dx, -rectangle.left), 1 - rectangle.right)
    const down = Math.min(Math.max(dy, -rectangle.top), 1 - rectangle.bottom)
    return {
      type: 'rectangle',
      left: rectangle.left + across,
      right: rectangle.right + across,
      top: rectangle.top + down,
      bottom: rectangle.bottom + down,
    }
  }
  const moved = { ...rectangle }
  if (grip.x) moved[grip.x] = unit(moved[grip.x] + dx)
  if (grip.y) moved[grip.y] = unit(moved[grip.y] + dy)
  return unitRectangleBetween({ x: moved.left, y: moved.top }, { x: moved.right, y: moved.bottom })
}

/** Whichever corners they are. */
export function unitRectangleBetween(a: ScreenPoint, b: ScreenPoint): Rectangle {
  return {
    type: 'rectangle',
    left: unit(Math.min(a.x, b.x)),
    right: unit(Math.max(a.x, b.x)),
    top: unit(Math.min(a.y, b.y)),
    bottom: unit(Math.max(a.y, b.y)),
  }
}
