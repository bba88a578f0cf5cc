import type { Vec3 } from '../../../../geometry/vec3.ts'
import { apartPx, meetPlaneZ, rayThrough, type ScreenPoint, type ViewCamera } from '../../../view3d/viewCamera.ts'
import { DONE } from '../../machine/tool.ts'
import { CLICK_PX, MAIN_VIEW, type PointHost, type PointPointer, type PointState } from '../pointHost.ts'

/** A rectangle drawn on the ground, on which a box will stand. */
export class Boxing implements PointState {
  readonly name = 'box.boxing'
  readonly #start: PointPointer
  readonly #ground: Vec3

  private constructor(start: PointPointer, ground: Vec3) {
    this.#start = start
    this.#ground = ground
  }

  /** undefined where the press is over the sky. */
  static from(host: PointHost, pointer: PointPointer): Boxing | undefined {
    const viewCamera = host.viewCameraOf(MAIN_VIEW)
    const ground = viewCamera && host.groundUnder(viewCamera, pointer)
    return ground ? new Boxing(pointer, ground) : undefined
  }

  exit(host: PointHost): void {
    host.setGesture(null)
  }

  pointerMove(host: PointHost, { x, y }: PointPointer) {
    const { view, ctrl } = this.#start
    host.setGesture({ kind: 'rectangle', view, erases: ctrl, from: this.#start, to: { x, y } })
    return undefined
  }

  pointerUp(host: PointHost, pointer: PointPointer) {
    const viewCamera = host.viewCameraOf(MAIN_VIEW)
    if (viewCamera && apartPx(this.#start, pointer) >= CLICK_PX) {
      const corners = rectangleOnGround(viewCamera, this.#start, pointer, this.#ground.z)
      if (corners) host.boxAround(corners, this.#ground.z)
    }
    return DONE
  }
}

/** The four places on the ground under the corners of a rectangle on the screen; null when one looks at the sky. */
function rectangleOnGround(viewCamera: ViewCamera, a: ScreenPoint, b: ScreenPoint, groundZ: number) {
  const screen = [a, { x: b.x, y: a.y }, { x: b.x, y: b.y }, { x: a.x, y: b.y }]
  const corners = screen.map((at) => meetPlaneZ(rayThrough(viewCamera, at), groundZ))
  return corners.every((corner) => corner !== null) ? corners.map(({ x, y }) => ({ x, y })) : null
}
