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
  /** The names of the two states. */
  names: readonly [first: string, second: string]
  /** A smaller shape is not made, in pixels of the image. */
  leastPx: number
  /** null: too small to continue. */
  partBetween(from: PixelPoint, to: PixelPoint): Part | null
  showPart(from: PixelPoint, to: PixelPoint): Overlay
  /** Where the second step starts. */
  startOf(part: Part): PixelPoint
  shapeOf(part: Part, at: PixelPoint, image: ImageSize): FlatShape
  /** Left out: every shape is made. */
  isLargeEnough?(part: Part, at: PixelPoint): boolean
}
