import type { Vec3 } from '../../geometry/vec3.ts'

/** The size of a standing object, however it is turned: its long side, its short side and its height. */
export interface StandingExtent {
  longM: number
  shortM: number
  heightM: number
}

/** A class with the size of one object of it. */
export interface KnownExtent extends StandingExtent {
  classId: string
}

/** Sizes are alike up to this factor, on average over the three sides. */
const MOST_FACTOR = 1.6
/** Thinner than this is as good as this: a side that is seen from one direction alone is a line of points. */
const LEAST_SIDE_M = 0.1

/** The extent of points; null without any. */
export function standingExtent(count: number, pointAt: (place: number) => Vec3): StandingExtent | null {
  if (count === 0) return null
  let [x, y, xx, xy, yy] = [0, 0, 0, 0, 0]
  let [low, high] = [Infinity, -Infinity]
  const first = pointAt(0)
  for (let i = 0; i < count; i++) {
    const point = pointAt(i)
    const [dx, dy] = [point.x - first.x, point.y - first.y]
    x += dx
    y += dy
    xx += dx * dx
    xy += dx * dy
    yy += dy * dy
    low = Math.min(low, point.z)
    high = Math.max(high, point.z)
  }
  const [cxx, cxy, cyy] = [
    xx / count - (x / count) ** 2,
    xy / count - (x * y) / count ** 2,
    yy / count - (y / count) ** 2,
  ]
  const angle = Math.atan2(2 * cxy, cxx - cyy) / 2
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  let [left, right, back, front] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let i = 0; i < count; i++) {
    const point = pointAt(i)
    const along = cos * point.x + sin * point.y
    const across = cos * point.y - sin * point.x
    left = Math.min(left, along)
    right = Math.max(right, along)
    back = Math.min(back, across)
    front = Math.max(front, across)
  }
  const [one, other] = [right - left, front - back]
  return { longM: Math.max(one, other), shortM: Math.min(one, other), heightM: high - low }
}

/** The class with the most similar object in size; null if none is similar. */
export function likelyClass(extent: StandingExtent, known: readonly KnownExtent[]): string | null {
  let [classId, least]: [string | null, number] = [null, Math.log(MOST_FACTOR)]
  for (const one of known) {
    const sides = [
      [extent.longM, one.longM],
      [extent.shortM, one.shortM],
      [extent.heightM, one.heightM],
    ]
    const apart = sides.reduce((sum, [a, b]) => sum + Math.abs(Math.log(side(a) / side(b))), 0) / sides.length
    if (apart >= least) continue
    least = apart
    classId = one.classId
  }
  return classId
}

const side = (metres: number) => Math.max(LEAST_SIDE_M, metres)
