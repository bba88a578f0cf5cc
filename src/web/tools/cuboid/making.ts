import type { Vec3 } from '../../../geometry/vec3.ts'
import { meetPlaneZ, rayThrough, type ScreenPoint, type ViewCamera } from '../../view3d/viewCamera.ts'
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
    const viewCamera = desk.viewCameraOf('main')
    const ground = viewCamera && desk.groundUnder(viewCamera, pointer)
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
    const viewCamera = desk.viewCameraOf('main')
    if (!viewCamera) return null
    const at = { x: this.#ground.x, y: this.#ground.y }
    // A press without a way is a click whatever the tool: it says where, not which way.
    if (desk.activeTool === 'click' || apartPx(this.#start, pointer) < DRAG_PX) return { kind: 'click', at }
    if (desk.activeTool === 'rectangle') {
      const corners = rectangleOnGround(viewCamera, this.#start, pointer, this.#ground.z)
      return corners && { kind: 'rectangle', corners }
    }
    const reached = meetPlaneZ(rayThrough(viewCamera, pointer), this.#ground.z)
    return reached && { kind: 'drag', from: at, to: { x: reached.x, y: reached.y } }
  }
}

/** The four places on the ground under the corners of a rectangle on the screen. */
function rectangleOnGround(viewCamera: ViewCamera, a: ScreenPoint, b: ScreenPoint, groundZ: number) {
  const screen = [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }]
  const corners = screen.map((at) => meetPlaneZ(rayThrough(viewCamera, at), groundZ))
  return corners.every((corner) => corner !== null) ? corners.map(({ x, y }) => ({ x, y })) : null
}
