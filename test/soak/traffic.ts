import { randomUUID } from 'node:crypto'
import type { JobPayloadAnswer } from '../../src/contract/payload.ts'
import { checkCounters } from '../journey/checks.ts'
import { Api, until } from '../support/apiClient.ts'
import { drawBox, open, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { corners, HERE, ONE_BOX, pcdOf, pngOf, tagOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

const LIDAR = { id: 'lidar', name: 'Lidar', modality: 'lidar', primary_view: true }
const POINTS = Array.from({ length: 2000 }, (_, i) => [(i % 50) / 5, i / 200, (i % 7) / 7] as const)
const BOX = { type: 'rectangle', label: 'car', coordinates: corners(0.1, 0.1, 0.5, 0.5) }
const CUBOID = { position: { x: 1, y: 2, z: 0 }, heading: HERE.heading, dimensions: { length: 4, width: 2, height: 2 } }

/** A customer, a machine and a person who do a little of everything in each turn, and leave nothing open. */
export class Traffic {
  turns = 0
  readonly #stage: Stage
  readonly #tenant: Tenant
  readonly #person: Person

  private constructor(stage: Stage, tenant: Tenant, person: Person) {
    this.#stage = stage
    this.#tenant = tenant
    this.#person = person
  }

  static async begin(stage: Stage): Promise<Traffic> {
    const tags = {
      image: tagOf('image2d'),
      video: tagOf('video2d'),
      lidar: tagOf('cuboid3d'),
      points: tagOf('segmentation3d'),
    }
    const tenant = await Tenant.create(stage.admin, { callback: { url: stage.receiver.url } }, tags)
    // Every fifth callback has to be sent again.
    stage.receiver.answer = (_request, nr) => ({ status: nr % 5 === 0 ? 503 : 200 })
    return new Traffic(stage, tenant, await Person.join(stage.admin, 'annotator', [tenant.projectId]))
  }

  async turn(): Promise<void> {
    const turn = this.turns++
    const bodies = await this.#bodies(turn)
    const [machine, human, failed, cancelled] = await Promise.all([
      Promise.all(Object.values(bodies).map((body) => this.#tenant.submit(body))),
      this.#tenant.submit({ ...bodies.image, reference_id: randomUUID() }),
      this.#tenant.submit({ reference_id: randomUUID(), tag: 'image', data: { image_url: this.#url('/missing.png') } }),
      this.#tenant.submit({ ...bodies.lidar, reference_id: randomUUID(), priority_weight: 1 }),
    ])
    await this.#mistakes(bodies.image)
    await this.#tenant.api.post(this.#tenant.path(`/jobs/${cancelled}/cancel`))
    await this.#byMachine(Object.keys(bodies), machine)
    await this.#byPerson(human)
    await until(async () => (await this.#tenant.record(failed)).status === 'failed')
    await this.#read(machine)
  }

  /** Until everything is delivered; counters then agree with the jobs. */
  async drain(): Promise<void> {
    await until(async () => {
      const { rows } = await this.#stage.database.pool.query('select 1 from delivery_queue limit 1')
      return rows.length === 0
    })
    await checkCounters(this.#tenant)
  }

  #url(path: string): string {
    return this.#stage.files.baseUrl + path
  }

  /** Files and jobs of every kind; the files differ from turn to turn, so that no cache can serve them. */
  async #bodies(turn: number) {
    const image = this.#stage.files.put('/image.png', await pngOf(64, 48, turn))
    const cloud = this.#stage.files.put('/cloud.pcd', pcdOf(POINTS.map(([x, y, z]) => [x, y, z + turn])))
    const sensors = [{ sensor_id: 'lidar', data_url: cloud, sensor_pose: HERE }]
    const frames = [1, 2, 3].map((n) => ({ frame_id: `f${n}`, src: image }))
    const clouds = frames.map(({ frame_id }) => ({ frame_id, ego_pose: {}, sensors }))
    const body = (tag: string, data: object) => ({ reference_id: randomUUID(), tag, data })
    return {
      image: body('image', { image_url: image }),
      video: body('video', { video_data: { frames } }),
      lidar: body('lidar', { sensor_data: { frames: clouds, sensor_meta: [LIDAR] } }),
      points: body('points', { sensor_data: { sensors, sensor_meta: [LIDAR] } }),
    }
  }

  /** Requests that are refused; they must leave nothing behind either. */
  async #mistakes(sentBefore: object): Promise<void> {
    const jobs = `/v0/projects/${this.#tenant.projectId}/jobs`
    const calls = [
      { key: this.#tenant.key, body: sentBefore, status: 409 },
      { key: this.#tenant.key, body: '{"reference_id": ', status: 400 },
      { key: this.#tenant.key, body: { reference_id: randomUUID(), tag: 'image', data: {} }, status: 400 },
      { key: null, body: sentBefore, status: 401 },
    ]
    for (const { key, body, status } of calls) {
      const api = key === null ? new Api(this.#stage.service.baseUrl, null) : this.#tenant.api
      const answer = await api.call('POST', jobs, { body, headers: { 'content-type': 'application/json' } })
      if (answer.status !== status) throw new Error(`${answer.status} in place of ${status}: ${answer.bytes}`)
      if (key === null) api.close()
    }
  }

  async #byMachine(tags: readonly string[], jobIds: readonly string[]): Promise<void> {
    const data: Readonly<Record<string, object>> = {
      image: ONE_BOX,
      video: { annotation_data: { annotations: [{ type: 'rectangle', label: 'car', frames: { f1: BOX, f3: BOX } }] } },
      lidar: { annotation_data: { annotations: [{ type: 'cuboid', label: 'car', frame_id: 'f1', ...CUBOID }] } },
      points: { legend: [{ value: 'ground', label_key: 1 }], labels: POINTS.map((_, i) => i % 2) },
    }
    await Promise.all(
      jobIds.map(async (jobId, i) => {
        await this.#tenant.reached(jobId, 'queued')
        await this.#tenant.submitResult(jobId, data[tags[i]])
        await this.#tenant.reached(jobId, 'completed')
      }),
    )
  }

  async #byPerson(jobId: string): Promise<void> {
    await this.#tenant.reached(jobId, 'queued')
    await this.#person.post(`/api/jobs/${jobId}/claim`)
    const payload: JobPayloadAnswer = await open(this.#person, jobId)
    const classId = payload.tag.classes[0].classId
    for (let version = 0; version < 3; version++) await save(this.#person, jobId, version, [drawBox(classId)])
    await this.#person.post(`/api/jobs/${jobId}/submit`, { version: 3 })
    await this.#tenant.reached(jobId, 'completed')
  }

  async #read(jobIds: readonly string[]): Promise<void> {
    const { api } = this.#tenant
    for (const jobId of jobIds) {
      const { result } = await this.#tenant.record(jobId)
      await api.call('GET', result!)
      await api.get(this.#tenant.path(`/jobs/${jobId}/deliveries`))
    }
    for (const path of ['/events', '/usage', '/tags']) await api.get(this.#tenant.path(path))
    await api.get(`/v0/projects/${this.#tenant.projectId}/details`)
  }
}
