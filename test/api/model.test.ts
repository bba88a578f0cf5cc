import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Delivery, JobRecord } from '../../src/client/types/jobs.ts'
import type { UsageRow } from '../../src/client/types/project.ts'
import { type Stage as JobStage, STATUS_OF } from '../../src/model/stage.ts'
import { isStep } from '../../src/workflow/stage/events.ts'
import { checkCounters, everyJob } from '../journey/checks.ts'
import fc from '../laws.ts'
import { type Answer, type Api, until } from '../support/apiClient.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { corners, pngOf, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'

const RUNS = Number(process.env.FIDUCIAL_FUZZ_RUNS ?? 120) / 20

let stage: OwnStage
before(async () => {
  stage = await setOwnStage()
  const image = await pngOf(8, 8)
  stage.files.fallback = (path) => (path.startsWith('/good') ? image : null)
  // Every step that a job takes is written down by the database itself.
  await stage.database.pool.query(`
    create table steps (job_id uuid, before text, after text);
    create function note_step() returns trigger language plpgsql as $$
    begin
      if old.stage <> new.stage then insert into steps values (new.id, old.stage, new.stage); end if;
      return new;
    end $$;
    create trigger note_step after update on jobs for each row execute function note_step()`)
})
after(() => stage.clear())

/** What the service ought to hold, as maps. */
interface ModelJob {
  referenceId: string
  jobId: string
  batchId: string
  stage: JobStage
  frames: number
  annotations: number
  priority: number
  version: number
  isGood: boolean
  reviewed: boolean
}
interface Model {
  jobs: ModelJob[]
}
interface Real {
  tenant: Tenant
  reviewer: Api
  batchIds: string[]
  record(job: ModelJob, wanted: JobStage): Promise<JobRecord>
}

type Command = fc.AsyncCommand<Model, Real>

const RESTING: readonly JobStage[] = ['queued', 'in_progress', 'in_review', 'completed', 'failed', 'cancelled']

/** A call on one of the existing jobs: what the model allows has to work, anything else has to be JOB_STATE. */
abstract class OnJob implements Command {
  readonly pick: number
  constructor(pick: number) {
    this.pick = pick
  }
  check(model: Readonly<Model>): boolean {
    return model.jobs.length > 0
  }
  async run(model: Model, real: Real): Promise<void> {
    const job = model.jobs[this.pick % model.jobs.length]
    const answer = await this.call(real, job)
    const next = this.next(job)
    if (next === null) {
      assert.equal(answer.status, 409, `${this} when ${job.stage}: ${answer.bytes}`)
      assert.equal(answer.json?.error?.code, 'JOB_STATE')
    } else {
      assert.equal(answer.status, 200, `${this} when ${job.stage}: ${answer.bytes}`)
      job.stage = next
    }
    await agrees(job, real)
  }
  abstract call(real: Real, job: ModelJob): Promise<Answer>
  /** Where the job comes to rest; null where the call is not allowed. What else changes is changed here. */
  abstract next(job: ModelJob): JobStage | null
  toString(): string {
    return `${this.constructor.name}(${this.pick})`
  }
}

async function agrees(job: ModelJob, real: Real): Promise<void> {
  const record = await real.record(job, job.stage)
  const { stage: there, status, frames, priority_weight, annotations, result_version } = record
  assert.deepEqual(
    { there, status, frames, priority_weight, annotations, result_version },
    {
      there: job.stage,
      status: STATUS_OF[job.stage],
      frames: job.frames,
      priority_weight: job.priority,
      annotations: job.annotations,
      result_version: job.version || null,
    },
  )
}

const frameUrl = (good: boolean, n: number) => `${stage.files.baseUrl}/${good ? 'good' : 'bad'}/${n}.png`
const videoData = (good: boolean, frames: number) => ({
  video_data: { frames: Array.from({ length: frames }, (_, n) => ({ frame_id: `f${n}`, src: frameUrl(good, n) })) },
})

class Submit implements Command {
  readonly isGood: boolean
  readonly frames: number
  readonly batch: number
  readonly reviewed: boolean
  constructor(isGood: boolean, frames: number, batch: number, reviewed: boolean) {
    this.isGood = isGood
    this.frames = frames
    this.batch = batch
    this.reviewed = reviewed
  }
  check(): boolean {
    return true
  }
  async run(model: Model, real: Real): Promise<void> {
    const referenceId = `m-${model.jobs.length}`
    const batch_id = real.batchIds[this.batch]
    const tag = this.reviewed ? 'reviewed' : 'plain'
    const body = { reference_id: referenceId, tag, batch_id, data: videoData(this.isGood, this.frames) }
    const jobId = await real.tenant.submit(body)
    const { isGood, frames, reviewed } = this
    const job: ModelJob = {
      referenceId,
      jobId,
      batchId: batch_id,
      isGood,
      frames,
      reviewed,
      annotations: 0,
      priority: 5,
      version: 0,
      stage: isGood ? 'queued' : 'failed',
    }
    model.jobs.push(job)
    const again = await real.tenant.api.call('POST', real.tenant.path('/jobs'), { body })
    assert.deepEqual([again.status, again.json?.error?.meta_data.job_id], [409, jobId])
    await agrees(job, real)
  }
  toString(): string {
    return `Submit(${this.isGood ? 'good' : 'bad'}, ${this.frames}, ${this.batch}, ${this.reviewed})`
  }
}

