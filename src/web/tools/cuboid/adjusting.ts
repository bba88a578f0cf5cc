import type { NamedCuboid } from '../../view3d/pickCuboid.ts'
import type { ViewCamera } from '../../view3d/viewCamera.ts'
import { type BoxHandle, draggedBy } from './boxHandle.ts'
import { Idle } from './idle.ts'
import { apartPx, type ToolDesk, type ToolState, type ViewPointer } from './toolDesk.ts'

const LABELS: Readonly<Record<BoxHandle['kind'], string>> = {
  sides: 'Resize cuboid',
  inside: 'Move cuboid',
  turn: 'Turn cuboid',
}

/** Drags the selected box by a handle in one of its small views. One drag is one step of undo. */
export class Adjusting implements ToolState {
  readonly name = 'adjusting'
  readonly #start: ViewPointer
  readonly #handle: BoxHandle
  readonly #box: NamedCuboid | null
  readonly #viewCamera: ViewCamera | null

  constructor(desk: ToolDesk, start: ViewPointer, handle: BoxHandle) {
    this.#start = start
    this.#handle = handle
    this.#box = desk.selectedBox()
    this.#viewCamera = desk.viewCameraOf(start.view)
    desk.holdViews(true)
  }

  pointerMove(desk: ToolDesk, pointer: ViewPointer): ToolState | null {
    desk.preview(this.#dragged(pointer))
    return null
  }

  pointerUp(desk: ToolDesk, pointer: ViewPointer): ToolState {
    const dragged = this.#dragged(pointer)
    desk.preview(null)
    desk.holdViews(false)
    if (dragged && this.#box && apartPx(this.#start, pointer) >= 1) {
      desk.place(this.#box.trackId, dragged, LABELS[this.#handle.kind])
    }
    return new Idle()
  }

  cancel(desk: ToolDesk): ToolState {
    desk.preview(null)
    desk.holdViews(false)
    return new Idle()
  }

  #dragged(pointer: ViewPointer) {
    const { view } = this.#start
    if (!this.#box || !this.#viewCamera || view === 'main' || pointer.view !== view) return null
    return draggedBy(this.#box.cuboid, this.#handle, view, this.#viewCamera, this.#start, pointer, pointer.shift)
  }
}
