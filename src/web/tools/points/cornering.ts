import type { ScreenPoint } from '../../view3d/viewCamera.ts'
import { Idle } from './idle.ts'
import { apartPx, CLICK_PX, type PointDesk, type PointPointer, type PointState, type StrokeHand } from './pointDesk.ts'

/** Within this way of the first corner a click closes the polygon. */
const CLOSE_PX = 9

/** A polygon, corner by corner. The view stays still meanwhile: corners are places of the screen. */
export class Cornering implements PointState {
  readonly name = 'cornering'
  readonly #view: string
  readonly #erases: boolean
  readonly #hand: StrokeHand
  readonly #corners: ScreenPoint[]
  #pointer: ScreenPoint

  constructor(desk: PointDesk, { view, x, y }: PointPointer, erases: boolean) {
    this.#view = view
    this.#erases = erases
    this.#corners = [{ x, y }]
    this.#pointer = { x, y }
    this.#hand = desk.beginStroke(view, erases)
    this.#show(desk)
  }

  pointerDown(desk: PointDesk, { view, button, x, y }: PointPointer): PointState | null {
    if (button !== 'left' || view !== this.#view) return null
    const [first] = this.#corners
    if (this.#corners.length > 2 && apartPx(first, { x, y }) <= CLOSE_PX) return this.confirm(desk)
    // The second press of a double-click is no further corner.
    if (apartPx(this.#corners[this.#corners.length - 1], { x, y }) < CLICK_PX) return null
    this.#corners.push({ x, y })
    this.#show(desk)
    return null
  }

  pointerMove(desk: PointDesk, { view, x, y }: PointPointer): PointState | null {
    if (view !== this.#view) return null
    this.#pointer = { x, y }
    this.#show(desk)
    return null
  }

  doubleClick(desk: PointDesk): PointState | null {
    return this.confirm(desk)
  }

  confirm(desk: PointDesk): PointState | null {
    if (this.#corners.length < 3) return null
    this.#hand.outline(this.#corners)
    this.#hand.finish()
    desk.setGesture(null)
    return new Idle()
  }

  stepBack(desk: PointDesk): PointState | null {
    this.#corners.pop()
    if (this.#corners.length === 0) return this.cancel(desk)
    this.#show(desk)
    return null
  }

  cancel(desk: PointDesk): PointState {
    this.#hand.drop()
    desk.setGesture(null)
    return new Idle()
  }

  #show(desk: PointDesk): void {
    const points = [...this.#corners, this.#pointer]
    if (points.length > 2) this.#hand.outline(points)
    desk.setGesture({ kind: 'path', view: this.#view, erases: this.#erases, points, isCornered: true })
  }
}
