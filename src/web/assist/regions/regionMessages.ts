import type { CellPlace, CellStroke } from '../../../model/cutout/cutWindow.ts'

/** The picture that is looked at; then questions about it, all in its cells. */
export type RegionRequest =
  | { window: ImageBitmap }
  | { kind: 'object'; from: CellPlace; to: CellPlace; strokes: readonly CellStroke[]; tolerance: number }
  | { kind: 'superpixels'; strokes: readonly CellStroke[]; tolerance: number }
  | {
      kind: 'similar'
      parts: readonly { at: CellPlace; tolerance: number; isTaken: boolean }[]
      fillsHoles: boolean
      tolerance: number
    }

/** Rings in cells, x y after one another; none for a window. */
export type RegionReply = Float64Array<ArrayBuffer>[]
