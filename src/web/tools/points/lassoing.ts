import type { ScreenPoint } from '../../view3d/viewCamera.ts'
import { Idle } from './idle.ts'
import { apartPx, type PointDesk, type PointPointer, type PointState, type StrokeHand } from './pointDesk.ts'

/** Nearer corners would cost without saying more. */
const LEAST_STEP_PX = 3

/** A closed line drawn by hand around the points. */
export class Lassoing implements PointState {
  readonly name = 'lassoing'
  readonly #view: string
  readonly #erases: boolean
  readonly #hand: StrokeHand
  readonly #points: ScreenPoint[]

  constructor(desk: PointDesk, { view, x, y }: PointPointer, erases: boolean) {
    this.#view = view
    this.#erases = erases
    this.#points = [{ x, y }]
    this.#hand = desk.beginStroke(view, erases)
  }

  pointerMove(desk: PointDesk, { x, y }: PointPointer): PointState | null {
    const points = this.#points
    if (apartPx(points[points.length - 1], { x, y }) < LEAST_STEP_PX) return null
    points.push({ x, y })
    if (points.length > 2) this.#hand.outline(points)
    desk.setGesture({ kind: 'path', view: this.#view, erases: this.#erases, points, isCornered: false })
    return null
  }

  pointerUp(desk: PointDesk): PointState {
    if (this.#points.length > 2) this.#hand.finish()
    else this.#hand.drop()
    desk.setGesture(null)
    return new Idle()
  }

  cancel(desk: PointDesk): PointState {
    this.#hand.drop()
    desk.setGesture(null)
    return new Idle()
  }
}
