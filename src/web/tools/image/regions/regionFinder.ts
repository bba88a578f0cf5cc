import type { AreaRing } from '../../../../geometry/evenOddArea.ts'
import type { PixelBounds, PixelPoint } from '../../../view2d/shapes/pixels.ts'

/** A line over what belongs to an object, or over what does not; all in pixels of the image. */
export interface AreaStroke {
  points: readonly PixelPoint[]
  radiusPx: number
  isObject: boolean
}

/** The area similar to a place in the picture: added to, or removed from the earlier area. */
export interface SimilarPart {
  at: PixelPoint
  /** How far each channel may differ, of 255. */
  tolerance: number
  isTaken: boolean
}

export type RegionQuestion =
  | { kind: 'object'; box: PixelBounds; strokes: readonly AreaStroke[] }
  | { kind: 'superpixels'; side: number; strokes: readonly AreaStroke[] }
  | { kind: 'similar'; parts: readonly SimilarPart[]; fillsHoles: boolean }

/** Borders of the pieces of a part of the picture. */
export interface PieceBorders {
  picture: ImageBitmap
  bounds: PixelBounds
}

/** A part of the picture at the time it was opened. */
export interface RegionWindow {
  readonly bounds: PixelBounds
  /**
   * Rings around the found area, in pixels of the image, by the even-odd rule: empty if there is none. null: a newer
   * question replaced it before its turn.
   */
  find(question: RegionQuestion): Promise<AreaRing[] | null>
  /** The borders of superpixels of about `side` cells per side. */
  borders(side: number): Promise<PieceBorders | null>
}

/** Finds regions of the picture, at most as sharply as the view shows it. */
export interface RegionFinder {
  /** null: there is no picture yet. */
  open(bounds: PixelBounds, mostCells: number): RegionWindow | null
}
