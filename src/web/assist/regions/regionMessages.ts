import type { CellPlace, CellStroke } from '../../../model/cutout/cutWindow.ts'

/** The picture first; then questions about it, all in its cells. */
export type RegionRequest =
  | { window: ImageBitmap }
  | { kind: 'object'; from: CellPlace; to: CellPlace; strokes: readonly CellStroke[]; tolerance: number }
  | { kind: 'superpixels'; side: number; strokes: readonly CellStroke[]; tolerance: number }
  | { kind: 'borders'; side: number; colors: BorderColors }
  | {
      kind: 'similar'
      parts: readonly { at: CellPlace; tolerance: number; isTaken: boolean }[]
      fillsHoles: boolean
      tolerance: number
    }

/** The colours of the lines on the two sides of a border. */
export type BorderColors = readonly [string, string]

/** Rings in cells, x y interleaved, empty for a window; or a picture of the borders, one pixel per cell. */
export type RegionReply = { rings: Float64Array<ArrayBuffer>[] } | { borders: ImageBitmap }
