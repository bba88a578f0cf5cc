import { Signal } from '../../../document/observable.ts'
import { clamp, type PixelBounds } from '../../../view2d/shapes/pixels.ts'
import type { RegionFinder, RegionWindow } from './regionFinder.ts'

const TOLERANCE = { first: 24, min: 1, max: 200 }
/** In cells: one per screen pixel, or larger if the picture is shown reduced. */
export const PIECE_SIDE = { first: 20, min: 6, max: 100 }

/** Regions of the shown picture, and the settings of the wand and superpixels. */
export class PictureRegions implements RegionFinder {
  readonly #changes = new Signal()
  /** Changes of tolerance, holes and the size of pieces. */
  readonly subscribe = this.#changes.subscribe
  #finder: RegionFinder | null = null
  #tolerance = TOLERANCE.first
  #fillsHoles = true
  #pieceSide = PIECE_SIDE.first

  /** Set by the view of the picture; null: it no longer exists. */
  use(finder: RegionFinder | null): void {
    this.#finder = finder
  }

  open(bounds: PixelBounds, mostCells: number): RegionWindow | null {
    return this.#finder?.open(bounds, mostCells) ?? null
  }

  /** How far each channel may differ from the clicked colour, of 255. */
  get tolerance(): number {
    return this.#tolerance
  }

  get fillsHoles(): boolean {
    return this.#fillsHoles
  }

  /** The approximate side of a superpixel, in cells. */
  get pieceSide(): number {
    return this.#pieceSide
  }

  setPieceSide(side: number): void {
    this.#pieceSide = clamp(Math.round(side), PIECE_SIDE.min, PIECE_SIDE.max)
    this.#changes.emit()
  }

  setTolerance(tolerance: number): void {
    this.#tolerance = clamp(Math.round(tolerance), TOLERANCE.min, TOLERANCE.max)
    this.#changes.emit()
  }

  setFillsHoles(fillsHoles: boolean): void {
    this.#fillsHoles = fillsHoles
    this.#changes.emit()
  }
}
