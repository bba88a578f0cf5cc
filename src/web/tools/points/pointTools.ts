import { BOX_TOOL, CROP_TOOL } from './box/boxTools.ts'
import { BRUSH_TOOL, ERASER_TOOL } from './brush/brushTools.ts'
import { GROUND_TOOL } from './ground/groundTool.ts'
import { LASSO_TOOL } from './lasso/lassoTool.ts'
import type { PointTool } from './pointHost.ts'
import { POLYGON_TOOL } from './polygon/polygonTool.ts'
import { RECTANGLE_TOOL } from './rectangle/rectangleTool.ts'
import { SELECT_TOOL } from './select/selectTool.ts'

/** In the order of the toolbar. */
export const POINT_TOOLS: readonly PointTool[] = [
  SELECT_TOOL,
  BRUSH_TOOL,
  LASSO_TOOL,
  POLYGON_TOOL,
  RECTANGLE_TOOL,
  BOX_TOOL,
  GROUND_TOOL,
  ERASER_TOOL,
  CROP_TOOL,
]
