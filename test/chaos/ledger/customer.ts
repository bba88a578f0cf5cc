import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Api, Unanswered } from '../../support/apiClient.ts'
import { HERE } from '../../support/samples.ts'
import type { Tenant } from '../../support/tenant.ts'
import type { Chance } from './chance.ts'

export interface Places {
  imageUrl(n: number): string
  cloudUrl(n: number): string
}

const LIDAR = { id: 'lidar', name: 'Lidar', modality: 'lidar', primary_view: true }

/** The n-th job: mostly images, some videos, some clouds. */
export function jobBody(n: number, places: Places) {
  const reference_id = `ledger-${n}`
  if (n % 20 === 7) {
    const sensors = [{ sensor_id: 'lidar', data_url: places.cloudUrl(n), sensor_pose: HERE }]
    const frames = [{ frame_id: 'f1', ego_pose: {}, sensors }]
    return { reference_id, tag: 'lidar', data: { sensor_data: { frames, sensor_meta: [LIDAR] } } }
  }
  if (n % 20 === 3) {
    const frames = [1, 2].map((f) => ({ frame_id: `f${f}`, src: places.imageUrl(n) }))
    return { reference_id, tag: 'video', data: { video_data: { frames } } }
  }
  return { reference_id, tag: 'image', data: { image_url: places.imageUrl(n) } }
}

/** Only what the service answered is written here; a job is acknowledged under exactly one id. */
export class Ledger {
  readonly jobIdOf = new Map<string, string>()
  readonly faults: string[] = []
  retries = 0

  acknowledge(referenceId: string, jobId: string): void {
    const before = this.jobIdOf.get(referenceId)
    if (before !== undefined && before !== jobId) {
      this.faults.push(`${referenceId} was acknowledged as ${before} and as ${jobId}`)
    }
    this.jobIdOf.set(referenceId, jobId)
  }
}

/** A customer who sends each job until it is acknowledged, whatever happens to the service meanwhile. */
export class Customer {
  readonly ledger = new Ledger()
  readonly tenant: Tenant
  readonly #places: Places
  readonly #chance: Chance

  constructor(tenant: Tenant, places: Places, chance: Chance) {
    this.tenant = tenant
    this.#places = places
    this.#chance = chance
  }

  /** Sends jobs `from` to, not including, `to`: one by one, as a list, or under a key that makes it repeatable. */
  async send(from: number, to: number): Promise<void> {
    const numbers = Array.from({ length: to - from }, (_, i) => from + i)
    if (numbers.length > 1) return this.#sendList(numbers)
    for (const n of numbers) await this.#sendOne(n)
  }

  async #sendOne(n: number): Promise<void> {
    const body = jobBody(n, this.#places)
    const headers = this.#chance.next() < 0.3 ? { 'idempotency-key': `key-${n}` } : {}
    const path = `/v0/projects/${this.tenant.projectId}/jobs`
    const answer = await this.#answered(() => this.tenant.api.call('POST', path, { body, headers }))
    this.#read(body.reference_id, answer.status, answer.json)
    if (this.#chance.next() < 0.05) {
      const again = await this.#answered(() => this.tenant.api.call('POST', path, { body }))
      if (again.status !== 409) this.ledger.faults.push(`${body.reference_id} sent again: ${again.status}`)
      this.#read(body.reference_id, again.status, again.json)
    }
  }

  async #sendList(numbers: number[]): Promise<void> {
    let open = numbers
    while (open.length > 0) {
      const bodies = open.map((n) => jobBody(n, this.#places))
      const path = this.tenant.path('/jobs/bulk')
      const answer = await this.#answered(() => this.tenant.api.call('POST', path, { body: bodies }))
      if (answer.status !== 200) {
        this.ledger.faults.push(`${bodies.length} at once: ${answer.status} ${answer.bytes}`)
        return
      }
      const { results } = answer.json!.data as { results: { status: number }[] }
      const unsettled = results.map((result) => result.status === 503)
      results.forEach((result, i) => {
        if (!unsettled[i]) this.#read(bodies[i].reference_id, result.status, result)
      })
      open = open.filter((_, i) => unsettled[i])
    }
  }

  #read(referenceId: string, status: number, answer: unknown): void {
    const { data, error } = answer as {
      data?: { job_id: string }
      error?: { meta_data: { job_id: string; same_payload: boolean } }
    }
    if (status === 200) this.ledger.acknowledge(referenceId, data!.job_id)
    else if (status === 409 && error!.meta_data.same_payload)
      this.ledger.acknowledge(referenceId, error!.meta_data.job_id)
    else this.ledger.faults.push(`${referenceId}: ${status} ${JSON.stringify(answer)}`)
  }

  /** Repeats the call until it gets a real answer: after no connection and after 503 it tries again. */
  async #answered(call: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const answer = await attempt(call)
      if (answer && answer.status !== 503) return answer
      this.ledger.retries++
      await sleep(30)
    }
  }
}

async function attempt(call: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Unanswered) return null
    throw error
  }
}

const BOX = { position: { x: 1, y: 2, z: 3 }, heading: HERE.heading, dimensions: { length: 1, width: 1, height: 1 } }
const CORNERS = [
  { x: 0.1, y: 0.1 },
  { x: 0.5, y: 0.1 },
  { x: 0.5, y: 0.5 },
  { x: 0.1, y: 0.5 },
]
const RECTANGLE = { type: 'rectangle', label: 'car', coordinates: CORNERS }

export const HAND_INS: Readonly<Record<string, object>> = {
  image: { annotations: { rectangles: [RECTANGLE] } },
  video: { annotation_data: { annotations: [{ type: 'rectangle', label: 'car', frames: { f1: RECTANGLE } }] } },
  lidar: { annotation_data: { annotations: [{ type: 'cuboid', label: 'car', frame_id: 'f1', ...BOX }] } },
}

/** Hands a result in once; whether it was taken shows in the job. Answers a fault, or null. */
export async function submitResult(api: Api, tenant: Tenant, jobId: string, tag: string): Promise<string | null> {
  const body = { data: HAND_INS[tag] }
  const answer = await attempt(() => api.call('POST', tenant.path(`/jobs/${jobId}/result`), { body }))
  if (!answer || answer.status === 200 || answer.status === 503) return null
  // The answer to an earlier one was lost with its process.
  if (answer.status === 409 && answer.json?.error?.code === 'JOB_STATE') return null
  return `submission of ${jobId}: ${answer.status} ${answer.bytes.toString('utf8').slice(0, 500)}`
}
