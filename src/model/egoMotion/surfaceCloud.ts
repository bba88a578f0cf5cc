import type { PlanarMotion } from './planarMotion.ts'
import { LAYERS, type StandingCloud } from './standingCloud.ts'

const CELL_M = 1
const HALF_CELLS = 90
const SIDE = 2 * HALF_CELLS + 1
/** Neighbours within this show which way a surface runs. */
const SURFACE_M = 0.8
/** How precisely a point shows the position of its surface. */
const POINT_SIGMA_M = 0.08
/** How far a point's partner may be, and what of that still counts: less and less as the motion gets better. */
const ROUNDS = [
  { reachM: 1.5, kernelM: 0.5, steps: 6 },
  { reachM: 0.9, kernelM: 0.25, steps: 6 },
  { reachM: 0.5, kernelM: 0.12, steps: 8 },
]
/** A point this near to its partner's surface counts as on it. */
const INLIER_M = 0.2
const PARTNER_M = 0.6

/** The cloud that others are laid on: its points by place, each with the surface around it. */
export class SurfaceCloud {
  readonly #cloud: StandingCloud
  readonly #first: Int32Array
  readonly #next: Int32Array
  /** Inverse covariance of each point's place: xx, xy, yy. */
  readonly #inverse: Float64Array

  constructor(cloud: StandingCloud) {
    this.#cloud = cloud
    this.#first = new Int32Array(LAYERS * SIDE * SIDE).fill(-1)
    this.#next = new Int32Array(cloud.count).fill(-1)
    for (let i = 0; i < cloud.count; i++) {
      const cell = cellOf(cloud.x[i], cloud.y[i], cloud.layer[i])
      this.#next[i] = this.#first[cell]
      this.#first[cell] = i
    }
    this.#inverse = new Float64Array(3 * cloud.count)
    for (let i = 0; i < cloud.count; i++) this.#inverse.set(this.#surfaceAt(i), 3 * i)
  }

  /** The motion near `start` that lays the points of `from` on the surfaces here. */
  refined(from: StandingCloud, start: PlanarMotion): PlanarMotion {
    let motion = start
    for (const { reachM, kernelM, steps } of ROUNDS) {
      for (let step = 0; step < steps; step++) motion = this.#stepped(from, motion, reachM, kernelM)
    }
    return motion
  }

  /** 1 for points that are on a surface here after the motion, less for those near one. */
  agreement(from: StandingCloud, { x, y, yawRad }: PlanarMotion): Float64Array {
    const [cos, sin] = [Math.cos(yawRad), Math.sin(yawRad)]
    return Float64Array.from({ length: from.count }, (_, i) => {
      const px = cos * from.x[i] - sin * from.y[i] + x
      const py = sin * from.x[i] + cos * from.y[i] + y
      const partner = this.#nearest(px, py, from.layer[i], PARTNER_M)
      if (partner < 0) return 0
      const off = this.#off(partner, px, py) * POINT_SIGMA_M
      return Math.exp(-0.5 * (off / INLIER_M) ** 2)
    })
  }

