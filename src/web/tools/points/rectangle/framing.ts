import { apartPx } from '../../../view3d/viewCamera.ts'
import { DONE } from '../../machine/tool.ts'
import { CLICK_PX, type PointHost, type PointPointer, type PointState } from '../pointHost.ts'
import { Stroke } from '../stroke.ts'

/** A rectangle of the screen. */
export class Framing implements PointState {
  readonly name = 'rectangle.framing'
  readonly #start: PointPointer
  readonly #erases: boolean
  readonly #stroke: Stroke

  constructor(host: PointHost, start: PointPointer, erases: boolean) {
    this.#start = start
    this.#erases = erases
    this.#stroke = new Stroke(host, start.view, erases)
  }

  exit(host: PointHost): void {
    this.#stroke.dropUnfinished()
    host.setGesture(null)
  }

  pointerMove(host: PointHost, pointer: PointPointer) {
    const { x, y, view } = this.#start
    this.#stroke.outline([
      { x, y },
      { x: pointer.x, y },
      { x: pointer.x, y: pointer.y },
      { x, y: pointer.y },
    ])
    const to = { x: pointer.x, y: pointer.y }
    host.setGesture({ kind: 'rectangle', view, erases: this.#erases, from: { x, y }, to })
    return undefined
  }

  pointerUp(_: PointHost, pointer: PointPointer) {
    if (apartPx(this.#start, pointer) >= CLICK_PX) this.#stroke.finish()
    return DONE
  }
}
