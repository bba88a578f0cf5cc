import type { NamedCuboid } from '../../view3d/pickCuboid.ts'
import type { ViewCamera } from '../../view3d/viewCamera.ts'
import { Idle } from './idle.ts'
import { solidDragged } from './solidDrag.ts'
import type { SolidHandle } from './solidHandle.ts'
import type { ToolDesk, ToolState, ViewPointer } from './toolDesk.ts'

/** Pulls the selected box by a part of it in the large view. One pull is one step of undo. */
export class Pulling implements ToolState {
  readonly name = 'pulling'
  readonly #start: ViewPointer
  readonly #handle: SolidHandle
  readonly #box: NamedCuboid
  readonly #viewCamera: ViewCamera

  constructor(desk: ToolDesk, start: ViewPointer, handle: SolidHandle, box: NamedCuboid, viewCamera: ViewCamera) {
    this.#start = start
    this.#handle = handle
    this.#box = box
    this.#viewCamera = viewCamera
    desk.holdViews(true)
  }

  pointerMove(desk: ToolDesk, pointer: ViewPointer): ToolState | null {
    desk.preview(this.#dragged(pointer))
    return null
  }

  pointerUp(desk: ToolDesk, pointer: ViewPointer): ToolState {
    const dragged = this.#dragged(pointer)
    this.#letGo(desk)
    desk.place(this.#box.trackId, dragged, pointer.shift ? 'Move cuboid' : 'Resize cuboid')
    return new Idle()
  }

  cancel(desk: ToolDesk): ToolState {
    this.#letGo(desk)
    return new Idle()
  }

  #letGo(desk: ToolDesk): void {
    desk.preview(null)
    desk.holdViews(false)
    desk.setHandle(null)
  }

  #dragged(pointer: ViewPointer) {
    return solidDragged(this.#box.cuboid, this.#handle, this.#viewCamera, this.#start, pointer, pointer.shift)
  }
}
