import assert from 'node:assert/strict'
import type { QueueRowAnswer } from '../../src/contract/queue.ts'
import { Model } from '../assistants/model.ts'
import { cocoOf, zipOf } from '../imports/archives.ts'
import { dataOf, until } from '../support/apiClient.ts'
import { drawBox, open, queuedImage, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { corners, ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

const CARS = {
  data: {
    annotations: {
      rectangles: [0.1, 0.5].map((left) => ({ label: 'car', coordinates: corners(left, 0.2, left + 0.3, 0.6) })),
    },
  },
}
/** The box that `drawBox` draws. */
const TRUTH = { annotations: { rectangles: [{ label: 'car', coordinates: corners(0.1, 0.2, 0.5, 0.6) }] } }

/** The story of a project, the same on every database. */
export class Story {
  readonly stage: Stage
  readonly tenant: Tenant
  readonly people: Readonly<Record<'ann' | 'ben' | 'rita' | 'lead' | 'boss', Person>>
  /** Ids of things that exist, by their names in the paths of the API. */
  readonly known: Record<string, string> = {}
  readonly #model: Model

  private constructor(stage: Stage, tenant: Tenant, people: Story['people'], model: Model) {
    this.stage = stage
    this.tenant = tenant
    this.people = people
    this.#model = model
  }

  static async tell(stage: Stage): Promise<Story> {
    const consensus = { annotators: 2, agreement: 0.9 }
    const tenant = await Tenant.create(
      stage.admin,
      { callback: { url: stage.receiver.url } },
      {
        boxes: tagOf('image2d'),
        reviewed: tagOf('image2d', { review: { share: 1 } }),
        shared: tagOf('image2d', { consensus }),
        checked: tagOf('image2d', { gold: { share: 1, pass: 0.8, action: 'pause' } }),
      },
    )
    const joined = (role: 'annotator' | 'reviewer' | 'manager') => Person.join(stage.admin, role, [tenant.projectId])
    const people = {
      ann: await joined('annotator'),
      ben: await joined('annotator'),
      rita: await joined('reviewer'),
      lead: await joined('manager'),
      boss: await Person.join(stage.admin, 'admin'),
    }
    const story = new Story(stage, tenant, people, await Model.start({ '/predict': () => CARS }))
    try {
      await story.#chapters()
    } catch (error) {
      await story.end()
      throw error
    }
    return story
  }

  async #chapters(): Promise<void> {
    await this.#settings()
    await this.#bulk()
    await this.#program()
    await this.#review()
    await this.#consensus()
    await this.#gold()
    await this.#assistant()
    await this.#archives()
    await this.#settled()
  }

  async end(): Promise<void> {
    await this.#model.stop()
    await this.stage.clear()
  }

  /** All tasks and callbacks are done. */
  async #settled(): Promise<void> {
    const { pool } = this.stage.database
    await until(async () => {
      const { rows } = await pool.query<{ left: number }>(
        `select (select count(*) from tasks)::int + (select count(*) from delivery_queue)::int as left`,
      )
      return rows[0].left === 0
    }, 300)
  }

  async #settings(): Promise<void> {
    const { tenant, people } = this
    const { admin } = tenant
    await admin.put(tenant.path('/groups/night'), { user_ids: [people.ann.userId, people.ben.userId] })
    await admin.put(tenant.path('/sensors/front'), { name: 'Front', modality: 'camera' })
    await admin.put(tenant.path('/retention'), { inputs_days: 30, results_days: null, drafts_days: 7 })
    await admin.post(tenant.path('/retention/preview'), { inputs_days: 1, results_days: 1, drafts_days: 1 })
    const rule = { match: 'https://private.example/', headers: { Authorization: 'x' } }
    await admin.put(tenant.path('/attachment_access'), { rules: [rule] })
    const sent = await admin.call('POST', tenant.path('/tags/boxes/images'), {
      body: await pngOf(4, 4),
      headers: { 'content-type': 'image/png' },
    })
    const { url } = dataOf<{ url: string }>(sent)
    await admin.put(tenant.path('/tags/boxes'), tagOf('image2d', { instructions: `![a car](${url})` }))
    Object.assign(this.known, { pid: tenant.projectId, tag: 'boxes', group: 'night', file: url.split('/').at(-1) })
  }

  async #acted(body: object): Promise<void> {
    const { api, path } = { api: this.tenant.api, path: this.tenant.path('/jobs/actions') }
    const { action_id } = await api.post<{ action_id: string }>(path, body)
    await until(async () => {
      const { status } = await api.get<{ status: string }>(`${path}/${action_id}`)
      assert.notEqual(status, 'failed', JSON.stringify(body))
      return status === 'completed'
    })
    this.known.aid = action_id
  }

  /** Acts on many jobs at once. */
  async #bulk(): Promise<void> {
    const { tenant, people } = this
    const { batch_id } = await tenant.api.post<{ batch_id: string }>(tenant.path('/batch'), { name: 'bulk' })
    this.known.bid = batch_id
    const more = { batch_id, metadata: { city: 'Oslo' } }
    const jobs: string[] = []
    for (let n = 0; n < 3; n++) jobs.push(await queuedImage(this.stage, tenant, 'boxes', more))
    const bad = { reference_id: 'bad', tag: 'boxes', batch_id, data: { image_url: 'http://127.0.0.1:9/x.png' } }
    const failing = await tenant.submit(bad)
    await until(async () => (await tenant.record(failing)).stage === 'failed')
    const filter = { batch_id }
    await this.#acted({ action: 'priority', value: 7, filter, dry_run: true })
    await this.#acted({ action: 'priority', value: 7, filter })
    await this.#acted({ action: 'assign', value: { user_id: people.ben.userId, share: 1 }, filter })
    await this.#acted({ action: 'assign', value: { group: 'night', deadline: '2031-01-01T00:00:00Z' }, filter })
    await this.#acted({ action: 'unassign', filter })
    await this.#acted({ action: 'retry', job_ids: [failing] })
    await until(async () => (await tenant.record(failing)).stage === 'failed')
    await this.#acted({ action: 'cancel', job_ids: jobs.slice(0, 2) })
    await this.#acted({ action: 'cancel', job_ids: jobs })
  }

  /** A result by a key, reopened and handed in again. */
  async #program(): Promise<void> {
    const { tenant } = this
    const job = await queuedImage(this.stage, tenant, 'boxes')
    this.known.jid = job
    await tenant.api.put(tenant.path(`/jobs/${job}/prediction`), { data: ONE_BOX })
    await tenant.submitResult(job, ONE_BOX)
    await tenant.reached(job, 'completed')
    // A callback that is still to be delivered would not be sent twice.
    await this.#settled()
    await this.#acted({ action: 'resend', job_ids: [job] })
    await tenant.api.post(tenant.path(`/jobs/${job}/reopen`), { reason: 'the car is cut' })
    await tenant.submitResult(job, TRUTH)
    const { result } = await tenant.reached(job, 'completed', 2)
    const { pathname } = new URL(result ?? '')
    Object.assign(this.known, { id: pathname.split('/').at(-2), name: pathname.split('/').at(-1) })
    await this.#settled()
    await tenant.api.post(tenant.path(`/jobs/${job}/callback`))
  }

  async #taken(person: Person, tag: string): Promise<string> {
    const { job } = await person.post<{ job: QueueRowAnswer | null }>('/api/next', { tag })
    assert.ok(job, `there is work for ${tag}`)
    return job.jobId
  }

  /** Draws a box and hands it in. */
  async #drawn(person: Person, jobId: string): Promise<void> {
    const { version, tag } = await open(person, jobId)
    await save(person, jobId, version, [drawBox(tag.classes[0].classId)])
    await person.post(`/api/jobs/${jobId}/submit`, { version: version + 1 })
  }

  async #review(): Promise<void> {
    const { tenant, people } = this
    const { ann, rita } = people
    const job = await queuedImage(this.stage, tenant, 'reviewed')
    await this.#taken(ann, 'reviewed')
    await ann.post(`/api/jobs/${job}/skip`, { reason: 'too dark' })
    await ann.post(`/api/jobs/${job}/claim`)
    await this.#drawn(ann, job)
    await this.#taken(rita, 'reviewed')
    const issues = `/api/jobs/${job}/issues`
    const place = { frame: 0, imagePoint: { x: 0.5, y: 0.25 } }
    const { issueId } = await rita.post<{ issueId: string }>(issues, { place, text: 'is this a car?' })
    const review = async (decision: string, comment: string) => {
      const { version } = await open(rita, job)
      await rita.post(`/api/jobs/${job}/review`, { decision, comment, version })
    }
    await review('reject', 'look again')
    await ann.post(`/api/jobs/${job}/claim`)
    await ann.post(`${issues}/${issueId}/comments`, { text: 'it is' })
    await ann.post(`${issues}/${issueId}/resolve`, { resolved: true })
    await this.#drawn(ann, job)
    await rita.post(`/api/jobs/${job}/claim`)
    await review('accept', 'good')
    await tenant.reached(job, 'completed')
    Object.assign(this.known, { iid: issueId, number: '1', reviewed: job })
  }

  async #consensus(): Promise<void> {
    const { tenant, people } = this
    const job = await queuedImage(this.stage, tenant, 'shared')
    for (const person of [people.ann, people.ben]) {
      await this.#taken(person, 'shared')
      await this.#drawn(person, job)
    }
    await tenant.reached(job, 'completed')
    this.known.shared = job
  }

  /** Gold whose ground truth differs from ann's work, which she appeals. */
  async #gold(): Promise<void> {
    const { tenant, people } = this
    const source = await queuedImage(this.stage, tenant, 'checked')
    await tenant.submitResult(source, TRUTH)
    await tenant.reached(source, 'completed')
    await tenant.admin.put(tenant.path(`/jobs/${source}/gold`), { data: { annotations: { rectangles: [] } } })
    await queuedImage(this.stage, tenant, 'checked')
    const copy = await this.#taken(people.ann, 'checked')
    await this.#drawn(people.ann, copy)
    await until(async () => {
      const { rows } = await tenant.admin.get<{ rows: { key: string; gold?: { n: number } }[] }>(
        tenant.path('/quality?by=person'),
      )
      return rows.some(({ gold }) => gold?.n === 1)
    })
    await people.ann.post(`/api/jobs/${copy}/contest`, { comment: 'There is a car.' })
    const { contests } = await tenant.admin.get<{ contests: { contest_id: string }[] }>(tenant.path('/contests'))
    this.known.cid = contests[0].contest_id
  }

  async #assistant(): Promise<void> {
    const { tenant, people } = this
    const { ben } = people
    this.#model.answers['/segment'] = () => ({ box: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 }, score: 0.7 })
    await tenant.admin.put(tenant.path('/assistants/boxer'), {
      carrier: 'http',
      url: this.#model.url,
      verbs: ['predict', 'segment'],
    })
    const job = await queuedImage(this.stage, tenant, 'boxes')
    await ben.post(`/api/jobs/${job}/claim`)
    const asked = (verb: string, more: object = {}) =>
      ben.post<{ run_id: string }>(`/api/jobs/${job}/assist`, { assistant: 'boxer', verb, ...more })
    const input = { label: 'car', prompts: { points: [{ x: 0.2, y: 0.2, positive: true }] } }
    await asked('segment', { input, preview: true })
    const { run_id } = await asked('predict')
    const suggested = await until(async () => {
      const { suggestions } = await ben.get<{ suggestions: { suggestion_id: string }[] }>(
        `/api/jobs/${job}/suggestions`,
      )
      return suggestions.length === 2 && suggestions.map(({ suggestion_id }) => suggestion_id)
    })
    const { version } = await open(ben, job)
    await ben.post(`/api/jobs/${job}/suggestions/accept`, { suggestion_ids: [suggested[0]], version })
    await ben.post(`/api/jobs/${job}/suggestions/drop`, { suggestion_ids: [suggested[1]], replaced: true })
    await ben.post(`/api/jobs/${job}/submit`, { version: version + 1 })
    await tenant.reached(job, 'completed')
    await this.#acted({ action: 'assist', value: { assistant: 'boxer' }, filter: { tag: 'boxes' } })
    Object.assign(this.known, { assistant: 'boxer', rid: run_id, assisted: job })
  }

  async #archives(): Promise<void> {
    const { tenant, stage } = this
    const { api } = tenant
    await queuedImage(stage, tenant, 'boxes', { reference_id: 'imported.png' })
    const box = { image: 'imported.png', label: 'car', bbox: [1, 1, 4, 3] as [number, number, number, number] }
    const sent = await api.call('POST', tenant.path('/imports?format=coco&tag=boxes'), {
      body: await zipOf({ 'a.json': cocoOf([box]) }),
      headers: { 'content-type': 'application/zip' },
    })
    this.known.mid = dataOf<{ import_id: string }>(sent).import_id
    const wanted = { format: 'coco', filter: {} }
    this.known.eid = (await api.post<{ export_id: string }>(tenant.path('/exports'), wanted)).export_id
    for (const path of [`/imports/${this.known.mid}`, `/exports/${this.known.eid}`])
      await until(async () => (await api.get<{ status: string }>(tenant.path(path))).status === 'completed')
  }
}
