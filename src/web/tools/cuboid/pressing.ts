import { pickCuboid } from '../../view3d/pickCuboid.ts'
import { Idle } from './idle.ts'
import { mainGripAt } from './mainGrip.ts'
import { Moving } from './moving.ts'
import { Navigating } from './navigating.ts'
import { Pulling } from './pulling.ts'
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
    const grip = mainGripAt(desk, this.#start)
    if (grip?.kind === 'part') return new Pulling(desk, this.#start, grip.handle, grip.box, grip.viewCamera)
    if (grip) return new Moving(desk, this.#start, grip)
    return new Navigating(this.#start, desk.orbit.kind === 'top' ? 'pan' : 'turn')
  }

  pointerUp(desk: ToolDesk, pointer: ViewPointer): ToolState {
    const viewCamera = desk.viewCameraOf('main')
    const under = viewCamera && pickCuboid(viewCamera, pointer, desk.boxes())
    // Beside the box, but on a part of it: a press that became no pull must not let it go.
    if (!under && mainGripAt(desk, pointer)) return new Idle()
    desk.select(under?.trackId ?? null, pointer.shift || pointer.ctrl)
    return new Idle()
  }

  cancel(): ToolState {
    return new Idle()
  }
}
