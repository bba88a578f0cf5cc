import { randomUUID } from 'node:crypto'
import { inParallel } from '../support/apiClient.ts'
import { batchOf, drawBox, open, save } from '../support/office.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { Person } from '../support/person.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'
import { type Acts, type Compared, compare } from './acts.ts'
import { exported, reached } from './reached.ts'
import { fill } from './rows.ts'

export interface CrowdSize {
  jobs: number
  projects: number
}

/** An installation with many jobs, a tenth of them in the project of the story. */
class Crowd {
  readonly stage: OwnStage
  readonly #tenant: Tenant
  readonly #ann: Person
  /** Annotates in every project. */
  readonly #everywhere: Person
  readonly #manager: Person
  readonly #operator: Person
  readonly #image: Buffer

  private constructor(stage: OwnStage, tenant: Tenant, people: readonly Person[], image: Buffer) {
    this.stage = stage
    this.#tenant = tenant
    ;[this.#ann, this.#everywhere, this.#manager, this.#operator] = people
    this.#image = image
  }

  static async make({ jobs, projects }: CrowdSize, env: Readonly<Record<string, string>>): Promise<Crowd> {
    const stage = await setOwnStage(env)
    const tenants = await inParallel(Array(projects).fill(null), 8, () =>
      Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') }),
    )
    const ids = tenants.map(({ projectId }) => projectId)
    const people = [
      await Person.join(stage.admin, 'annotator', ids.slice(0, 1)),
      await Person.join(stage.admin, 'annotator', ids),
      await Person.join(stage.admin, 'manager', ids),
      await Person.join(stage.admin, 'admin'),
    ]
    const { rows } = await stage.database.pool.query<{ projectId: string; batchId: string }>(
      `select project_id as "projectId", id as "batchId" from batches where project_id = any($1)`,
      [ids],
    )
    const fillings = rows.map((row) => ({
      ...row,
      jobs: row.projectId === ids[0] ? Math.ceil(jobs / 10) : Math.floor((jobs * 0.9) / Math.max(1, projects - 1)),
    }))
    await fill(stage.database, fillings, people[1].userId)
    return new Crowd(stage, tenants[0], people, await pngOf(64, 48))
  }

  /** A job from its submission to the export of its result, and what people look at meanwhile. */
  async story(acts: Acts): Promise<void> {
    const tenant = this.#tenant
    const ann = this.#ann
    const name = randomUUID()
    const image_url = this.stage.files.put(`/${name}.png`, this.#image)
    const body = { reference_id: name, tag: 'boxes', data: { image_url } }
    const jobId = await acts.act('submit a job', () => tenant.submit(body))
    await acts.act('until it is queued', () => reached(tenant, jobId, 'queued'))
    await acts.act('get a job', () => tenant.record(jobId))
    await this.#look(acts)
    await this.#claim(acts)
    const at = `/api/jobs/${jobId}`
    await acts.act('claim a job by its id', () => ann.post(`${at}/claim`))
    const { classId } = (await acts.act('open it in the workbench', () => open(ann, jobId))).tag.classes[0]
    await acts.act('save an edit', () => save(ann, jobId, 0, [drawBox(classId)]))
    await acts.act('save a draft', () => ann.post(`${at}/drafts`, batchOf(1, [drawBox(classId)])))
    await acts.act('submit the result', () => ann.post(`${at}/submit`, { version: 1 }))
    const { result } = await acts.act('until it is completed', () => reached(tenant, jobId, 'completed'))
    await acts.act('get the result', () => tenant.api.call('GET', result ?? ''))
    await acts.act('export it as COCO', () => exported(tenant, 'coco', name))
  }

  async #look(acts: Acts): Promise<void> {
    const { api, path } = this.#at()
    const list = (query: string) => api.get<{ next_page_token: string | null }>(path(`/jobs?${query}`))
    const first = await acts.act('list of jobs, first page', () => list('limit=100'))
    await acts.act('list of jobs, second page', () => list(`limit=100&page_token=${first.next_page_token}`))
    await acts.act('list of jobs, newest first', () => list('limit=100&order=-created'))
    await acts.act('list of jobs of a stage', () => list('limit=10&stage=in_review&order=-created'))
    await acts.act('list of jobs by metadata', () => list('limit=10&metadata.city=c7'))
    await acts.act('details of a project', () => api.get(path('/details')))
    await acts.act('stats of a project', () => api.get(path('/stats')))
    await acts.act('progress of a project', () => api.get(path('/progress')))
    await acts.act('feed of events', () => api.get(path('/events')))
    await acts.act('usage', () => api.get(path('/usage')))
    await acts.act('console: list of projects', () => this.#operator.get('/api/projects'))
    await acts.act('console: jobs of a project', () =>
      this.#manager.get(`/api/projects/${this.#tenant.projectId}/jobs`),
    )
  }

  async #claim(acts: Acts): Promise<void> {
    await acts.act('queue of one project', () => this.#ann.get('/api/queue'))
    await acts.act('queue of all projects', () => this.#everywhere.get('/api/queue'))
    await acts.act('next job of one project', () => this.#next(this.#ann)).then((id) => this.#release(this.#ann, id))
    await acts
      .act('next job of all projects', () => this.#next(this.#everywhere))
      .then((id) => this.#release(this.#everywhere, id))
  }

  async #next(person: Person): Promise<string> {
    const { job } = await person.post<{ job: { jobId: string } }>('/api/next')
    return job.jobId
  }

  #release(person: Person, jobId: string): Promise<unknown> {
    return person.post(`/api/jobs/${jobId}/release`)
  }

  #at() {
    const { api } = this.#tenant
    return { api, path: (rest: string) => this.#tenant.path(rest) }
  }
}

export interface CrowdPlan {
  few: CrowdSize
  many: CrowdSize
  rounds: number
  /** Settings for each of the two services. */
  env?: Readonly<Record<string, string>>
}

/** Compares many jobs in many projects with few. */
export async function crowd({ few, many, rounds, env = {} }: CrowdPlan): Promise<Compared[]> {
  const made = await Promise.allSettled([few, many].map((size) => Crowd.make(size, env)))
  const crowds = made.filter((one) => one.status === 'fulfilled').map(({ value }) => value)
  try {
    const [failed] = made.filter((one) => one.status === 'rejected')
    if (failed) throw failed.reason
    const [small, large] = crowds
    return await compare(
      rounds,
      (acts) => small.story(acts),
      (acts) => large.story(acts),
    )
  } finally {
    for (const { stage } of crowds) await stage.clear()
  }
}
