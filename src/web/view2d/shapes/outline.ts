import type { ImageSize } from '../../../formats/results/jobContext.ts'
import { runsBounds } from '../../../formats/results/runLengths.ts'
import type { FlatShape, Mask } from '../../../model/document/shape.ts'
import { boundsOfPoints, type PixelBounds, type PixelPoint, pixelOf, rotatedAbout } from './pixels.ts'

/** The lines of a shape, for drawing and hit tests, in pixels. */
export interface Outline {
  paths: readonly (readonly PixelPoint[])[]
  closed: boolean
}

/** Enough for ellipses of common sizes to look smooth. */
const ELLIPSE_POINTS = 64

/** Front face, back face, and the edges between. */
const CUBOID_PATHS: readonly (readonly number[])[] = [
  [0, 1, 2, 3, 0],
  [4, 5, 6, 7, 4],
  [0, 4],
  [1, 5],
  [2, 6],
  [3, 7],
]

export function outlineOf(shape: FlatShape, image: ImageSize): Outline {
  switch (shape.type) {
    case 'rectangle':
      return { paths: [cornersOf(boundsOfShape(shape, image))], closed: true }
    case 'rotated_rectangle': {
      const { widthPx, heightPx, rotationRad } = shape
      const center = pixelOf(shape.center, image)
      const upright = cornersOf({
        left: center.x - widthPx / 2,
        top: center.y - heightPx / 2,
        right: center.x + widthPx / 2,
        bottom: center.y + heightPx / 2,
      })
      return { paths: [upright.map((corner) => rotatedAbout(corner, center, rotationRad))], closed: true }
    }
    case 'ellipse': {
      const center = pixelOf(shape.center, image)
      const path = Array.from({ length: ELLIPSE_POINTS }, (_, i) => {
        const angle = (i / ELLIPSE_POINTS) * 2 * Math.PI
        const at = {
          x: center.x + shape.radiusXPx * Math.cos(angle),
          y: center.y + shape.radiusYPx * Math.sin(angle),
        }
        return rotatedAbout(at, center, shape.rotationRad)
      })
      return { paths: [path], closed: true }
    }
    case 'polygon':
      return { paths: shape.rings.map((ring) => ring.map((point) => pixelOf(point, image))), closed: true }
    case 'line':
      return { paths: [shape.points.map((point) => pixelOf(point, image))], closed: false }
    case 'landmark':
      return { paths: shape.points.map((point) => [pixelOf(point, image)]), closed: false }
    case 'cuboid': {
      const points = shape.points.map((point) => pixelOf(point, image))
      return { paths: CUBOID_PATHS.map((path) => path.map((i) => points[i])), closed: false }
    }
    case 'mask':
      return { paths: [cornersOf(boundsOfShape(shape, image))], closed: true }
  }
}

export const cornersOf = ({ left, top, right, bottom }: PixelBounds): PixelPoint[] => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
]

export function boundsOfShape(shape: FlatShape, image: ImageSize): PixelBounds {
  switch (shape.type) {
    case 'rectangle': {
      const { widthPx, heightPx } = image
      return {
        left: shape.left * widthPx,
        top: shape.top * heightPx,
        right: shape.right * widthPx,
        bottom: shape.bottom * heightPx,
      }
    }
    case 'mask':
      return boundsOfMask(shape)
    default:
      return boundsOfPoints(outlineOf(shape, image).paths.flat())
  }
}

/** Runs are long to walk and masks never change in place. */
const maskBoundsKnown = new WeakMap<Mask, PixelBounds>()

function boundsOfMask(mask: Mask): PixelBounds {
  const known = maskBoundsKnown.get(mask)
  if (known) return known
  const bounds = runsBounds(mask) ?? { left: 0, top: 0, right: 0, bottom: 0 }
  maskBoundsKnown.set(mask, bounds)
  return bounds
}

/** The area in square pixels without holes; 0 for shapes without an inside. */
export function areaOf(shape: FlatShape, image: ImageSize): number {
  if (shape.type === 'mask') return shape.counts.reduce((sum, run, i) => (i % 2 === 1 ? sum + run : sum), 0)
  if (shape.type === 'cuboid') {
    const { left, top, right, bottom } = boundsOfShape(shape, image)
    return (right - left) * (bottom - top)
  }
  const { paths, closed } = outlineOf(shape, image)
  if (!closed) return 0
  const areas = paths.map((path) => Math.abs(signedRingArea(path)))
  return areas.length === 1 ? areas[0] : 2 * Math.max(...areas) - areas.reduce((sum, area) => sum + area, 0)
}

export function signedRingArea(ring: readonly PixelPoint[]): number {
  let twice = 0
  for (let i = 0; i < ring.length; i++) {
    const next = ring[(i + 1) % ring.length]
    twice += ring[i].x * next.y - next.x * ring[i].y
  }
  return twice / 2
}
