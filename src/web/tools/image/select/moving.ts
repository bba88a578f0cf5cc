import { setShape } from '../../../../model/document/edits/setShape.ts'
import type { FlatShape } from '../../../../model/document/shape.ts'
import { shapeKind } from '../../../../model/shapes/flatShapes.ts'
import { boundsOfPoints, clamp, cornersOf, type PixelPoint } from '../../../view2d/shapes/pixels.ts'
import { translated } from '../../../view2d/shapes/transform.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageHost, ImageToolState } from '../imageHost.ts'

/** The selection follows the pointer; let go it is one step of undo. Shift keeps it on one axis. */
export function moving(from: PixelPoint, first: PixelPoint): ImageToolState {
  let by = { x: first.x - from.x, y: first.y - from.y }
  let moved: ReadonlyMap<string, FlatShape> | null = null
  return {
    name: 'select.moving',
    cursor: 'move',
    pointerMove(_, { at, shift }) {
      by = { x: at.x - from.x, y: at.y - from.y }
      if (shift) by = Math.abs(by.x) > Math.abs(by.y) ? { x: by.x, y: 0 } : { x: 0, y: by.y }
      moved = null
      return undefined
    },
    pointerUp(editor) {
      moveSelection(editor, by)
      return DONE
    },
    overlay(editor) {
      moved ??= shiftedSelection(editor, by)
      return { replaced: moved }
    },
  }
}

/** One step of undo. */
export function moveSelection(editor: ImageHost, by: PixelPoint): void {
  const { session } = editor
  const moved = shiftedSelection(editor, by)
  const operations = [...moved].flatMap(([id, shape]) => {
    const track = session.document.tracks.get(id)
    return track ? setShape(track, session.frame, shape) : []
  })
  session.execute(moved.size === 1 ? 'edit.move' : 'edit.move', operations)
}

/**
 * Moves all by the same distance: a shape at the border stops the others, so that they keep their relative positions.
 */
function shiftedSelection(editor: ImageHost, by: PixelPoint): Map<string, FlatShape> {
  const { image } = editor
  const selected = editor.selectedShapes()
  const held = selected.filter(({ shape }) => !shapeKind(shape).hasRotation)
  let { x, y } = by
  if (held.length > 0) {
    const { left, top, right, bottom } = boundsOfPoints(held.flatMap(({ bounds }) => cornersOf(bounds)))
    x = clamp(x, -left, image.widthPx - right)
    y = clamp(y, -top, image.heightPx - bottom)
  }
  return new Map(selected.map(({ trackId, shape }) => [trackId, translated(shape, { x, y }, image)]))
}
