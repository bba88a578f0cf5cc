import { superpixels } from '../../../src/model/cutout/superpixels.ts'
import type { PixelWindow } from '../../../src/model/livewire/edgeCosts.ts'
import { foundRings } from '../../../src/web/assist/regions/foundRings.ts'
import { cellWindow, requestOf, ringsInImage } from '../../../src/web/assist/regions/regionClient.ts'
import type { CanvasEditor } from '../../../src/web/tools/image/canvasEditor.ts'
import type { RegionFinder, RegionQuestion } from '../../../src/web/tools/image/regions/regionFinder.ts'

/** The colour of the picture at a pixel. */
export type PictureOf = (x: number, y: number) => readonly [red: number, green: number, blue: number]

/** Finds regions like the worker of the page, in a picture that the test draws. */
export class PictureFinder implements RegionFinder {
  readonly #editor: CanvasEditor
  readonly #picture: PictureOf
  /** Sides of the superpixels whose borders were asked for. */
  readonly borderSides: number[] = []
  #last: Promise<unknown> = Promise.resolve()
  /** Questions before it are not answered. */
  #newest: RegionQuestion | null = null

  constructor(editor: CanvasEditor, picture: PictureOf) {
    this.#editor = editor
    this.#picture = picture
  }

  open(...asked: Parameters<RegionFinder['open']>): ReturnType<RegionFinder['open']> {
    const window = cellWindow(...asked, this.#editor)
    const pixels = this.#read(window.bounds.left, window.bounds.top, window.cellPx, window.width, window.height)
    const pieces = new Map<number, Int32Array>()
    const piecesOf = (side: number) => {
      const known = pieces.get(side) ?? superpixels(pixels, side)
      pieces.set(side, known)
      return known
    }
    return {
      bounds: window.bounds,
      find: (question: RegionQuestion) => {
        this.#newest = question
        const found = Promise.resolve().then(() => {
          if (question !== this.#newest) return null
          return ringsInImage(window, foundRings(pixels, requestOf(window, question), piecesOf))
        })
        this.#last = found
        return found
      },
      borders: async (side) => {
        this.borderSides.push(side)
        return null
      },
    }
  }

  /** Resolves when the kept regions are in the document. */
  async settled(): Promise<void> {
    await this.#last
    await new Promise((resolve) => setImmediate(resolve))
  }

  #read(left: number, top: number, cellPx: number, width: number, height: number): PixelWindow {
    const rgba = new Uint8ClampedArray(width * height * 4)
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const color = this.#picture(left + (column + 0.5) * cellPx, top + (row + 0.5) * cellPx)
        rgba.set([...color, 255], 4 * (row * width + column))
      }
    }
    return { rgba, width, height }
  }
}
