import type { FlatShape, ImagePoint, Polygon, Rectangle } from '../../model/document/shape.ts'
import type { ImageSize } from './jobContext.ts'

type Corners = [ImagePoint, ImagePoint, ImagePoint, ImagePoint]
type NamedPoints = Record<string, ImagePoint>
type Edges = Record<string, [string, string]>

/** Top-left, top-right, bottom-right, bottom-left. */
export function boxCorners({ left, top, right, bottom }: Omit<Rectangle, 'type'>): Corners {
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ]
}

/** The members of a record that make its geometry. `image`: the pixels in which angles and radii are measured. */
export function writeShape(shape: FlatShape, image: ImageSize | null): Record<string, unknown> {
  switch (shape.type) {
    case 'rectangle':
      return { coordinates: boxCorners(shape) }
    case 'rotated_rectangle': {
      const { center, widthPx, heightPx, rotationRad } = shape
      const coordinates = rotatedCorners(center, widthPx, heightPx, rotationRad, image)
      return {
        center: { x: center.x, y: center.y },
        size: { width: widthPx, height: heightPx },
        rotation: rotationRad,
        coordinates,
      }
    }
    case 'ellipse':
      return {
        center: { x: shape.center.x, y: shape.center.y },
        radii: { x: shape.radiusXPx, y: shape.radiusYPx },
        rotation: shape.rotationRad,
      }
    case 'polygon':
      return { points: named(shape.rings.flat()), edges: ringEdges(shape) }
    case 'line':
      return { points: named(shape.points), edges: edgesOf(shape.points.slice(1).map((_, i) => [i, i + 1])) }
    case 'landmark': {
      const points = shape.points.map(({ x, y, label, visible }) => ({ x, y, label, visible }))
      return { points: Object.fromEntries(points.map((point, i) => [`p${i + 1}`, point])) }
    }
    case 'cuboid':
      return { points: named(shape.points), edges: edgesOf(FLAT_CUBOID_EDGES) }
    case 'mask':
      return { size: [shape.heightPx, shape.widthPx], counts: shape.counts }
  }
}

/** Around the front face, around the back face, from front to back. */
const FLAT_CUBOID_EDGES: readonly (readonly [number, number])[] = [
  ...[0, 1, 2, 3].map((i) => [i, (i + 1) % 4] as const),
  ...[0, 1, 2, 3].map((i) => [4 + i, 4 + ((i + 1) % 4)] as const),
  ...[0, 1, 2, 3].map((i) => [i, 4 + i] as const),
]

const named = (points: readonly ImagePoint[]): NamedPoints =>
  Object.fromEntries(points.map(({ x, y }, i) => [`p${i + 1}`, { x, y }]))

const edgesOf = (pairs: readonly (readonly number[])[]): Edges =>
  Object.fromEntries(pairs.map(([from, to], i) => [`e${i + 1}`, [`p${from + 1}`, `p${to + 1}`]]))

function ringEdges(polygon: Polygon): Edges {
  const pairs: [number, number][] = []
  let first = 0
  for (const ring of polygon.rings) {
    for (let i = 0; i < ring.length; i++) pairs.push([first + i, first + ((i + 1) % ring.length)])
    first += ring.length
  }
  return edgesOf(pairs)
}

/** Turned in pixels, clockwise on the screen (y points down), because the normalised axes differ in scale. */
function rotatedCorners(
  center: ImagePoint,
  widthPx: number,
  heightPx: number,
  rotationRad: number,
  image: ImageSize | null,
): ImagePoint[] {
  if (!image) throw new Error('a rotated rectangle needs the size of its image')
  const cos = Math.cos(rotationRad)
  const sin = Math.sin(rotationRad)
  return boxCorners({ left: -widthPx / 2, top: -heightPx / 2, right: widthPx / 2, bottom: heightPx / 2 }).map(
    ({ x, y }) => ({
      x: center.x + (x * cos - y * sin) / image.widthPx,
      y: center.y + (x * sin + y * cos) / image.heightPx,
    }),
  )
}
