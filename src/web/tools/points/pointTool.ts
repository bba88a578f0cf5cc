import { zoomed } from '../../view3d/orbit.ts'
import { Idle } from './idle.ts'
import { MAIN_VIEW, type PointDesk, type PointPointer, type PointState } from './pointDesk.ts'

const ZOOM_PER_PX = 1.0015
const BRUSH_PER_PX = 1.0012

/** The tools of a segmentation as one state machine: pointers in, changes of the desk out. */
export class PointTool {
  readonly #desk: PointDesk
  #state: PointState = new Idle()
  /** Where the pointer stands over a view; null: over none. */
  #last: PointPointer | null = null

  constructor(desk: PointDesk) {
    this.#desk = desk
  }

  get stateName(): string {
    return this.#state.name
  }

  pointerDown(pointer: PointPointer): void {
    this.#go(this.#state.pointerDown?.(this.#desk, pointer))
  }

  pointerMove(pointer: PointPointer): void {
    this.#last = pointer
    const next = this.#state.pointerMove?.(this.#desk, pointer)
    if (!next) return
    this.#go(next)
    // The move that decided what it is belongs to it already.
    this.#go(next.pointerMove?.(this.#desk, pointer))
  }

  /** A key was pressed or let go while the pointer stands still: what a press would do now is another thing. */
  hold(keys: Pick<PointPointer, 'ctrl' | 'alt'>): void {
    if (this.#last && this.#state.name === 'idle') this.pointerMove({ ...this.#last, ...keys })
  }

  /** The pointer is over no view any more. */
  leave(view: string): void {
    if (this.#state.name !== 'idle') return
    this.#last = null
    this.#desk.hover(view, null)
    this.#desk.setGesture(null)
  }

  pointerUp(pointer: PointPointer): void {
    this.#go(this.#state.pointerUp?.(this.#desk, pointer))
  }

  doubleClick(pointer: PointPointer): void {
    this.#go(this.#state.doubleClick?.(this.#desk, pointer))
  }

  /** Enter; false where nothing was begun that it would end. */
  confirm(): boolean {
    return this.#go(this.#state.confirm?.(this.#desk))
  }

  /** Backspace; false where nothing was begun. */
  stepBack(): boolean {
    const { stepBack } = this.#state
    if (!stepBack) return false
    this.#go(stepBack.call(this.#state, this.#desk))
    return true
  }

  /** Escape, a lost pointer, another tool: what was begun is dropped. False where nothing was. */
  cancel(): boolean {
    return this.#go(this.#state.cancel?.(this.#desk))
  }

  wheel({ view, x, y, deltaY, shift = false }: WheelOver): void {
    // A polygon's corners are places of the screen; a stroke is one view's.
    if (this.#state.name !== 'idle') return
    const desk = this.#desk
    if (shift && desk.activeTool !== 'select') {
      desk.setBrushRadius(desk.brushRadiusPx * BRUSH_PER_PX ** -deltaY)
      return
    }
    const factor = ZOOM_PER_PX ** deltaY
    if (view !== MAIN_VIEW) {
      desk.zoomImage(view, { x, y }, 1 / factor)
      return
    }
    const viewCamera = desk.viewCameraOf(MAIN_VIEW)
    if (viewCamera) desk.setOrbit(zoomed(desk.orbit, viewCamera, { x, y }, factor))
  }

  #go(next: PointState | null | undefined): boolean {
    if (next) this.#state = next
    return Boolean(next)
  }
}

export interface WheelOver {
  view: string
  x: number
  y: number
  deltaY: number
  shift?: boolean
}
