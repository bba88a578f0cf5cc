import type { Camera, CameraImageSize, CameraPixel } from './camera.ts'
import { CUBOID_EDGES, type Cuboid, cuboidCorners, cuboidInFrame } from './cuboid.ts'
import { projectedSegment } from './projectedSegment.ts'

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
  return CUBOID_EDGES.flatMap(([a, b], edge) =>
    projectedSegment([corners[a], corners[b]], camera, size, flatnessPx).map((points) => ({ edge, points })),
  )
}
