import type { ComparedRecord } from '../../model/compare/comparedRecord.ts'

export const OVERLAY_STATES = ['equal', 'moved', 'other_class', 'missing', 'extra'] as const
export type OverlayState = (typeof OVERLAY_STATES)[number]

/** An object as one of the documents has it. */
export interface OverlaySide {
  trackId: string
  label: string
  /** null for points, which have no shape. */
  shape: ComparedRecord['shape'] | null
}

/** One object in the documents: equal, or with its differences. */
export interface OverlayObject {
  id: string
  state: OverlayState
  frame: number
  /** Camera of a rectangle; '' of an image, null in the common frame. */
  sensorId: string | null
  /** By document, in their order; null where it is missing. */
  sides: readonly (OverlaySide | null)[]
  /** 0 to 1, of those that were matched. */
  likeness: number | null
}

/** Names of the documents that are to be laid over each other; `work` is the open one. */
export type OverlayNames = readonly string[]

/** The current document in this page. */
export const WORK = 'work'

/** Only these are shown; null: all. */
interface OverlayFilter {
  states: ReadonlySet<OverlayState>
  label: string | null
}

const NONE: readonly OverlayObject[] = []
const ALL: OverlayFilter = { states: new Set(OVERLAY_STATES), label: null }

/** Documents laid over each other: which ones, the shown states, and the difference that keys act on. */
export class OpenOverlay {
  #names: OverlayNames | null = null
  #decides = false
  #all = NONE
  #shown = NONE
  #byFrame: ReadonlyMap<number, readonly OverlayObject[]> = new Map()
  #filter = ALL
  #current: OverlayObject | null = null
  readonly #onChange: () => void

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** null: no documents are laid over each other. */
  get names(): OverlayNames | null {
    return this.#names
  }

  get all(): readonly OverlayObject[] {
    return this.#all
  }

  get shown(): readonly OverlayObject[] {
    return this.#shown
  }

  get filter(): OverlayFilter {
    return this.#filter
  }

  get current(): OverlayObject | null {
    return this.#current
  }

  /** Someone decides between the documents: objects are taken from them into the work, which stays in sight. */
  get decides(): boolean {
    return this.#decides
  }

  /** The overlay includes the open document, which would otherwise be drawn twice. */
  get hidesWork(): boolean {
    return this.#names !== null && !this.#decides && this.#all.length > 0
  }

  at(frame: number): readonly OverlayObject[] {
    return this.#byFrame.get(frame) ?? NONE
  }

  /** Lays these documents over each other; null: takes the overlay away. */
  lay(names: OverlayNames | null, decides = false): void {
    this.#names = names
    this.#decides = decides
    this.#current = null
    this.#filter = ALL
    this.setAll(NONE)
  }

  setAll(all: readonly OverlayObject[]): void {
    this.#all = all
    this.#update()
  }

  setFilter(change: Partial<OverlayFilter>): void {
    this.#filter = { ...this.#filter, ...change }
    this.#update()
  }

  choose(id: string | null): void {
    this.#current = this.#shown.find((one) => one.id === id) ?? null
    this.#onChange()
  }

  /** To the next difference or the one before, around the end. */
  step(by: 1 | -1): OverlayObject | null {
    const differing = this.#shown.filter(({ state }) => state !== 'equal')
    const { length } = differing
    const index = this.#current ? differing.indexOf(this.#current) : by === 1 ? -1 : length
    this.#current = differing[(index + by + length) % length] ?? null
    this.#onChange()
    return this.#current
  }

  #update(): void {
    const { states, label } = this.#filter
    this.#shown = this.#all.filter(
      (one) => states.has(one.state) && (label === null || one.sides.some((side) => side?.label === label)),
    )
    this.#byFrame = Map.groupBy(this.#shown, ({ frame }) => frame)
    this.#current = this.#shown.find(({ id }) => id === this.#current?.id) ?? null
    this.#onChange()
  }
}
