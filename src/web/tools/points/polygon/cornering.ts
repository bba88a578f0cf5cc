import type { CornersOfView, ShapeInWork } from '../../../document/shapeInWork.ts'
import type { ScreenPoint } from '../../../view3d/viewCamera.ts'
import { apartPx } from '../../../view3d/viewCamera.ts'
import { DONE } from '../../machine/tool.ts'
import { CLICK_PX, type PointHost, type PointNext, type PointPointer, type PointState } from '../pointHost.ts'
import { Stroke } from '../stroke.ts'

/** Within this way of the first corner a click closes the polygon. */
const CLOSE_PX = 9

/** A polygon, corner by corner. The view stays still meanwhile: corners are places of the screen. */
export class Cornering implements PointState {
  readonly name = 'polygon.cornering'
  readonly #view: string
  readonly #erases: boolean
  readonly #stroke: Stroke
  #work: ShapeInWork
  #pointer: ScreenPoint

  constructor(host: PointHost, work: ShapeInWork, { view, erases }: CornersOfView) {
    this.#view = view
    this.#erases = erases
    this.#work = { ...work, inView: { view, erases } }
    this.#pointer = work.points[work.points.length - 1]
    this.#stroke = new Stroke(host, view, erases)
  }

  work(): ShapeInWork {
    return this.#work
  }

  get #corners(): readonly ScreenPoint[] {
    return this.#work.points
  }

  #put(points: readonly ScreenPoint[]): void {
    this.#work = { ...this.#work, points }
  }

  enter(host: PointHost): void {
    this.#show(host)
  }

  exit(host: PointHost): void {
    this.#stroke.dropUnfinished()
    host.setGesture(null)
  }

  pointerDown(host: PointHost, { view, button, x, y }: PointPointer): PointNext {
    if (button !== 'left' || view !== this.#view) return undefined
    const [first] = this.#corners
    if (this.#corners.length > 2 && apartPx(first, { x, y }) <= CLOSE_PX) return this.complete()
    // The second press of a double-click is not another corner.
    if (apartPx(this.#corners[this.#corners.length - 1], { x, y }) < CLICK_PX) return undefined
    this.#put([...this.#corners, { x, y }])
    this.#show(host)
    return undefined
  }

  pointerMove(host: PointHost, { view, x, y }: PointPointer) {
    if (view !== this.#view) return undefined
    this.#pointer = { x, y }
    this.#show(host)
    return undefined
  }

  doubleClick(): PointNext {
    return this.complete()
  }

  complete(): PointNext {
    if (this.#corners.length < 3) return undefined
    this.#stroke.outline(this.#corners)
    this.#stroke.finish()
    return DONE
  }

  stepBack(host: PointHost): PointNext {
    if (this.#corners.length === 1) return DONE
    this.#put(this.#corners.slice(0, -1))
    this.#show(host)
    return undefined
  }

  #show(host: PointHost): void {
    const points = [...this.#corners, this.#pointer]
    if (points.length > 2) this.#stroke.outline(points)
    host.setGesture({ kind: 'path', view: this.#view, erases: this.#erases, points, isCornered: true })
  }
}
