import { rasterizeRings } from '../../geometry/rasterizeRings.ts'
import type { GeometryKind } from '../../model/annotationType.ts'
import type { Ellipse, FlatShape, RotatedRectangle } from '../../model/document/shape.ts'
import type { Tag } from '../../model/tag.ts'
import { carriesRotation, degreesOf, plainAttributes, ROTATION } from '../coco/annotation.ts'
import type { ResultShape } from '../records/flatRecords.ts'
import { outlineInImage } from '../shapes/clip.ts'
import { type PixelRing, type PixelSize, pixelRings, roundPx, toPixels } from '../shapes/rings.ts'
import { compressRuns, maskArea } from '../shapes/runLengths.ts'

export type DatumaroType = 'bbox' | 'polygon' | 'polyline' | 'points' | 'cuboid_2d' | 'ellipse' | 'mask'

/** Key points as they wait for the order of their class: label → x, y, visibility (1 hidden, 2 visible). */
export type WaitingPoints = readonly (readonly [label: number, x: number, y: number, visibility: 1 | 2])[]

export interface DatumaroShape {
  type: DatumaroType
  geometry: Record<string, unknown>
  attributes: Record<string, unknown>
  points: WaitingPoints | null
  /** The geometry that it is read back as: records are written in the order of theirs. */
  readAs: GeometryKind
  /** The form that it takes; null for its own. */
  form: 'polygon' | 'mask' | null
}

/** null if the shape covers nothing. */
export function datumaroShape(record: ResultShape, size: PixelSize, tag: Tag): DatumaroShape | null {
  const attributes = plainAttributes(record.attributes)
  const found = geometryOf(record.shape, size, !carriesRotation(record, tag))
  if (!found) return null
  const { rotation, ...shape } = found
  const turned = rotation === null ? attributes : { ...attributes, [ROTATION]: rotation }
  return { ...shape, attributes: turned }
}

type Found = Omit<DatumaroShape, 'attributes'> & { rotation: number | null }

const found = (type: DatumaroType, readAs: GeometryKind, geometry: Record<string, unknown>): Found => ({
  type,
  readAs,
  geometry,
  points: null,
  form: null,
  rotation: null,
})

/** Rotation is an attribute here. `isTaken`: the class has one of that name, so that a turned shape is a polygon. */
function geometryOf(shape: FlatShape, size: PixelSize, isTaken: boolean): Found | null {
  switch (shape.type) {
    case 'rectangle': {
      const [topLeft, bottomRight] = [
        toPixels({ x: shape.left, y: shape.top }, size),
        toPixels({ x: shape.right, y: shape.bottom }, size),
      ]
      return box('rectangle', topLeft.x, topLeft.y, bottomRight.x, bottomRight.y)
    }
    case 'rotated_rectangle': {
      if (isTaken) return outline(shape, size)
      const { center, widthPx, heightPx, rotationRad } = shape
      const [x, y] = [center.x * size.widthPx, center.y * size.heightPx]
      const sides = [x - widthPx / 2, y - heightPx / 2, x + widthPx / 2, y + heightPx / 2].map(roundPx)
      const upright = box('rotated_rectangle', sides[0], sides[1], sides[2], sides[3])
      return upright && { ...upright, rotation: degreesOf(rotationRad) }
    }
    case 'ellipse': {
      if (isTaken) return outline(shape, size)
      const [x, y] = [shape.center.x * size.widthPx, shape.center.y * size.heightPx]
      const { radiusXPx, radiusYPx, rotationRad } = shape
      const points = [x - radiusXPx, y - radiusYPx, x + radiusXPx, y + radiusYPx].map(roundPx)
      const isEmpty = !(points[0] < points[2] && points[1] < points[3])
      return isEmpty ? null : { ...found('ellipse', 'ellipse', { points }), rotation: degreesOf(rotationRad) }
    }
    case 'polygon': {
      const rings = pixelRings(shape, size) ?? []
      if (rings.length === 1) return found('polygon', 'polygon', { points: flat(rings[0]) })
      const written = mask(rasterizeRings(rings, size), size)
      return written && { ...written, form: 'mask' }
    }
    case 'line':
      return found('polyline', 'line', { points: flat(shape.points.map((point) => toPixels(point, size))) })
    case 'cuboid': {
      const points = shape.points.map((point) => toPixels(point, size))
      return found('cuboid_2d', 'cuboid', { points: CUBOID_ORDER.map((i) => [points[i].x, points[i].y]) })
    }
    case 'landmark':
      return { ...found('points', 'landmark', {}), points: waiting(shape, size) }
    case 'mask':
      return mask(shape.counts, size)
    default: {
      const ring = outlineInImage(shape, size)
      return ring && { ...found('polygon', 'polygon', { points: flat(ring) }), form: 'polygon' }
    }
  }
}

/** Corners in datumaro's order: front and back of the top in turn, then the bottom from behind. */
export const CUBOID_ORDER: readonly number[] = [0, 4, 5, 1, 7, 6, 2, 3]

function box(readAs: GeometryKind, left: number, top: number, right: number, bottom: number): Found | null {
  if (!(left < right && top < bottom)) return null
  return found('bbox', readAs, { bbox: [left, top, roundPx(right - left), roundPx(bottom - top)] })
}

function outline(shape: RotatedRectangle | Ellipse, size: PixelSize): Found {
  const [ring] = pixelRings(shape, size) ?? []
  return { ...found('polygon', 'polygon', { points: flat(ring) }), form: 'polygon' }
}

function mask(counts: readonly number[], { widthPx, heightPx }: PixelSize): Found | null {
  if (maskArea(counts) === 0) return null
  return found('mask', 'mask', { rle: { counts: compressRuns(counts), size: [heightPx, widthPx] } })
}

/** One point per label: a second one of the same label is lost. */
function waiting({ points }: Extract<FlatShape, { type: 'landmark' }>, size: PixelSize): WaitingPoints {
  const byLabel = new Map<number, WaitingPoints[number]>()
  for (const point of points) {
    const { x, y } = toPixels(point, size)
    if (!byLabel.has(point.label)) byLabel.set(point.label, [point.label, x, y, point.visible ? 2 : 1])
  }
  return [...byLabel.values()]
}

const flat = (ring: PixelRing): number[] => ring.flatMap(({ x, y }) => [x, y])
