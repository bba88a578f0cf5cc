import { msg } from '../../../messages/message.ts'
import type { ImageTool, ImageToolState } from '../imageHost.ts'
import { panning } from './panning.ts'

const idle = (): ImageToolState => ({
  name: 'pan.idle',
  cursor: 'grab',
  pointerDown: (_, { screen }) => panning(screen),
})

export const PAN_TOOL: ImageTool = {
  id: 'pan',
  label: msg('tool.pan'),
  icon: 'pan',
  key: 'H',
  readsOnly: true,
  start: idle,
}
