import type { FlatShape } from '../../model/document/shape.ts'
import {
  cuboidFrom,
  landmarkFrom,
  lineFrom,
  maskFrom,
  polygonFrom,
  rectangleFrom,
  turnedBoxFrom,
} from '../shapes/fromPixels.ts'
import type { PixelBox, PixelSize, PixelVertex } from '../shapes/rings.ts'
import type { SentObjectData } from './document.ts'

const ABSOLUTE = 'MODE_POLY2D_ABSOLUTE'

/** The shape that the geometries of an object in one frame make together; null if they make none. */
export function readOpenLabelShape(data: SentObjectData, size: PixelSize): FlatShape | null {
  const { bbox, rbbox, poly2d, point2d, binary } = data
  if (bbox?.[0]) return rectangleFrom(boxOf(bbox[0].val), size)
  if (rbbox?.[0]) return turnedBoxFrom(boxOf(rbbox[0].val), rbbox[0].val[4], size)
  if (poly2d?.[0]) return readLines(poly2d, size)
  if (point2d?.[0]) {
    const points = point2d.map(({ val: [x, y], id, visible }, index) => {
      return { x, y, label: id ?? index + 1, visible: visible ?? true }
    })
    return landmarkFrom(points, size)
  }
  const runs = binary?.find(({ name }) => name === 'mask')?.val
  return runs ? maskFrom(runs.split(',').map(Number), size) : null
}

/** Converts centre and size. */
const boxOf = ([x, y, width, height]: readonly number[]): PixelBox => ({
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
})

function readLines(lines: NonNullable<SentObjectData['poly2d']>, size: PixelSize): FlatShape | null {
  const points = lines.map(({ val, mode }) => (mode === ABSOLUTE ? pointsOf(val) : null))
  const all = points.flatMap((line) => (line ? [line] : []))
  if (all.length < lines.length) return null
  const [{ name, closed }] = lines
  if (closed) return polygonFrom(all, size)
  return name === 'cuboid' ? cuboidFrom(all[0], size) : lineFrom(all[0], size)
}

function pointsOf(val: readonly (number | string)[]): PixelVertex[] | null {
  const numbers = val.filter((value) => typeof value === 'number')
  if (numbers.length < val.length || numbers.length % 2 !== 0) return null
  return Array.from({ length: numbers.length / 2 }, (_, i) => ({ x: numbers[2 * i], y: numbers[2 * i + 1] }))
}

/** All geometries of an object in a frame share its visibility and values. */
export function* sentGeometries({ bbox = [], rbbox = [], poly2d = [], point2d = [], binary = [] }: SentObjectData) {
  for (const { hidden = false, attributes = {} } of [...bbox, ...rbbox, ...poly2d, ...point2d, ...binary])
    yield { hidden, attributes }
}
