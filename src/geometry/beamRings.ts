const BINS_A_DEGREE = 10
const MIN_HEIGHT_M = 0.3
const MIN_RANGE_M = 2.5

/**
 * How sharply the points gather at a few elevations, seen from the origin: 1 without any gathering, more for the beams
 * of a spinning lidar seen from its own position. NaN where too few points are left to decide.
 */
export function beamSharpness(xyz: Float64Array): number {
  const bins = new Float64Array(180 * BINS_A_DEGREE)
  let counted = 0
  for (let i = 0; i < xyz.length; i += 3) {
    const range = Math.hypot(xyz[i], xyz[i + 1])
    // A plane through the origin is seen at one elevation from there, by every sensor.
    if (range < MIN_RANGE_M || Math.abs(xyz[i + 2]) < MIN_HEIGHT_M) continue
    const elevationDeg = (Math.atan2(xyz[i + 2], range) * 180) / Math.PI
    bins[Math.floor((elevationDeg + 90) * BINS_A_DEGREE)]++
    counted++
  }
  if (counted < 200) return Number.NaN
  const reach = BINS_A_DEGREE
  let sharp = 0
  let smooth = 0
  for (let i = reach; i + reach < bins.length; i++) {
    let around = 0
    for (let j = i - reach; j <= i + reach; j++) around += bins[j]
    sharp += bins[i] * bins[i]
    smooth += (bins[i] * around) / (2 * reach + 1)
  }
  return sharp / smooth
}
