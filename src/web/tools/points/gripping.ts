import type { Cuboid } from '../../../geometry/cuboid.ts'
import type { Lookout } from '../../scene/cloud/lookout.ts'
import { type BoxGrip, gripAt, grippedBox } from './boxGrip.ts'
import { Idle } from './idle.ts'
import { MAIN_VIEW, type PointDesk, type PointPointer, type PointState } from './pointDesk.ts'

/** What of the desk's box lies under the pointer. */
export function gripUnder(desk: PointDesk, pointer: PointPointer): BoxGrip | null {
  const lookout = pointer.view === MAIN_VIEW ? desk.lookoutOf(MAIN_VIEW) : null
  return lookout && desk.box ? gripAt(desk.box, lookout, pointer) : null
}

/** Adjusts the box before it is assigned. */
export class Gripping implements PointState {
  readonly name = 'gripping'
  readonly #start: PointPointer
  readonly #grip: BoxGrip
  readonly #box: Cuboid | null
  readonly #lookout: Lookout | null

  constructor(desk: PointDesk, start: PointPointer, grip: BoxGrip) {
    this.#start = start
    this.#grip = grip
    this.#box = desk.box
    this.#lookout = desk.lookoutOf(MAIN_VIEW)
  }

  pointerMove(desk: PointDesk, pointer: PointPointer): PointState | null {
    if (this.#box && this.#lookout) {
      desk.setBox(grippedBox(this.#box, this.#grip, this.#lookout, this.#start, pointer))
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
