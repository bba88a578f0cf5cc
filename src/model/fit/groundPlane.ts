import { LevelGrid, type Levels } from './groundLevels.ts'
import { misfit } from './sidePrior.ts'

/** Height of the ground around an object: z = height + slopeU u + slopeV v. */
export type GroundPlane = {
  height: number
  slopeU: number
  slopeV: number
  /**
   * The weight of the cells around the object that are on the plane, relative to cells next to it; 0 without ground.
   */
  support: number
}

/** Streets rise up to about 10°, as a rule less: slopes are pulled towards level as by one cell of this deviation. */
const USUAL_SLOPE = Math.tan((5 * Math.PI) / 180)
const STEEPEST = Math.tan((15 * Math.PI) / 180)
/** Residuals that still count, from the first rough look to the last: graduated non-convexity. */
const SCALES_M = [0.6, 0.4, 0.25, 0.15, 0.1, 0.08] as const
const ON_GROUND_M = 0.15
const BELOW_M = 0.25
/** A cell with points well below a plane counts against it as much as this share of a cell on it. */
const BELOW_COST = 0.7
/** … and more with many points at one height: reflections are few and scattered. */
const SURE_POINTS = 5
const MOST_BELOW = 2
/** What a deviation from the ground further around costs, in cells right at the object. */
const EXPECTED_COST = 2
/** Shares of the lowest levels, lowest first, at which the search begins. */
const STARTS = [0.05, 0.15, 0.3, 0.5, 0.75] as const
/** A surface under something, or where the object itself is, counts this much: it is rather the lower edge of a thing. */
const OBJECT_SHARE = 0.1
/** Drags end a little short of what they cover. */
const BEYOND_DRAG_M = 0.2
/** Cells this far away count a quarter of those at the object. */
const NEAR_M = 5

/**
 * The plane that fits most of the lowest surfaces around, near ones first. Outliers on either side count little:
 * standing things are above it, and reflections of the road seem to be below it, in fewer cells and scattered. Planes
 * are fitted from several heights with weights of Tukey's biweight over narrowing scales; the best supported one wins.
 * @param local u v z interleaved, around an object at (0, 0)
 * @param halfSizeM half the object's size: no ground is visible below it
 * @param object its sides, if they are known to be along u and v
 * @param expected the height at (0, 0) according to the ground farther away
 */
export function groundPlane(
  local: Float64Array,
  halfSizeM: number,
  object: HalfSides | null,
  expected?: ExpectedGround,
): GroundPlane {
  const levels = new LevelGrid(local).levels()
  const near = new Float64Array(levels.count)
  const awayM = new Float64Array(levels.count)
  const reach = NEAR_M + halfSizeM
  for (let i = 0; i < levels.count; i++) {
    awayM[i] = Math.hypot(levels.u[i], levels.v[i])
    const away = awayM[i] / reach
    near[i] = Math.min(1, levels.points[i] / 3) / (1 + away * away) ** 2
    if (levels.covered[i] || isOn(object, levels.u[i], levels.v[i])) near[i] *= OBJECT_SHARE
  }
  const planes = startHeights(levels, near).map((height) =>
    refinedOver(levels, near, { height, slopeU: 0, slopeV: 0, support: 0 }, SCALES_M),
  )
  if (expected) planes.push(refinedOver(levels, near, expected.plane, SCALES_M.slice(2)))
  let best: GroundPlane | null = null
  let bestWorth = Number.NEGATIVE_INFINITY
  for (const plane of planes) {
    const { score, support } = scoreOf(levels, { near, awayM }, plane, halfSizeM + 0.5)
    const off = expected ? (plane.height - expected.plane.height) / expected.sigmaM : 0
    const worth = score - EXPECTED_COST * misfit(off)
    if (worth <= bestWorth) continue
    bestWorth = worth
    best = { ...plane, support }
  }
  return best ?? { height: Number.NaN, slopeU: 0, slopeV: 0, support: 0 }
}

/** The ground as known from farther away. */
export type ExpectedGround = { plane: GroundPlane; sigmaM: number }

export type HalfSides = { halfLength: number; halfWidth: number }

