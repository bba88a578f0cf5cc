import { encodeMask } from '../../../formats/results/runLengths.ts'
import { maskRings } from '../../../geometry/maskRings.ts'
import { simplifiedRing } from '../../../geometry/simplifiedRing.ts'
import { fillHoles } from '../../../model/cutout/connected.ts'
import { cutTask } from '../../../model/cutout/cutWindow.ts'
import { objectCut } from '../../../model/cutout/objectCut.ts'
import { similarRegion } from '../../../model/cutout/similarRegion.ts'
import { touchedSegments } from '../../../model/cutout/superpixels.ts'
import type { PixelWindow } from '../../../model/livewire/edgeCosts.ts'
import type { RegionRequest } from './regionMessages.ts'

export type AreaRequest = Exclude<RegionRequest, { window: ImageBitmap } | { kind: 'borders' }>

/** Superpixels of about `side` cells per side. */
type PiecesOf = (side: number) => Int32Array

/** Rings around the area that a question finds in a window of the picture, in cells: x and y interleaved. */
export function foundRings(window: PixelWindow, request: AreaRequest, piecesOf: PiecesOf): Float64Array<ArrayBuffer>[] {
  const { width, height } = window
  const cells = cellsOf(window, request, piecesOf)
  return maskRings(encodeMask(cells, height, width).counts, height).map((ring) =>
    Float64Array.from(
      (request.tolerance > 0 ? simplifiedRing(ring, request.tolerance) : ring).flatMap(({ x, y }) => [x, y]),
    ),
  )
}

function cellsOf(window: PixelWindow, request: AreaRequest, piecesOf: PiecesOf): Uint8Array {
  switch (request.kind) {
    case 'object':
      return objectCut(cutTask(window, request, request.strokes))
    case 'similar':
      return similar(window, request)
    case 'superpixels':
      return touchedSegments(piecesOf(request.side), window, request.strokes)
  }
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
