import type { Cuboid } from '../../../../geometry/cuboid.ts'
import { DONE } from '../../machine/tool.ts'
import type { CuboidHost, CuboidState, ViewPointer } from '../cuboidHost.ts'
import { draggedLevel } from '../solidDrag.ts'
import type { MainGrip } from './mainGrip.ts'

type WholeGrip = Extract<MainGrip, { kind: 'whole' }>

/** Drags the selected box over the ground. */
export class Moving implements CuboidState {
  readonly name = 'select.moving'
  readonly #start: ViewPointer
  readonly #grip: WholeGrip
  #last: Cuboid | null = null

  constructor(start: ViewPointer, grip: WholeGrip) {
    this.#start = start
    this.#grip = grip
  }

  enter(host: CuboidHost): void {
    host.setCursor('main', 'grabbing')
  }

  exit(host: CuboidHost): void {
    host.preview(null)
    host.setCursor('main', 'default')
  }

  pointerMove(host: CuboidHost, pointer: ViewPointer) {
    host.preview(this.#moved(pointer))
    return undefined
  }

  pointerUp(host: CuboidHost, pointer: ViewPointer) {
    const moved = this.#moved(pointer)
    if (moved) host.place(this.#grip.box.trackId, moved, 'edit.moveCuboid')
    return DONE
  }

  /** Above the horizon there is no ground: it keeps its last place. */
  #moved(pointer: ViewPointer): Cuboid | null {
    const { box, heightZ, viewCamera } = this.#grip
    this.#last = draggedLevel(box.cuboid, heightZ, viewCamera, this.#start, pointer) ?? this.#last
    return this.#last
  }
}
