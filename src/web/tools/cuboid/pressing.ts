import { pickCuboid } from '../../scene/cloud/pickCuboid.ts'
import { Idle } from './idle.ts'
import { Moving } from './moving.ts'
import { Navigating } from './navigating.ts'
import { apartPx, DRAG_PX, type ToolDesk, type ToolState, type ViewPointer } from './toolDesk.ts'

/** Pressed in the large view, not clear yet whether it becomes a click or a drag. */
export class Pressing implements ToolState {
  readonly name = 'pressing'
  readonly #start: ViewPointer

  constructor(start: ViewPointer) {
    this.#start = start
  }

  pointerMove(desk: ToolDesk, pointer: ViewPointer): ToolState | null {
    if (apartPx(this.#start, pointer) < DRAG_PX) return null
    const lookout = desk.lookoutOf('main')
    const selected = desk.selectedBox()
    // From above the way over the ground is plain, so the selected box can be taken along; in perspective it is not.
    const isOnSelected = lookout && selected && pickCuboid(lookout, this.#start, [selected])
    if (isOnSelected && desk.canEdit && desk.orbit.kind === 'top') return new Moving(desk, this.#start, selected)
    return new Navigating(this.#start, desk.orbit.kind === 'top' ? 'pan' : 'turn')
  }

  pointerUp(desk: ToolDesk, pointer: ViewPointer): ToolState {
    const lookout = desk.lookoutOf('main')
    const under = lookout && pickCuboid(lookout, pointer, desk.boxes())
    desk.select(under?.trackId ?? null, pointer.shift || pointer.ctrl)
    return new Idle()
  }

  cancel(): ToolState {
    return new Idle()
  }
}
