import type { AreaRing } from '../../geometry/evenOddArea.ts'
import type { FlatShape, ImagePoint } from '../document/shape.ts'
import type { PixelScale, PreparedShape } from './preparedShape.ts'

/**
 * What the program knows about one kind of shape in images. Code outside of this folder asks these members instead of
 * comparing the names of shapes. Methods receive shapes of their own kind alone.
 */
export interface FlatShapeKind<S extends FlatShape = FlatShape> {
  /** It covers an area, by rings or pixel by pixel. */
  hasArea: boolean
  /** Its outline is curved: rings only approximate it. */
  isCurved: boolean
  /** It is turned about its centre, so that near the edge it may reach out of the image. */
  hasRotation: boolean
  /**
   * The shape between two of its kind at `t`, from 0 (`a`) to 1 (`b`). Shapes whose points do not correspond stay like
   * `a`.
   */
  between(a: S, b: S, t: number): S
  /** Why the shape cannot be delivered; null if it can. */
  fault(shape: S): string | null
  /** A point in its middle; null if it would have to be searched for. */
  middle(shape: S): ImagePoint | null
  /** Made ready to be compared, in pixels. `sigmas`: those of the key points of its class, null without any. */
  prepared(shape: S, scale: PixelScale, sigmas: readonly number[] | null): PreparedShape
  /**
   * Closed rings in pixels, of which the even-odd rule decides what they cover. `curveCorners`: the corners of the
   * polygon that represents a curve. Absent for shapes without an area, and for masks.
   */
  rings?(shape: S, scale: PixelScale, curveCorners: number): AreaRing[]
}
