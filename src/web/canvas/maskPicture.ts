import type { Mask } from '../../model/document/shape.ts'
import { boundsOfShape } from '../view2d/shapes/outline.ts'
import type { PixelBounds } from '../view2d/shapes/pixels.ts'
import type { Rgb } from './paintStyle.ts'

export interface MaskPicture {
  canvas: OffscreenCanvas
  bounds: PixelBounds
}

/** Masks never change in place, so each is turned into pixels once. */
const known = new WeakMap<Mask, { colour: string; picture: MaskPicture }>()

/** The mask's foreground in the colour, opaque, of its bounds alone; null when it is empty. */
export function maskPicture(mask: Mask, colour: Rgb): MaskPicture | null {
  const found = known.get(mask)
  if (found?.colour === colour.join()) return found.picture
  const bounds = boundsOfShape(mask, mask)
  const width = bounds.right - bounds.left
  const height = bounds.bottom - bounds.top
  if (width <= 0 || height <= 0) return null
  const canvas = new OffscreenCanvas(width, height)
  const context = contextOf(canvas)
  const pixels = context.createImageData(width, height)
  const words = new Uint32Array(pixels.data.buffer)
  const word = wordOf(colour)
  let at = 0
  mask.counts.forEach((run, i) => {
    if (i % 2 === 1) fillRun(words, width, bounds, mask.heightPx, at, at + run, word)
    at += run
  })
  context.putImageData(pixels, 0, 0)
  const picture = { canvas, bounds }
  known.set(mask, { colour: colour.join(), picture })
  return picture
}

/** @throws if the browser has no memory for another canvas */
export function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser gave no canvas')
  return context
}

/** Bytes r, g, b, 255 in memory order; all machines that browsers run on are little-endian. */
export const wordOf = ([r, g, b]: Rgb): number => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0

function fillRun(
  words: Uint32Array,
  width: number,
  bounds: PixelBounds,
  heightPx: number,
  start: number,
  end: number,
  word: number,
): void {
  for (let i = start; i < end; i++) {
    const x = Math.floor(i / heightPx) - bounds.left
    const y = (i % heightPx) - bounds.top
    words[y * width + x] = word
  }
}
