import type { LandmarkPoint } from '../document/shape.ts'
import { extentOf, type MeasuredLandmark } from '../shapes/preparedShape.ts'

/** COCO's constants of its 17 keypoints (pycocotools, Params.kpt_oks_sigmas). */
const COCO_SIGMAS = [
  0.026, 0.025, 0.025, 0.035, 0.035, 0.079, 0.079, 0.072, 0.072, 0.062, 0.062, 0.107, 0.107, 0.087, 0.087, 0.089, 0.089,
]
const USUAL_SIGMA = 0.05
/** A landmark without an area counts as large as this part of the image on each side. */
const POINT_SIDE = 0.05

/** Object keypoint similarity of the points in `b` to those of the reference `a`, as COCO defines it; all points count. */
export function keypointSimilarity(a: MeasuredLandmark, b: { points: readonly LandmarkPoint[] }): number {
  const area = referenceArea(a)
  const isNamed = hasDistinctLabels(a.points) && hasDistinctLabels(b.points)
  const partners = new Map(b.points.map((point, i) => [isNamed ? point.label : i, point]))
  const ranked = isNamed ? a.points.toSorted((p, q) => p.label - q.label) : a.points
  const sum = ranked.reduce((total, point, i) => {
    const partner = partners.get(isNamed ? point.label : i)
    if (!partner) return total
    const square = (point.x - partner.x) ** 2 + (point.y - partner.y) ** 2
    return total + Math.exp(-square / (2 * area * (2 * sigmaOf(a, isNamed ? point.label - 1 : i, i)) ** 2))
  }, 0)
  return a.points.length > 0 ? sum / a.points.length : 0
}

/** No two points that are farther apart add as much as `least` to the mean. */
export function reachPx(a: MeasuredLandmark, least: number): number {
  const usual = a.points.length === COCO_SIGMAS.length ? COCO_SIGMAS : [USUAL_SIGMA]
  const sigma = Math.max(...(a.sigmas ? [...a.sigmas, USUAL_SIGMA] : usual))
  return Math.sqrt(-2 * referenceArea(a) * Math.log(least)) * 2 * sigma
}

/** `place`: the index of the point in its class; `rank`: its index among the reference's points. */
function sigmaOf({ sigmas, points }: MeasuredLandmark, place: number, rank: number): number {
  if (sigmas) return sigmas[place] ?? USUAL_SIGMA
  return points.length === COCO_SIGMAS.length ? COCO_SIGMAS[rank] : USUAL_SIGMA
}

const hasDistinctLabels = (points: readonly LandmarkPoint[]): boolean =>
  new Set(points.map(({ label }) => label)).size === points.length

function referenceArea({ points, scale }: MeasuredLandmark): number {
  const { left, top, right, bottom } = extentOf(points)
  const area = points.length < 3 ? 0 : (right - left) * (bottom - top)
  return area > 0 ? area : POINT_SIDE ** 2 * scale.widthPx * scale.heightPx
}