function isOn(object: HalfSides | null, u: number, v: number): boolean {
  return (
    object !== null &&
    Math.abs(u) <= object.halfLength + BEYOND_DRAG_M &&
    Math.abs(v) <= object.halfWidth + BEYOND_DRAG_M
  )
}

export function heightOn(plane: GroundPlane, u: number, v: number): number {
  return plane.height + plane.slopeU * u + plane.slopeV * v
}

/** Weighted quantiles of the lowest level of each cell. */
function startHeights(levels: Levels, near: Float64Array): number[] {
  const lowest: { z: number; weight: number }[] = []
  let total = 0
  for (let i = 0; i < levels.count; i++) {
    if (!levels.lowest[i]) continue
    lowest.push({ z: levels.z[i], weight: near[i] })
    total += near[i]
  }
  lowest.sort((a, b) => a.z - b.z)
  return STARTS.flatMap((share) => {
    let passed = 0
    const at = lowest.find(({ weight }) => {
      passed += weight
      return passed >= share * total
    })
    return at ? [at.z] : []
  })
}

function refinedOver(levels: Levels, near: Float64Array, start: GroundPlane, scales: readonly number[]): GroundPlane {
  return scales.reduce((plane, scaleM) => refined(levels, near, plane, scaleM), start)
}

/** One step of weighted least squares around the plane. */
function refined(levels: Levels, near: Float64Array, plane: GroundPlane, scaleM: number): GroundPlane {
  // Separate variables: V8 boxes each sum of a destructured array, gigabytes for the boxes of a drive.
  let w = 0
  let wu = 0
  let wv = 0
  let wz = 0
  let wuu = 0
  let wuv = 0
  let wvv = 0
  let wuz = 0
  let wvz = 0
  const { height, slopeU: alongU, slopeV: alongV } = plane
  const { u: us, v: vs, z: zs, count } = levels
  const furthestM = 2 * scaleM
  for (let i = 0; i < count; i++) {
    const u = us[i]
    const v = vs[i]
    const z = zs[i]
    const offM = z - (height + alongU * u + alongV * v)
    if (Math.abs(offM) >= furthestM) continue
    const off = offM / furthestM
    const share = 1 - off * off
    const weight = near[i] * (share * share)
    w += weight
    wu += weight * u
    wv += weight * v
    wz += weight * z
    wuu += weight * u * u
    wuv += weight * u * v
    wvv += weight * v * v
    wuz += weight * u * z
    wvz += weight * v * z
  }
  if (w < 1e-6) return plane
  const pull = (scaleM / USUAL_SLOPE) ** 2 * Math.min(1, w)
  const [mu, mv, mz] = [wu / w, wv / w, wz / w]
  const uu = wuu - w * mu * mu + pull
  const uv = wuv - w * mu * mv
  const vv = wvv - w * mv * mv + pull
  const uz = wuz - w * mu * mz
  const vz = wvz - w * mv * mz
  const determinant = uu * vv - uv * uv
  let slopeU = (uz * vv - vz * uv) / determinant
  let slopeV = (vz * uu - uz * uv) / determinant
  const steep = Math.hypot(slopeU, slopeV)
  if (steep > STEEPEST) {
    slopeU *= STEEPEST / steep
    slopeV *= STEEPEST / steep
  }
  return { height: mz - slopeU * mu - slopeV * mv, slopeU, slopeV, support: 0 }
}

function scoreOf(
  levels: Levels,
  { near, awayM }: { near: Float64Array; awayM: Float64Array },
  plane: GroundPlane,
  beyondM: number,
): { score: number; support: number } {
  let on = 0
  let support = 0
  let below = 0
  for (let i = 0; i < levels.count; i++) {
    const off = levels.z[i] - heightOn(plane, levels.u[i], levels.v[i])
    if (Math.abs(off) < ON_GROUND_M) {
      const weight = near[i] * (1 - (off / ON_GROUND_M) ** 2)
      on += weight
      if (awayM[i] > beyondM) support += weight
    } else if (off < -BELOW_M) {
      below += near[i] * Math.min(MOST_BELOW, Math.max(1, levels.points[i] / SURE_POINTS))
    }
  }
  return { score: on - BELOW_COST * below, support }
}
