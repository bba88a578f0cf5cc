import type { ImagePoint } from '../document/shape.ts'

/** The mean of both directed mean distances between two polylines, sampled at least every pixel, ends included. */
export const chamferPx = (a: readonly ImagePoint[], b: readonly ImagePoint[]): number =>
  (meanDistance(a, b) + meanDistance(b, a)) / 2

/** Of samples along one line to the segments of the other. */
function meanDistance(from: readonly ImagePoint[], to: readonly ImagePoint[]): number {
  const samples = sampled(from)
  return samples.reduce((sum, point) => sum + distanceTo(point, to), 0) / samples.length
}

/** ⌈length⌉ + 1 points at equal distances along the line. */
function sampled(line: readonly ImagePoint[]): ImagePoint[] {
  const steps = line.slice(1).map((point, i) => Math.hypot(point.x - line[i].x, point.y - line[i].y))
  const length = steps.reduce((sum, step) => sum + step, 0)
  const count = Math.ceil(length)
  const samples: ImagePoint[] = []
  let [segment, before] = [0, 0]
  for (let i = 0; i <= count; i++) {
    const along = count === 0 ? 0 : (length * i) / count
    while (segment < steps.length - 1 && before + steps[segment] < along) before += steps[segment++]
    const t = steps[segment] > 0 ? Math.min(1, (along - before) / steps[segment]) : 0
    const [p, q] = [line[segment], line[Math.min(segment + 1, line.length - 1)]]
    samples.push({ x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t })
  }
  return samples
}

function distanceTo({ x, y }: ImagePoint, line: readonly ImagePoint[]): number {
  let nearest = Math.hypot(x - line[0].x, y - line[0].y)
  for (let i = 1; i < line.length; i++) {
    const [p, q] = [line[i - 1], line[i]]
    const [dx, dy] = [q.x - p.x, q.y - p.y]
    const square = dx * dx + dy * dy
    const t = square > 0 ? Math.min(1, Math.max(0, ((x - p.x) * dx + (y - p.y) * dy) / square)) : 0
    nearest = Math.min(nearest, Math.hypot(x - p.x - t * dx, y - p.y - t * dy))
  }
  return nearest
}
