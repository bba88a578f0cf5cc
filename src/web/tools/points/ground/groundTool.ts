import type { PointTool } from '../pointHost.ts'
import { viewIdle } from '../view/viewIdle.ts'

/** The mode offers the points of the ground while this tool is active; the pointer only looks around. */
export const GROUND_TOOL: PointTool = {
  id: 'ground',
  label: 'Ground',
  icon: 'ground',
  key: 'g',
  start: () => viewIdle('ground', { drawing: null }),
}
