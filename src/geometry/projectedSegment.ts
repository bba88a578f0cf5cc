import type { Camera, CameraImageSize, CameraPixel } from './camera.ts'
import { traceInsideImage } from './imageCurve.ts'
import { clipToDepth, imageOnArc, type Segment, viewArc } from './viewArc.ts'

/**
 * A straight segment of the camera's frame as the lens bends it, cut at the image's border and at the valid field: it
 * may give several stretches. They stay within `flatnessPx` of the true curve.
 */
export function projectedSegment(
  segmentInCamera: Segment,
  camera: Camera,
  size: CameraImageSize,
  flatnessPx = 0.25,
): CameraPixel[][] {
  const segment = clipToDepth(segmentInCamera, camera.lens.minDepthM)
  if (segment === null) return []
  const stretches: CameraPixel[][] = []
  const arc = viewArc(segment, camera)
  for (const [from, to] of arc.ranges) {
    let points: CameraPixel[] = []
    let reached = Number.NaN
    traceInsideImage(imageOnArc(arc, camera), from, to, size, flatnessPx, (start, end) => {
      if (start.parameter !== reached) {
        points = [start.point]
        stretches.push(points)
      }
      points.push(end.point)
      reached = end.parameter
    })
  }
  return stretches
}
