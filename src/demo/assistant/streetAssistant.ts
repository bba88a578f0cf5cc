import { isJsonObject, type JsonObject } from '../../formats/results/read.ts'
import type { DemoJob } from '../catalogue.ts'
import { createRandom } from '../street/random.ts'
import { clickedObject } from './clickedObject.ts'
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
