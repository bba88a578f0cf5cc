import type { Vec3 } from '../../../../geometry/vec3.ts'
import { msg } from '../../../messages/message.ts'
import { pickCuboid } from '../../../view3d/pickCuboid.ts'
import type { ViewCamera } from '../../../view3d/viewCamera.ts'
import { apartPx } from '../../../view3d/viewCamera.ts'
import { DONE } from '../../machine/tool.ts'
import { type CuboidHost, type CuboidState, DRAWN_PX, type MakingGesture, type ViewPointer } from '../cuboidHost.ts'
import { pickSpace } from '../space/pickSpace.ts'

/** The gesture from a place on the ground to the pointer; null where the pointer is over the sky. */
export type GestureTo = (
  from: Vec3,
  start: ViewPointer,
  to: ViewPointer,
  viewCamera: ViewCamera,
) => MakingGesture | null

type GestureEnd = (host: CuboidHost, gesture: MakingGesture, groundZ: number) => void

/** What a gesture makes, and its preview while it is drawn (null: ends it). */
export interface MakingEnd {
  end: GestureEnd
  preview?(host: CuboidHost, gesture: MakingGesture | null, groundZ: number): void
}

export interface MakingWith extends MakingEnd {
  tool: string
  gestureTo: GestureTo
  /** A click requests the object there; with the other tools it makes nothing. */
  takesClicks?: true
}

/** A hand that slips during a click draws no object: the shortest object, seen from above. */
const LEAST_DRAWN_M = 0.15

/** One gesture makes a cuboid. A press without movement selects the object there; elsewhere it makes nothing. */
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
    const gesture = this.#isClick(pointer) ? null : this.#gesture(host, pointer)
    host.setGesture(gesture, this.#ground.z)
    if (!this.#isClick(pointer)) this.#with.preview?.(host, gesture, this.#ground.z)
    return undefined
  }

  pointerUp(host: CuboidHost, pointer: ViewPointer) {
    if (this.#isClick(pointer)) {
      this.#click(host, pointer)
      return DONE
    }
    const gesture = this.#gesture(host, pointer)
    if (gesture && sizeOf(gesture) < LEAST_DRAWN_M) {
      host.refuse(msg('cuboid.tooSmall'))
      return DONE
    }
    this.#isMade = gesture !== null
    if (gesture) this.#with.end(host, gesture, this.#ground.z)
    return DONE
  }

  #click(host: CuboidHost, pointer: ViewPointer): void {
    const viewCamera = host.viewCameraOf('main')
    const under =
      viewCamera &&
      (pickSpace(viewCamera, pointer, host.space.shown()) ?? pickCuboid(viewCamera, pointer, host.boxes()))
    if (under) {
      host.select(under.trackId, pointer.shift || pointer.ctrl)
      return
    }
    if (!this.#with.takesClicks) {
      host.refuse(msg('cuboid.clickMakesNothing'))
      return
    }
    const { x, y, z } = this.#ground
    this.#isMade = true
    this.#with.end(host, { kind: 'click', at: { x, y } }, z)
  }

  #isClick(pointer: ViewPointer): boolean {
    return apartPx(this.#start, pointer) < DRAWN_PX
  }

  #gesture(host: CuboidHost, pointer: ViewPointer): MakingGesture | null {
    const viewCamera = host.viewCameraOf('main')
    return viewCamera && this.#with.gestureTo(this.#ground, this.#start, pointer, viewCamera)
  }
}

/** The longest side of the drawn shape, in metres; a click is never too short. */
function sizeOf(gesture: MakingGesture): number {
  if (gesture.kind === 'click') return Number.POSITIVE_INFINITY
  if (gesture.kind === 'drag') return Math.hypot(gesture.to.x - gesture.from.x, gesture.to.y - gesture.from.y)
  const [first, ...others] = gesture.corners
  return Math.max(...others.map(({ x, y }) => Math.hypot(x - first.x, y - first.y)))
}