const post = (real: Real, job: ModelJob, verb: string, body: unknown, api = real.tenant.api) =>
  api.call('POST', real.tenant.path(`/jobs/${job.jobId}/${verb}`), { body })

class Cancel extends OnJob {
  call = (real: Real, job: ModelJob) => post(real, job, 'cancel', undefined)
  next(job: ModelJob): JobStage | null {
    return ['completed', 'failed', 'cancelled'].includes(job.stage) ? null : 'cancelled'
  }
}

class Retry extends OnJob {
  readonly corrected: number
  constructor(pick: number, corrected: number) {
    super(pick)
    this.corrected = corrected
  }
  call = (real: Real, job: ModelJob) =>
    post(real, job, 'retry', this.corrected ? { data: videoData(true, this.corrected) } : undefined)
  next(job: ModelJob): JobStage | null {
    if (job.stage !== 'failed') return null
    if (this.corrected) {
      job.isGood = true
      job.frames = this.corrected
    }
    return job.isGood ? 'queued' : 'failed'
  }
}

class SubmitResult extends OnJob {
  readonly boxes: number
  constructor(pick: number, boxes: number) {
    super(pick)
    this.boxes = boxes
  }
  call = (real: Real, job: ModelJob) => {
    const frames = { f0: { type: 'rectangle', coordinates: corners(0.1, 0.1, 0.2, 0.2) } }
    const annotations = Array.from({ length: this.boxes }, () => ({ type: 'rectangle', label: 'car', frames }))
    return post(real, job, 'result', { data: { annotation_data: { annotations } } })
  }
  next(job: ModelJob): JobStage | null {
    if (job.stage !== 'queued' && job.stage !== 'in_progress') return null
    submittedBoxes.set(job, this.boxes)
    return job.reviewed ? 'in_review' : completed(job)
  }
}

const submittedBoxes = new WeakMap<ModelJob, number>()
function completed(job: ModelJob): JobStage {
  job.annotations = submittedBoxes.get(job)!
  job.version++
  return 'completed'
}

class Review extends OnJob {
  readonly accepts: boolean
  constructor(pick: number, accepts: boolean) {
    super(pick)
    this.accepts = accepts
  }
  call = (real: Real, job: ModelJob) =>
    post(
      real,
      job,
      'review',
      this.accepts ? { decision: 'accept' } : { decision: 'reject', comment: 'Draw every box.' },
      real.reviewer,
    )
  next(job: ModelJob): JobStage | null {
    if (job.stage !== 'in_review') return null
    return this.accepts ? completed(job) : 'in_progress'
  }
}

class Reopen extends OnJob {
  call = (real: Real, job: ModelJob) => post(real, job, 'reopen', undefined)
  next(job: ModelJob): JobStage | null {
    return job.stage === 'completed' ? 'in_progress' : null
  }
}

/** Only of a job at its end: data that people work on must not be taken from under them. */
class DeleteData extends OnJob {
  call = async (real: Real, job: ModelJob) => {
    if (['completed', 'failed', 'cancelled'].includes(job.stage)) return post(real, job, 'cancel', undefined)
    return real.tenant.admin.call('DELETE', real.tenant.path(`/jobs/${job.jobId}/data`))
  }
  next(): JobStage | null {
    return null
  }
}

class Priority extends OnJob {
  readonly weight: number
  constructor(pick: number, weight: number) {
    super(pick)
    this.weight = weight
  }
  call = (real: Real, job: ModelJob) =>
    real.tenant.api.call('PATCH', real.tenant.path(`/jobs/${job.jobId}`), { body: { priority_weight: this.weight } })
  next(job: ModelJob): JobStage | null {
    if (['completed', 'failed', 'cancelled'].includes(job.stage)) return null
    job.priority = this.weight
    return job.stage
  }
}

