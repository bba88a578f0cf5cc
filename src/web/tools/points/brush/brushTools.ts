import { msg } from '../../../messages/message.ts'
import type { PointTool } from '../pointHost.ts'
import { type Drawing, pointViewIdle } from '../view/viewIdle.ts'
import { Brushing } from './brushing.ts'

const BRUSH: Drawing = { begin: (host, pointer, erases) => new Brushing(host, pointer, erases), isBrush: true }

export const POINT_BRUSH_TOOL: PointTool = {
  id: 'brush',
  label: msg('seg.tool.brush'),
  icon: 'brush',
  key: 'b',
  start: () => pointViewIdle('brush', { drawing: BRUSH }),
}

export const POINT_ERASER_TOOL: PointTool = {
  id: 'eraser',
  label: msg('seg.tool.eraser'),
  icon: 'eraser',
  key: 'x',
  start: () => pointViewIdle('eraser', { drawing: { ...BRUSH, alwaysErases: true } }),
}
