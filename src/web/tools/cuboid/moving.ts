import type { NamedCuboid } from '../../scene/cloud/pickCuboid.ts'
import { Idle } from './idle.ts'
import type { ToolDesk, ToolState, ViewPointer } from './toolDesk.ts'

/** Drags the selected box over the ground, seen from above. */
export class Moving implements ToolState {
  readonly name = 'moving'
  readonly #start: ViewPointer
  readonly #box: NamedCuboid

  constructor(desk: ToolDesk, start: ViewPointer, box: NamedCuboid) {
    this.#start = start
    this.#box = box
    desk.setCursor('main', 'grabbing')
  }

  pointerMove(desk: ToolDesk, pointer: ViewPointer): ToolState | null {
    desk.preview(this.#moved(desk, pointer))
    return null
  }

  pointerUp(desk: ToolDesk, pointer: ViewPointer): ToolState {
    const moved = this.#moved(desk, pointer)
    desk.preview(null)
    desk.setCursor('main', 'default')
    if (moved) desk.place(this.#box.trackId, moved, 'Move cuboid')
    return new Idle()
  }

  cancel(desk: ToolDesk): ToolState {
    desk.preview(null)
    return new Idle()
  }

  #moved(desk: ToolDesk, pointer: ViewPointer) {
    const lookout = desk.lookoutOf('main')
    if (lookout?.projection.kind !== 'orthographic') return null
    const { cuboid } = this.#box
    const { right, up, projection } = lookout
    const across = (pointer.x - this.#start.x) * projection.metresPerPx
    const along = (this.#start.y - pointer.y) * projection.metresPerPx
    const x = cuboid.position.x + right.x * across + up.x * along
    const y = cuboid.position.y + right.y * across + up.y * along
    return { ...cuboid, position: { x, y, z: cuboid.position.z } }
  }
}
