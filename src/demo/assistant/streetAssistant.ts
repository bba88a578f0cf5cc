import { isJsonObject, type JsonObject } from '../../formats/results/read.ts'
import type { DemoJob } from '../catalogue.ts'
import { createRandom } from '../street/random.ts'
import type { SubmissionData } from '../street/submission.ts'
import { disturbedData } from './disturbedData.ts'
import { draggedObject } from './draggedObject.ts'

/** The members of a request that the demo's assistant reads. */
interface Asked {
  referenceId: string
  input: JsonObject
}

/**
 * The model of the demo. It knows the street, but errs as models do: it misses some objects, places none exactly, and
 * reports its confidence. Answers by verb; null: it does not know the verb.
 */
export class StreetAssistant {
  #jobs: ReadonlyMap<string, DemoJob> = new Map()

  /** The jobs that it can be asked about. */
  learn(jobs: readonly DemoJob[]): void {
    this.#jobs = new Map(jobs.map((demo) => [demo.job.body.reference_id, demo]))
  }

  answer(verb: string, body: unknown): object | null {
    if (verb === 'describe') return { name: 'Street model', version: '1', verbs: ['predict', 'segment', 'fit'] }
    const asked = askedIn(body)
    const demo = this.#jobs.get(asked.referenceId)
    if (verb === 'predict') return demo ? disturbedData(demo.truth(), randomOf(demo)) : { data: {} }
    if (verb === 'segment') return demo ? clickedObject(demo.truth(), asked.input) : null
    if (verb === 'fit' && demo) return draggedObject(demo.truth(), asked.input, randomOf(demo))
    return null
  }
}

const randomOf = ({ job }: DemoJob) =>
  createRandom([...job.body.reference_id].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7))

function askedIn(body: unknown): Asked {
  const { job, input } = isJsonObject(body) ? body : { job: null, input: null }
  const { reference_id } = isJsonObject(job) ? job : { reference_id: '' }
  return { referenceId: String(reference_id), input: isJsonObject(input) ? input : {} }
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Answers `segment` with the smallest object of an image whose box contains the click, or with a small box. */
function clickedObject(truth: SubmissionData, input: JsonObject): object {
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
