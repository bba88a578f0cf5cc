import type { Rectangle } from '../../model/document/shape.ts'
import { geometriesOf } from '../../model/tag.ts'
import type { ReadRequest } from '../core/reader.ts'
import { rectangleFrom } from '../shapes/fromPixels.ts'
import { boundsOf, type PixelBox, type PixelSize, type PixelVertex } from '../shapes/rings.ts'
import type { ReadPlace } from './submittedImage.ts'

/** Data sets round key points to whole pixels and boxes more finely, or the reverse. */
const ROUNDING_PX = 0.5

/**
 * The box of a data set that accompanies the key points of an object, in pixels. A box that equals the bounds of the
 * points is redundant and null. Any other box was drawn around the whole object: it becomes a separate rectangle, or is
 * reported as lost if the class allows no rectangles.
 */
export function keypointBox(
  box: PixelBox,
  points: readonly PixelVertex[],
  size: PixelSize,
  { label, place, request }: { label: string | null; place: ReadPlace; request: ReadRequest },
): Rectangle | null {
  const rectangle = rectangleFrom(box, size)
  if (!rectangle || (points.length > 0 && isNear(box, boundsOf(points)))) return null
  const tagClass = request.tag.classes.find(({ name }) => name === label)
  if (!tagClass || geometriesOf(request.tag, tagClass).includes('rectangle')) return rectangle
  request.fail({ ...place, field: place.field ? `${place.field}.bbox` : 'bbox', type: 'NOT_ALLOWED', lost: 'bbox' })
  return null
}

const isNear = (a: PixelBox, b: PixelBox): boolean =>
  [a.left - b.left, a.top - b.top, a.right - b.right, a.bottom - b.bottom].every((px) => Math.abs(px) <= ROUNDING_PX)
