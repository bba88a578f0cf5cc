import { msg } from '../../../messages/message.ts'
import type { ImageTool } from '../imageHost.ts'
import { touchingPieces } from './touching.ts'

/** Paints with pieces of the picture whose borders follow its edges. */
export const SUPERPIXEL_TOOL: ImageTool = {
  id: 'superpixels',
  label: msg('tool.superpixels'),
  icon: 'superpixels',
  key: 'Shift+W',
  makes: 'polygon',
  elseMakes: 'mask',
  start: () => ({
    name: 'superpixels.idle',
    cursor: 'crosshair',
    pointerDown: (host, info) => (info.button === 0 && !host.session.readOnly ? touchingPieces(host, info) : undefined),
  }),
}
