import type { EditId } from '../../../messages/message.ts'
import type { NamedCuboid } from '../../../view3d/pickCuboid.ts'
import type { ViewCamera } from '../../../view3d/viewCamera.ts'
import { apartPx } from '../../../view3d/viewCamera.ts'
import { DONE } from '../../machine/tool.ts'
import { type BoxHandle, draggedBy } from '../boxHandle.ts'
import type { CuboidHost, CuboidState, ViewPointer } from '../cuboidHost.ts'

const LABELS: Readonly<Record<BoxHandle['kind'], EditId>> = {
  sides: 'edit.resizeCuboid',
  inside: 'edit.moveCuboid',
  turn: 'edit.rotateCuboid',
}

/** Drags the selected box by a handle in one of its small views. One drag is one step of undo. */
export class Adjusting implements CuboidState {
  readonly name = 'view.adjusting'
  readonly #start: ViewPointer
  readonly #handle: BoxHandle
  readonly #box: NamedCuboid | null
  readonly #viewCamera: ViewCamera | null

  constructor(host: CuboidHost, start: ViewPointer, handle: BoxHandle) {
    this.#start = start
    this.#handle = handle
    this.#box = host.selectedBox()
    this.#viewCamera = host.viewCameraOf(start.view)
  }

  enter(host: CuboidHost): void {
    host.holdViews(true)
  }

  exit(host: CuboidHost): void {
    host.preview(null)
    host.holdViews(false)
  }

  pointerMove(host: CuboidHost, pointer: ViewPointer) {
    host.preview(this.#dragged(pointer))
    return undefined
  }

  pointerUp(host: CuboidHost, pointer: ViewPointer) {
    const dragged = this.#dragged(pointer)
    if (dragged && this.#box && apartPx(this.#start, pointer) >= 1) {
      host.place(this.#box.trackId, dragged, LABELS[this.#handle.kind])
    }
    return DONE
  }

  #dragged(pointer: ViewPointer) {
    const { view } = this.#start
    if (!this.#box || !this.#viewCamera || view === 'main' || pointer.view !== view) return null
    return draggedBy(this.#box.cuboid, this.#handle, view, this.#viewCamera, this.#start, pointer, pointer.shift)
  }
}
