import type { Polygon } from '../../../../model/document/shape.ts'
import { pixelOf } from '../pixels.ts'
import type { ShapeView } from '../shapeView.ts'
import { midpointsOf, movedPoints, verticesOf } from './points.ts'

export const POLYGON_VIEW: ShapeView<Polygon> = {
  isFilled: true,
  outline: ({ rings }, image) => ({
    paths: rings.map((ring) => ring.map((point) => pixelOf(point, image))),
    closed: true,
  }),
  handles: ({ rings }, image) =>
    rings.flatMap((ring, i) => [...midpointsOf(ring, i, true, image), ...verticesOf(ring, i, image)]),
  withVertex: (shape, ring, index, point, replaced) => ({
    ...shape,
    rings: shape.rings.map((r, i) => (i === ring ? r.toSpliced(index, replaced, point) : r)),
  }),
  /** A hole that loses its third vertex is removed. */
  withoutVertex(shape, ring, index) {
    const rings = shape.rings.map((r, i) => (i === ring ? r.toSpliced(index, 1) : r)).filter((r) => r.length >= 3)
    return rings.length > 0 && shape.rings[ring].length > (ring === 0 ? 3 : 0) ? { ...shape, rings } : null
  },
  moved: ({ rings }, by, image) => ({ type: 'polygon', rings: rings.map((ring) => movedPoints(ring, by, image)) }),
}
