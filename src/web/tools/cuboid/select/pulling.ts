import type { NamedCuboid } from '../../../view3d/pickCuboid.ts'
import type { ViewCamera } from '../../../view3d/viewCamera.ts'
import { DONE } from '../../machine/tool.ts'
import type { CuboidHost, CuboidState, ViewPointer } from '../cuboidHost.ts'
import { solidDragged } from '../solidDrag.ts'
import type { SolidHandle } from '../solidHandle.ts'

/** Drags the selected box by one of its parts in the large view. One drag is one step of undo. */
export class Pulling implements CuboidState {
  readonly name = 'select.pulling'
  readonly #start: ViewPointer
  readonly #handle: SolidHandle
  readonly #box: NamedCuboid
  readonly #viewCamera: ViewCamera

  constructor(start: ViewPointer, handle: SolidHandle, box: NamedCuboid, viewCamera: ViewCamera) {
    this.#start = start
    this.#handle = handle
    this.#box = box
    this.#viewCamera = viewCamera
  }

  enter(host: CuboidHost): void {
    host.holdViews(true)
  }

  exit(host: CuboidHost): void {
    host.preview(null)
    host.holdViews(false)
    host.setHandle(null)
  }

  pointerMove(host: CuboidHost, pointer: ViewPointer) {
    host.preview(this.#dragged(pointer))
    return undefined
  }

  pointerUp(host: CuboidHost, pointer: ViewPointer) {
    host.place(this.#box.trackId, this.#dragged(pointer), pointer.shift ? 'edit.moveCuboid' : 'edit.resizeCuboid')
    return DONE
  }

  #dragged(pointer: ViewPointer) {
    return solidDragged(this.#box.cuboid, this.#handle, this.#viewCamera, this.#start, pointer, pointer.shift)
  }
}
