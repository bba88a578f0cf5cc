import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { FlatShape, ImagePoint } from '../../../model/document/shape.ts'
import type { MessageId } from '../../messages/message.ts'
import type { Camera2d } from '../camera2d.ts'
import type { PixelBounds, PixelPoint } from './pixels.ts'

/** The lines of a shape, for drawing and hit tests, in pixels. */
export interface Outline {
  paths: readonly (readonly PixelPoint[])[]
  closed: boolean
}

/** What can be taken hold of at a selected shape. `fx`, `fy`: −1, 0 or 1, which sides of the box it moves. */
export type Handle =
  | { kind: 'side'; fx: number; fy: number; at: PixelPoint }
  | { kind: 'rotate'; at: PixelPoint }
  | { kind: 'vertex'; ring: number; index: number; at: PixelPoint }
  /** Between two vertices: dragged, it becomes one, at `index`. */
  | { kind: 'midpoint'; ring: number; index: number; at: PixelPoint }

/** One number of a shape, to be read and typed. */
export interface ShapeNumber {
  label: Extract<MessageId, `shape.${string}`>
  value: number
  /** The shape with another value; null if the value is impossible. */
  changed(value: number): FlatShape | null
}

/** Accepts a stored path as well as the context itself. */
export type PathTarget = Pick<Path2D, 'moveTo' | 'lineTo' | 'closePath' | 'ellipse' | 'rect' | 'arc'>

/**
 * How the pages show and edit one kind of shape in images. Code outside of this folder asks these members instead of
 * comparing the names of shapes. Methods receive shapes of their own kind alone; all places are in pixels of the image.
 */
export interface ShapeView<S extends FlatShape = FlatShape> {
  /** It has an inside that is drawn filled. */
  isFilled: boolean
  outline(shape: S, image: ImageSize): Outline
  /** Absent: the bounds of the outline. */
  bounds?(shape: S, image: ImageSize): PixelBounds
  /** In square pixels. Absent: the area of a closed outline, 0 of an open one. */
  area?(shape: S, image: ImageSize): number
  /** Whether a point is inside. Absent: inside of a closed outline. */
  contains?(shape: S, image: ImageSize, at: PixelPoint): boolean
  /** It is a box that fills its bounds: its name begins at their corner. */
  fillsBounds?: true
  /** Corners come last, so that they win where handles overlap. */
  handles(shape: S, image: ImageSize, rotateOffsetPx: number): Handle[]
  /** The shape with a side of its box at another place. */
  resized?(shape: S, fx: number, fy: number, to: PixelPoint, image: ImageSize): S
  /** The shape turned towards a place. `snapAngle`: by steps of 15°. */
  turned?(shape: S, to: PixelPoint, image: ImageSize, snapAngle: boolean): S
  /** Replaces (`replaced` 1) or inserts (0) a vertex. */
  withVertex?(shape: S, ring: number, index: number, point: ImagePoint, replaced: 0 | 1): S
  /** Removes a vertex; null if no valid shape would be left. */
  withoutVertex?(shape: S, ring: number, index: number): S | null
  /** The shape moved by pixels, by no more than keeps it inside of the image unless it has a rotation. */
  moved(shape: S, by: PixelPoint, image: ImageSize): S
  /** The numbers besides those of its place. */
  numbers?(shape: S, image: ImageSize): ShapeNumber[]
  /** Adds the shape to the path, in screen pixels. Absent: its outline. */
  trace?(target: PathTarget, shape: S, image: ImageSize, camera: Camera2d): void
}
