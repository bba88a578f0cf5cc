import type { IssuePlace } from '../../contract/issues.ts'

/** An issue as the views show it. `id` null: where the next one will be pinned. */
export interface Pin {
  id: string | null
  place: IssuePlace
  resolved: boolean
}

/** `click` and `visit` increase, so that the same one can be opened or shown twice. */
interface OpenedPin {
  id: string
  click: number
}

interface VisitedPlace {
  place: IssuePlace
  visit: number
}

/**
 * Issues at their places, between the panel that lists them and the views that show them. A view needs four things:
 * draw `shownAt(frame)` (scene/pins does), take a click for a place while `pointing` and call `point`, call `open` when
 * a pin is clicked, and watch `visited`. Escape and the panel are the shell's.
 */
export class Pins {
  #issues: readonly Pin[] = []
  #showsResolved = false
  #pointing = false
  #place: IssuePlace | null = null
  #opened: OpenedPin | null = null
  #visited: VisitedPlace | null = null
  readonly #onChange: () => void

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  get issues(): readonly Pin[] {
    return this.#issues
  }

  get showsResolved(): boolean {
    return this.#showsResolved
  }

  /** The next click in a view is a place for the next issue. */
  get pointing(): boolean {
    return this.#pointing
  }

  /** The place of the next issue; null: none chosen. */
  get place(): IssuePlace | null {
    return this.#place
  }

  /** The issue whose pin was clicked. */
  get opened(): OpenedPin | null {
    return this.#opened
  }

  /** The place that the panel opens. */
  get visited(): VisitedPlace | null {
    return this.#visited
  }

  setIssues(issues: readonly Pin[]): void {
    this.#issues = issues
    this.#onChange()
  }

  showResolved(shows: boolean): void {
    this.#showsResolved = shows
    this.#onChange()
  }

  beginPointing(): void {
    this.#pointing = true
    this.#onChange()
  }

  endPointing(): void {
    if (!this.#pointing) return
    this.#pointing = false
    this.#onChange()
  }

  point(place: IssuePlace): void {
    this.#place = place
    this.#pointing = false
    this.#onChange()
  }

  /** Unpins the next issue. */
  dropPlace(): void {
    if (!this.#place) return
    this.#place = null
    this.#onChange()
  }

  open(id: string): void {
    this.#opened = { id, click: (this.#opened?.click ?? 0) + 1 }
    this.#onChange()
  }

  visit(place: IssuePlace): void {
    this.#visited = { place, visit: (this.#visited?.visit ?? 0) + 1 }
    this.#onChange()
  }

  /** Pins of a frame, the next issue's last. */
  shownAt(frame: number): Pin[] {
    const next = this.#place ? [{ id: null, place: this.#place, resolved: false }] : []
    const shown = this.#issues.filter(({ resolved }) => !resolved || this.#showsResolved)
    return [...shown, ...next].filter(({ place }) => (place.frame ?? frame) === frame)
  }
}
