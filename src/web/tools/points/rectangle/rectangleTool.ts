import { msg } from '../../../messages/message.ts'
import type { PointTool } from '../pointHost.ts'
import { type Drawing, pointViewIdle } from '../view/viewIdle.ts'
import { Framing } from './framing.ts'

const RECTANGLE: Drawing = { begin: (host, pointer, erases) => new Framing(host, pointer, erases) }

export const POINT_RECTANGLE_TOOL: PointTool = {
  id: 'rectangle',
  label: msg('seg.tool.rectangle'),
  icon: 'rectangle',
  key: 't',
  start: () => pointViewIdle('rectangle', { drawing: RECTANGLE }),
}
