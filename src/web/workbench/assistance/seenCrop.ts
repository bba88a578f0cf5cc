import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { ShapePrompts, ShareBox } from '../../document/openSuggestions.ts'

/** The approximate side that models process, in pixels: of a larger image they lose details. */
const MODEL_SIDE_PX = 1024
/** A part that is nearly all of the image shows a model no more than the image does. */
const LARGEST_SHARE = 0.5
/** The previous part is kept as long as the view shows about as much, so that the model's work can be reused. */
const ALIKE = { least: 0.6, most: 1.6 }

/**
 * The part of a large image that a model should process, if a person looks at a part: the visible area, and all
 * prompts. null: the whole image.
 */
export function seenCrop(
  { points, box, seen }: ShapePrompts,
  { widthPx, heightPx }: ImageSize,
  before: ShareBox | null,
): ShareBox | null {
  if (!seen || Math.max(widthPx, heightPx) <= MODEL_SIDE_PX) return null
  const marked = [...points.map(({ x, y }) => ({ x, y, width: 0, height: 0 })), ...(box ? [box] : [])]
  if (before && isAlike(before, seen) && marked.every((one) => holds(before, one))) return before
  const crop = around([seen, ...marked])
  return areaOf(crop) < LARGEST_SHARE ? crop : null
}

const areaOf = ({ width, height }: ShareBox): number => width * height

function isAlike(before: ShareBox, seen: ShareBox): boolean {
  const ratio = areaOf(seen) / areaOf(before)
  const middle = { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2, width: 0, height: 0 }
  return ratio >= ALIKE.least && ratio <= ALIKE.most && holds(before, middle)
}

const holds = (outer: ShareBox, { x, y, width, height }: ShareBox): boolean =>
  x >= outer.x && y >= outer.y && x + width <= outer.x + outer.width && y + height <= outer.y + outer.height

function around(boxes: readonly ShareBox[]): ShareBox {
  const x = Math.max(0, Math.min(...boxes.map((one) => one.x)))
  const y = Math.max(0, Math.min(...boxes.map((one) => one.y)))
  const right = Math.min(1, Math.max(...boxes.map((one) => one.x + one.width)))
  const bottom = Math.min(1, Math.max(...boxes.map((one) => one.y + one.height)))
  return { x, y, width: right - x, height: bottom - y }
}
