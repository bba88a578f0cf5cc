import { Idle } from './idle.ts'
import { apartPx, CLICK_PX, type PointDesk, type PointPointer, type PointState, type StrokeHand } from './pointDesk.ts'

/** A rectangle of the screen. */
export class Framing implements PointState {
  readonly name = 'framing'
  readonly #start: PointPointer
  readonly #erases: boolean
  readonly #hand: StrokeHand

  constructor(desk: PointDesk, start: PointPointer, erases: boolean) {
    this.#start = start
    this.#erases = erases
    this.#hand = desk.beginStroke(start.view, erases)
  }

  pointerMove(desk: PointDesk, pointer: PointPointer): PointState | null {
    const { x, y, view } = this.#start
    this.#hand.outline([
      { x, y },
      { x: pointer.x, y },
      { x: pointer.x, y: pointer.y },
      { x, y: pointer.y },
    ])
    const to = { x: pointer.x, y: pointer.y }
    desk.setGesture({ kind: 'rectangle', view, erases: this.#erases, from: { x, y }, to })
    return null
  }

  pointerUp(desk: PointDesk, pointer: PointPointer): PointState {
    if (apartPx(this.#start, pointer) < CLICK_PX) this.#hand.drop()
    else this.#hand.finish()
    desk.setGesture(null)
    return new Idle()
  }

  cancel(desk: PointDesk): PointState {
    this.#hand.drop()
    desk.setGesture(null)
    return new Idle()
  }
}
