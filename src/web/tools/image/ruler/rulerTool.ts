import { msg } from '../../../messages/message.ts'
import type { ImageTool } from '../imageHost.ts'
import { measuring } from './measuring.ts'

/** Measures between two places, in pixels of the image. Nothing is drawn in the document. */
export const RULER_TOOL: ImageTool = {
  id: 'ruler',
  label: msg('tool.ruler'),
  icon: 'ruler',
  key: 'Alt+M',
  readsOnly: true,
  start: () => ({
    name: 'ruler.idle',
    cursor: 'crosshair',
    pointerDown: (_, info) => (info.button === 0 ? measuring(info) : undefined),
  }),
}
