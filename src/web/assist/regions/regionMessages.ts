import type { CellPlace, CellStroke } from '../../../model/cutout/cutWindow.ts'

/** The picture that is looked at; then questions about it, all in its cells. */
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

/** Of the lines on both sides of a border. */
export type BorderColors = readonly [string, string]

/** Rings in cells, x y after one another, none for a window; or a picture of the borders, a pixel for each cell. */
export type RegionReply = { rings: Float64Array<ArrayBuffer>[] } | { borders: ImageBitmap }
