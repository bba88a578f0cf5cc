import type { Camera, CameraImageSize, CameraPixel } from './camera.ts'
import { CUBOID_EDGES, type Cuboid, cuboidCorners, cuboidInFrame } from './cuboid.ts'
import { traceInsideImage } from './imageCurve.ts'
import { clipToDepth, imageOnArc, viewArc } from './viewArc.ts'

/** A visible stretch of one edge; `edge` is its place in CUBOID_EDGES. */
export type ProjectedEdge = { edge: number; points: CameraPixel[] }

/**
 * The cuboid's edges as the lens bends them, cut at the image's border and at the valid field: for drawing. One edge
 * may give several stretches. Polylines stay within `flatnessPx` of the true curve.
 */
export function projectedEdges(
  cuboidInCommon: Cuboid,
  camera: Camera,
  size: CameraImageSize,
  flatnessPx = 0.25,
): ProjectedEdge[] {
  const corners = cuboidCorners(cuboidInFrame(camera.commonFromCamera, cuboidInCommon))
  const stretches: ProjectedEdge[] = []
  CUBOID_EDGES.forEach(([a, b], edge) => {
    const segment = clipToDepth([corners[a], corners[b]], camera.lens.minDepthM)
    if (segment === null) return
    const arc = viewArc(segment, camera)
    for (const [from, to] of arc.ranges) {
      let points: CameraPixel[] = []
      let reached = Number.NaN
      traceInsideImage(imageOnArc(arc, camera), from, to, size, flatnessPx, (start, end) => {
        if (start.parameter !== reached) {
          points = [start.point]
          stretches.push({ edge, points })
        }
        points.push(end.point)
        reached = end.parameter
      })
    }
  })
  return stretches
}
