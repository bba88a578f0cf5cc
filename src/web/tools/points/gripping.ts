import type { Cuboid } from '../../../geometry/cuboid.ts'
import type { ViewCamera } from '../../view3d/viewCamera.ts'
import { type BoxGrip, gripAt, grippedBox } from './boxGrip.ts'
import { Idle } from './idle.ts'
import { MAIN_VIEW, type PointDesk, type PointPointer, type PointState } from './pointDesk.ts'

/** What of the desk's box lies under the pointer. */
export function gripUnder(desk: PointDesk, pointer: PointPointer): BoxGrip | null {
  const viewCamera = pointer.view === MAIN_VIEW ? desk.viewCameraOf(MAIN_VIEW) : null
  return viewCamera && desk.box ? gripAt(desk.box, viewCamera, pointer) : null
}

/** Adjusts the box before it is assigned. */
export class Gripping implements PointState {
  readonly name = 'gripping'
  readonly #start: PointPointer
  readonly #grip: BoxGrip
  readonly #box: Cuboid | null
  readonly #viewCamera: ViewCamera | null

  constructor(desk: PointDesk, start: PointPointer, grip: BoxGrip) {
    this.#start = start
    this.#grip = grip
    this.#box = desk.box
    this.#viewCamera = desk.viewCameraOf(MAIN_VIEW)
  }

  pointerMove(desk: PointDesk, pointer: PointPointer): PointState | null {
    if (this.#box && this.#viewCamera) {
      desk.setBox(grippedBox(this.#box, this.#grip, this.#viewCamera, this.#start, pointer))
    }
    return null
  }

  pointerUp(): PointState {
    return new Idle()
  }

  cancel(desk: PointDesk): PointState {
    desk.setBox(this.#box)
    return new Idle()
  }
}
