import { panned, turned } from '../../view3d/orbit.ts'
import { Idle } from './idle.ts'
import { MAIN_VIEW, type PointDesk, type PointPointer, type PointState } from './pointDesk.ts'

/** Turns or shifts the view for as long as the button is held; images are only shifted. */
export class Navigating implements PointState {
  readonly name = 'navigating'
  #last: PointPointer
  readonly #way: 'pan' | 'turn'

  constructor(start: PointPointer, way: 'pan' | 'turn') {
    this.#last = start
    this.#way = way
  }

  pointerMove(desk: PointDesk, pointer: PointPointer): PointState | null {
    const from = this.#last
    this.#last = pointer
    desk.setGesture(null)
    desk.setCursor(from.view, 'grabbing')
    if (from.view !== MAIN_VIEW) {
      desk.panImage(from.view, from, pointer)
      return null
    }
    const viewCamera = desk.viewCameraOf(MAIN_VIEW)
    if (!viewCamera) return null
    if (this.#way === 'turn') desk.setOrbit(turned(desk.orbit, pointer.x - from.x, pointer.y - from.y))
    else desk.setOrbit(panned(desk.orbit, viewCamera, from, pointer))
    return null
  }

  pointerUp(desk: PointDesk, pointer: PointPointer): PointState {
    desk.setCursor(pointer.view, 'default')
    return new Idle()
  }

  cancel(): PointState {
    return new Idle()
  }
}
