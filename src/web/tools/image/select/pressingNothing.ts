import { pixelDistance } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageToolState, PointerInfo } from '../imageHost.ts'
import { selectingInBox } from './boxing.ts'
import { DRAG_START_PX } from './pressing.ts'

/** The pointer is over no object: a click clears the selection, a drag selects the objects inside its box. */
export function pressingNothing(from: PointerInfo): ImageToolState {
  return {
    name: 'select.pressing_nothing',
    pointerMove: (_, info) =>
      pixelDistance(info.screen, from.screen) < DRAG_START_PX ? undefined : selectingInBox(from, info.at),
    pointerUp({ session }) {
      if (!from.shift && !from.ctrl) session.select([])
      return DONE
    },
  }
}
