import { msg } from '../../../messages/message.ts'
import type { PointTool } from '../pointHost.ts'
import { type Drawing, pointViewIdle } from '../view/viewIdle.ts'
import { Lassoing } from './lassoing.ts'

const LASSO: Drawing = { begin: (host, pointer, erases) => new Lassoing(host, pointer, erases) }

export const POINT_LASSO_TOOL: PointTool = {
  id: 'lasso',
  label: msg('seg.tool.lasso'),
  icon: 'lasso',
  key: 'l',
  start: () => pointViewIdle('lasso', { drawing: LASSO }),
}
