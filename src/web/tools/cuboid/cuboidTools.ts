import type { CuboidTool } from './cuboidHost.ts'
import { CUBOID_FIT_TOOL } from './make/fitTool.ts'
import { CUBOID_CLICK_TOOL, CUBOID_DRAG_TOOL, CUBOID_RECTANGLE_TOOL } from './make/makeTools.ts'
import { CUBOID_SELECT_TOOL } from './select/selectTool.ts'
import { KEYPOINT_TOOL, POLYLINE_TOOL } from './space/drawingPoints.ts'

/** In the order of the toolbar. */
export const CUBOID_TOOLS: readonly CuboidTool[] = [
  CUBOID_SELECT_TOOL,
  CUBOID_DRAG_TOOL,
  CUBOID_CLICK_TOOL,
  CUBOID_RECTANGLE_TOOL,
  CUBOID_FIT_TOOL,
  POLYLINE_TOOL,
  KEYPOINT_TOOL,
]
