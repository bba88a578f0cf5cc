import type { BufferAttribute, Color, DataTexture } from 'three'

/** Side of the palette: a slot is one texel, 256 to a row. */
export const PALETTE_COLUMNS = 256

/**
 * What of the points of one cloud changes while people label it. The colour of a slot is a texel, so that a class is
 * recoloured or hidden without touching a point.
 */
export interface PointMarks {
  /** Uint16 a point. */
  slots: BufferAttribute
  /** Uint8 a point: 1 where a stroke under way would take it, or where it is offered. */
  preview: BufferAttribute
  /** What these points look like: they go over to the colour, and are drawn larger or smaller. */
  previewLook: { color: Color; scale: number }
  /** RGBA by slot. Alpha: how much of the colour is shown over that of the view; 0: the slot's points are hidden. */
  palette: DataTexture
}
