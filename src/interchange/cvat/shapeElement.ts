import type { GeometryKind } from '../../model/annotationType.ts'
import type { FlatShape, Landmark, LandmarkPoint, RotatedRectangle } from '../../model/document/shape.ts'
import { type Skeleton, withKeypointState } from '../../model/skeleton.ts'
import { keypointName } from '../records/keypointName.ts'
import { outlineInImage } from '../shapes/clip.ts'
import { type PixelRing, type PixelSize, pixelRings, roundPx, toPixels } from '../shapes/rings.ts'
import { type XmlAttributes, xmlSafe } from '../xml/writeXml.ts'
import { cvatMask } from './maskRuns.ts'

/** A shape as CVAT writes it. */
export interface CvatShape {
  tag: string
  attributes: XmlAttributes
  /** Points of a skeleton. */
  points: readonly XmlAttributes[]
  /** Points that the format cannot hold. */
  pointsLost: number
  /** The geometry that it is read back as: records are written in the order of theirs. */
  readAs: GeometryKind
}

/** Kinds of areas that CVAT has a shape for; others are written as polygons. */
export const CVAT_AREAS: readonly GeometryKind[] = ['rectangle', 'rotated_rectangle', 'ellipse', 'polygon', 'mask']

const shape = (tag: string, readAs: GeometryKind, attributes: XmlAttributes): CvatShape => ({
  tag,
  attributes,
  points: [],
  pointsLost: 0,
  readAs,
})

/** null if the shape covers nothing. The caller handles polygons with several rings. `skeleton`: that of the class. */
export function cvatShape(given: FlatShape, size: PixelSize, skeleton: Skeleton | undefined): CvatShape | null {
  switch (given.type) {
    case 'rectangle': {
      const [topLeft, bottomRight] = [
        toPixels({ x: given.left, y: given.top }, size),
        toPixels({ x: given.right, y: given.bottom }, size),
      ]
      return box(topLeft.x, topLeft.y, bottomRight.x, bottomRight.y)
    }
    case 'rotated_rectangle':
      return turnedBox(given, size)
    case 'ellipse': {
      const [cx, cy] = [roundPx(given.center.x * size.widthPx), roundPx(given.center.y * size.heightPx)]
      const [rx, ry] = [roundPx(given.radiusXPx), roundPx(given.radiusYPx)]
      if (!(rx > 0 && ry > 0)) return null
      return shape('ellipse', 'ellipse', { cx, cy, rx, ry, rotation: degreesAround(given.rotationRad) })
    }
    case 'line':
      return shape('polyline', 'line', { points: pointList(given.points.map((point) => toPixels(point, size))) })
    case 'landmark':
      return skeletonShape(given, size, skeleton)
    case 'cuboid':
      return cuboid(given.points.map((point) => toPixels(point, size)))
    case 'mask': {
      const attributes = cvatMask(given.counts, size)
      return attributes && shape('mask', 'mask', attributes)
    }
    case 'polygon': {
      const [ring] = pixelRings(given, size) ?? []
      return polygonShape(ring)
    }
    default: {
      const ring = outlineInImage(given, size)
      return ring && polygonShape(ring)
    }
  }
}

export const polygonShape = (ring: PixelRing): CvatShape => shape('polygon', 'polygon', { points: pointList(ring) })

/** Degrees from 0 to 360, clockwise. */
export function degreesAround(rad: number): number {
  const degrees = (((rad * 180) / Math.PI) % 360) + 360
  return (Math.round((degrees % 360) * 1e6) % 360e6) / 1e6
}

function box(xtl: number, ytl: number, xbr: number, ybr: number, rotation: XmlAttributes = {}): CvatShape | null {
  const readAs = 'rotation' in rotation ? 'rotated_rectangle' : 'rectangle'
  return xtl < xbr && ytl < ybr ? shape('box', readAs, { xtl, ytl, xbr, ybr, ...rotation }) : null
}

/**
 * The box before it is turned about its centre. It always has its rotation, which distinguishes it from an upright one.
 */
function turnedBox({ center, widthPx, heightPx, rotationRad }: RotatedRectangle, size: PixelSize): CvatShape | null {
  const [x, y] = [center.x * size.widthPx, center.y * size.heightPx]
  return box(roundPx(x - widthPx / 2), roundPx(y - heightPx / 2), roundPx(x + widthPx / 2), roundPx(y + heightPx / 2), {
    rotation: degreesAround(rotationRad),
  })
}

/**
 * One point per label: a second one of the same label is lost. For a class with a skeleton every point is written, in
 * its order: one that is absent is `outside`, at its place in the template.
 */
function skeletonShape(landmark: Landmark, size: PixelSize, skeleton: Skeleton | undefined): CvatShape {
  const byLabel = new Map<number, XmlAttributes>()
  const add = (point: LandmarkPoint, outside: 0 | 1) => {
    const { x, y } = toPixels(point, size)
    const label = xmlSafe(keypointName(skeleton, point.label))
    byLabel.set(point.label, { label, outside, occluded: point.visible ? 0 : 1, points: `${x},${y}` })
  }
  for (const point of landmark.points) if (!byLabel.has(point.label)) add(point, 0)
  const pointsLost = landmark.points.length - byLabel.size
  if (skeleton)
    for (let label = 1; label <= skeleton.points.length; label++) {
      if (byLabel.has(label)) continue
      const expected = withKeypointState(skeleton, landmark, label, 'visible')?.points.find(
        (one) => one.label === label,
      )
      if (expected) add(expected, 1)
    }
  const points = [...byLabel].sort(([a], [b]) => (skeleton ? a - b : 0)).map(([, attributes]) => attributes)
  return { tag: 'skeleton', readAs: 'landmark', attributes: {}, points, pointsLost }
}

export const CUBOID_CORNERS = ['tl1', 'tr1', 'br1', 'bl1', 'tl2', 'tr2', 'br2', 'bl2'] as const

function cuboid(points: PixelRing): CvatShape {
  const attributes = Object.fromEntries(
    CUBOID_CORNERS.flatMap((corner, i) => [
      [`x${corner}`, points[i].x],
      [`y${corner}`, points[i].y],
    ]),
  )
  return shape('cuboid', 'cuboid', attributes)
}

const pointList = (points: PixelRing): string => points.map(({ x, y }) => `${x},${y}`).join(';')
