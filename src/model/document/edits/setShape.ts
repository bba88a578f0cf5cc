import { IMAGE_VIEW, type Track } from '../document.ts'
import { withShape } from '../edit.ts'
import type { Edit } from '../operations/documentOperation.ts'
import type { ViewShape } from '../shape.ts'
import { keysOf, withKeys } from './paths.ts'
import { changesBetween } from './trackChange.ts'

/** The shape of an image or video object, or the points in space of one in 3D, as a keyframe made by a person. */
export const setShape = (track: Track, frame: number, shape: ViewShape): Edit[] =>
  changesBetween(track, withKeys(track, IMAGE_VIEW, withShape(keysOf(track, IMAGE_VIEW), frame, shape, 'manual')))
