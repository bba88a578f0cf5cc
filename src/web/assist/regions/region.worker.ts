import { encodeMask } from '../../../formats/results/runLengths.ts'
import { maskRings } from '../../../geometry/maskRings.ts'
import { simplifiedRing } from '../../../geometry/simplifiedRing.ts'
import { fillHoles } from '../../../model/cutout/connected.ts'
import { cutTask } from '../../../model/cutout/cutWindow.ts'
import { objectCut } from '../../../model/cutout/objectCut.ts'
import { similarRegion } from '../../../model/cutout/similarRegion.ts'
import { segmentBorders, superpixels, touchedSegments } from '../../../model/cutout/superpixels.ts'
import type { PixelWindow } from '../../../model/livewire/edgeCosts.ts'
import { serveWorker } from '../../kit/worker/serveWorker.ts'
import type { BorderColors, RegionReply, RegionRequest } from './regionMessages.ts'

let pixels: PixelWindow | null = null
/** Of these pixels, once they are asked for, and about how many cells a side each has. */
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
    const { width, height } = pixels
    const cells = cellsOf(pixels, request)
    const rings = maskRings(encodeMask(cells, height, width).counts, height)
    const found = rings.map((ring) =>
      Float64Array.from(
        (request.tolerance > 0 ? simplifiedRing(ring, request.tolerance) : ring).flatMap(({ x, y }) => [x, y]),
      ),
    )
    return { result: { rings: found }, transfer: found.map(({ buffer }) => buffer) }
  },
})

function piecesOf(window: PixelWindow, side: number): Int32Array {
  if (pieces?.side !== side) pieces = { segments: superpixels(window, side), side }
  return pieces.segments
}

/** A line of one colour and one of the other beside it: seen on every picture. */
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

type AreaRequest = Exclude<RegionRequest, { window: ImageBitmap } | { kind: 'borders' }>

function cellsOf(window: PixelWindow, request: AreaRequest): Uint8Array {
  switch (request.kind) {
    case 'object':
      return objectCut(cutTask(window, request, request.strokes))
    case 'similar':
      return similar(window, request)
    case 'superpixels':
      return touchedSegments(piecesOf(window, request.side), window, request.strokes)
  }
}

function read(window: ImageBitmap): PixelWindow {
  const { width, height } = window
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('there is no canvas')
  context.drawImage(window, 0, 0)
  window.close()
  return { rgba: context.getImageData(0, 0, width, height).data, width, height }
}

function similar(window: PixelWindow, { parts, fillsHoles }: Extract<RegionRequest, { kind: 'similar' }>): Uint8Array {
  const { width, height } = window
  const cells = new Uint8Array(width * height)
  for (const { at, tolerance, isTaken } of parts) {
    const region = similarRegion(window, at, tolerance)
    if (fillsHoles) fillHoles({ cells: region, width, height })
    for (let i = 0; i < cells.length; i++) if (region[i]) cells[i] = isTaken ? 1 : 0
  }
  return cells
}
