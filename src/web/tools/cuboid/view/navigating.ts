import { panned, turned } from '../../../view3d/orbit.ts'
import { DONE } from '../../machine/tool.ts'
import type { CuboidHost, CuboidState, ViewPointer } from '../cuboidHost.ts'

/** Turns or shifts the large view while the button is held. */
export class CuboidNavigating implements CuboidState {
  readonly name = 'view.navigating'
  #last: ViewPointer
  readonly #way: 'pan' | 'turn'

  constructor(start: ViewPointer, way: 'pan' | 'turn') {
    this.#last = start
    this.#way = way
  }

  exit(host: CuboidHost): void {
    host.setCursor('main', 'default')
  }

  pointerMove(host: CuboidHost, pointer: ViewPointer) {
    const viewCamera = host.viewCameraOf('main')
    if (!viewCamera) return undefined
    const from = this.#last
    this.#last = pointer
    host.setCursor('main', 'grabbing')
    if (this.#way === 'turn') host.setOrbit(turned(host.orbit, pointer.x - from.x, pointer.y - from.y))
    else host.setOrbit(panned(host.orbit, viewCamera, from, pointer))
    return undefined
  }

  pointerUp() {
    return DONE
  }
}
