import { Idle } from './idle.ts'
import { Navigating } from './navigating.ts'
import { apartPx, CLICK_PX, type PointDesk, type PointPointer, type PointState } from './pointDesk.ts'

/** Pressed, not clear yet whether it becomes a click, which chooses, or a drag, which turns (from above: shifts). */
export class Pressing implements PointState {
  readonly name = 'pressing'
  readonly #start: PointPointer

  constructor(start: PointPointer) {
    this.#start = start
  }

  pointerMove(desk: PointDesk, pointer: PointPointer): PointState | null {
    if (apartPx(this.#start, pointer) < CLICK_PX) return null
    desk.hover(pointer.view, null)
    return new Navigating(this.#start, desk.orbit.kind === 'top' ? 'pan' : 'turn')
  }

  pointerUp(desk: PointDesk, pointer: PointPointer): PointState {
    desk.choose(pointer.view, pointer, pointer.shift || pointer.ctrl)
    return new Idle()
  }

  cancel(): PointState {
    return new Idle()
  }
}
