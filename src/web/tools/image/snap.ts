import type { FlatShape } from '../../../model/document/shape.ts'
import { outlineOf } from '../../view2d/shapes/outline.ts'
import { nearestOnSegment, type PixelPoint, pixelDistance } from '../../view2d/shapes/pixels.ts'
import type { ImageHost } from './imageHost.ts'

/** How near a border draws a point to it, in screen pixels. */
const REACH_PX = 9

/**
 * The place on the border of another shape of the same kind to which the point snaps: vertices first. null: none is
 * near. Boxes are excluded, since they are bounds and not borders.
 */
export function snapPoint(
  editor: ImageHost,
  at: PixelPoint,
  exceptTrack: string | null,
  kind: FlatShape['type'],
): PixelPoint | null {
  if (!editor.session.view.snap) return null
  const reach = editor.imagePx(REACH_PX)
  const near = editor.shapes.search({
    left: at.x - reach,
    top: at.y - reach,
    right: at.x + reach,
    bottom: at.y + reach,
  })
  let vertex: PixelPoint | null = null
  let foot: PixelPoint | null = null
  for (const { shape, trackId } of near) {
    if (trackId === exceptTrack || shape.type !== kind) continue
    const { paths, closed } = outlineOf(shape, editor.image)
    for (const path of paths) {
      for (let i = 0; i < path.length; i++) {
        vertex = nearer(vertex, path[i], at, reach)
        if (i + 1 < path.length || closed) {
          foot = nearer(foot, nearestOnSegment(at, path[i], path[(i + 1) % path.length]), at, reach)
        }
      }
    }
  }
  return vertex ?? foot
}

function nearer(best: PixelPoint | null, candidate: PixelPoint, at: PixelPoint, reach: number): PixelPoint | null {
  const away = pixelDistance(candidate, at)
  return away <= (best ? pixelDistance(best, at) : reach) ? candidate : best
}
