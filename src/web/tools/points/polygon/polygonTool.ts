import { msg } from '../../../messages/message.ts'
import type { PointTool } from '../pointHost.ts'
import { type Drawing, pointViewIdle } from '../view/viewIdle.ts'
import { Cornering } from './cornering.ts'

const POLYGON: Drawing = { begin: (host, pointer, erases) => new Cornering(host, pointer, erases) }

export const POINT_POLYGON_TOOL: PointTool = {
  id: 'polygon',
  label: msg('seg.tool.polygon'),
  icon: 'polygon',
  key: 'p',
  start: () => pointViewIdle('polygon', { drawing: POLYGON }),
}
