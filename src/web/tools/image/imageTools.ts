import { isOneRecord } from '../../../model/annotationTypes/rulesOf.ts'
import { geometriesOf, openClasses, type Tag } from '../../../model/tag.ts'
import { ELLIPSE_TOOL, RECTANGLE_TOOL } from './box/boxTools.ts'
import { kindsMadeBy } from './classChoice.ts'
import { FLAT_CUBOID_TOOL } from './cuboid/cuboidTool.ts'
import type { ImageTool } from './imageHost.ts'
import { LANDMARK_TOOL } from './landmark/landmarkTool.ts'
import { LIVEWIRE_TOOL } from './livewire/livewireTool.ts'
import { BRUSH_TOOL, ERASER_TOOL } from './mask/maskTools.ts'
import { OBJECT_TOOL } from './object/objectTool.ts'
import { PAN_TOOL } from './pan/panTool.ts'
import { LINE_TOOL, POLYGON_TOOL } from './path/pathTools.ts'
import { ROTATED_RECTANGLE_TOOL } from './rotatedRectangle/rotatedRectangleTool.ts'
import { RULER_TOOL } from './ruler/rulerTool.ts'
import { SELECT_TOOL } from './select/selectTool.ts'
import { SLICE_TOOL } from './slice/sliceTool.ts'
import { SMART_TOOL } from './smart/smartTool.ts'
import { SUPERPIXEL_TOOL } from './superpixels/superpixelTool.ts'
import { WAND_TOOL } from './wand/wandTool.ts'

const ALL: readonly ImageTool[] = [
  SELECT_TOOL,
  PAN_TOOL,
  RECTANGLE_TOOL,
  ROTATED_RECTANGLE_TOOL,
  POLYGON_TOOL,
  LIVEWIRE_TOOL,
  OBJECT_TOOL,
  WAND_TOOL,
  SUPERPIXEL_TOOL,
  LINE_TOOL,
  LANDMARK_TOOL,
  ELLIPSE_TOOL,
  BRUSH_TOOL,
  ERASER_TOOL,
  FLAT_CUBOID_TOOL,
  SMART_TOOL,
  SLICE_TOOL,
  RULER_TOOL,
]

/** The tools for images and videos of this tag: those that make what some class may be. */
export function imageTools(tag: Tag): ImageTool[] {
  const kinds = new Set(openClasses(tag).flatMap((tagClass) => geometriesOf(tag, tagClass)))
  // In a video, the parts of a sliced track would be other objects from one frame on.
  const slices = isOneRecord(tag.annotationType) && kinds.has('polygon')
  const isOffered = (tool: ImageTool) => !tool.makes || kindsMadeBy(tool).some((kind) => kinds.has(kind))
  return ALL.filter((tool) => (tool === SLICE_TOOL ? slices : isOffered(tool)))
}
