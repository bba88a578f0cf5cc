import { msg } from '../../../messages/message.ts'
import type { PixelPoint } from '../../../view2d/shapes/pixels.ts'
import type { ImageTool, ImageToolState, Overlay } from '../imageHost.ts'
import { painting, selectedMask } from './painting.ts'

function idle(erases: boolean): ImageToolState {
  let at: PixelPoint | null = null
  const brush = (radiusPx: number): Overlay => (at ? { brush: { at, radiusPx, erases } } : {})
  return {
    name: erases ? 'eraser.idle' : 'brush.idle',
    cursor: 'none',
    pointerMove(_, info) {
      at = info.at
      return undefined
    },
    pointerDown(editor, info) {
      if (info.button !== 0 || editor.session.readOnly) return undefined
      // The eraser needs a selected mask.
      if (erases && !selectedMask(editor)) {
        const found = editor.shapesAt(info.at, 0).find(({ shape }) => shape.type === 'mask')
        if (!found) return undefined
        editor.session.select([found.trackId])
      }
      return painting(editor, info, erases)
    },
    overlay: ({ brushRadiusPx }) => brush(brushRadiusPx),
  }
}

export const BRUSH_TOOL: ImageTool = {
  id: 'brush',
  label: msg('tool.brush'),
  icon: 'brush',
  key: 'B',
  makes: 'mask',
  start: () => idle(false),
}

export const ERASER_TOOL: ImageTool = {
  id: 'eraser',
  label: msg('tool.eraser'),
  icon: 'eraser',
  key: 'Shift+B',
  makes: 'mask',
  start: () => idle(true),
}
