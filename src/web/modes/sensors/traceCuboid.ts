import { CUBOID_EDGES, type Cuboid, cuboidCorners } from '../../../geometry/cuboid.ts'
import { screenOf, type ViewCamera } from '../../view3d/viewCamera.ts'

/**
 * Adds a path along the edges of a cuboid. Edges that pass behind the viewer are left out, since they would go to the
 * wrong side.
 */
export function traceCuboid(context: CanvasRenderingContext2D, viewCamera: ViewCamera, cuboid: Cuboid): void {
  const corners = cuboidCorners(cuboid).map((corner) => screenOf(viewCamera, corner))
  context.beginPath()
  for (const [a, b] of CUBOID_EDGES) {
    const [from, to] = [corners[a], corners[b]]
    if (!from || !to) continue
    context.moveTo(from.x, from.y)
    context.lineTo(to.x, to.y)
  }
}
