import type { EditId } from '../../../messages/message.ts'
import { msg } from '../../../messages/message.ts'
import { rectangleBetween } from '../../../view2d/shapes/handles.ts'
import { normalisedOf, type PixelPoint } from '../../../view2d/shapes/pixels.ts'
import type { ImageTool, ImageToolState } from '../imageHost.ts'
import { drawingBox, type MakeShape, MIN_SIZE_PX } from './drawing.ts'

function idle(tool: string, label: EditId, make: MakeShape): ImageToolState {
  let at: PixelPoint | undefined
  return {
    name: `${tool}.idle`,
    cursor: 'crosshair',
    pointerMove(_, info) {
      at = info.at
      return undefined
    },
    pointerDown: (editor, info) =>
      info.button === 0 && !editor.session.readOnly ? drawingBox(tool, label, info, make) : undefined,
    overlay: () => ({ crosshair: at }),
  }
}

export const RECTANGLE_TOOL: ImageTool = {
  id: 'rectangle',
  label: msg('tool.box'),
  icon: 'rectangle',
  key: 'R',
  makes: 'rectangle',
  start: () => idle('rectangle', 'edit.drawBox', (editor, from, to) => rectangleBetween(from, to, editor.image)),
}

export const ELLIPSE_TOOL: ImageTool = {
  id: 'ellipse',
  label: msg('tool.ellipse'),
  icon: 'ellipse',
  key: 'E',
  makes: 'ellipse',
  start: () =>
    idle('ellipse', 'edit.drawEllipse', ({ image }, from, to) => ({
      type: 'ellipse',
      center: normalisedOf({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, image),
      radiusXPx: Math.max(MIN_SIZE_PX / 2, Math.abs(to.x - from.x) / 2),
      radiusYPx: Math.max(MIN_SIZE_PX / 2, Math.abs(to.y - from.y) / 2),
      rotationRad: 0,
    })),
}
