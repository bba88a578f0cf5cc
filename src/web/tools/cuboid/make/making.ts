import type { Vec3 } from '../../../../geometry/vec3.ts'
import type { ViewCamera } from '../../../view3d/viewCamera.ts'
import { apartPx } from '../../../view3d/viewCamera.ts'
import { DONE } from '../../machine/tool.ts'
import { type CuboidHost, type CuboidState, DRAG_PX, type MakingGesture, type ViewPointer } from '../cuboidHost.ts'

/** The gesture from a place on the ground to the pointer; null where the pointer is over the sky. */
export type GestureTo = (
  from: Vec3,
  start: ViewPointer,
  to: ViewPointer,
  viewCamera: ViewCamera,
) => MakingGesture | null

type GestureEnd = (host: CuboidHost, gesture: MakingGesture, groundZ: number) => void

/** What comes of a gesture, and what is shown while it is drawn (null: no longer). */
export interface MakingEnd {
  end: GestureEnd
  preview?(host: CuboidHost, gesture: MakingGesture | null, groundZ: number): void
}

interface MakingWith extends MakingEnd {
  tool: string
  gestureTo: GestureTo
}

/** One gesture makes a cuboid. A press that does not move is a click with every tool: it says where, not which way. */
export class Making implements CuboidState {
  readonly name: string
  readonly #start: ViewPointer
  readonly #ground: Vec3
  readonly #with: MakingWith
  #isMade = false

  private constructor(how: MakingWith, start: ViewPointer, ground: Vec3) {
    this.name = `${how.tool}.making`
    this.#start = start
    this.#ground = ground
    this.#with = how
  }

  /** undefined where the press is over the sky. */
  static from(host: CuboidHost, how: MakingWith, pointer: ViewPointer): Making | undefined {
    const viewCamera = host.viewCameraOf('main')
    const ground = viewCamera && host.groundUnder(viewCamera, pointer)
    return ground ? new Making(how, pointer, ground) : undefined
  }

  exit(host: CuboidHost): void {
    host.setGesture(null, 0)
    if (!this.#isMade) this.#with.preview?.(host, null, 0)
  }

  pointerMove(host: CuboidHost, pointer: ViewPointer) {
    const gesture = this.#gesture(host, pointer)
    host.setGesture(gesture, this.#ground.z)
    if (gesture?.kind !== 'click') this.#with.preview?.(host, gesture, this.#ground.z)
    return undefined
  }

  pointerUp(host: CuboidHost, pointer: ViewPointer) {
    const gesture = this.#gesture(host, pointer)
    this.#isMade = gesture !== null
    if (gesture) this.#with.end(host, gesture, this.#ground.z)
    return DONE
  }

  #gesture(host: CuboidHost, pointer: ViewPointer): MakingGesture | null {
    const viewCamera = host.viewCameraOf('main')
    if (!viewCamera) return null
    const { x, y } = this.#ground
    if (apartPx(this.#start, pointer) < DRAG_PX) return { kind: 'click', at: { x, y } }
    return this.#with.gestureTo(this.#ground, this.#start, pointer, viewCamera)
  }
}
