import { decode } from 'fast-png'

/** 8 bits a channel, RGBA. */
export interface ShownPixels {
  widthPx: number
  heightPx: number
  pixels: Uint8ClampedArray<ArrayBuffer>
}

/** A picture with values above this uses its 16 bits and is shown unchanged. */
const FEW = 2 ** 15
/** So many of all values may be cut off at either end: single hot pixels must not decide. */
const CUT_SHARE = 0.0005

/**
 * A 16-bit picture with its darkest and brightest values as black and white. Cameras write 10 to 14 bits into 16, which
 * browsers show nearly black. null: it uses its whole range, and is shown unchanged.
 */
export function windowedPicture(file: Uint8Array): ShownPixels | null {
  const { width: widthPx, height: heightPx, data, channels, depth } = decode(file)
  if (depth !== 16) return null
  const hasAlpha = channels % 2 === 0
  const colours = hasAlpha ? channels - 1 : channels
  const { low, high } = rangeOf(data, channels, colours)
  if (high >= FEW) return null
  const factor = 255 / Math.max(1, high - low)
  const pixels = new Uint8ClampedArray(widthPx * heightPx * 4)
  for (let i = 0; i < widthPx * heightPx; i++) {
    for (let c = 0; c < 3; c++) pixels[i * 4 + c] = (data[i * channels + Math.min(c, colours - 1)] - low) * factor
    pixels[i * 4 + 3] = hasAlpha ? data[i * channels + colours] / 257 : 255
  }
  return { widthPx, heightPx, pixels }
}

function rangeOf(data: ArrayLike<number>, channels: number, colours: number): { low: number; high: number } {
  const counts = new Uint32Array(2 ** 16)
  let all = 0
  for (let at = 0; at < data.length; at += channels) {
    for (let c = 0; c < colours; c++) counts[data[at + c]]++
    all += colours
  }
  const cut = all * CUT_SHARE
  let [low, high] = [0, counts.length - 1]
  for (let seen = counts[low]; seen <= cut && low < high; seen += counts[low]) low++
  for (let seen = counts[high]; seen <= cut && high > low; seen += counts[high]) high--
  return { low, high }
}
