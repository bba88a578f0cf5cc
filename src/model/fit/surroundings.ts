import type { Dimensions } from '../../geometry/cuboid.ts'
import type { Positions } from '../../geometry/pointCount.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import type { FlatPoints } from './cluster.ts'
import type { FitRegion } from './gesture.ts'
import { GroundGrid } from './groundGrid.ts'
import type { Place } from './headingSearch.ts'

/** The cloud around a gesture, in the gesture's axes. */
export type Surroundings = {
  region: FitRegion
  ground: GroundGrid
  /** Points within the region and its margin that stand on the ground rather than being it. */
  standing: FlatPoints
  sensor: Place | null
}

/** The ground is looked for this far around: enough to see past a bus. */
const GROUND_REACH_M = 9
const GROUND_THICKNESS_M = 0.2
const TALLEST_M = 5

export function surroundingsOf(
  positions: Positions,
  region: FitRegion,
  classSize: Dimensions | null,
  sensorPosition: Vec3 | undefined,
): Surroundings {
  const cos = Math.cos(region.yawRad)
  const sin = Math.sin(region.yawRad)
  const local = pointsAround(positions, region, cos, sin)
  const ground = new GroundGrid(local)
  const lowest = groundThickness(classSize)
  const tallest = classSize ? 1.6 * classSize.height + 0.3 : TALLEST_M
  const most = local.length / 3
  const standing = { u: new Float64Array(most), v: new Float64Array(most), z: new Float64Array(most), count: 0 }
  for (let i = 0; i < local.length; i += 3) {
    if (Math.abs(local[i]) > region.halfLength + region.marginM) continue
    if (Math.abs(local[i + 1]) > region.halfWidth + region.marginM) continue
    const above = local[i + 2] - ground.heightAt(local[i], local[i + 1])
    if (!(above > lowest && above < tallest)) continue
    standing.u[standing.count] = local[i]
    standing.v[standing.count] = local[i + 1]
    standing.z[standing.count++] = local[i + 2]
  }
  return {
    region,
    ground,
    standing,
    sensor: sensorPosition ? inRegion(region, sensorPosition) : null,
  }
}

/** Of low things a quarter may pass for ground, no more. */
function groundThickness(classSize: Dimensions | null): number {
  return classSize ? Math.min(GROUND_THICKNESS_M, classSize.height / 4) : GROUND_THICKNESS_M
}

/** Whether the point, given in the frame of the cloud, is too high to be ground. */
export function standsOnGround({ ground, region }: Surroundings, point: Vec3, classSize: Dimensions | null): boolean {
  const { u, v } = inRegion(region, point)
  return point.z - ground.heightAt(u, v) > groundThickness(classSize)
}

export function inRegion({ middle, yawRad }: FitRegion, at: { x: number; y: number }): Place {
  const dx = at.x - middle.x
  const dy = at.y - middle.y
  const cos = Math.cos(yawRad)
  const sin = Math.sin(yawRad)
  return { u: cos * dx + sin * dy, v: -sin * dx + cos * dy }
}

export function fromRegion({ middle, yawRad }: FitRegion, { u, v }: Place): { x: number; y: number } {
  const cos = Math.cos(yawRad)
  const sin = Math.sin(yawRad)
  return { x: middle.x + cos * u - sin * v, y: middle.y + sin * u + cos * v }
}

function pointsAround(positions: Positions, region: FitRegion, cos: number, sin: number): Float64Array {
  const reach = Math.hypot(region.halfLength, region.halfWidth) + region.marginM + GROUND_REACH_M
  const near = new Uint32Array(positions.length / 3)
  let count = 0
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const dx = positions[i] - region.middle.x
    const dy = positions[i + 1] - region.middle.y
    // Written so that NaN fails.
    if (dx * dx + dy * dy <= reach * reach && Number.isFinite(positions[i + 2])) near[count++] = i
  }
  const local = new Float64Array(3 * count)
  for (let k = 0; k < count; k++) {
    const dx = positions[near[k]] - region.middle.x
    const dy = positions[near[k] + 1] - region.middle.y
    local[3 * k] = cos * dx + sin * dy
    local[3 * k + 1] = -sin * dx + cos * dy
    local[3 * k + 2] = positions[near[k] + 2]
  }
  return local
}
