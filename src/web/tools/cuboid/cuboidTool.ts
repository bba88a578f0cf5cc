import { zoomed } from '../../view3d/orbit.ts'
import { Idle } from './idle.ts'
import type { ToolDesk, ToolState, ViewPointer, ViewWheel } from './toolDesk.ts'

const ZOOM_PER_PX = 1.0015

/** The tools of the 3D views as one state machine: pointers in, changes of the desk out. */
export class CuboidTool {
  readonly #desk: ToolDesk
  #state: ToolState = new Idle()

  constructor(desk: ToolDesk) {
    this.#desk = desk
  }

  get stateName(): string {
    return this.#state.name
  }

  pointerDown(pointer: ViewPointer): void {
    this.#go(this.#state.pointerDown?.(this.#desk, pointer))
  }

  pointerMove(pointer: ViewPointer): void {
    const next = this.#state.pointerMove?.(this.#desk, pointer)
    if (!next) return
    this.#go(next)
    // The move that decided what it is belongs to it already.
    this.#go(next.pointerMove?.(this.#desk, pointer))
  }

  pointerUp(pointer: ViewPointer): void {
    this.#go(this.#state.pointerUp?.(this.#desk, pointer))
  }

  doubleClick(pointer: ViewPointer): void {
    this.#go(this.#state.doubleClick?.(this.#desk, pointer))
  }

  /** Out of the view; whatever is held stays held. */
  pointerLeave(): void {
    this.#go(this.#state.pointerLeave?.(this.#desk))
  }

  /** Escape, a lost pointer, another frame: what was begun is dropped. */
  cancel(): void {
    this.#go(this.#state.cancel?.(this.#desk))
  }

  wheel({ view, x, y, deltaY }: ViewWheel): void {
    const factor = ZOOM_PER_PX ** deltaY
    if (view !== 'main') {
      this.#desk.zoomBoxViews(1 / factor)
      return
    }
    const viewCamera = this.#desk.viewCameraOf('main')
    if (viewCamera) this.#desk.setOrbit(zoomed(this.#desk.orbit, viewCamera, { x, y }, factor))
  }

  #go(next: ToolState | null | undefined): void {
    if (next) this.#state = next
  }
}
