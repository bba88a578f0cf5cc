import { encodeMask } from '../../../formats/results/runLengths.ts'
import { maskRings } from '../../../geometry/maskRings.ts'
import { simplifiedRing } from '../../../geometry/simplifiedRing.ts'
import { fillHoles } from '../../../model/cutout/connected.ts'
import { cutTask } from '../../../model/cutout/cutWindow.ts'
import { objectCut } from '../../../model/cutout/objectCut.ts'
import { similarRegion } from '../../../model/cutout/similarRegion.ts'
import { superpixels, touchedSegments } from '../../../model/cutout/superpixels.ts'
import type { PixelWindow } from '../../../model/livewire/edgeCosts.ts'
import { serveWorker } from '../../kit/worker/serveWorker.ts'
import type { RegionReply, RegionRequest } from './regionMessages.ts'

/** Cells on a side of a segment: as many pixels of the screen, or more where the picture is shown smaller than it is. */
const SEGMENT_SIDE = 20

let pixels: PixelWindow | null = null
/** Of these pixels, once they are asked for. */
let segments: Int32Array | null = null

serveWorker<RegionRequest, RegionReply>({
  answer(request) {
    if ('window' in request) {
      pixels = read(request.window)
      segments = null
      return { result: [] }
    }
    if (!pixels) throw new Error('no picture was given')
    const { width, height } = pixels
    const cells = cellsOf(pixels, request)
    const rings = maskRings(encodeMask(cells, height, width).counts, height)
    const result = rings.map((ring) =>
      Float64Array.from(
        (request.tolerance > 0 ? simplifiedRing(ring, request.tolerance) : ring).flatMap(({ x, y }) => [x, y]),
      ),
    )
    return { result, transfer: result.map(({ buffer }) => buffer) }
  },
})

function cellsOf(window: PixelWindow, request: Exclude<RegionRequest, { window: ImageBitmap }>): Uint8Array {
  switch (request.kind) {
    case 'object':
      return objectCut(cutTask(window, request, request.strokes))
    case 'similar':
      return similar(window, request)
    case 'superpixels':
      segments ??= superpixels(window, SEGMENT_SIDE)
      return touchedSegments(segments, window, request.strokes)
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
