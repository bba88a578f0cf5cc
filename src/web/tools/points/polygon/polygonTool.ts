import { msg } from '../../../messages/message.ts'
import type { PointTool } from '../pointHost.ts'
import { type Drawing, pointViewIdle } from '../view/viewIdle.ts'
import { Cornering } from './cornering.ts'

const POLYGON: Drawing = {
  begin: (host, { view, x, y }, erases) =>
    new Cornering(host, { tool: 'polygon', points: [{ x, y }] }, { view, erases }),
}

export const POINT_POLYGON_TOOL: PointTool = {
  id: 'polygon',
  label: msg('seg.tool.polygon'),
  icon: 'polygon',
  key: 'p',
  start: () => pointViewIdle('polygon', { drawing: POLYGON }),
  resume: (work, host) => (work.inView ? new Cornering(host, work, work.inView) : null),
}