  /**
   * One Gauss-Newton step: points to the distributions of their partners (Segal, Generalized-ICP, RSS 2009), weighed by
   * the Geman-McClure kernel (as in Vizzo, KISS-ICP, RA-L 2023), so that what moved does not pull.
   */
  #stepped(from: StandingCloud, { x, y, yawRad }: PlanarMotion, reachM: number, kernelM: number): PlanarMotion {
    const [cos, sin] = [Math.cos(yawRad), Math.sin(yawRad)]
    const kernel = (kernelM / POINT_SIGMA_M) ** 2
    let [xx, xy, xt, yy, yt, tt, bx, by, bt] = [1e-6, 0, 0, 1e-6, 0, 1e-6, 0, 0, 0]
    for (let i = 0; i < from.count; i++) {
      const rx = cos * from.x[i] - sin * from.y[i]
      const ry = sin * from.x[i] + cos * from.y[i]
      const partner = this.#nearest(rx + x, ry + y, from.layer[i], reachM)
      if (partner < 0) continue
      const dx = rx + x - this.#cloud.x[partner]
      const dy = ry + y - this.#cloud.y[partner]
      const [ixx, ixy, iyy] = this.#inverse.subarray(3 * partner, 3 * partner + 3)
      const off = dx * dx * ixx + 2 * dx * dy * ixy + dy * dy * iyy
      const weight = (kernel / (kernel + off)) ** 2
      const [wxx, wxy, wyy] = [weight * ixx, weight * ixy, weight * iyy]
      // Turning moves the point across its arm.
      const [ax, ay] = [-ry, rx]
      const [wax, way] = [wxx * ax + wxy * ay, wxy * ax + wyy * ay]
      xx += wxx
      xy += wxy
      yy += wyy
      xt += wax
      yt += way
      tt += ax * wax + ay * way
      bx += wxx * dx + wxy * dy
      by += wxy * dx + wyy * dy
      bt += wax * dx + way * dy
    }
    const step = solved([xx, xy, xt, yy, yt, tt], [bx, by, bt])
    return { x: x - step[0], y: y - step[1], yawRad: yawRad - step[2] }
  }

  #off(partner: number, px: number, py: number): number {
    const dx = px - this.#cloud.x[partner]
    const dy = py - this.#cloud.y[partner]
    const [ixx, ixy, iyy] = this.#inverse.subarray(3 * partner, 3 * partner + 3)
    return Math.sqrt(dx * dx * ixx + 2 * dx * dy * ixy + dy * dy * iyy)
  }

  #nearest(px: number, py: number, layer: number, reachM: number): number {
    let best = -1
    let bestSquare = reachM * reachM
    const reach = Math.ceil(reachM / CELL_M - 0.5)
    const middle = cellOf(px, py, layer)
    for (let row = -reach; row <= reach; row++) {
      for (let column = -reach; column <= reach; column++) {
        for (let i = this.#first[middle + row * SIDE + column]; i >= 0; i = this.#next[i]) {
          const square = (this.#cloud.x[i] - px) ** 2 + (this.#cloud.y[i] - py) ** 2
          if (square >= bestSquare) continue
          best = i
          bestSquare = square
        }
      }
    }
    return best
  }

  #surfaceAt(at: number): [number, number, number] {
    const { x, y, layer } = this.#cloud
    let [count, mx, my, sxx, sxy, syy] = [0, 0, 0, 0, 0, 0]
    const middle = cellOf(x[at], y[at], layer[at])
    for (let row = -1; row <= 1; row++) {
      for (let column = -1; column <= 1; column++) {
        for (let i = this.#first[middle + row * SIDE + column]; i >= 0; i = this.#next[i]) {
          const [dx, dy] = [x[i] - x[at], y[i] - y[at]]
          if (dx * dx + dy * dy > SURFACE_M * SURFACE_M) continue
          count++
          mx += dx
          my += dy
          sxx += dx * dx
          sxy += dx * dy
          syy += dy * dy
        }
      }
    }
    const noise = POINT_SIGMA_M * POINT_SIGMA_M
    const cxx = (sxx - (mx * mx) / count) / count + noise
    const cxy = (sxy - (mx * my) / count) / count
    const cyy = (syy - (my * my) / count) / count + noise
    const determinant = cxx * cyy - cxy * cxy
    return [cyy / determinant, -cxy / determinant, cxx / determinant]
  }
}

const cellOf = (x: number, y: number, layer: number): number => {
  const inside = (value: number) => Math.max(2, Math.min(SIDE - 3, Math.round(value / CELL_M) + HALF_CELLS))
  return (layer * SIDE + inside(y)) * SIDE + inside(x)
}

/** Symmetric, given by its upper triangle, by Cramer's rule. */
function solved([a, b, c, d, e, f]: readonly number[], [x, y, z]: readonly number[]): [number, number, number] {
  const determinant = a * (d * f - e * e) - b * (b * f - c * e) + c * (b * e - c * d)
  return [
    (x * (d * f - e * e) - b * (y * f - e * z) + c * (y * e - d * z)) / determinant,
    (a * (y * f - e * z) - x * (b * f - c * e) + c * (b * z - c * y)) / determinant,
    (a * (d * z - e * y) - b * (b * z - c * y) + x * (b * e - c * d)) / determinant,
  ]
}
