import type { PixelPoint } from '../../../view2d/shapes/pixels.ts'

/** From one place of the image to another, both included. */
export interface EdgeLine {
  /** Straight until the way along edges is found. */
  readonly points: readonly PixelPoint[]
  /** Resolves when the line is final; null: it is final. */
  readonly finding: Promise<void> | null
}

/** Finds lines along the edges of the picture, as sharply as the view shows it. */
export interface EdgeFinder {
  line(from: PixelPoint, to: PixelPoint): EdgeLine
}
