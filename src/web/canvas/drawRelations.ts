import { relationLinksOf } from '../document/relationLinks.ts'
import type { CanvasEditor } from '../tools/image/canvasEditor.ts'
import { screenFromImage } from '../view2d/camera2d.ts'
import { boundsOfShape } from '../view2d/shapes/outline.ts'
import type { PixelPoint } from '../view2d/shapes/pixels.ts'
import { paintRelationArrow } from './relationArrow.ts'

/** Arrows from and to the selected objects, between the middles of their shapes. */
export function drawRelations(context: CanvasRenderingContext2D, editor: CanvasEditor, scale: number): void {
  const { session, camera, shapes, image, overlay } = editor
  const middleOf = (trackId: string): PixelPoint | null => {
    const moved = overlay.replaced?.get(trackId)
    const bounds = moved ? boundsOfShape(moved, image) : shapes.get(trackId)?.bounds
    if (!bounds) return null
    return screenFromImage({ x: (bounds.left + bounds.right) / 2, y: (bounds.top + bounds.bottom) / 2 }, camera)
  }
  for (const link of relationLinksOf(session.document, session.selection)) {
    const [from, to] = [middleOf(link.from), middleOf(link.to)]
    if (from && to) paintRelationArrow(context, { from, to, name: link.name }, { scale, turns: camera.turns })
  }
}
