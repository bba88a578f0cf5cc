import { pixelDistance } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageToolState, PointerInfo } from '../imageHost.ts'
import { selectingInBox } from './boxing.ts'
import { DRAG_START_PX } from './pressing.ts'

/** Nothing is under the pointer: let go nothing is selected, pulled a box selects what lies within. */
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
