import { setShape } from '../../../../model/document/edits/setShape.ts'
import type { FlatShape } from '../../../../model/document/shape.ts'
import type { EditId } from '../../../messages/message.ts'
import type { ShownShape } from '../../../view2d/shapeIndex.ts'
import { draggedHandle } from '../../../view2d/shapes/handles.ts'
import type { PixelPoint } from '../../../view2d/shapes/pixels.ts'
import type { Handle } from '../../../view2d/shapes/shapeView.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageToolState } from '../imageHost.ts'
import { snapPoint } from '../snap.ts'

const LABELS: Readonly<Record<Handle['kind'], EditId>> = {
  side: 'edit.resize',
  rotate: 'edit.rotate',
  vertex: 'edit.movePoint',
  midpoint: 'edit.insertPoint',
}

/** A handle follows the pointer: resizing, rotating, or moving and inserting points. */
export function draggingHandle(shown: ShownShape, handle: Handle, from: PixelPoint): ImageToolState {
  // A handle grabbed off its centre keeps that distance, so that nothing jumps.
  const offset = { x: handle.at.x - from.x, y: handle.at.y - from.y }
  let shape: FlatShape | null = null
  let snapped: PixelPoint | null = null
  return {
    name: `select.dragging_${handle.kind}`,
    cursor: 'crosshair',
    pointerMove(editor, info) {
      const to = { x: info.at.x + offset.x, y: info.at.y + offset.y }
      const isPoint = handle.kind === 'vertex' || handle.kind === 'midpoint'
      snapped = isPoint && !info.alt ? snapPoint(editor, to, shown.trackId, shown.shape.type) : null
      shape = draggedHandle(shown.shape, handle, snapped ?? to, editor.image, info.shift)
      return undefined
    },
    pointerUp(editor) {
      const { session } = editor
      if (!shape && handle.kind === 'vertex') editor.chooseVertex({ ...handle, trackId: shown.trackId })
      const track = session.document.tracks.get(shown.trackId)
      if (shape && track) session.execute(LABELS[handle.kind], setShape(track, session.frame, shape))
      return DONE
    },
    overlay: () => (shape ? { replaced: new Map([[shown.trackId, shape]]), snapped } : {}),
  }
}
