import { quaternionOfEuler } from '../../geometry/euler.ts'
import { type Pose, relativePose } from '../../geometry/pose.ts'
import { rotationMatrix } from '../../geometry/quaternion.ts'

const EARTH_RADIUS_M = 6_378_137
/** lat lon alt roll pitch yaw, then velocities, accelerations, accuracies and states of the receiver. */
const FIELDS = 30

/**
 * oxts/NAME.txt: a line a frame. Positions are given from the first frame, as latitude and longitude around 0, 0, from
 * which the Mercator projection of KITTI's development kit gives the metres back; readers make poses relative to the
 * first one anyway. What the receiver would measure besides is not known: 0.
 */
export function oxtsLines(worldFromEgo: readonly Pose[]): string {
  const [first] = worldFromEgo
  const origin = { position: first.position, heading: { w: 1, x: 0, y: 0, z: 0 } }
  return worldFromEgo.map((pose) => `${line(relativePose(origin, pose))}\n`).join('')
}

/** The poses of an entry, a line each; none if a line has no numbers. */
export function readOxts(text: string): Pose[] {
  const rows = text
    .split('\n')
    .filter((one) => one.trim() !== '')
    .map(oxtsNumbers)
  return rows.every((row) => row !== null) ? oxtsPoses(rows) : []
}

/** Latitude, longitude (degrees), altitude (m), roll, pitch, yaw (radians) of a line; null if it is not of the kind. */
export function oxtsNumbers(line: string): number[] | null {
  const numbers = line.trim().split(/\s+/).slice(0, 6).map(Number)
  return numbers.length === 6 && numbers.every(Number.isFinite) ? numbers : null
}

/**
 * worldFromEgo from the place of the first row, on a Mercator map at its latitude. Formula: convertOxtsToPose of
 * KITTI's development kit.
 */
export function oxtsPoses(rows: readonly (readonly number[])[]): Pose[] {
  if (rows.length === 0) return []
  const scale = Math.cos((rows[0][0] * Math.PI) / 180)
  const places = rows.map(([latitude, longitude, altitude]) => ({
    x: (scale * longitude * Math.PI * EARTH_RADIUS_M) / 180,
    y: scale * EARTH_RADIUS_M * Math.log(Math.tan(((90 + latitude) * Math.PI) / 360)),
    z: altitude,
  }))
  const [first] = places
  return places.map((place, index) => {
    const [roll, pitch, yaw] = rows[index].slice(3, 6)
    const position = { x: place.x - first.x, y: place.y - first.y, z: place.z - first.z }
    return { position, heading: quaternionOfEuler({ x: roll, y: pitch, z: yaw }) }
  })
}

function line({ position: { x, y, z }, heading }: Pose): string {
  const r = rotationMatrix(heading)
  const roll = Math.atan2(r[7], r[8])
  const pitch = Math.asin(Math.min(Math.max(-r[6], -1), 1))
  const yaw = Math.atan2(r[3], r[0])
  const longitude = (x * 180) / (Math.PI * EARTH_RADIUS_M)
  const latitude = (360 / Math.PI) * Math.atan(Math.exp(y / EARTH_RADIUS_M)) - 90
  const numbers = [latitude, longitude, z, roll, pitch, yaw].map((value) => value.toExponential(14))
  return [...numbers, ...Array.from({ length: FIELDS - numbers.length }, () => 0)].join(' ')
}
