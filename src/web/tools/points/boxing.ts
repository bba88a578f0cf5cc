import type { Vec3 } from '../../../geometry/vec3.ts'
import { meetPlaneZ, rayThrough, type ScreenPoint, type ViewCamera } from '../../view3d/viewCamera.ts'
import { Idle } from './idle.ts'
import { apartPx, CLICK_PX, MAIN_VIEW, type PointDesk, type PointPointer, type PointState } from './pointDesk.ts'

/** A rectangle on the ground, drawn out of the screen, that a box is to stand on. */
export class Boxing implements PointState {
  readonly name = 'boxing'
  readonly #start: PointPointer
  readonly #ground: Vec3

  private constructor(start: PointPointer, ground: Vec3) {
    this.#start = start
    this.#ground = ground
  }

  static begin(desk: PointDesk, pointer: PointPointer): PointState | null {
    const viewCamera = desk.viewCameraOf(MAIN_VIEW)
    const ground = viewCamera && desk.groundUnder(viewCamera, pointer)
    return ground ? new Boxing(pointer, ground) : null
  }

  pointerMove(desk: PointDesk, { x, y }: PointPointer): PointState | null {
    const { view, ctrl } = this.#start
    desk.setGesture({ kind: 'rectangle', view, erases: ctrl, from: this.#start, to: { x, y } })
    return null
  }

  pointerUp(desk: PointDesk, pointer: PointPointer): PointState {
    desk.setGesture(null)
    const viewCamera = desk.viewCameraOf(MAIN_VIEW)
    if (viewCamera && apartPx(this.#start, pointer) >= CLICK_PX) {
      const corners = rectangleOnGround(viewCamera, this.#start, pointer, this.#ground.z)
      if (corners) desk.boxAround(corners, this.#ground.z)
    }
    return new Idle()
  }

  cancel(desk: PointDesk): PointState {
    desk.setGesture(null)
    return new Idle()
  }
}

/** The four places on the ground under the corners of a rectangle on the screen; null when one looks at the sky. */
function rectangleOnGround(viewCamera: ViewCamera, a: ScreenPoint, b: ScreenPoint, groundZ: number) {
  const screen = [a, { x: b.x, y: a.y }, { x: b.x, y: b.y }, { x: a.x, y: b.y }]
  const corners = screen.map((at) => meetPlaneZ(rayThrough(viewCamera, at), groundZ))
  return corners.every((corner) => corner !== null) ? corners.map(({ x, y }) => ({ x, y })) : null
}
