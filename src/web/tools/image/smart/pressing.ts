import { boundsBetween, normalisedOf, pixelDistance } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageToolState, PointerInfo } from '../imageHost.ts'
import { DRAG_START_PX } from '../select/pressing.ts'
import { shownPrompts } from './shownPrompts.ts'

/** Pressed: let go it is a point of the object (with Alt one beside it), pulled a box around it. */
export function smartPressing(from: PointerInfo): ImageToolState {
  let to = from
  const isBox = () => pixelDistance(to.screen, from.screen) >= DRAG_START_PX
  return {
    name: 'smart.pressing',
    cursor: 'crosshair',
    pointerMove(_, info) {
      to = info
      return undefined
    },
    pointerUp({ session: { suggestions }, image }) {
      const { prompts } = suggestions
      const [a, b] = [normalisedOf(from.at, image), normalisedOf(to.at, image)]
      if (isBox()) {
        const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
        suggestions.prompt({ ...prompts, box: { x, y, width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) } })
      } else suggestions.prompt({ ...prompts, points: [...prompts.points, { ...a, positive: !from.alt }] })
      return DONE
    },
    overlay: (host) => ({ prompts: shownPrompts(host), ...(isBox() && { box: boundsBetween(from.at, to.at) }) }),
  }
}
