import type { PixelPoint } from '../../../view2d/shapes/pixels.ts'
import type { EdgeFinder, EdgeLine } from './edgeFinder.ts'

/** Edges of the shown picture; without one all lines are straight. */
export class PictureEdges implements EdgeFinder {
  #finder: EdgeFinder | null = null

  /** Set by the view of the picture; null: it no longer exists. */
  use(finder: EdgeFinder | null): void {
    this.#finder = finder
  }

  line(from: PixelPoint, to: PixelPoint): EdgeLine {
    return this.#finder?.line(from, to) ?? { points: [from, to], finding: null }
  }
}
