import { createCamera } from '../../geometry/camera.ts'
import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import type { Pose } from '../../geometry/pose.ts'
import { rotationMatrix } from '../../geometry/quaternion.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import { type Row, rowAlong } from './pointCloud.ts'

/**
 * Where the points of one cloud appear: a view of the scene or a camera's image. `place` leaves its answer in `u`, `v`
 * and `depthM` instead of making an object a point, as there are millions.
 */
export interface PointSurface {
  /** The visible area: u from `left` to `left + widthPx`, v from `top` likewise; the far edges are excluded. */
  readonly left: number
  readonly top: number
  readonly widthPx: number
  readonly heightPx: number
  /** How large a point looks, and over which distance a surface of points is taken for closed. */
  readonly pointSizePx: number
  readonly closedPx: number
  /** So much nearer does not hide: `baseM` + `share` × depth. */
  readonly tolerance: { baseM: number; share: number }
  u: number
  v: number
  depthM: number
  /**
   * Projects a point of the cloud's frame. false: it appears nowhere, as does NaN. It may still be outside the visible
   * area.
   */
  place(x: number, y: number, z: number): boolean
}

/** A view as plain numbers: coordinates are those that `relativeFromCloud` leads to. */
export interface ViewPlacement {
  eye: Vec3
  right: Vec3
  up: Vec3
  forward: Vec3
  projection: { kind: 'perspective'; tanHalfFov: number } | { kind: 'orthographic'; metresPerPx: number }
  widthPx: number
  heightPx: number
  nearM: number
  farM: number
}

export class ViewSurface implements PointSurface {
  readonly left = 0
  readonly top = 0
  readonly widthPx: number
  readonly heightPx: number
  readonly pointSizePx: number
  readonly closedPx: number
  readonly tolerance: { baseM: number; share: number }
  u = 0
  v = 0
  depthM = 0
  // One by one: taking them out of lists costs more than the sums, a million times over.
  readonly #right: Row
  readonly #up: Row
  readonly #forward: Row
  readonly #nearM: number
  readonly #farM: number
  /** Pixels a metre: at a depth of 1 m, or at all depths. */
  readonly #scale: number
  readonly #isPerspective: boolean

  constructor(relativeFromCloud: readonly number[], view: ViewPlacement, pointSizePx: number) {
    const { eye, projection } = view
    this.widthPx = view.widthPx
    this.heightPx = view.heightPx
    this.pointSizePx = pointSizePx
    this.closedPx = Math.max(6, 2.5 * pointSizePx)
    this.#right = rowAlong(relativeFromCloud, view.right, eye)
    this.#up = rowAlong(relativeFromCloud, view.up, eye)
    this.#forward = rowAlong(relativeFromCloud, view.forward, eye)
    this.#nearM = view.nearM
    this.#farM = view.farM
    this.#isPerspective = projection.kind === 'perspective'
    this.#scale =
      projection.kind === 'perspective' ? view.heightPx / 2 / projection.tanHalfFov : 1 / projection.metresPerPx
    this.tolerance = this.#isPerspective ? { baseM: 0.1, share: 0.004 } : { baseM: 0.1 + 2 / this.#scale, share: 0 }
  }

  place(x: number, y: number, z: number): boolean {
    const right = this.#right
    const up = this.#up
    const forward = this.#forward
    const depthM = forward[0] * x + forward[1] * y + forward[2] * z + forward[3]
    // Same clipping as the GPU; written so that NaN fails.
    if (!(depthM > this.#nearM && depthM <= this.#farM)) return false
    const scale = this.#isPerspective ? this.#scale / depthM : this.#scale
    this.u = this.widthPx / 2 + (right[0] * x + right[1] * y + right[2] * z + right[3]) * scale
    this.v = this.heightPx / 2 - (up[0] * x + up[1] * y + up[2] * z + up[3]) * scale
    this.depthM = depthM
    return true
  }
}

/** The image of a camera through its lens model; places are pixels, the centre of the first is 0, 0. */
export class ImageSurface implements PointSurface {
  readonly left = -0.5
  readonly top = -0.5
  readonly widthPx: number
  readonly heightPx: number
  readonly pointSizePx: number
  readonly closedPx: number
  readonly tolerance = { baseM: 0.1, share: 0.01 }
  u = 0
  v = 0
  depthM = 0
  readonly #camera: ReturnType<typeof createCamera>
  readonly #rows: readonly Row[]

  /** @throws RangeError when the intrinsics cannot project */
  constructor(
    relativeFromCloud: readonly number[],
    image: { intrinsics: CameraIntrinsics; cameraFromRelative: Pose; widthPx: number; heightPx: number },
  ) {
    this.widthPx = image.widthPx
    this.heightPx = image.heightPx
    // The points of a lidar are farther apart than an image's pixels, the more so in a large image.
    this.pointSizePx = image.widthPx / 640
    this.closedPx = Math.max(6, image.widthPx / 96)
    this.#camera = createCamera(image.intrinsics)
    this.#rows = cameraRows(relativeFromCloud, image.cameraFromRelative)
  }

  place(x: number, y: number, z: number): boolean {
    const a = this.#rows[0]
    const b = this.#rows[1]
    const c = this.#rows[2]
    const p = {
      x: a[0] * x + a[1] * y + a[2] * z + a[3],
      y: b[0] * x + b[1] * y + b[2] * z + b[3],
      z: c[0] * x + c[1] * y + c[2] * z + c[3],
    }
    const at = this.#camera.imageFromCamera(p)
    if (at === null) return false
    this.u = at.u
    this.v = at.v
    this.depthM = Math.hypot(p.x, p.y, p.z)
    return true
  }
}

/** Rows that give x, y and z of a point in the camera. */
function cameraRows(relativeFromCloud: readonly number[], { position, heading }: Pose): Row[] {
  const m = rotationMatrix(heading)
  const shifts = [position.x, position.y, position.z]
  return shifts.map((shift, i) => {
    const axis = { x: m[3 * i], y: m[3 * i + 1], z: m[3 * i + 2] }
    const [a, b, c, d] = rowAlong(relativeFromCloud, axis, { x: 0, y: 0, z: 0 })
    return [a, b, c, d + shift]
  })
}
