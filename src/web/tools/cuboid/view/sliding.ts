import { DONE } from '../../machine/tool.ts'
import type { CuboidHost, CuboidState, ViewPointer } from '../cuboidHost.ts'

/** Shifts a small view while the button is held. */
export class SmallViewSliding implements CuboidState {
  readonly name = 'view.sliding'
  #last: ViewPointer

  constructor(start: ViewPointer) {
    this.#last = start
  }

  exit(host: CuboidHost): void {
    host.setCursor(this.#last.view, 'default')
  }

  pointerMove(host: CuboidHost, pointer: ViewPointer) {
    const { view, x, y } = this.#last
    if (view === 'main' || pointer.view !== view) return undefined
    this.#last = pointer
    host.setCursor(view, 'grabbing')
    host.slideBoxView(view, { x: pointer.x - x, y: pointer.y - y })
    return undefined
  }

  pointerUp() {
    return DONE
  }
}
