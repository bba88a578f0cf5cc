import type { CuboidTool } from './cuboidHost.ts'
import { CLICK_TOOL, DRAG_TOOL, RECTANGLE_TOOL } from './make/makeTools.ts'
import { SELECT_TOOL } from './select/selectTool.ts'

/** In the order of the toolbar. */
export const CUBOID_TOOLS: readonly CuboidTool[] = [SELECT_TOOL, DRAG_TOOL, CLICK_TOOL, RECTANGLE_TOOL]
