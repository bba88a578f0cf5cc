import { isWithin } from '../../../view2d/shapes/hit.ts'
import { boundsBetween, type PixelBounds, type PixelPoint, pixelDistance } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageToolState, PointerInfo } from '../imageHost.ts'
import { DRAG_START_PX } from './pressing.ts'

/** Nothing is under the pointer: let go nothing is selected, pulled a box selects what lies within. */
export function pressingNothing(from: PointerInfo): ImageToolState {
  return {
    name: 'select.pressing_nothing',
    pointerMove: (_, info) =>
      pixelDistance(info.screen, from.screen) < DRAG_START_PX ? undefined : boxing(from, info.at),
    pointerUp({ session }) {
      if (!from.shift && !from.ctrl) session.select([])
      return DONE
    },
  }
}

function boxing(from: PointerInfo, first: PixelPoint): ImageToolState {
  let box: PixelBounds = boundsBetween(from.at, first)
  return {
    name: 'select.boxing',
    cursor: 'crosshair',
    pointerMove(_, { at }) {
      box = boundsBetween(from.at, at)
      return undefined
    },
    pointerUp({ session, shapes, image }) {
      const within = shapes
        .search(box)
        .filter(({ trackId, shape }) => !session.locked.has(trackId) && isWithin(shape, image, box))
      const kept = from.shift || from.ctrl ? session.selection : []
      session.select([...kept, ...within.map(({ trackId }) => trackId)])
      return DONE
    },
    overlay: () => ({ box }),
  }
}
