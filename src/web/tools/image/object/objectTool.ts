import { msg } from '../../../messages/message.ts'
import type { PixelPoint } from '../../../view2d/shapes/pixels.ts'
import type { ImageTool, ImageToolState } from '../imageHost.ts'
import { boxing } from './boxing.ts'

function idle(): ImageToolState {
  let at: PixelPoint | undefined
  return {
    name: 'object.idle',
    cursor: 'crosshair',
    pointerMove(_, info) {
      at = info.at
      return undefined
    },
    pointerDown: (host, info) => (info.button === 0 && !host.session.readOnly ? boxing(info) : undefined),
    overlay: () => ({ crosshair: at }),
  }
}

/** A box around an object becomes its outline. */
export const OBJECT_TOOL: ImageTool = {
  id: 'object',
  label: msg('tool.object'),
  icon: 'object',
  key: 'Q',
  makes: 'polygon',
  elseMakes: 'mask',
  start: idle,
}
