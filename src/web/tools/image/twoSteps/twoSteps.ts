import type { ImageSize } from '../../../../formats/results/jobContext.ts'
import type { GeometryKind } from '../../../../model/annotationType.ts'
import type { FlatShape } from '../../../../model/document/shape.ts'
import type { EditId } from '../../../messages/message.ts'
import type { PixelPoint } from '../../../view2d/shapes/pixels.ts'
import type { Overlay } from '../imageHost.ts'

/** A shape of two steps: its first part is pulled open or clicked, the rest follows the pointer until a click. */
export interface TwoSteps<Part> {
  makes: GeometryKind
  label: EditId
  /** Of the two states. */
  names: readonly [first: string, second: string]
  /** Smaller, in pixels of the image, it makes nothing. */
  leastPx: number
  /** null: too small to go on from. */
  partBetween(from: PixelPoint, to: PixelPoint): Part | null
  showPart(from: PixelPoint, to: PixelPoint): Overlay
  /** Where the second step starts. */
  startOf(part: Part): PixelPoint
  shapeOf(part: Part, at: PixelPoint, image: ImageSize): FlatShape
  /** Left out: every shape is made. */
  isLargeEnough?(part: Part, at: PixelPoint): boolean
}
