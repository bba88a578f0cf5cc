import { msg } from '../../../messages/message.ts'
import type { ImageTool } from '../imageHost.ts'
import { choosing } from './choosing.ts'

/** Clicks take regions of similar colour. */
export const WAND_TOOL: ImageTool = {
  id: 'wand',
  label: msg('tool.wand'),
  icon: 'wand',
  key: 'S',
  makes: 'polygon',
  elseMakes: 'mask',
  start: () => ({
    name: 'wand.idle',
    cursor: 'crosshair',
    pointerDown: (host, info) => (info.button === 0 && !host.session.readOnly ? choosing(host, info) : undefined),
  }),
}
