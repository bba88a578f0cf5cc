import type { PixelPoint } from '../../../view2d/shapes/pixels.ts'
import { DONE, type Tool, type ToolState } from '../tool.ts'

/** The view follows the pointer until it is let go. `from` null: again and again, until the caller ends it. */
export function panning(from: PixelPoint | null): ToolState {
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
    cancel: () => DONE,
  }
}

const idle = (): ToolState => ({
  name: 'pan.idle',
  cursor: 'grab',
  pointerDown: (_, { screen }) => panning(screen),
})

export const PAN_TOOL: Tool = { name: 'pan', label: 'Move the view', icon: 'pan', key: 'H', makes: null, start: idle }
