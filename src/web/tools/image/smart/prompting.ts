import type { ShapePrompts } from '../../../document/openSuggestions.ts'
import { normalisedOf, pixelDistance } from '../../../view2d/shapes/pixels.ts'
import type { ImageHost, PointerInfo } from '../imageHost.ts'
import { DRAG_START_PX } from '../select/pressing.ts'
import { seenShare } from './seenShare.ts'

/**
 * The prompts so far plus the pointer's gesture from one place to the other: a click marks a point of the object (with
 * Alt one outside it), a drag the box around it. null: outside the image, or not supported.
 */
export function promptsWith(host: ImageHost, from: PointerInfo, to: PointerInfo): ShapePrompts | null {
  const { session, image } = host
  const { suggestions } = session
  const [a, b] = [normalisedOf(from.at, image), normalisedOf(to.at, image)]
  if ([a.x, a.y, b.x, b.y].some((share) => share < 0 || share > 1)) return null
  const prompts = { ...suggestions.prompts, seen: seenShare(host) }
  if (isBox(from, to) && suggestions.takes('box')) {
    const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
    return { ...prompts, box: { x, y, width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) } }
  }
  return suggestions.takes('point') ? { ...prompts, points: [...prompts.points, { ...a, positive: !from.alt }] } : null
}

export const isBox = (from: PointerInfo, to: PointerInfo): boolean =>
  pixelDistance(to.screen, from.screen) >= DRAG_START_PX
