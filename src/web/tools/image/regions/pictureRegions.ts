import { Signal } from '../../../document/observable.ts'
import { clamp, type PixelBounds } from '../../../view2d/shapes/pixels.ts'
import type { RegionFinder, RegionWindow } from './regionFinder.ts'

const TOLERANCE = { first: 24, min: 1, max: 200 }
/** Cells: as many pixels of the screen, or more where the picture is shown smaller than it is. */
export const PIECE_SIDE = { first: 20, min: 6, max: 100 }

/** Regions of the picture that is shown, and how the wand and superpixels look for them. */
export class PictureRegions implements RegionFinder {
  readonly #changes = new Signal()
  /** Of tolerance, holes and the size of pieces. */
  readonly subscribe = this.#changes.subscribe
  #finder: RegionFinder | null = null
  #tolerance = TOLERANCE.first
  #fillsHoles = true
  #pieceSide = PIECE_SIDE.first

  /** The view of the picture knows how; null: it is gone. */
  use(finder: RegionFinder | null): void {
    this.#finder = finder
  }

  open(bounds: PixelBounds, mostCells: number): RegionWindow | null {
    return this.#finder?.open(bounds, mostCells) ?? null
  }

  /** How far each channel may differ from what was clicked, of 255. */
  get tolerance(): number {
    return this.#tolerance
  }

  get fillsHoles(): boolean {
    return this.#fillsHoles
  }

  /** About so many cells has a superpixel on a side. */
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
