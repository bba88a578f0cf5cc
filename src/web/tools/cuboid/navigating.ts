import { panned, turned } from '../../view3d/orbit.ts'
import { Idle } from './idle.ts'
import type { ToolDesk, ToolState, ViewPointer } from './toolDesk.ts'

/** Turns or shifts the large view for as long as the button is held. */
export class Navigating implements ToolState {
  readonly name = 'navigating'
  #last: ViewPointer
  readonly #way: 'pan' | 'turn'

  constructor(start: ViewPointer, way: 'pan' | 'turn') {
    this.#last = start
    this.#way = way
  }

  pointerMove(desk: ToolDesk, pointer: ViewPointer): ToolState | null {
    const viewCamera = desk.viewCameraOf('main')
    if (!viewCamera) return null
    const from = this.#last
    this.#last = pointer
    desk.setCursor('main', 'grabbing')
    if (this.#way === 'turn') desk.setOrbit(turned(desk.orbit, pointer.x - from.x, pointer.y - from.y))
    else desk.setOrbit(panned(desk.orbit, viewCamera, from, pointer))
    return null
  }

  pointerUp(desk: ToolDesk): ToolState {
    desk.setCursor('main', 'default')
    return new Idle()
  }

  cancel(): ToolState {
    return new Idle()
  }
}
