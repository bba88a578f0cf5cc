import type { AreaRing } from '../../../geometry/evenOddArea.ts'
import type { AreaStroke, RegionQuestion } from '../../tools/image/regions/regionFinder.ts'
import { clamp, type PixelBounds, type PixelPoint } from '../../view2d/shapes/pixels.ts'
import type { ReadPicture } from '../livewire/wireClient.ts'
import type { AreaRequest } from './foundRings.ts'

/** In cells: the steps of their sides become slanted lines. */
const TRACE_TOLERANCE = 0.75

/** A part of the image, divided into cells. */
export interface CellWindow {
  bounds: PixelBounds
  width: number
  height: number
  /** Pixels of the image on a side of a cell. */
  cellPx: number
}

/** Aligned to whole pixels, with cells no smaller than those of the picture or the screen. */
export function cellWindow(asked: PixelBounds, mostCells: number, view: ReadPicture['editor']): CellWindow {
  const { image, camera } = view
  const left = Math.floor(asked.left)
  const top = Math.floor(asked.top)
  const [widthPx, heightPx] = [
    Math.max(1, Math.min(image.widthPx, Math.ceil(asked.right)) - left),
    Math.max(1, Math.min(image.heightPx, Math.ceil(asked.bottom)) - top),
  ]
  const cellPx = Math.max(1, 1 / camera.scale, Math.sqrt((widthPx * heightPx) / mostCells))
  const [width, height] = [Math.max(1, Math.floor(widthPx / cellPx)), Math.max(1, Math.floor(heightPx / cellPx))]
  return { bounds: { left, top, right: left + width * cellPx, bottom: top + height * cellPx }, width, height, cellPx }
}

/** Rings of cells (x and y after one another) in pixels of the image. */
export function ringsInImage(
  { bounds: { left, top }, cellPx }: CellWindow,
  rings: readonly Float64Array[],
): AreaRing[] {
  return rings.map((ring) =>
    Array.from({ length: ring.length / 2 }, (_, i) => ({
      x: left + ring[2 * i] * cellPx,
      y: top + ring[2 * i + 1] * cellPx,
    })),
  )
}

/** The question in cells of the window. */
export function requestOf({ bounds, width, height, cellPx }: CellWindow, question: RegionQuestion): AreaRequest {
  const place = ({ x, y }: PixelPoint) => ({ x: (x - bounds.left) / cellPx, y: (y - bounds.top) / cellPx })
  const drawn = (strokes: readonly AreaStroke[]) =>
    strokes.map(({ points, radiusPx, isObject }) => ({
      points: points.map(place),
      radius: radiusPx / cellPx,
      isObject,
    }))
  if (question.kind === 'superpixels')
    return { ...question, strokes: drawn(question.strokes), tolerance: TRACE_TOLERANCE }
  if (question.kind === 'object') {
    const { left, top, right, bottom } = question.box
    return {
      kind: 'object',
      from: place({ x: left, y: top }),
      to: place({ x: right, y: bottom }),
      strokes: drawn(question.strokes),
      tolerance: TRACE_TOLERANCE,
    }
  }
  const cell = (at: PixelPoint) => {
    const { x, y } = place(at)
    return { x: clamp(Math.floor(x), 0, width - 1), y: clamp(Math.floor(y), 0, height - 1) }
  }
  return {
    kind: 'similar',
    parts: question.parts.map((part) => ({ ...part, at: cell(part.at) })),
    fillsHoles: question.fillsHoles,
    tolerance: TRACE_TOLERANCE,
  }
}
