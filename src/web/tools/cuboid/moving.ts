import type { Cuboid } from '../../../geometry/cuboid.ts'
import { Idle } from './idle.ts'
import type { MainGrip } from './mainGrip.ts'
import { draggedLevel } from './solidDrag.ts'
import type { ToolDesk, ToolState, ViewPointer } from './toolDesk.ts'

type WholeGrip = Extract<MainGrip, { kind: 'whole' }>

/** Drags the selected box over the ground it stands on. */
export class Moving implements ToolState {
  readonly name = 'moving'
  readonly #start: ViewPointer
  readonly #grip: WholeGrip
  #last: Cuboid | null = null

  constructor(desk: ToolDesk, start: ViewPointer, grip: WholeGrip) {
    this.#start = start
    this.#grip = grip
    desk.setCursor('main', 'grabbing')
  }

  pointerMove(desk: ToolDesk, pointer: ViewPointer): ToolState | null {
    desk.preview(this.#moved(pointer))
    return null
  }

  pointerUp(desk: ToolDesk, pointer: ViewPointer): ToolState {
    const moved = this.#moved(pointer)
    desk.preview(null)
    desk.setCursor('main', 'default')
    if (moved) desk.place(this.#grip.box.trackId, moved, 'Move cuboid')
    return new Idle()
  }

  cancel(desk: ToolDesk): ToolState {
    desk.preview(null)
    desk.setCursor('main', 'default')
    return new Idle()
  }

  /** Over the horizon there is no ground: it stays where it was last. */
  #moved(pointer: ViewPointer): Cuboid | null {
    const { box, heightZ, viewCamera } = this.#grip
    this.#last = draggedLevel(box.cuboid, heightZ, viewCamera, this.#start, pointer) ?? this.#last
    return this.#last
  }
}
