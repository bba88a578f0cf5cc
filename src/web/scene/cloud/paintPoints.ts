import type { ImagePlacement } from '../../view3d/imagePlacement.ts'

const FAR_M = 60
/** Hues from red near to blue far. */
const STEPS = 64
const LEAST_SIDE_PX = 1.5
const MOST_SIDE_PX = 4

let palette: Uint32Array | null = null

/** The points as they were drawn last in a view. */
interface Layer {
  canvas: OffscreenCanvas
  /** null: their colours may be others by now. */
  points: Float32Array | null
  placement: ImagePlacement
}
const layers = new WeakMap<HTMLCanvasElement, Layer>()

/**
 * One small square a point, red near to blue far. Pixels are written one by one and drawn as one image: a hundred
 * thousand rectangles of their own would hold up the page. While points and placement stay, they are not written again
 * unless their colours may change.
 *
 * @param points u, v, distance in metres after one another, the far ones first
 * @param ratio pixels of the canvas a CSS pixel
 * @param colorOf of the point at a place of the list, in the byte order of pixels in memory, 0: not drawn; null: red near to blue far
 */
export function paintPoints(
  context: CanvasRenderingContext2D,
  points: Float32Array,
  placement: ImagePlacement,
  ratio: number,
  colorOf: ((place: number) => number) | null = null,
): void {
  const { width, height } = context.canvas
  if (width === 0 || height === 0) return
  const known = layers.get(context.canvas)
  const isSameSize = known?.canvas.width === width && known.canvas.height === height
  const canvas = known && isSameSize ? known.canvas : new OffscreenCanvas(width, height)
  if (colorOf || !isSameSize || known?.points !== points || known.placement !== placement) {
    canvas
      .getContext('2d')
      ?.putImageData(
        pixelsOf(points, placement, ratio, new ImageData(width, height), colorOf ?? rainbowOf(points)),
        0,
        0,
      )
    layers.set(context.canvas, { canvas, points: colorOf ? null : points, placement })
  }
  context.save()
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.drawImage(canvas, 0, 0)
  context.restore()
}

function pixelsOf(
  points: Float32Array,
  placement: ImagePlacement,
  ratio: number,
  pixels: ImageData,
  colorOf: (place: number) => number,
): ImageData {
  const { width, height } = pixels
  const target = new Uint32Array(pixels.data.buffer)
  const scale = placement.scale * ratio
  const side = Math.round(Math.max(LEAST_SIDE_PX, Math.min(MOST_SIDE_PX, placement.scale * 2)) * ratio)
  for (let i = 0; i + 2 < points.length; i += 3) {
    const color = colorOf(i / 3)
    if (color === 0) continue
    const left = Math.round(placement.left * ratio + (points[i] + 0.5) * scale - side / 2)
    const top = Math.round(placement.top * ratio + (points[i + 1] + 0.5) * scale - side / 2)
    if (!(left >= 0 && top >= 0 && left + side <= width && top + side <= height)) continue
    const start = top * width + left
    for (let row = start; row < start + side * width; row += width) {
      for (let at = row; at < row + side; at++) target[at] = color
    }
  }
  return pixels
}

function rainbowOf(points: Float32Array): (place: number) => number {
  palette ??= rainbow()
  const colors = palette
  return (place) => colors[Math.min(STEPS - 1, Math.floor((points[3 * place + 2] / FAR_M) * STEPS))]
}

/** Byte order of pixels on all machines that browsers run on: red first. */
function rainbow(): Uint32Array {
  const colors = new Uint32Array(STEPS)
  for (let step = 0; step < STEPS; step++) {
    const hue = (step / (STEPS - 1)) * 4
    const channel = (offset: number) => {
      const away = Math.abs(((hue + offset) % 6) - 3)
      return Math.round(255 * Math.min(1, Math.max(0.22, away - 1)))
    }
    const [red, green, blue] = [channel(0), channel(4), channel(2)]
    colors[step] = packedRgba(red, green, blue)
  }
  return colors
}

/** 0 to 255 each. */
export const packedRgba = (red: number, green: number, blue: number): number =>
  ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
