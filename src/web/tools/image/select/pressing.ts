import type { ShownShape } from '../../../view2d/shapeIndex.ts'
import { pixelDistance } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageToolState, PointerInfo } from '../imageHost.ts'
import { moving } from './moving.ts'

/** So far the pointer may tremble without dragging, in screen pixels. */
export const DRAG_START_PX = 3

/** A shape is pressed: let go it is selected, pulled it moves. `found`: all under the pointer, the likeliest first. */
export function pressing(found: readonly ShownShape[], from: PointerInfo): ImageToolState {
  return {
    name: 'select.pressing',
    cursor: 'pointer',
    pointerMove(editor, info) {
      if (pixelDistance(info.screen, from.screen) < DRAG_START_PX) return undefined
      const { session } = editor
      const held = found.find(({ trackId }) => session.selection.has(trackId)) ?? found[0]
      if (!session.selection.has(held.trackId)) session.select([held.trackId])
      return session.readOnly ? DONE : moving(from.at, info.at)
    },
    pointerUp({ session }) {
      const [first] = found
      if (from.shift || from.ctrl) {
        const selection = new Set(session.selection)
        if (!selection.delete(first.trackId)) selection.add(first.trackId)
        session.select(selection)
      } else if (from.clickCount > 1 && found.length > 1) {
        // Each further click goes one shape down, so that covered ones can be reached.
        const at = found.findIndex(({ trackId }) => session.selection.has(trackId))
        session.select([found[(at + 1) % found.length].trackId])
      } else session.select([first.trackId])
      return DONE
    },
  }
}
