import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobPayloadAnswer } from '../../src/contract/payload.ts'
import type { QueueRowAnswer } from '../../src/contract/queue.ts'
import { readOperations } from '../api/openApi.ts'
import { Model } from '../assistants/model.ts'
import { inParallel, until } from '../support/apiClient.ts'
import { open, queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { corners, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

/** `npm run hostile` asks longer. */
const JOBS = process.env.FIDUCIAL_HOSTILE === 'long' ? 200 : 24
/** Above this a feature tells gold, unless so few jobs might show it by chance. */
const TOLD = 0.55
const BOX = { label: 'car', coordinates: corners(0.1, 0.2, 0.5, 0.6) }
const TRUTH = { annotations: { rectangles: [BOX] } }

let stage: Stage
let model: Model
before(async () => {
  stage = await setStage()
  const data = { annotations: { rectangles: [BOX] } }
  model = await Model.start({ '/predict': () => ({ data, scores: [0.75] }) })
})
after(async () => {
  await stage.clear()
  await model.stop()
})

/** One number for each value of an answer: what moved since the last look, and what the job itself shows. */
type Features = Map<string, number>

const AN_ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const A_TIME = /^\d{4}-\d\d-\d\dT/

/** Leaves of an answer by their path; places in lists count by their number alone. */
function leavesOf(value: unknown, path: string, into: Map<string, unknown>): void {
  if (Array.isArray(value)) {
    into.set(`${path}.length`, value.length)
    for (const [i, item] of value.slice(0, 3).entries()) leavesOf(item, `${path}[${i}]`, into)
  } else if (value !== null && typeof value === 'object') {
    for (const [key, member] of Object.entries(value)) leavesOf(member, `${path}.${key}`, into)
  } else into.set(path, value)
}

/** A person who writes down all that they can see. */
class Observer {
  readonly #person: Person
  readonly #tenant: Tenant
  readonly #paths: string[]
  #seen = new Map<string, unknown>()
  #times = new Map<string, number>()

  constructor(person: Person, tenant: Tenant, paths: string[]) {
    this.#person = person
    this.#tenant = tenant
    this.#paths = paths
  }

  /** Values of every call about the project, and of those about the job where there is one. */
  async look(name: string, jobId: string | null, features: Features): Promise<void> {
    const now = new Map<string, unknown>()
    const paths = this.#paths.filter((path) => jobId !== null || !path.includes('{jid}'))
    await inParallel(paths, 8, async (path) => {
      const address = path.replace('{pid}', this.#tenant.projectId).replace('{jid}', jobId ?? '')
      const { status, json } = await this.#person.call('GET', address)
      now.set(`${path} status`, status)
      leavesOf(json?.data ?? json?.error?.code, path, now)
    })
    for (const [path, value] of now) this.#note(`${name} ${path}`, value, this.#seen.get(path), features)
    this.#seen = now
  }

  #note(path: string, value: unknown, before: unknown, features: Features): void {
    features.set(`${path} changed`, Number(JSON.stringify(value) !== JSON.stringify(before)))
    features.set(`${path} is null`, Number(value === null))
    if (typeof value === 'number') features.set(path, value - (typeof before === 'number' ? before : 0))
    if (typeof value !== 'string') return
    features.set(`${path} length`, value.length)
    const ids: readonly string[] = value.match(AN_ID) ?? []
    features.set(`${path} project`, Number(ids.includes(this.#tenant.projectId)))
    if (!A_TIME.test(value)) return
    // Is it the same moment as one seen before, and does it come out of its order?
    const time = Date.parse(value)
    const last = this.#times.get(path)
    features.set(`${path} again`, Number(time === last))
    features.set(`${path} earlier`, Number(last !== undefined && time < last))
    this.#times.set(path, time)
  }
}

/** How well the feature tells gold, whichever way: the area under its curve, 0.5 where it tells nothing. */
function aucOf(rows: readonly { isGold: boolean; value: number }[]): number {
  const [gold, other] = [rows.filter(({ isGold }) => isGold), rows.filter(({ isGold }) => !isGold)]
  let wins = 0
  for (const one of gold) for (const two of other) wins += one.value > two.value ? 1 : one.value === two.value ? 0.5 : 0
  return gold.length === 0 || other.length === 0 ? 0.5 : wins / (gold.length * other.length)
}

interface Observed {
  isGold: boolean
  features: Features
}

/** Two standard errors of the area where nothing tells (Mann and Whitney): a feature passes them in both halves. */
function chanceOf(rows: readonly Observed[]): number {
  const gold = rows.filter(({ isGold }) => isGold).length
  const others = rows.length - gold
  return gold * others === 0 ? 1 : 2 * Math.sqrt((rows.length + 1) / (12 * gold * others))
}

/** What a classifier learns from every second job, by its success with the others. */
function tellingFeatures(observed: readonly Observed[]): { name: string; auc: number }[] {
  const names = new Set(observed.flatMap(({ features }) => [...features.keys()]))
  const halves = [0, 1].map((half) => observed.filter((_, i) => i % 2 === half))
  const [learns, tells] = halves.map((half) => Math.max(TOLD, 0.5 + chanceOf(half)))
  return [...names].flatMap((name) => {
    const [learned, held] = halves.map((half) =>
      aucOf(half.map(({ isGold, features }) => ({ isGold, value: features.get(name) ?? -1 }))),
    )
    if (Math.max(learned, 1 - learned) <= learns) return []
    const auc = learned < 0.5 ? 1 - held : held
    return auc > tells ? [{ name, auc }] : []
  })
}

async function goldJob(tenant: Tenant): Promise<void> {
  const jobId = await queuedImage(stage, tenant, 'boxes')
  await tenant.submitResult(jobId, TRUTH)
  await tenant.reached(jobId, 'completed')
  await stage.admin.put(tenant.path(`/jobs/${jobId}/gold`), { from: 'result' })
}

test('no value of any call tells gold from other work, before it is drawn or after it is submitted', async () => {
  const checks = { gold: { share: 0.5, pass: 0.5, action: 'flag', feedback: false } } as const
  const tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d', checks) })
  // Gold from before there was an assistant, and after.
  await inParallel(Array.from({ length: JOBS / 4 }), 4, () => goldJob(tenant))
  const assistant = { carrier: 'http', url: model.url, auto: { verb: 'predict', on: 'queued' } }
  await stage.admin.put(tenant.path('/assistants/model'), assistant)
  await inParallel(Array.from({ length: JOBS / 4 }), 4, () => goldJob(tenant))
  for (let i = 0; i < JOBS; i++) await queuedImage(stage, tenant, 'boxes')
  const predicted = async () => {
    const { rows } = await stage.database.pool.query<{ count: number }>(
      `select count(*)::int as count from jobs where project_id = $1 and uncertainty < 0`,
      [tenant.projectId],
    )
    return rows[0].count === 0 ? true : null
  }
  await until(predicted)

  const person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  const operations = await readOperations(stage.admin)
  const paths = operations
    .filter(({ method, path, pathParameters }) => {
      const isOfJob = pathParameters.every((one) => one === 'pid' || one === 'jid')
      return method === 'GET' && isOfJob && /^\/api\/|^\/v1\/projects\/\{pid\}/.test(path) && !path.includes('/view/')
    })
    .flatMap(({ path }) => (path.startsWith('/v1/') ? [`/api${path}`] : [path]))
  assert.ok(paths.length > 25, `only ${paths.length} calls`)
  const observer = new Observer(person, tenant, paths)
  await observer.look('first', null, new Map())

  const observed: Observed[] = []
  while (observed.length < JOBS) {
    const features: Features = new Map()
    const { job } = await person.post<{ job: QueueRowAnswer | null }>('/api/next')
    if (!job) break
    await observer.look('taken', job.jobId, features)
    const { version } = await open(person, job.jobId)
    await submit(person, job.jobId, version)
    await until(async () => ((await open(person, job.jobId)).job.stage === 'completed' ? true : null))
    await observer.look('submitted', job.jobId, features)
    const isGold = (await tenant.api.call('GET', tenant.path(`/jobs/${job.jobId}`))).status === 404
    observed.push({ isGold, features })
  }
  const golds = observed.filter(({ isGold }) => isGold).length
  assert.ok(golds > 5 && golds < observed.length - 5, `${golds} of ${observed.length} are gold`)
  assert.deepEqual(tellingFeatures(observed), [])
})

/** Leaves the job as it is: how it is submitted tells nothing. */
const submit = (person: Person, jobId: string, version: JobPayloadAnswer['version']) =>
  person.post(`/api/jobs/${jobId}/submit`, { version })
