import type { AreaRing } from '../../../geometry/evenOddArea.ts'
import { WorkerClient } from '../../kit/worker/workerClient.ts'
import type { AreaStroke, RegionFinder, RegionQuestion, RegionWindow } from '../../tools/image/regions/regionFinder.ts'
import { clamp, type PixelBounds, type PixelPoint } from '../../view2d/shapes/pixels.ts'
import type { ReadPicture } from '../livewire/wireClient.ts'
import type { AreaRequest } from './foundRings.ts'
import type { BorderColors, RegionReply, RegionRequest } from './regionMessages.ts'

/** In cells: the steps of their sides become slanted lines. */
const TRACE_TOLERANCE = 0.75

/** A part of the image, divided into cells. */
interface CellWindow {
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

const start = () => new Worker(new URL('./region.worker.ts', import.meta.url), { type: 'module' })

/** Finds regions of the picture in a worker. While it works, only the newest question waits. */
export class RegionClient implements RegionFinder {
  readonly #worker = new WorkerClient<RegionRequest, RegionReply>(start)
  readonly #picture: ReadPicture
  readonly #colors: BorderColors
  /** The last message to the worker; questions are sent in this order. */
  #last: Promise<unknown> = Promise.resolve()
  #newest: RegionQuestion | null = null

  constructor(picture: ReadPicture, colors: BorderColors) {
    this.#picture = picture
    this.#colors = colors
  }

  open(asked: PixelBounds, mostCells: number): RegionWindow | null {
    const window = cellWindow(asked, mostCells, this.#picture.editor)
    const cropped = this.#picture.crop(window.bounds, window.width, window.height)
    if (!cropped) return null
    this.#last = this.#inTurn(async () => {
      const bitmap = await cropped
      await this.#worker.ask({ window: bitmap }, { transfer: [bitmap] })
    })
    const opened = this.#last
    return {
      bounds: window.bounds,
      find: async (question) => {
        this.#newest = question
        await opened
        const found = this.#inTurn(async () => (question === this.#newest ? this.#find(window, question) : null))
        this.#last = found.catch(() => null)
        return found
      },
      borders: async (side) => {
        await opened
        const found = this.#inTurn(() => this.#worker.ask({ kind: 'borders', side, colors: this.#colors }))
        this.#last = found.catch(() => null)
        const reply = await found
        return 'borders' in reply ? { picture: reply.borders, bounds: window.bounds } : null
      },
    }
  }

  dispose(): void {
    this.#worker.close()
  }

  async #inTurn<Result>(ask: () => Promise<Result>): Promise<Result> {
    await this.#last
    return ask()
  }

  async #find(window: CellWindow, question: RegionQuestion): Promise<AreaRing[]> {
    const reply = await this.#worker.ask(requestOf(window, question))
    return ringsInImage(window, 'rings' in reply ? reply.rings : [])
  }
}
