import type { Cuboid } from '../../../../geometry/cuboid.ts'
import type { ViewCamera } from '../../../view3d/viewCamera.ts'
import { DONE } from '../../machine/tool.ts'
import { MAIN_VIEW, type PointHost, type PointPointer, type PointState } from '../pointHost.ts'
import { type BoxGrip, gripAt, grippedBox } from './boxGrip.ts'

/** The part of the host's box under the pointer. */
export function gripUnder(host: PointHost, pointer: PointPointer): BoxGrip | null {
  const viewCamera = pointer.view === MAIN_VIEW ? host.viewCameraOf(MAIN_VIEW) : null
  return viewCamera && host.box ? gripAt(host.box, viewCamera, pointer) : null
}

/** Adjusts the box before it is assigned. */
export class Gripping implements PointState {
  readonly name = 'box.gripping'
  readonly #start: PointPointer
  readonly #grip: BoxGrip
  readonly #box: Cuboid | null
  readonly #viewCamera: ViewCamera | null
  #isPlaced = false

  constructor(host: PointHost, start: PointPointer, grip: BoxGrip) {
    this.#start = start
    this.#grip = grip
    this.#box = host.box
    this.#viewCamera = host.viewCameraOf(MAIN_VIEW)
  }

  exit(host: PointHost): void {
    if (!this.#isPlaced) host.setBox(this.#box)
  }

  pointerMove(host: PointHost, pointer: PointPointer) {
    if (this.#box && this.#viewCamera) {
      host.setBox(grippedBox(this.#box, this.#grip, this.#viewCamera, this.#start, pointer))
    }
    return undefined
  }

  pointerUp() {
    this.#isPlaced = true
    return DONE
  }
}
