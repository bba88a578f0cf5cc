import type { Cuboid } from '../../geometry/cuboid.ts'
import { type GroundPlane, heightOn } from './groundPlane.ts'

/** A box seen from above: its direction and its ends along and across it. */
export type Footprint = { yawRad: number; along: Side; across: Side }
type Side = { from: number; to: number }

/** The footprint of a box in its own axes. */
export function footprintOf({ dimensions: { length, width } }: Cuboid): Footprint {
  return { yawRad: 0, along: { from: -length / 2, to: length / 2 }, across: { from: -width / 2, to: width / 2 } }
}

/** Points this far around the box and this close to the plane are the ground below it. */
const AROUND_M = 0.8
const NEAR_PLANE_M = 0.2
/** Boxes are drawn down to the lowest points around them. */
const LOW_SHARE = 0.15
/** The plane counts as much as this many points. */
const PLANE_POINTS = 6

/** The height of the ground below the box: that of the plane, corrected by the points directly around the box. */
export function groundUnder(local: Float64Array, ground: GroundPlane, { yawRad, along, across }: Footprint): number {
  const cos = Math.cos(yawRad)
  const sin = Math.sin(yawRad)
  const a = (along.from + along.to) / 2
  const b = (across.from + across.to) / 2
  const offs: number[] = []
  for (let i = 0; i < local.length; i += 3) {
    const offA = Math.abs(cos * local[i] + sin * local[i + 1] - a)
    const offB = Math.abs(cos * local[i + 1] - sin * local[i] - b)
    if (offA > a - along.from + AROUND_M || offB > b - across.from + AROUND_M) continue
    const off = local[i + 2] - heightOn(ground, local[i], local[i + 1])
    if (Math.abs(off) < NEAR_PLANE_M) offs.push(off)
  }
  const onPlane = heightOn(ground, cos * a - sin * b, sin * a + cos * b)
  if (offs.length === 0) return onPlane
  offs.sort((one, other) => one - other)
  const low = offs[Math.floor(LOW_SHARE * (offs.length - 1))]
  return onPlane + (low * offs.length) / (offs.length + PLANE_POINTS)
}
