import type { StreetClassName } from './classes.ts'

export type SolidColor = readonly [number, number, number]

/** A box standing on the street, turned about z alone; metres, in the street's own frame. */
export type Solid = {
  x: number
  y: number
  z: number
  yawRad: number
  halfLength: number
  halfWidth: number
  halfHeight: number
  className: StreetClassName
  /** Number of its actor, from 1; 0 for everything without instances. */
  actor: number
  color: SolidColor
  finish: 'plain' | 'windows' | 'wheels'
  /** Sticks out of its actor's box: mirrors are left out of a vehicle's size. */
  outsideBox?: boolean
}

/** The hit of a ray. It is reused from ray to ray, since a scan has hundreds of thousands of them. */
export type RayHit = {
  rangeM: number
  /** -1: the ground. -2: nothing. */
  solid: number
  /** Side met: 0 x, 1 y, 2 z in the solid's own axes, and which of the two. */
  axis: number
  side: number
}

export const GROUND = -1
export const NOTHING = -2

/** Solids made ready for rays from one place, so that the inner loop only multiplies. */
export class RayTargets {
  readonly solids: readonly Solid[]
  private readonly cos: Float64Array
  private readonly sin: Float64Array
  /** Origin of the rays in each solid's axes, x y z one after another. */
  private readonly local: Float64Array
  private readonly height: number

  constructor(solids: readonly Solid[], origin: { x: number; y: number; z: number }) {
    this.solids = solids
    this.cos = Float64Array.from(solids, (s) => Math.cos(s.yawRad))
    this.sin = Float64Array.from(solids, (s) => Math.sin(s.yawRad))
    this.height = origin.z
    this.local = new Float64Array(3 * solids.length)
    solids.forEach((s, i) => {
      const dx = origin.x - s.x
      const dy = origin.y - s.y
      this.local[3 * i] = this.cos[i] * dx + this.sin[i] * dy
      this.local[3 * i + 1] = -this.sin[i] * dx + this.cos[i] * dy
      this.local[3 * i + 2] = origin.z - s.z
    })
  }

  /** The nearest thing along the unit direction, among `candidates` (numbers of solids) and the ground. */
  cast(candidates: readonly number[], dx: number, dy: number, dz: number, maxRangeM: number, hit: RayHit): void {
    hit.rangeM = maxRangeM
    hit.solid = NOTHING
    if (dz < 0 && -this.height / dz < maxRangeM) {
      hit.rangeM = -this.height / dz
      hit.solid = GROUND
      hit.axis = 2
      hit.side = 1
    }
    for (const i of candidates) this.meet(i, dx, dy, dz, hit)
  }

  private meet(i: number, dx: number, dy: number, dz: number, hit: RayHit): void {
    const solid = this.solids[i]
    const lx = this.cos[i] * dx + this.sin[i] * dy
    const ly = -this.sin[i] * dx + this.cos[i] * dy
    let near = 0
    let far = hit.rangeM
    let axis = -1
    for (let k = 0; k < 3; k++) {
      const d = k === 0 ? lx : k === 1 ? ly : dz
      const half = k === 0 ? solid.halfLength : k === 1 ? solid.halfWidth : solid.halfHeight
      const o = this.local[3 * i + k]
      const inverse = 1 / (d === 0 ? 1e-300 : d)
      const one = (-half - o) * inverse
      const other = (half - o) * inverse
      const enter = Math.min(one, other)
      const leave = Math.max(one, other)
      if (enter > near) {
        near = enter
        axis = k
      }
      if (leave < far) far = leave
      if (near > far) return
    }
    // A ray that starts inside has entered through no side, but the sensor is never inside a solid of this street.
    if (axis < 0) return
    hit.rangeM = near
    hit.solid = i
    hit.axis = axis
    hit.side = (axis === 0 ? lx : axis === 1 ? ly : dz) > 0 ? -1 : 1
  }
}
