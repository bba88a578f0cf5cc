import { relationLinksOf } from '../document/relationLinks.ts'
import type { CanvasEditor } from '../tools/image/canvasEditor.ts'
import { screenFromImage } from '../view2d/camera2d.ts'
import { boundsOfShape } from '../view2d/shapes/outline.ts'
import type { PixelPoint } from '../view2d/shapes/pixels.ts'
import { paintRelationArrows } from './relationArrows.ts'

/** Arrows from and to the selected objects, between the middles of their shapes. */
export function drawRelations(context: CanvasRenderingContext2D, editor: CanvasEditor, scale: number): void {
  const { session, camera, shapes, image, overlay } = editor
  const middleOf = (trackId: string): PixelPoint | null => {
    const moved = overlay.replaced?.get(trackId)
    const bounds = moved ? boundsOfShape(moved, image) : shapes.get(trackId)?.bounds
    if (!bounds) return null
    return screenFromImage({ x: (bounds.left + bounds.right) / 2, y: (bounds.top + bounds.bottom) / 2 }, camera)
  }
  const arrows = relationLinksOf(session.document, session.selection).flatMap(({ name, ...link }) => {
    const [from, to] = [middleOf(link.from), middleOf(link.to)]
    return from && to ? { from, to, name } : []
  })
  paintRelationArrows(context, arrows, { scale, turns: camera.turns })
}
