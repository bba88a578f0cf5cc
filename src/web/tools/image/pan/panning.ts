import type { PixelPoint } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageToolState } from '../imageHost.ts'

/** The view follows the pointer until it is let go. `from` null: again and again, until the caller ends it. */
export function panning(from: PixelPoint | null): ImageToolState {
  let last = from
  return {
    name: 'pan.panning',
    cursor: 'grabbing',
    pointerDown(_, { screen }) {
      last = screen
      return undefined
    },
    pointerMove(editor, { screen }) {
      if (last) editor.panBy({ x: screen.x - last.x, y: screen.y - last.y })
      if (last) last = screen
      return undefined
    },
    pointerUp() {
      last = null
      return from ? DONE : undefined
    },
  }
}
