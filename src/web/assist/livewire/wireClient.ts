import type { ImageSize } from '../../../formats/results/jobContext.ts'
import { WorkerClient } from '../../kit/worker/workerClient.ts'
import type { EdgeFinder, EdgeLine } from '../../tools/image/livewire/edgeFinder.ts'
import type { Camera2d } from '../../view2d/camera2d.ts'
import { clamp, type PixelBounds, type PixelPoint } from '../../view2d/shapes/pixels.ts'
import type { WireReply, WireRequest } from './wireMessages.ts'

/** Cells on a side of the window around a click; as far as a line goes. */
const WINDOW_CELLS = 640

/** The readable pixels of the picture. */
export interface ReadPicture {
  readonly editor: { readonly image: ImageSize; readonly camera: Camera2d }
  /** This part of the picture, drawn at this size; null while nothing is loaded. */
  crop(bounds: PixelBounds, width: number, height: number): Promise<ImageBitmap> | null
}

interface Window {
  from: PixelPoint
  left: number
  top: number
  width: number
  height: number
  /** Pixels of the image on a side of a cell. */
  cellPx: number
}

interface WireLine extends EdgeLine {
  points: readonly PixelPoint[]
  finding: Promise<void> | null
}

const start = () => new Worker(new URL('./wire.worker.ts', import.meta.url), { type: 'module' })

/** Lines along edges, searched in a worker around the last click. While it works only the newest place waits. */
export class WireClient implements EdgeFinder {
  readonly #worker = new WorkerClient<WireRequest, WireReply>(start)
  readonly #picture: ReadPicture
  readonly #onFound: () => void
  #window: Window | null = null
  /** Questions go to the worker in this order. */
  #last: Promise<unknown> = Promise.resolve()
  #newest: WireLine | null = null

  constructor(picture: ReadPicture, onFound: () => void) {
    this.#picture = picture
    this.#onFound = onFound
  }

  line(from: PixelPoint, to: PixelPoint): EdgeLine {
    const line: WireLine = { points: [from, to], finding: null }
    const window = this.#windowAt(from)
    if (!window) return line
    this.#newest = line
    line.finding = this.#inTurn(() => this.#find(line, window, to))
    return line
  }

  dispose(): void {
    this.#worker.close()
  }

  async #find(line: WireLine, window: Window, to: PixelPoint): Promise<void> {
    // A newer place of the same pointer replaces this one, unless this one was a click.
    if (line !== this.#newest && window === this.#window) return
    const cells = await this.#worker.ask({ to: cellOf(to, window) })
    line.points = pointsOf(cells, window, to)
  }

  async #inTurn(ask: () => Promise<void>): Promise<void> {
    const before = this.#last
    const mine = before.then(ask).catch(() => undefined)
    this.#last = mine
    await mine
    this.#onFound()
  }

  #windowAt(from: PixelPoint): Window | null {
    if (this.#window?.from === from) return this.#window
    const { image, camera } = this.#picture.editor
    const window = windowAround(from, image, Math.max(1, 1 / camera.scale))
    const { left, top, width, height, cellPx } = window
    const bounds = { left, top, right: left + width * cellPx, bottom: top + height * cellPx }
    const cropped = this.#picture.crop(bounds, width, height)
    if (!cropped) return null
    this.#window = window
    void this.#inTurn(async () => {
      const bitmap = await cropped
      await this.#worker.ask({ window: bitmap, from: cellOf(from, window) }, { transfer: [bitmap] })
    })
    return window
  }
}

function windowAround(from: PixelPoint, { widthPx, heightPx }: ImageSize, cellPx: number): Window {
  const width = Math.max(1, Math.min(WINDOW_CELLS, Math.floor(widthPx / cellPx)))
  const height = Math.max(1, Math.min(WINDOW_CELLS, Math.floor(heightPx / cellPx)))
  const left = clamp(from.x - (width * cellPx) / 2, 0, widthPx - width * cellPx)
  const top = clamp(from.y - (height * cellPx) / 2, 0, heightPx - height * cellPx)
  return { from, left, top, width, height, cellPx }
}

const cellOf = ({ x, y }: PixelPoint, { left, top, width, height, cellPx }: Window): [number, number] => [
  clamp(Math.floor((x - left) / cellPx), 0, width - 1),
  clamp(Math.floor((y - top) / cellPx), 0, height - 1),
]

/** From the click through the centres of the cells to the place itself, which may be outside the window. */
function pointsOf(cells: Int32Array, { from, left, top, cellPx }: Window, to: PixelPoint): PixelPoint[] {
  const points: PixelPoint[] = [from]
  for (let i = 2; i + 3 < cells.length; i += 2) {
    points.push({ x: left + (cells[i] + 0.5) * cellPx, y: top + (cells[i + 1] + 0.5) * cellPx })
  }
  return [...points, to]
}
