import { geometriesOf, openClasses, type Tag } from '../../../model/tag.ts'
import { ELLIPSE_TOOL, RECTANGLE_TOOL } from './box/boxTools.ts'
import { FLAT_CUBOID_TOOL } from './cuboid/cuboidTool.ts'
import type { ImageTool } from './imageHost.ts'
import { LANDMARK_TOOL } from './landmark/landmarkTool.ts'
import { BRUSH_TOOL, ERASER_TOOL } from './mask/maskTools.ts'
import { PAN_TOOL } from './pan/panTool.ts'
import { LINE_TOOL, POLYGON_TOOL } from './path/pathTools.ts'
import { ROTATED_RECTANGLE_TOOL } from './rotatedRectangle/rotatedRectangleTool.ts'
import { SELECT_TOOL } from './select/selectTool.ts'

const ALL: readonly ImageTool[] = [
  SELECT_TOOL,
  PAN_TOOL,
  RECTANGLE_TOOL,
  ROTATED_RECTANGLE_TOOL,
  POLYGON_TOOL,
  LINE_TOOL,
  LANDMARK_TOOL,
  ELLIPSE_TOOL,
  BRUSH_TOOL,
  ERASER_TOOL,
  FLAT_CUBOID_TOOL,
]

/** The tools for images and videos of this tag: those that make what some class may be. */
export function imageTools(tag: Tag): ImageTool[] {
  const kinds = new Set(openClasses(tag).flatMap((tagClass) => geometriesOf(tag, tagClass)))
  return ALL.filter(({ makes }) => !makes || kinds.has(makes))
}
