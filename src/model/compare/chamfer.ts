/** A point of a plane (without z) or of space. */
interface LinePoint {
  x: number
  y: number
  z?: number
}

interface Sampling {
  /** The maximum distance between samples. */
  step: number
  /** A longer line is sampled more coarsely. */
  mostSamples: number
}

const EVERY_PIXEL: Sampling = { step: 1, mostSamples: Number.POSITIVE_INFINITY }
/** The most is a line of a kilometre. */
const EVERY_DECIMETRE: Sampling = { step: 0.1, mostSamples: 10_000 }

/** The mean of the two directed mean distances between two polylines, sampled at least every pixel, ends included. */
export const chamferPx = (a: readonly LinePoint[], b: readonly LinePoint[]): number => chamfer(a, b, EVERY_PIXEL)

/** The same in metres, sampled at least every 0.1 m. */
export const chamferM = (a: readonly LinePoint[], b: readonly LinePoint[]): number => chamfer(a, b, EVERY_DECIMETRE)

const chamfer = (a: readonly LinePoint[], b: readonly LinePoint[], sampling: Sampling): number =>
  (meanDistance(a, b, sampling) + meanDistance(b, a, sampling)) / 2

/** The mean distance from samples along one line to the segments of the other. */
function meanDistance(from: readonly LinePoint[], to: readonly LinePoint[], sampling: Sampling): number {
  const samples = sampled(from, sampling)
  return samples.reduce((sum, point) => sum + distanceTo(point, to), 0) / samples.length
}

/** ⌈length / step⌉ + 1 points at equal distances along the line. */
function sampled(line: readonly LinePoint[], { step, mostSamples }: Sampling): LinePoint[] {
  const steps = line.slice(1).map((point, i) => between(point, line[i]))
  const length = steps.reduce((sum, one) => sum + one, 0)
  const count = Math.min(Math.ceil(length / step), mostSamples)
  const samples: LinePoint[] = []
  let [segment, before] = [0, 0]
  for (let i = 0; i <= count; i++) {
    const along = count === 0 ? 0 : (length * i) / count
    while (segment < steps.length - 1 && before + steps[segment] < along) before += steps[segment++]
    const t = steps[segment] > 0 ? Math.min(1, (along - before) / steps[segment]) : 0
    const [p, q] = [line[segment], line[Math.min(segment + 1, line.length - 1)]]
    const [pz, qz] = [p.z ?? 0, q.z ?? 0]
    samples.push({ x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t, z: pz + (qz - pz) * t })
  }
  return samples
}

const between = (a: LinePoint, b: LinePoint): number => Math.hypot(a.x - b.x, a.y - b.y, (a.z ?? 0) - (b.z ?? 0))

function distanceTo(point: LinePoint, line: readonly LinePoint[]): number {
  const { x, y, z = 0 } = point
  let nearest = between(point, line[0])
  for (let i = 1; i < line.length; i++) {
    const [p, q] = [line[i - 1], line[i]]
    const pz = p.z ?? 0
    const [dx, dy, dz] = [q.x - p.x, q.y - p.y, (q.z ?? 0) - pz]
    const square = dx * dx + dy * dy + dz * dz
    const along = (x - p.x) * dx + (y - p.y) * dy + (z - pz) * dz
    const t = square > 0 ? Math.min(1, Math.max(0, along / square)) : 0
    nearest = Math.min(nearest, Math.hypot(x - p.x - t * dx, y - p.y - t * dy, z - pz - t * dz))
  }
  return nearest
}
