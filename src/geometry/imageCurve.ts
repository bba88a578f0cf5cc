import { type CameraImageSize, type CameraPixel, isInsideImage } from './camera.ts'

/** A smooth curve on the image plane: parameter to pixel. */
export type ImageCurve = (parameter: number) => CameraPixel

export type CurvePoint = { parameter: number; point: CameraPixel }

const MAX_HALVINGS = 16
const MIN_HALVINGS = 3
/** Pieces outside that may graze the image are halved to this length before they are given up. */
const GRAZE_PX = 0.05

/**
 * Walks the curve from one parameter to the other in pieces that are straight to within `flatnessPx`, and hands over
 * those inside the image in order, their ends cut at the image's border on the curve itself (not on its chord).
 */
export function traceInsideImage(
  curve: ImageCurve,
  from: number,
  to: number,
  size: CameraImageSize,
  flatnessPx: number,
  visit: (start: CurvePoint, end: CurvePoint) => void,
): void {
  const at = (parameter: number): CurvePoint => ({ parameter, point: curve(parameter) })

  const halve = (a: CurvePoint, b: CurvePoint, halvings: number): void => {
    const middle = at((a.parameter + b.parameter) / 2)
    const early = at((a.parameter + middle.parameter) / 2)
    const late = at((middle.parameter + b.parameter) / 2)
    const bend = Math.max(
      chordDistance(a.point, b.point, early.point),
      chordDistance(a.point, b.point, middle.point),
      chordDistance(a.point, b.point, late.point),
    )
    if (halvings >= MIN_HALVINGS && isFarOutside(a.point, b.point, bend, size)) return
    const aInside = isInsideImage(a.point, size)
    const bInside = isInsideImage(b.point, size)
    const mayGraze = !aInside && !bInside && distancePx(a.point, b.point) > GRAZE_PX
    if (halvings < MAX_HALVINGS && (halvings < MIN_HALVINGS || bend > flatnessPx || mayGraze)) {
      halve(a, middle, halvings + 1)
      halve(middle, b, halvings + 1)
    } else if (aInside && bInside) visit(a, b)
    else if (aInside) visit(a, lastInside(at, a, b, size))
    else if (bInside) visit(lastInside(at, b, a, size), b)
  }

  halve(at(from), at(to), 0)
}

function distancePx(a: CameraPixel, b: CameraPixel): number {
  return Math.hypot(a.u - b.u, a.v - b.v)
}

function chordDistance(a: CameraPixel, b: CameraPixel, p: CameraPixel): number {
  const du = b.u - a.u
  const dv = b.v - a.v
  const squared = du * du + dv * dv
  const along = squared > 0 ? Math.min(1, Math.max(0, ((p.u - a.u) * du + (p.v - a.v) * dv) / squared)) : 0
  return Math.hypot(a.u + along * du - p.u, a.v + along * dv - p.v)
}

/** Whether both ends are beyond the same side of the image by clearly more than the piece bends. */
function isFarOutside(a: CameraPixel, b: CameraPixel, bend: number, size: CameraImageSize): boolean {
  const room = 4 * bend + 1e-9
  return (
    Math.max(a.u, b.u) + room < -0.5 ||
    Math.min(a.u, b.u) - room > size.width - 0.5 ||
    Math.max(a.v, b.v) + room < -0.5 ||
    Math.min(a.v, b.v) - room > size.height - 0.5
  )
}

function lastInside(
  at: (parameter: number) => CurvePoint,
  inside: CurvePoint,
  outside: CurvePoint,
  size: CameraImageSize,
): CurvePoint {
  let best = inside
  let beyond = outside.parameter
  for (let i = 0; i < 60; i++) {
    const middle = at((best.parameter + beyond) / 2)
    if (middle.parameter === best.parameter || middle.parameter === beyond) break
    if (isInsideImage(middle.point, size)) best = middle
    else beyond = middle.parameter
  }
  return best
}
