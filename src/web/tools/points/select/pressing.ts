import { apartPx } from '../../../view3d/viewCamera.ts'
import { DONE } from '../../machine/tool.ts'
import { CLICK_PX, type PointHost, type PointNext, type PointPointer, type PointState } from '../pointHost.ts'
import { PointNavigating } from '../view/navigating.ts'

/** Pressed, before it is clear whether it becomes a click, which selects, or a drag, which moves the view. */
export class PointPressing implements PointState {
  readonly name = 'select.pressing'
  readonly #start: PointPointer

  constructor(start: PointPointer) {
    this.#start = start
  }

  pointerMove(host: PointHost, pointer: PointPointer): PointNext {
    if (apartPx(this.#start, pointer) < CLICK_PX) return undefined
    host.hover(pointer.view, null)
    return new PointNavigating(this.#start, host.orbit.kind === 'top' ? 'pan' : 'turn')
  }

  pointerUp(host: PointHost, pointer: PointPointer) {
    host.choose(pointer.view, pointer, pointer.shift || pointer.ctrl)
    return DONE
  }
}
