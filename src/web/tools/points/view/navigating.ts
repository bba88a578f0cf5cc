import { panned, turned } from '../../../view3d/orbit.ts'
import { DONE } from '../../machine/tool.ts'
import { MAIN_VIEW, type PointHost, type PointPointer, type PointState } from '../pointHost.ts'

/** Turns or shifts the view while the button is held; images are only shifted. */
export class PointNavigating implements PointState {
  readonly name = 'view.navigating'
  #last: PointPointer
  readonly #way: 'pan' | 'turn'

  constructor(start: PointPointer, way: 'pan' | 'turn') {
    this.#last = start
    this.#way = way
  }

  exit(host: PointHost): void {
    host.setCursor(this.#last.view, 'default')
  }

  pointerMove(host: PointHost, pointer: PointPointer) {
    const from = this.#last
    this.#last = pointer
    host.setGesture(null)
    host.setCursor(from.view, 'grabbing')
    if (from.view !== MAIN_VIEW) {
      host.panImage(from.view, from, pointer)
      return undefined
    }
    const viewCamera = host.viewCameraOf(MAIN_VIEW)
    if (!viewCamera) return undefined
    if (this.#way === 'turn') host.setOrbit(turned(host.orbit, pointer.x - from.x, pointer.y - from.y))
    else host.setOrbit(panned(host.orbit, viewCamera, from, pointer))
    return undefined
  }

  pointerUp() {
    return DONE
  }
}
