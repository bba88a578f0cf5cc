import type { ScreenPoint } from '../../../view3d/viewCamera.ts'
import { DONE } from '../../machine/tool.ts'
import type { PointHost, PointPointer, PointState } from '../pointHost.ts'
import { Stroke } from '../stroke.ts'

/** A round brush drawn over the points. A click is a dab. */
export class Brushing implements PointState {
  readonly name = 'brush.brushing'
  readonly #view: string
  readonly #erases: boolean
  readonly #stroke: Stroke
  #last: ScreenPoint

  constructor(host: PointHost, { view, x, y }: PointPointer, erases: boolean) {
    this.#view = view
    this.#erases = erases
    this.#last = { x, y }
    this.#stroke = new Stroke(host, view, erases)
    this.#stroke.brush(this.#last, this.#last)
  }

  /** The ring stays where the stroke ended. */
  exit(host: PointHost): void {
    if (this.#stroke.dropUnfinished()) host.setGesture(null)
  }

  pointerMove(host: PointHost, { x, y }: PointPointer) {
    const at = { x, y }
    this.#stroke.brush(this.#last, at)
    this.#last = at
    host.setGesture({ kind: 'brush', view: this.#view, erases: this.#erases, at, radiusPx: host.brushRadiusPx })
    return undefined
  }

  pointerUp() {
    this.#stroke.finish()
    return DONE
  }
}
