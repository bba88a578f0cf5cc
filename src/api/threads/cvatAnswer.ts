import { type Adapted, AdaptedShapes, scoreOf } from '../../formats/assistants/adapted.ts'
import { AnswerFault, listAt, objectAt } from '../../formats/assistants/answerFault.ts'
import { looseNumber, looseText } from '../../formats/assistants/loose.ts'
import { outerBox, pixelVertices } from '../../formats/assistants/pixelBox.ts'
import type { ImageSize } from '../../formats/results/jobContext.ts'
import { isJsonObject, type JsonObject } from '../../formats/results/read.ts'
import { encodeMask } from '../../formats/results/runLengths.ts'
import { writeShape } from '../../formats/results/wireShapes.ts'
import { landmarkFrom, lineFrom, maskFrom, polygonFrom, rectangleFrom } from '../../interchange/shapes/fromPixels.ts'
import type { FlatShape } from '../../model/document/shape.ts'
import { geometriesOf, openClasses } from '../../model/tag.ts'
import type { AdaptedRequest } from './labelStudioAnswer.ts'

/**
 * What a nuclio function of CVAT answers, in our words
 * (https://docs.cvat.ai/docs/manual/advanced/serverless-tutorial/). Points are pixels.
 * @throws AnswerFault
 */
export function cvatAnswer(body: unknown, request: AdaptedRequest): Adapted {
  if (isJsonObject(body) && body.merges) return mergesOf(listAt(body.merges, 'merges'))
  const image = request.job.frames[0]?.image
  if (!image) throw new AnswerFault('the job has no image')
  if (request.verb === 'track') return trackerAnswer(body, image)
  return request.verb === 'segment' ? interactorAnswer(body, request, image) : detectorAnswer(body, request, image)
}

/** Pairs of track_ids, as they were matched. */
const mergesOf = (pairs: readonly unknown[]): Adapted => ({
  answer: { records: [] },
  dropped: [],
  merges: pairs.map((pair) => {
    const [first, second] = listAt(pair, 'merges')
    return [looseText(first), looseText(second)]
  }),
})

/** `[{confidence, label, points, type, mask?, attributes?}]`. */
function detectorAnswer(body: unknown, { job, map }: AdaptedRequest, image: ImageSize): Adapted {
  const shapes = new AdaptedShapes(job.tag, map, image)
  listAt(body, 'the answer').forEach((given, index) => {
    const found = objectAt(given, `[${index}]`)
    shapes.add(looseText(found.label), shapeOf(found, image), scoreOf(found.confidence))
  })
  return shapes.predicted()
}

function shapeOf(found: JsonObject, image: ImageSize): FlatShape | null {
  const vertices = pixelVertices(found.points)
  if (found.type === 'mask' || found.mask !== undefined) return maskOf(found.mask, image)
  if (found.type === 'rectangle' && vertices.length === 2) {
    const [from, to] = vertices
    return rectangleFrom({ left: from.x, top: from.y, right: to.x, bottom: to.y }, image)
  }
  if (found.type === 'polygon') return polygonFrom([vertices], image)
  if (found.type === 'polyline') return lineFrom(vertices, image)
  if (found.type === 'points')
    return landmarkFrom(
      vertices.map((vertex, i) => ({ ...vertex, label: i + 1, visible: true })),
      image,
    )
  return null
}

/** `to_cvat_mask`: the rows of the box one after another, then its left, top, right and bottom pixel (included). */
function maskOf(mask: unknown, { widthPx, heightPx }: ImageSize): FlatShape | null {
  const numbers = Array.isArray(mask) ? mask : []
  const [left, top, right, bottom] = numbers.slice(-4).map(looseNumber)
  const [columns, rows] = [right - left + 1, bottom - top + 1]
  if (numbers.length !== columns * rows + 4 || left < 0 || top < 0 || right >= widthPx || bottom >= heightPx)
    return null
  const pixels = new Uint8Array(widthPx * heightPx)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      if (numbers[row * columns + column]) pixels[(top + row) * widthPx + left + column] = 1
  return maskFrom(encodeMask(pixels, heightPx, widthPx).counts, { widthPx, heightPx })
}

/**
 * A polygon as a list of pairs, or `{points, mask}` with a mask of the whole image. What finds objects in the page of
 * CVAT itself answers features of the image alone.
 */
function interactorAnswer(body: unknown, { job, input }: AdaptedRequest, image: ImageSize): Adapted {
  const given = Array.isArray(body) ? { points: body } : objectAt(body, 'the answer')
  if (given.blob !== undefined)
    throw new AnswerFault('blob: features for the page of CVAT were answered, and no outline or mask')
  const tagClass = openClasses(job.tag).find(({ name }) => name === input.label)
  const allowed = tagClass ? geometriesOf(job.tag, tagClass) : []
  const mask = given.mask === undefined ? null : wholeMask(given.mask, image)
  const score = isJsonObject(body) ? scoreOf(body.confidence) : null
  if (mask && (allowed.includes('mask') || !given.points))
    return { answer: { mask: { size: [image.heightPx, image.widthPx], counts: mask }, score }, dropped: [] }
  const outline = pixelVertices(given.points).map(({ x, y }) => ({
    x: Math.min(1, Math.max(0, x / image.widthPx)),
    y: Math.min(1, Math.max(0, y / image.heightPx)),
  }))
  return { answer: { polygon: outline, score }, dropped: [] }
}

function wholeMask(mask: unknown, { widthPx, heightPx }: ImageSize): readonly number[] | null {
  const rows = Array.isArray(mask) ? mask : []
  const flat = rows.flat(2)
  if (flat.length !== widthPx * heightPx) return null
  return encodeMask(
    Uint8Array.from(flat, (value) => (value ? 1 : 0)),
    heightPx,
    widthPx,
  ).counts
}

/** `{track_ids, frames: [{frame_id, shapes}]}`: each shape is left, top, right and bottom in pixels; null: it was lost. */
function trackerAnswer(body: unknown, image: ImageSize): Adapted {
  const given = objectAt(body, 'the answer')
  const stopped_at: JsonObject[] = []
  const records = listAt(given.track_ids, 'track_ids').flatMap((trackId, index) => {
    const frames = new Map<string, JsonObject>()
    for (const frame of listAt(given.frames, 'frames')) {
      const { frame_id, shapes } = objectAt(frame, 'frames')
      const shape = boxOf(listAt(shapes, 'shapes')[index], image)
      if (!shape) {
        stopped_at.push({ track_id: trackId, frame_id, reason: 'the tracker lost it' })
        break
      }
      frames.set(looseText(frame_id), { type: 'rectangle', key_frame: true, ...writeShape(shape, image) })
    }
    return frames.size > 0 ? [{ track_id: trackId, type: 'rectangle', frames: Object.fromEntries(frames) }] : []
  })
  return { answer: { records, stopped_at }, dropped: [] }
}

function boxOf(points: unknown, image: ImageSize): FlatShape | null {
  const box = outerBox(points)
  if (!box) return null
  const [left, top, right, bottom] = box
  return rectangleFrom({ left, top, right, bottom }, image)
}
