import { geometriesOf, openClasses, type Tag } from '../../../model/tag.ts'
import { ELLIPSE_TOOL, RECTANGLE_TOOL } from './draw/box.ts'
import { FLAT_CUBOID_TOOL } from './draw/flatCuboid.ts'
import { LANDMARK_TOOL } from './draw/landmark.ts'
import { LINE_TOOL, POLYGON_TOOL } from './draw/path.ts'
import { ROTATED_RECTANGLE_TOOL } from './draw/rotatedRectangle.ts'
import { BRUSH_TOOL, ERASER_TOOL } from './mask/painting.ts'
import { PAN_TOOL } from './pan/panning.ts'
import { SELECT_TOOL } from './select/idle.ts'
import type { Tool } from './tool.ts'

const ALL: readonly Tool[] = [
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
export function imageTools(tag: Tag): Tool[] {
  const kinds = new Set(openClasses(tag).flatMap((tagClass) => geometriesOf(tag, tagClass)))
  return ALL.filter(({ makes }) => makes === null || kinds.has(makes))
}
