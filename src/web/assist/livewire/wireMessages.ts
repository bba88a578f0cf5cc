/** A window of the picture and the cell where lines start; then cells where they end. */
export type WireRequest = { window: ImageBitmap; from: readonly [number, number] } | { to: readonly [number, number] }

/** Cells of the line, x y interleaved; empty for a window. */
export type WireReply = Int32Array<ArrayBuffer>
