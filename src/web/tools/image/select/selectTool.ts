import { msg } from '../../../messages/message.ts'
import type { Turns } from '../../../view2d/camera2d.ts'
import type { Handle } from '../../../view2d/shapes/shapeView.ts'
import type { ImageTool, ImageToolState } from '../imageHost.ts'
import { draggingHandle } from './draggingHandle.ts'
import { handleAt } from './handleAt.ts'
import { pressing } from './pressing.ts'
import { pressingNothing } from './pressingNothing.ts'
import { removeVertex } from './removeVertex.ts'

const CURSORS = ['ns-resize', 'nesw-resize', 'ew-resize', 'nwse-resize'] as const

/** Waits: the shape under the pointer is highlighted; a press grabs a handle or a shape, or begins a box. */
function idle(): ImageToolState {
  let cursor = 'default'
  return {
    name: 'select.idle',
    get cursor() {
      return cursor
    },
    pointerDown(editor, info) {
      const held = handleAt(editor, info.at)
      if (held?.handle.kind === 'vertex' && (info.alt || info.button === 2)) {
        removeVertex(editor, { ...held.handle, trackId: held.shown.trackId })
        return undefined
      }
      if (info.button === 2) return undefined
      editor.chooseVertex(null)
      if (held) {
        return editor.session.readOnly ? undefined : draggingHandle(held.shown, held.handle, info.at)
      }
      const found = editor.shapesAt(info.at)
      return found.length > 0 ? pressing(found, info) : pressingNothing(info)
    },
    pointerMove(editor, info) {
      const held = handleAt(editor, info.at)
      editor.hover(held ? null : (editor.shapeAt(info.at)?.trackId ?? null))
      cursor = held ? cursorOf(held.handle, editor.camera.turns) : editor.hovered ? 'pointer' : 'default'
      return undefined
    },
  }
}

function cursorOf(handle: Handle, turns: Turns): string {
  if (handle.kind === 'rotate') return 'grab'
  if (handle.kind === 'midpoint') return 'copy'
  if (handle.kind === 'vertex') return 'move'
  const eighths = Math.round((Math.atan2(handle.fy, handle.fx) / Math.PI) * 4)
  return CURSORS[(((eighths + 2 + 2 * turns) % 4) + 4) % 4]
}

export const SELECT_TOOL: ImageTool = {
  id: 'select',
  label: msg('tool.select'),
  icon: 'select',
  key: 'V',
  readsOnly: true,
  start: idle,
}
