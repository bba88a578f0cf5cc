import { isWithin } from '../../../view2d/shapes/hit.ts'
import { boundsBetween, type PixelBounds, type PixelPoint } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageToolState, PointerInfo } from '../imageHost.ts'

/** A dragged box; on release it selects the objects inside. */
export function selectingInBox(from: PointerInfo, first: PixelPoint): ImageToolState {
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
