import type { Vec3 } from '../../../geometry/vec3.ts'
import { type Lookout, meetPlaneZ, rayThrough, type ScreenPoint } from '../../scene/cloud/lookout.ts'
import { Idle } from './idle.ts'
import { apartPx, DRAG_PX, type MakingGesture, type ToolDesk, type ToolState, type ViewPointer } from './toolDesk.ts'

/** One gesture that makes a cuboid: a drag from rear to front, a click, or a rectangle around the object. */
export class Making implements ToolState {
  readonly name = 'making'
  readonly #start: ViewPointer
  readonly #ground: Vec3

  private constructor(start: ViewPointer, ground: Vec3) {
    this.#start = start
    this.#ground = ground
  }

  static begin(desk: ToolDesk, pointer: ViewPointer): ToolState | null {
    const lookout = desk.lookoutOf('main')
    const ground = lookout && desk.groundUnder(lookout, pointer)
    return ground ? new Making(pointer, ground) : null
  }

  pointerMove(desk: ToolDesk, pointer: ViewPointer): ToolState | null {
    desk.setGesture(this.#gesture(desk, pointer), this.#ground.z)
    return null
  }

  pointerUp(desk: ToolDesk, pointer: ViewPointer): ToolState {
    desk.setGesture(null, 0)
    const gesture = this.#gesture(desk, pointer)
    if (gesture) desk.make(gesture, this.#ground.z)
    return new Idle()
  }

  cancel(desk: ToolDesk): ToolState {
    desk.setGesture(null, 0)
    return new Idle()
  }

  #gesture(desk: ToolDesk, pointer: ViewPointer): MakingGesture | null {
    const lookout = desk.lookoutOf('main')
    if (!lookout) return null
    const at = { x: this.#ground.x, y: this.#ground.y }
    // A press without a way is a click whatever the tool: it says where, not which way.
    if (desk.activeTool === 'click' || apartPx(this.#start, pointer) < DRAG_PX) return { kind: 'click', at }
    if (desk.activeTool === 'rectangle') {
      const corners = rectangleOnGround(lookout, this.#start, pointer, this.#ground.z)
      return corners && { kind: 'rectangle', corners }
    }
    const reached = meetPlaneZ(rayThrough(lookout, pointer), this.#ground.z)
    return reached && { kind: 'drag', from: at, to: { x: reached.x, y: reached.y } }
  }
}

/** The four places on the ground under the corners of a rectangle on the screen. */
function rectangleOnGround(lookout: Lookout, a: ScreenPoint, b: ScreenPoint, groundZ: number) {
  const screen = [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }]
  const corners = screen.map((at) => meetPlaneZ(rayThrough(lookout, at), groundZ))
  return corners.every((corner) => corner !== null) ? corners.map(({ x, y }) => ({ x, y })) : null
}