const pick = fc.nat(7)
const commands = fc.commands(
  [
    fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 3 }), fc.nat(1), fc.boolean()).map((all) => new Submit(...all)),
    fc.tuple(pick, fc.nat(2)).map(([n, boxes]) => new SubmitResult(n, boxes)),
    fc.tuple(pick, fc.nat(2)).map(([n, boxes]) => new SubmitResult(n, boxes)),
    fc.tuple(pick, fc.boolean()).map(([n, accepts]) => new Review(n, accepts)),
    fc.tuple(pick, fc.nat(2)).map(([n, corrected]) => new Retry(n, corrected)),
    fc.tuple(pick, fc.integer({ min: 1, max: 10 })).map(([n, weight]) => new Priority(n, weight)),
    pick.map((n) => new Reopen(n)),
    pick.map((n) => new DeleteData(n)),
    pick.map((n) => new Cancel(n)),
  ],
  { maxCommands: 30, size: '+1' },
)

async function setUp(): Promise<{ model: Model; real: Real }> {
  const tags = { plain: tagOf('video2d'), reviewed: tagOf('video2d', { review: true }) }
  const tenant = await Tenant.create(stage.admin, { callback: { url: stage.receiver.url } }, tags)
  const { key } = await stage.admin.post<{ key: string }>(tenant.path('/keys'), { name: 'r', scopes: ['annotate'] })
  const batchIds: string[] = []
  for (const name of ['one', 'two']) {
    batchIds.push((await tenant.api.post<{ batch_id: string }>(tenant.path('/batch'), { name })).batch_id)
  }
  const record = (job: ModelJob, wanted: JobStage) =>
    until(async () => {
      const there = await tenant.record(job.jobId)
      const isResting =
        RESTING.includes(there.stage) && (there.stage !== 'completed' || there.result_version === job.version)
      return there.stage === wanted || isResting ? there : null
    }, 20)
  return { model: { jobs: [] }, real: { tenant, reviewer: tenant.api.with(key), batchIds, record } }
}

test('jobs behave like a model of maps, whatever is called in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      const { model, real } = await setUp()
      await fc.asyncModelRun(() => ({ model, real }), list)
      await agreesAsAWhole(model, real)
    }),
    { numRuns: Math.max(3, Math.ceil(RUNS)), endOnFailure: true },
  )
  const { rows } = await stage.database.pool.query<{ before: JobStage; after: JobStage; n: number }>(
    'select before, after, count(*)::int as n from steps group by 1, 2',
  )
  assert.deepEqual(
    rows.filter((step) => !isStep(step.before, step.after)),
    [],
    'stages go only along the arrows',
  )
  assert.ok(rows.length > 0, 'the trigger has seen something')
})

async function agreesAsAWhole({ jobs }: Model, { tenant, batchIds }: Real): Promise<void> {
  const stats = await checkCounters(tenant)
  const done = jobs.filter((job) => job.stage === 'completed')
  const sum = (list: ModelJob[], of: (job: ModelJob) => number) => list.reduce((total, job) => total + of(job), 0)
  assert.deepEqual(
    [stats.total_jobs, stats.completed_jobs, stats.total_frames, stats.completed_frames, stats.annotations],
    [jobs.length, done.length, sum(jobs, (j) => j.frames), sum(done, (j) => j.frames), sum(done, (j) => j.annotations)],
  )
  for (const batchId of batchIds) {
    const listed = await everyJob(tenant, batchId)
    const own = jobs.filter((job) => job.batchId === batchId)
    assert.deepEqual(
      listed.map((job) => [job.reference_id, job.status]),
      own.map((job) => [job.referenceId, STATUS_OF[job.stage]]),
    )
  }
  const counted = await stage.database.pool.query<{ failed: number; cancelled: number }>(
    `select sum(failed_jobs)::int as failed, sum(cancelled_jobs)::int as cancelled from batch_counts where project_id = $1`,
    [tenant.projectId],
  )
  const of = (name: JobStage) => jobs.filter((job) => job.stage === name).length
  assert.deepEqual(counted.rows[0], { failed: of('failed'), cancelled: of('cancelled') })
  const { rows } = await tenant.api.get<{ rows: UsageRow[] }>(tenant.path('/usage'))
  const everCompleted = jobs.filter((job) => job.version > 0)
  assert.deepEqual(
    rows.map((row) => row.job_id).sort(),
    everCompleted.map((job) => job.jobId).sort(),
    'one ledger row for each job that was ever completed',
  )
  // A finished job was told of as often as it finished.
  for (const job of everCompleted) {
    const { deliveries } = await tenant.api.get<{ deliveries: Delivery[] }>(
      tenant.path(`/jobs/${job.jobId}/deliveries`),
    )
    assert.ok(deliveries.length >= job.version)
    assert.equal(new Set(deliveries.map((one) => one.webhook_id)).size, deliveries.length)
  }
}
