import type { ScreenPoint } from '../../view3d/viewCamera.ts'
import { Idle } from './idle.ts'
import type { PointDesk, PointPointer, PointState, StrokeHand } from './pointDesk.ts'

/** A round brush drawn over the points. A click is a dab. */
export class Brushing implements PointState {
  readonly name = 'brushing'
  readonly #view: string
  readonly #erases: boolean
  readonly #hand: StrokeHand
  #last: ScreenPoint

  constructor(desk: PointDesk, { view, x, y }: PointPointer, erases: boolean) {
    this.#view = view
    this.#erases = erases
    this.#last = { x, y }
    this.#hand = desk.beginStroke(view, erases)
    this.#hand.brush(this.#last, this.#last)
  }

  pointerMove(desk: PointDesk, { x, y }: PointPointer): PointState | null {
    const at = { x, y }
    this.#hand.brush(this.#last, at)
    this.#last = at
    desk.setGesture({ kind: 'brush', view: this.#view, erases: this.#erases, at, radiusPx: desk.brushRadiusPx })
    return null
  }

  pointerUp(): PointState {
    this.#hand.finish()
    return new Idle()
  }

  cancel(desk: PointDesk): PointState {
    this.#hand.drop()
    desk.setGesture(null)
    return new Idle()
  }
}
