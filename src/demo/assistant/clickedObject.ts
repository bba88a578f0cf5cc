import { isJsonObject, type JsonObject } from '../../formats/results/read.ts'
import type { SubmissionData } from '../street/submission.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Answers `segment` with the smallest object of an image whose box contains the click, or with a small box. */
export function clickedObject(truth: SubmissionData, input: JsonObject): object {
  const at = promptIn(input)
  const groups = isJsonObject(truth.annotations) ? truth.annotations : {}
  const masks = Array.isArray(groups.masks) ? groups.masks : []
  const boxes = (Array.isArray(groups.rectangles) ? groups.rectangles : []).map(boxOf)
  const held = boxes
    .map((box, index) => ({ box, index }))
    .filter(({ box }) => at.x >= box.x && at.x <= box.x + box.width && at.y >= box.y && at.y <= box.y + box.height)
    .sort((a, b) => a.box.width * a.box.height - b.box.width * b.box.height)
  const [found] = held
  if (!found)
    return { box: { x: Math.max(0, at.x - 0.02), y: Math.max(0, at.y - 0.02), width: 0.04, height: 0.04 }, score: 0.1 }
  const mask: unknown = masks[found.index]
  const { size, counts } = isJsonObject(mask) ? mask : {}
  return { box: found.box, ...(counts !== undefined && { mask: { size, counts } }), score: 0.9 }
}

/** The first point on the object, or the middle of the box. */
function promptIn({ prompts }: JsonObject): { x: number; y: number } {
  const { points, box } = isJsonObject(prompts) ? prompts : {}
  const first = (Array.isArray(points) ? points : []).find((point) => isJsonObject(point) && point.positive === true)
  if (isJsonObject(first)) return { x: Number(first.x), y: Number(first.y) }
  if (!isJsonObject(box)) return { x: 0.5, y: 0.5 }
  return { x: Number(box.x) + Number(box.width) / 2, y: Number(box.y) + Number(box.height) / 2 }
}

function boxOf(record: unknown): Box {
  const corners = isJsonObject(record) && Array.isArray(record.coordinates) ? record.coordinates : []
  const [from, , to] = corners
  if (!isJsonObject(from) || !isJsonObject(to)) return { x: 0, y: 0, width: 0, height: 0 }
  const [x, y] = [Number(from.x), Number(from.y)]
  return { x, y, width: Number(to.x) - x, height: Number(to.y) - y }
}
