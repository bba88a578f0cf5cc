import { POINT_BOX_TOOL, POINT_CROP_TOOL } from './box/boxTools.ts'
import { POINT_BRUSH_TOOL, POINT_ERASER_TOOL } from './brush/brushTools.ts'
import { POINT_GROUND_TOOL } from './ground/groundTool.ts'
import { POINT_LASSO_TOOL } from './lasso/lassoTool.ts'
import type { PointTool } from './pointHost.ts'
import { POINT_POLYGON_TOOL } from './polygon/polygonTool.ts'
import { POINT_RECTANGLE_TOOL } from './rectangle/rectangleTool.ts'
import { POINT_SELECT_TOOL } from './select/selectTool.ts'
import { POINT_SURFACE_TOOL } from './surface/surfaceTool.ts'

/** In the order of the toolbar. */
export const POINT_TOOLS: readonly PointTool[] = [
  POINT_SELECT_TOOL,
  POINT_BRUSH_TOOL,
  POINT_LASSO_TOOL,
  POINT_POLYGON_TOOL,
  POINT_RECTANGLE_TOOL,
  POINT_BOX_TOOL,
  POINT_GROUND_TOOL,
  POINT_SURFACE_TOOL,
  POINT_ERASER_TOOL,
  POINT_CROP_TOOL,
]
