import { subtract, type Vec3 } from '../../geometry/vec3.ts'

/** A plane counts as such when it is this much longer than thick. */
const LEAST_ELONGATION = 3
/** Looked at along itself, at less than this angle, a wall is a line. */
const LEAST_ANGLE_RAD = (35 * Math.PI) / 180
/** A slanted view shows how wide it is, and what is in front of it. */
const GOOD_ANGLE_RAD = (60 * Math.PI) / 180

/**
 * The direction that shows points as more than a line: an upright plane seen edge-on is viewed at an angle, from the
 * sensor's side and with as little turning as possible; anything else keeps the current direction.
 * @param points none is missing
 * @param yawRad the current viewing direction, counter-clockwise from +x
 */
export function broadsideYaw(points: readonly Vec3[], yawRad: number, sensor: Vec3): number {
  if (points.length < 3) return yawRad
  const middle = meanOf(points)
  const spread = { xx: 0, xy: 0, yy: 0, zz: 0 }
  for (const point of points) {
    const { x, y, z } = subtract(point, middle)
    spread.xx += x * x
    spread.xy += x * y
    spread.yy += y * y
    spread.zz += z * z
  }
  const { xx, xy, yy, zz } = spread
  const root = Math.hypot((xx - yy) / 2, xy)
  const [long, thin] = [(xx + yy) / 2 + root, Math.max(0, (xx + yy) / 2 - root)]
  if (long < thin * LEAST_ELONGATION ** 2 || zz < thin) return yawRad
  const along = Math.atan2(2 * xy, xx - yy) / 2
  if (Math.abs(Math.sin(yawRad - along)) >= Math.sin(LEAST_ANGLE_RAD)) return yawRad
  const toSensor = subtract(sensor, middle)
  const side = Math.sign(toSensor.y * Math.cos(along) - toSensor.x * Math.sin(along))
  const turns = [GOOD_ANGLE_RAD, Math.PI - GOOD_ANGLE_RAD, -GOOD_ANGLE_RAD, GOOD_ANGLE_RAD - Math.PI]
    // A viewer to the right of the plane's direction looks to its left.
    .filter((angle) => side === 0 || Math.sign(Math.sin(angle)) === -side)
    .map((angle) => turnBetween(yawRad, along + angle))
  return yawRad + turns.reduce((least, turn) => (Math.abs(turn) < Math.abs(least) ? turn : least))
}

/** From -180° to 180°. */
function turnBetween(from: number, to: number): number {
  const turn = to - from
  return turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI))
}

function meanOf(points: readonly Vec3[]): Vec3 {
  const mean = { x: 0, y: 0, z: 0 }
  for (const [i, point] of points.entries()) {
    mean.x += (point.x - mean.x) / (i + 1)
    mean.y += (point.y - mean.y) / (i + 1)
    mean.z += (point.z - mean.z) / (i + 1)
  }
  return mean
}
