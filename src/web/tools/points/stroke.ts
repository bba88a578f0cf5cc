import type { ScreenPoint } from '../../view3d/viewCamera.ts'
import type { PointHost, StrokeSession } from './pointHost.ts'

/** A stroke that is dropped unless it was finished. */
export class Stroke {
  readonly #session: StrokeSession
  #isFinished = false

  constructor(host: PointHost, view: string, erases: boolean) {
    this.#session = host.beginStroke(view, erases)
  }

  brush(from: ScreenPoint, to: ScreenPoint): void {
    this.#session.brush(from, to)
  }

  outline(corners: readonly ScreenPoint[]): void {
    this.#session.outline(corners)
  }

  finish(): void {
    this.#isFinished = true
    this.#session.finish()
  }

  /** For the exit of the state that drew it; true if it was unfinished and is dropped. */
  dropUnfinished(): boolean {
    if (!this.#isFinished) this.#session.drop()
    return !this.#isFinished
  }
}
