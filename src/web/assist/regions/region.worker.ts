import { segmentBorders, superpixels } from '../../../model/cutout/superpixels.ts'
import type { PixelWindow } from '../../../model/livewire/edgeCosts.ts'
import { serveWorker } from '../../kit/worker/serveWorker.ts'
import { foundRings } from './foundRings.ts'
import type { BorderColors, RegionReply, RegionRequest } from './regionMessages.ts'

let pixels: PixelWindow | null = null
/** The superpixels of these pixels, once requested, and their approximate side in cells. */
let pieces: { segments: Int32Array; side: number } | null = null

serveWorker<RegionRequest, RegionReply>({
  answer(request) {
    if ('window' in request) {
      pixels = read(request.window)
      pieces = null
      return { result: { rings: [] } }
    }
    if (!pixels) throw new Error('no picture was given')
    if (request.kind === 'borders') {
      const borders = drawnBorders(piecesOf(pixels, request.side), pixels, request.colors)
      return { result: { borders }, transfer: [borders] }
    }
    const window = pixels
    const found = foundRings(window, request, (side) => piecesOf(window, side))
    return { result: { rings: found }, transfer: found.map(({ buffer }) => buffer) }
  },
})

function piecesOf(window: PixelWindow, side: number): Int32Array {
  if (pieces?.side !== side) pieces = { segments: superpixels(window, side), side }
  return pieces.segments
}

/** A line of one colour next to a line of the other, so that it is visible on every picture. */
function drawnBorders(segments: Int32Array, { width, height }: PixelWindow, colors: BorderColors): ImageBitmap {
  const sides = segmentBorders(segments, { width, height })
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('there is no canvas')
  for (const [place, color] of colors.entries()) {
    context.fillStyle = color
    for (let at = 0; at < sides.length; at++)
      if (sides[at] === place + 1) context.fillRect(at % width, Math.floor(at / width), 1, 1)
  }
  return canvas.transferToImageBitmap()
}

function read(window: ImageBitmap): PixelWindow {
  const { width, height } = window
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('there is no canvas')
  context.drawImage(window, 0, 0)
  window.close()
  return { rgba: context.getImageData(0, 0, width, height).data, width, height }
}
