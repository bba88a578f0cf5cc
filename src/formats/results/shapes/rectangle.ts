import { Type } from 'typebox'
import type { ListLike } from '../../../json/lazy.ts'
import type { ImagePoint, Rectangle } from '../../../model/document/shape.ts'
import { wordsFor } from '../../errors/fault.ts'
import type { FailureList } from '../failureList.ts'
import { type JsonObject, readList } from '../read.ts'
import { isPoint, readImagePoint } from '../readPoints.ts'
import { UnitPoint, type WireShape } from './wireShape.ts'

/** How far corners of a rectangle may be out of line. */
const ALIGNMENT_TOLERANCE = 1e-6

export const Corners = Type.Array(UnitPoint, { minItems: 4, maxItems: 4 })

/** Top-left, top-right, bottom-right, bottom-left. */
export function boxCorners({
  left,
  top,
  right,
  bottom,
}: Omit<Rectangle, 'type'>): [ImagePoint, ImagePoint, ImagePoint, ImagePoint] {
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ]
}

export function readRectangle(record: JsonObject, path: string, failures: FailureList): Rectangle | null {
  const corners = readList(record, 'coordinates', path, failures)
  if (!corners) return null
  const field = `${path}.coordinates`
  if (corners.length !== 4) {
    failures.add(field, 'INVALID_VALUE', wordsFor('4 corners', `${corners.length}`))
    return null
  }
  const whole = wholeRectangle(corners)
  if (whole) return whole
  const points = Array.from(corners, (corner, i) => readImagePoint(corner, `${field}[${i}]`, failures))
  const [topLeft, topRight, bottomRight, bottomLeft] = points.filter((point) => point !== null)
  if (!bottomLeft) return null
  const isAligned =
    near(topLeft.y, topRight.y) &&
    near(topRight.x, bottomRight.x) &&
    near(bottomRight.y, bottomLeft.y) &&
    near(bottomLeft.x, topLeft.x)
  if (!isAligned || !(topLeft.x < bottomRight.x && topLeft.y < bottomRight.y)) {
    failures.add(
      field,
      'INVALID_VALUE',
      wordsFor(
        'top left, top right, bottom right, bottom left of an upright rectangle',
        points.map((point) => `${point?.x} ${point?.y}`).join(', '),
      ),
    )
    return null
  }
  return { type: 'rectangle', left: topLeft.x, top: topLeft.y, right: bottomRight.x, bottom: bottomRight.y }
}

/** The rectangle if it is valid, as nearly all are: this path builds no messages. */
function wholeRectangle(corners: ListLike): Rectangle | null {
  if (!Array.isArray(corners)) return null
  const [a, b, c, d]: readonly unknown[] = corners
  if (!isPoint(a) || !isPoint(b) || !isPoint(c) || !isPoint(d)) return null
  const isUpright = a.y === b.y && b.x === c.x && c.y === d.y && d.x === a.x
  const isInside = a.x >= 0 && a.y >= 0 && c.x <= 1 && c.y <= 1
  if (!isUpright || !isInside || a.x >= c.x || a.y >= c.y) return null
  return { type: 'rectangle', left: a.x, top: a.y, right: c.x, bottom: c.y }
}

const near = (a: number, b: number) => Math.abs(a - b) <= ALIGNMENT_TOLERANCE

export const WIRE_RECTANGLE: WireShape<Rectangle> = {
  group: { name: 'rectangles', always: true },
  delivered: { coordinates: Corners },
  sent: { left: Type.Number(), top: Type.Number(), right: Type.Number(), bottom: Type.Number() },
  read: (record, path, _, failures) => readRectangle(record, path, failures),
  write: (shape) => ({ coordinates: boxCorners(shape) }),
}
