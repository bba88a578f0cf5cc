import { msg } from '../../../messages/message.ts'
import type { PixelPoint } from '../../../view2d/shapes/pixels.ts'
import type { ImageTool, ImageToolState } from '../imageHost.ts'
import { snapPoint } from '../snap.ts'
import { drawingPath, LINE, onImage, type PathKind, POLYGON } from './drawing.ts'

/** With Alt the path becomes a hole of the selected polygon. */
function start(kind: PathKind): ImageToolState {
  let snapped: PixelPoint | null = null
  return {
    name: `${kind.tool}.idle`,
    cursor: 'crosshair',
    pointerMove(editor, info) {
      snapped = snapPoint(editor, info.at, null, kind.tool)
      return undefined
    },
    pointerDown(editor, info) {
      if (info.button !== 0 || editor.session.readOnly) return undefined
      const [selected] = editor.selectedShapes()
      const isHole = kind === POLYGON && info.alt && selected?.shape.type === 'polygon'
      const points = [onImage(snapPoint(editor, info.at, null, kind.tool) ?? info.at, editor)]
      return drawingPath(kind, { tool: kind.tool, points, ...(isHole && { holeOf: selected.trackId }) })
    },
    overlay: () => ({ snapped }),
  }
}

/** A hole whose polygon was deleted is dropped. */
const resumed =
  (kind: PathKind): ImageTool['resume'] =>
  (work, { session }) =>
    work.holeOf && !session.document.tracks.has(work.holeOf) ? null : drawingPath(kind, work)

export const POLYGON_TOOL: ImageTool = {
  id: 'polygon',
  label: msg('tool.polygon'),
  icon: 'polygon',
  key: 'P',
  makes: 'polygon',
  start: () => start(POLYGON),
  resume: resumed(POLYGON),
}

export const LINE_TOOL: ImageTool = {
  id: 'line',
  label: msg('tool.line'),
  icon: 'line',
  key: 'L',
  makes: 'line',
  start: () => start(LINE),
  resume: resumed(LINE),
}
