/** A window of the picture and the cell from which lines are looked for; then cells to which they lead. */
export type WireRequest = { window: ImageBitmap; from: readonly [number, number] } | { to: readonly [number, number] }

/** Cells of the line, x y after one another; nothing for a window. */
export type WireReply = Int32Array<ArrayBuffer>
