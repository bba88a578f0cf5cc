import { msg } from '../../../messages/message.ts'
import type { ImageTool } from '../imageHost.ts'
import { smartIdle } from './idle.ts'

/** An assistant finds the object at clicks or in a box. */
export const SMART_TOOL: ImageTool = {
  id: 'smart',
  label: msg('tool.smart'),
  icon: 'smart',
  key: 'A',
  asks: 'segment',
  start: smartIdle,
}
