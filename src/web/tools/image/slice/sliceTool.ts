import { msg } from '../../../messages/message.ts'
import type { ImageTool } from '../imageHost.ts'
import { slicing } from './slicing.ts'

/** Cuts polygons in two by a line: the selected one, otherwise all that the line crosses. */
export const SLICE_TOOL: ImageTool = {
  id: 'slice',
  label: msg('tool.slice'),
  icon: 'slice',
  key: 'Shift+C',
  start: () => ({
    name: 'slice.idle',
    cursor: 'crosshair',
    pointerDown: (editor, info) => (info.button === 0 && !editor.session.readOnly ? slicing(info) : undefined),
  }),
  resume: ({ points: [from], ...work }) => slicing({ at: from, screen: from }, { ...work, points: [from] }),
}
