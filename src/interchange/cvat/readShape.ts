import type { FlatShape } from '../../model/document/shape.ts'
import type { SentKeypoints } from '../records/sentKeypoints.ts'
import {
  cuboidFrom,
  ellipseFrom,
  landmarkFrom,
  lineFrom,
  polygonFrom,
  rectangleFrom,
  turnedBoxFrom,
} from '../shapes/fromPixels.ts'
import type { PixelSize, PixelVertex } from '../shapes/rings.ts'
import { numberAttribute, type XmlElement } from '../xml/readXml.ts'
import { maskOfCvat } from './maskRuns.ts'
import { CUBOID_CORNERS } from './shapeElement.ts'

const SHAPE_TAGS = new Set(['box', 'polygon', 'polyline', 'points', 'skeleton', 'cuboid', 'ellipse', 'mask'])

export const isShapeElement = ({ name }: XmlElement): boolean => SHAPE_TAGS.has(name)

/** Names of the points of a skeleton, in their order. */
export const pointNames = (element: XmlElement): (string | undefined)[] =>
  skeletonPoints(element).map(({ attributes }) => attributes.get('label'))

const skeletonPoints = ({ children }: XmlElement): XmlElement[] => children.filter(({ name }) => name === 'points')

/** The shape of an element; null if it has none. */
export function readCvatShape(element: XmlElement, size: PixelSize, labels: SentKeypoints): FlatShape | null {
  const number = (name: string) => numberAttribute(element, name)
  const radians = (number('rotation') * Math.PI) / 180
  switch (element.name) {
    case 'box': {
      const box = { left: number('xtl'), top: number('ytl'), right: number('xbr'), bottom: number('ybr') }
      return Number.isNaN(radians) ? rectangleFrom(box, size) : turnedBoxFrom(box, radians, size)
    }
    case 'ellipse': {
      const centre = { x: number('cx'), y: number('cy') }
      if (Number.isNaN(centre.x + centre.y)) return null
      return ellipseFrom(centre, { x: number('rx'), y: number('ry') }, radians || 0, size)
    }
    case 'polygon': {
      const ring = pointsOf(element)
      return ring && polygonFrom([ring], size)
    }
    case 'polyline': {
      const points = pointsOf(element)
      return points && lineFrom(points, size)
    }
    case 'points':
      return landmarkOfPoints(pointsOf(element) ?? [], size)
    case 'skeleton':
      return readSkeleton(element, size, labels)
    case 'cuboid': {
      const points = CUBOID_CORNERS.map((corner) => ({ x: number(`x${corner}`), y: number(`y${corner}`) }))
      return points.every(({ x, y }) => Number.isFinite(x + y)) ? cuboidFrom(points, size) : null
    }
    case 'mask': {
      const rle = element.attributes.get('rle') ?? ''
      const place = { left: number('left'), top: number('top'), width: number('width'), height: number('height') }
      return maskOfCvat({ rle, ...place }, size)
    }
    default:
      return null
  }
}

const landmarkOfPoints = (points: readonly PixelVertex[], size: PixelSize) =>
  landmarkFrom(
    points.map((point, i) => ({ ...point, label: i + 1, visible: true })),
    size,
  )

/** Points that are outside are not in the image. */
function readSkeleton(element: XmlElement, size: PixelSize, labels: SentKeypoints) {
  const read = skeletonPoints(element).map((child, index) => {
    const [point] = (child.attributes.get('outside') !== '1' && pointsOf(child)) || []
    const label = point ? labels.labelOf(index) : null
    return point && label !== null ? [{ ...point, label, visible: child.attributes.get('occluded') !== '1' }] : []
  })
  return landmarkFrom(read.flat(), size)
}

/** `x,y;x,y`; null if any of them is not a point. */
function pointsOf({ attributes }: XmlElement): PixelVertex[] | null {
  const text = attributes.get('points')
  if (!text) return null
  const points = text.split(';').map((pair) => pair.split(',').map(Number))
  return points.every((pair) => pair.length === 2 && pair.every(Number.isFinite))
    ? points.map(([x, y]) => ({ x, y }))
    : null
}
