import { type Adapted, AdaptedShapes, scoreOf } from '../../formats/assistants/adapted.ts'
import { AnswerFault, listAt, objectAt } from '../../formats/assistants/answerFault.ts'
import { looseNumber, looseText } from '../../formats/assistants/loose.ts'
import type { ImageSize, JobContext } from '../../formats/results/jobContext.ts'
import { isJsonObject, type JsonObject } from '../../formats/results/read.ts'
import { writeShape } from '../../formats/results/wireShapes.ts'
import {
  isKeypoint,
  isRegion,
  labelOfRegion,
  readKeypoints,
  readRegion,
} from '../../interchange/labelStudio/readRegion.ts'
import { isLabelResult, type LabelResult } from '../../interchange/labelStudio/tasks.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import type { Verb } from '../../model/assistants/assistant.ts'
import { attributeFault } from '../../model/attribute.ts'
import { geometriesOf, openClasses } from '../../model/tag.ts'

export interface AdaptedRequest {
  verb: Verb
  job: JobContext
  input: JsonObject
  map: Readonly<Record<string, string>>
}

interface ScoredResult {
  result: LabelResult
  score: number | null
}

/** What an ML backend of Label Studio answers to /predict, in our words. @throws AnswerFault */
export function labelStudioAnswer(body: unknown, request: AdaptedRequest): Adapted {
  const results = resultsIn(body)
  const { verb, job } = request
  if (rulesOf(job.tag.annotationType).result === 'video' && verb === 'predict') return videoAnswer(results, request)
  const frame =
    verb === 'segment' && rulesOf(job.tag.annotationType).result === 'video'
      ? frameNamed(job, request.input.frame_id)
      : 0
  const image = job.frames[frame]?.image
  if (!image) throw new AnswerFault('the job has no image')
  return verb === 'segment' ? segmentAnswer(results, request, image) : imageAnswer(results, request, image)
}

const frameNamed = ({ frames }: JobContext, id: unknown) => frames.findIndex(({ frameId }) => frameId === id)

/** Results of the first task, each with its own score, otherwise that of its prediction. */
function resultsIn(body: unknown): ScoredResult[] {
  const [first] = listAt(objectAt(body, 'the answer').results, 'results')
  if (first === undefined || first === null) return []
  // Backends answer a prediction a task; some a list of predictions.
  const prediction = Array.isArray(first) ? first[0] : first
  if (prediction === undefined) return []
  const { result, score } = objectAt(prediction, 'results[0]')
  return listAt(result ?? [], 'results[0].result').map((one, index) => {
    const given = objectAt(one, `results[0].result[${index}]`)
    const { score: own } = given
    if (!isLabelResult(given)) throw new AnswerFault(`results[0].result[${index}]: a region was expected`)
    return { result: given, score: scoreOf(own ?? score) }
  })
}

function imageAnswer(results: readonly ScoredResult[], { job, map }: AdaptedRequest, image: ImageSize): Adapted {
  const shapes = new AdaptedShapes(job.tag, map, image)
  const attributes: Record<string, { value: unknown }> = {}
  const poses = new Map<string, ScoredResult[]>()
  for (const one of results) {
    const { result, score } = one
    if (isKeypoint(result)) {
      const key = `${labelOfRegion(result)}/${result.parentID ?? ''}`
      poses.set(key, [...(poses.get(key) ?? []), one])
    } else if (isRegion(result)) shapes.add(labelOfRegion(result), readRegion(result, image), score)
    else if (result.type === 'choices') addChoice(attributes, result, job)
  }
  for (const pose of poses.values()) {
    const points = readKeypoints(
      pose.map(({ result }) => result),
      image,
    )
    shapes.add(labelOfRegion(pose[0].result), points, pose[0].score)
  }
  return shapes.predicted(attributes)
}

function addChoice(
  into: Record<string, { value: unknown }>,
  { from_name: from = '', value: given = {} }: LabelResult,
  job: JobContext,
): void {
  const name = from.replace(/^image_attribute:/, '')
  const attribute = job.tag.attributes.find((one) => one.name === name)
  const choices = Array.isArray(given.choices) ? given.choices : []
  const value = attribute?.type === 'multiselect' ? choices : choices[0]
  if (attribute && attributeFault(attribute, value) === null) into[name] = { value }
}

/** The first region of the answer: Label Studio's interactive models answer with a list. */
function segmentAnswer(results: readonly ScoredResult[], { job, input }: AdaptedRequest, image: ImageSize): Adapted {
  const tagClass = openClasses(job.tag).find(({ name }) => name === input.label)
  const allowed = tagClass ? geometriesOf(job.tag, tagClass) : []
  const shapes = results.flatMap(({ result, score }) => {
    const shape = isRegion(result) && !isKeypoint(result) ? readRegion(result, image) : null
    return shape ? [{ shape, score }] : []
  })
  const found = shapes.find(({ shape }) => allowed.includes(shape.type)) ?? shapes[0]
  if (!found) throw new AnswerFault('results[0].result: a region was expected')
  const { shape, score } = found
  if (shape.type === 'polygon') return { answer: { polygons: shape.rings, score }, dropped: [] }
  if (shape.type === 'mask') return { answer: { mask: writeShape(shape, image), score }, dropped: [] }
  if (shape.type !== 'rectangle') throw new AnswerFault(`results[0].result: ${shape.type} is not taken`)
  return { answer: { box: { ...shape }, score }, dropped: [] }
}

/** Rectangles over frames: `sequence` of `{frame, x, y, width, height, enabled}`, frames from 1, per cent. */
function videoAnswer(results: readonly ScoredResult[], { job, map }: AdaptedRequest): Adapted {
  const [first] = job.frames
  const shapes = new AdaptedShapes(job.tag, map, first.image ?? { widthPx: 1, heightPx: 1 })
  const scores: (number | null)[] = []
  const annotations = results.flatMap(({ result, score }): JsonObject[] => {
    const value: JsonObject = result.value ?? {}
    if (!Array.isArray(value.sequence)) return []
    const labels = Array.isArray(value.labels) ? value.labels : []
    const label = shapes.classOf(looseText(labels[0]) || labelOfRegion(result))
    if (label === null) return []
    scores.push(score)
    const frames = value.sequence.filter(isJsonObject).flatMap((step) => {
      const frame = job.frames[looseNumber(step.frame) - 1]
      return frame && step.enabled !== false ? [[frame.frameId, frameBox(step)] as const] : []
    })
    return [{ type: 'rectangle', label, frames: Object.fromEntries(frames) }]
  })
  return { ...shapes.predicted(), answer: { data: { annotation_data: { annotations } }, scores } }
}

function frameBox({ x, y, width, height }: JsonObject): JsonObject {
  const share = (value: unknown) => Math.min(1, Math.max(0, looseNumber(value) / 100))
  const [left, top] = [share(x), share(y)]
  const [right, bottom] = [share(looseNumber(x) + looseNumber(width)), share(looseNumber(y) + looseNumber(height))]
  const shape = { type: 'rectangle' as const, left, top, right, bottom }
  return { type: 'rectangle', key_frame: true, ...writeShape(shape, null) }
}
