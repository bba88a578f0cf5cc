import { msg } from '../../../messages/message.ts'
import type { PointTool } from '../pointHost.ts'
import { pointViewIdle } from '../view/viewIdle.ts'

export const POINT_SELECT_TOOL: PointTool = {
  id: 'select',
  label: msg('seg.tool.select'),
  icon: 'select',
  key: 'e',
  readsOnly: true,
  start: () => pointViewIdle('select', { drawing: null, hovers: true }),
}
