import { encodeMask } from '../../formats/results/runLengths.ts'
import type { FlatShape } from '../../model/document/shape.ts'
import {
  ellipseFrom,
  landmarkFrom,
  lineFrom,
  maskFrom,
  polygonFrom,
  rectangleFrom,
  rotatedFrom,
} from '../shapes/fromPixels.ts'
import type { PixelSize, PixelVertex } from '../shapes/rings.ts'
import { unpackBrush } from './brushRuns.ts'
import type { LabelResult } from './tasks.ts'

const REGION_TYPES = new Set(['rectangle', 'polygon', 'ellipse', 'brush', 'keypoint'])

/** `rectanglelabels` and `rectangle` are drawn alike: labels may be next to the region. */
const kindOf = ({ type = '' }: LabelResult): string => type.replace(/labels$/, '')

export const isRegion = (result: LabelResult): boolean => REGION_TYPES.has(kindOf(result))

export const isKeypoint = (result: LabelResult): boolean => kindOf(result) === 'keypoint'

export function labelsOfRegion({ type = '', value = {} }: LabelResult): string[] {
  const list = value[type] ?? value.labels
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
}

/** The first label of a region: the class of the object. */
export const labelOfRegion = (result: LabelResult): string => labelsOfRegion(result)[0] ?? ''

/** The shape of a region; null if it has none. */
export function readRegion(result: LabelResult, size: PixelSize): FlatShape | null {
  const { value = {} } = result
  const number = (name: string) => numberOf(value[name])
  const across = (percent: number) => (percent / 100) * size.widthPx
  const down = (percent: number) => (percent / 100) * size.heightPx
  const radians = ((numberOf(value.rotation) || 0) * Math.PI) / 180
  switch (kindOf(result)) {
    case 'rectangle': {
      const [left, top] = [across(number('x')), down(number('y'))]
      const [width, height] = [across(number('width')), down(number('height'))]
      if (radians === 0 && result.meta?.rotated !== true)
        return rectangleFrom({ left, top, right: left + width, bottom: top + height }, size)
      return rotatedFrom(turnedCorners(left, top, width, height, radians), size, radians)
    }
    case 'ellipse': {
      const centre = { x: across(number('x')), y: down(number('y')) }
      if (Number.isNaN(centre.x + centre.y)) return null
      return ellipseFrom(centre, { x: across(number('radiusX')), y: down(number('radiusY')) }, radians, size)
    }
    case 'polygon': {
      const points = Array.isArray(value.points) ? value.points.map((pair) => pairOf(pair, size)) : []
      const ring = points.flatMap((point) => point ?? [])
      if (ring.length < points.length) return null
      // One that was not closed is the line that was drawn.
      return value.closed === false ? lineFrom(ring, size) : polygonFrom([ring], size)
    }
    case 'brush':
      return readBrush(value.rle, size)
    default:
      return null
  }
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN)

function pairOf(pair: unknown, { widthPx, heightPx }: PixelSize): PixelVertex | null {
  if (!Array.isArray(pair)) return null
  const [x, y] = [numberOf(pair[0]), numberOf(pair[1])]
  return Number.isFinite(x + y) ? { x: (x / 100) * widthPx, y: (y / 100) * heightPx } : null
}

/** Turned about the top left corner. */
function turnedCorners(left: number, top: number, width: number, height: number, rad: number): PixelVertex[] {
  const [cos, sin] = [Math.cos(rad), Math.sin(rad)]
  return [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ].map(([x, y]) => ({ x: left + x * cos - y * sin, y: top + x * sin + y * cos }))
}

function readBrush(rle: unknown, size: PixelSize): FlatShape | null {
  if (!Array.isArray(rle) || !rle.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256)) return null
  const pixels = unpackBrush(rle, size.widthPx * size.heightPx)
  return pixels && maskFrom(encodeMask(pixels, size.heightPx, size.widthPx).counts, size)
}

/** Key points that belong together; those without a number are counted. */
export function readKeypoints(results: readonly LabelResult[], size: PixelSize): FlatShape | null {
  const points = results.flatMap(({ value = {}, meta }, place) => {
    const point = pairOf([value.x, value.y], size)
    const label = meta?.keypoint
    const isNumber = typeof label === 'number' && Number.isSafeInteger(label) && label >= 0
    return point ? [{ ...point, label: isNumber ? label : place + 1, visible: meta?.visible !== false }] : []
  })
  return points.length === results.length ? landmarkFrom(points, size) : null
}
