import { EVERY_JOB, JOB_ORDERS, type JobFilter, type JobOrder } from '../src/model/jobFilter.ts'
import type { Queryable } from '../src/store/postgres/pools.ts'
import { type JobKey, searchJobs } from '../src/store/project/jobs/jobSearch.ts'
import { withDatabase } from '../test/database.ts'
import { fillWithJobs } from '../test/support/manyJobs.ts'
import { atMost, type BenchResult } from './result.ts'
import { median } from './support/median.ts'
import { threadMs } from './support/processorTime.ts'

/**
 * A page of the job list of a project with 1,000,000 jobs: by each filter in each order, the first and the tenth; the
 * processor time of PostgreSQL and of the process that asks.
 */
const JOBS = 1_000_000
const ROUNDS = 9
const LIMIT = 100
/** Times of the first page without a filter. */
const GOAL = 5
/** Until code and connection are warm. */
const WARM_PAGES = 60

export function run(): Promise<BenchResult[]> {
  return withDatabase(async ({ pool }) => {
    const filled = await fillWithJobs(pool, JOBS, { batches: 100 })
    // As a database is that has been used for a while.
    for (const table of ['jobs', 'job_metadata']) await pool.query(`vacuum analyze ${table}`)
    const db = await pool.connect()
    try {
      const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
      return await compared(new Lists(db, rows[0].pid, filled.projectId), filtersOf(filled))
    } finally {
      db.release()
    }
  })
}

function filtersOf({ batchIds, personId, annotatorId }: Filled): [string, Partial<JobFilter>][] {
  const day = { createdFrom: new Date('2026-01-06'), createdTo: new Date('2026-01-07') }
  const drive = { metadata: [{ key: 'drive', value: '7777' }] }
  const city = { metadata: [{ key: 'city', value: 'c7' }] }
  return [
    ['no filter', {}],
    ['a stage', { stages: ['in_review'] }],
    ['most jobs’ stage', { stages: ['completed'] }],
    ['a rare stage', { stages: ['failed'] }],
    ['a stage without jobs', { stages: ['validating'] }],
    ['two stages', { stages: ['queued', 'in_progress'] }],
    ['a tag', { tag: 'car' }],
    ['a tag without jobs', { tag: 'nothing' }],
    ['a weight', { priorityWeight: 3 }],
    ['a batch', { batchId: batchIds[50] }],
    ['a batch and a rare stage', { batchId: batchIds[80], stages: ['failed'] }],
    ['a day', day],
    ['a day and a tag', { ...day, tag: 'car' }],
    ['a rare beginning', { referencePrefix: 'drive_1' }],
    ['a frequent beginning', { referencePrefix: 'frame-9' }],
    ['a reference', { referenceId: 'frame-777' }],
    ['whom it is assigned to', { assignee: personId }],
    ['a group it is assigned to', { assignee: 'night' }],
    ['who annotated', { person: annotatorId }],
    ['findings', { hasFindings: true }],
    ['no findings', { hasFindings: false }],
    ['findings and a stage without them', { hasFindings: true, stages: ['queued'] }],
    ['a rare value', drive],
    ['a frequent value', city],
    ['a stage and a tag', { stages: ['in_review'], tag: 'car' }],
    ['a stage and a weight', { stages: ['in_review'], priorityWeight: 3 }],
    ['a stage, a tag and a batch', { stages: ['in_review'], tag: 'car', batchId: batchIds[80] }],
    ['a stage, a tag, a weight and a value', { stages: ['completed'], tag: 'car', priorityWeight: 3, ...city }],
    ['nothing matches', { tag: 'car', priorityWeight: 3, metadata: [{ key: 'city', value: 'none' }] }],
  ]
}

async function compared(lists: Lists, filters: readonly [string, Partial<JobFilter>][]): Promise<BenchResult[]> {
  for (let page = 0; page < WARM_PAGES; page++) await lists.page(EVERY_JOB, 'created', null)
  const unfiltered = (await lists.medianMs(EVERY_JOB, 'created')).first
  const results: BenchResult[] = [
    { name: `page of ${JOBS.toLocaleString('en')} jobs`, value: unfiltered, unit: 'ms', goal: null, holds: null },
  ]
  for (const [name, filter] of filters) {
    const times: { order: JobOrder; ms: number }[] = []
    for (const order of JOB_ORDERS) {
      const { first, later } = await lists.medianMs({ ...EVERY_JOB, ...filter }, order)
      times.push({ order, ms: Math.max(first, later) })
    }
    const [slowest] = times.toSorted((one, other) => other.ms - one.ms)
    results.push(atMost(`… by ${name}, slowest in order ${slowest.order}`, slowest.ms / unfiltered, '×', GOAL))
  }
  return results
}

type Filled = Awaited<ReturnType<typeof fillWithJobs>>

class Lists {
  readonly #db: Queryable
  readonly #pid: number
  readonly #projectId: string

  constructor(db: Queryable, pid: number, projectId: string) {
    this.#db = db
    this.#pid = pid
    this.#projectId = projectId
  }

  page(filter: JobFilter, order: JobOrder, after: JobKey | null) {
    return searchJobs(this.#db, this.#projectId, { filter, order, after, limit: LIMIT })
  }

  /** Times the first page and the tenth. */
  async medianMs(filter: JobFilter, order: JobOrder) {
    let later: JobKey | null = null
    for (let i = 0; i < 9; i++) later = (await this.page(filter, order, later)).next ?? later
    const timed = async (after: JobKey | null) => {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const startMs = this.#usedMs()
        await this.page(filter, order, after)
        times.push(this.#usedMs() - startMs)
      }
      return median(times)
    }
    return { first: await timed(null), later: await timed(later) }
  }

  #usedMs(): number {
    const { user, system } = process.cpuUsage()
    return threadMs(this.#pid) + (user + system) / 1000
  }
}
