import type { IssuePlace } from '../../formats/workbench/issues.ts'

/** An issue as the views show it. `id` null: where the next one will be pinned. */
export interface Pin {
  id: string | null
  place: IssuePlace
  resolved: boolean
}

/**
 * Issues at their places, between the panel that lists them and the views that show them. A view needs four things:
 * draw `shownAt(frame)` (scene/pins does), take a click for a place while `pointing` and call `point`, call `open` when
 * a pin is clicked, and look at `visited` whenever it is another one. Escape and the panel are the shell's.
 */
export class Pins {
  issues: readonly Pin[] = []
  showsResolved = false
  /** The next click in a view is a place for the next issue. */
  pointing = false
  /** Of the next issue; null: no place chosen. */
  place: IssuePlace | null = null
  /** The issue whose pin was clicked, a new object each time. */
  opened: { id: string } | null = null
  /** Where the panel leads to, a new object each time. */
  visited: IssuePlace | null = null
  readonly #onChange: () => void

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  setIssues(issues: readonly Pin[]): void {
    this.issues = issues
    this.#onChange()
  }

  showResolved(shows: boolean): void {
    this.showsResolved = shows
    this.#onChange()
  }

  beginPointing(): void {
    this.pointing = true
    this.#onChange()
  }

  endPointing(): void {
    if (!this.pointing) return
    this.pointing = false
    this.#onChange()
  }

  point(place: IssuePlace): void {
    this.place = place
    this.pointing = false
    this.#onChange()
  }

  /** The next issue is pinned to no place any more. */
  dropPlace(): void {
    if (!this.place) return
    this.place = null
    this.#onChange()
  }

  open(id: string): void {
    this.opened = { id }
    this.#onChange()
  }

  visit(place: IssuePlace): void {
    this.visited = { ...place }
    this.#onChange()
  }

  /** Pins of a frame, the next issue's last. */
  shownAt(frame: number): Pin[] {
    const next = this.place ? [{ id: null, place: this.place, resolved: false }] : []
    const shown = this.issues.filter(({ resolved }) => !resolved || this.showsResolved)
    return [...shown, ...next].filter(({ place }) => (place.frame ?? frame) === frame)
  }
}
