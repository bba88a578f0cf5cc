import { pickCuboid } from '../../../view3d/pickCuboid.ts'
import { apartPx } from '../../../view3d/viewCamera.ts'
import { DONE } from '../../machine/tool.ts'
import { type CuboidHost, type CuboidNext, type CuboidState, DRAG_PX, type ViewPointer } from '../cuboidHost.ts'
import { pickSpace } from '../space/pickSpace.ts'
import { CuboidNavigating } from '../view/navigating.ts'
import { mainGripAt } from './mainGrip.ts'
import { Moving } from './moving.ts'
import { Pulling } from './pulling.ts'

/** Pressed in the large view, before it is clear whether it becomes a click or a drag. */
export class CuboidPressing implements CuboidState {
  readonly name = 'select.pressing'
  readonly #start: ViewPointer

  constructor(start: ViewPointer) {
    this.#start = start
  }

  pointerMove(host: CuboidHost, pointer: ViewPointer): CuboidNext {
    if (apartPx(this.#start, pointer) < DRAG_PX) return undefined
    const grip = mainGripAt(host, this.#start)
    if (grip?.kind === 'part') return new Pulling(this.#start, grip.handle, grip.box, grip.viewCamera)
    if (grip) return new Moving(this.#start, grip)
    return new CuboidNavigating(this.#start, host.orbit.kind === 'top' ? 'pan' : 'turn')
  }

  pointerUp(host: CuboidHost, pointer: ViewPointer) {
    const viewCamera = host.viewCameraOf('main')
    const under =
      viewCamera &&
      (pickSpace(viewCamera, pointer, host.space.shown()) ?? pickCuboid(viewCamera, pointer, host.boxes()))
    // Outside the box, but on one of its handles: a press without a drag must not deselect it.
    if (!under && mainGripAt(host, pointer)) return DONE
    host.select(under?.trackId ?? null, pointer.shift || pointer.ctrl)
    return DONE
  }
}
