import type { ScreenPoint } from '../../../view3d/viewCamera.ts'
import { apartPx } from '../../../view3d/viewCamera.ts'
import { DONE } from '../../machine/tool.ts'
import type { PointHost, PointPointer, PointState } from '../pointHost.ts'
import { Stroke } from '../stroke.ts'

/** Nearer corners would cost without saying more. */
const LEAST_STEP_PX = 3

/** A closed line drawn by hand around the points. */
export class Lassoing implements PointState {
  readonly name = 'lasso.lassoing'
  readonly #view: string
  readonly #erases: boolean
  readonly #stroke: Stroke
  readonly #points: ScreenPoint[]

  constructor(host: PointHost, { view, x, y }: PointPointer, erases: boolean) {
    this.#view = view
    this.#erases = erases
    this.#points = [{ x, y }]
    this.#stroke = new Stroke(host, view, erases)
  }

  exit(host: PointHost): void {
    this.#stroke.dropUnfinished()
    host.setGesture(null)
  }

  pointerMove(host: PointHost, { x, y }: PointPointer) {
    const points = this.#points
    if (apartPx(points[points.length - 1], { x, y }) < LEAST_STEP_PX) return undefined
    points.push({ x, y })
    if (points.length > 2) this.#stroke.outline(points)
    host.setGesture({ kind: 'path', view: this.#view, erases: this.#erases, points, isCornered: false })
    return undefined
  }

  pointerUp() {
    if (this.#points.length > 2) this.#stroke.finish()
    return DONE
  }
}
