import type { PointTool } from '../pointHost.ts'
import { type Drawing, viewIdle } from '../view/viewIdle.ts'
import { Brushing } from './brushing.ts'

const BRUSH: Drawing = { begin: (host, pointer, erases) => new Brushing(host, pointer, erases), isBrush: true }

export const BRUSH_TOOL: PointTool = {
  id: 'brush',
  label: 'Brush',
  icon: 'brush',
  key: 'b',
  start: () => viewIdle('brush', { drawing: BRUSH }),
}

export const ERASER_TOOL: PointTool = {
  id: 'eraser',
  label: 'Eraser',
  icon: 'eraser',
  key: 'x',
  start: () => viewIdle('eraser', { drawing: { ...BRUSH, alwaysErases: true } }),
}
