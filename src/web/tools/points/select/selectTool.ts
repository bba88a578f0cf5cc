import type { PointTool } from '../pointHost.ts'
import { viewIdle } from '../view/viewIdle.ts'

export const SELECT_TOOL: PointTool = {
  id: 'select',
  label: 'Look around, select an instance',
  icon: 'select',
  key: 'e',
  readsOnly: true,
  start: () => viewIdle('select', { drawing: null, hovers: true }),
}
