import type { AreaRing } from '../../../geometry/evenOddArea.ts'
import { WorkerClient } from '../../kit/worker/workerClient.ts'
import type { RegionFinder, RegionQuestion, RegionWindow } from '../../tools/image/regions/regionFinder.ts'
import type { PixelBounds } from '../../view2d/shapes/pixels.ts'
import type { ReadPicture } from '../livewire/wireClient.ts'
import { type CellWindow, cellWindow, requestOf, ringsInImage } from './cellWindow.ts'
import type { BorderColors, RegionReply, RegionRequest } from './regionMessages.ts'

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
