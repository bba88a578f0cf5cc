import { msg } from '../../../messages/message.ts'
import type { PointTool } from '../pointHost.ts'
import { pointViewIdle } from '../view/viewIdle.ts'

/** The mode offers the points of the ground while this tool is active; the pointer only looks around. */
export const POINT_GROUND_TOOL: PointTool = {
  id: 'ground',
  label: msg('seg.tool.ground'),
  icon: 'ground',
  key: 'g',
  start: () => pointViewIdle('ground', { drawing: null }),
}
