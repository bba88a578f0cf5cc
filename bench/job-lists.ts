import { EVERY_JOB, JOB_ORDERS, type JobFilter, type JobOrder } from '../src/model/jobFilter.ts'
import type { Pool } from '../src/store/postgres/pools.ts'
import { type JobKey, searchJobs } from '../src/store/project/jobs/jobSearch.ts'
import { withDatabase } from '../test/database.ts'
import { fillWithJobs } from '../test/support/manyJobs.ts'
import { atMost, type BenchResult } from './result.ts'

/** A page of the job list of a project with 1,000,000 jobs: by each filter in each order, the first and the tenth. */
const JOBS = 1_000_000
const ROUNDS = 9
const LIMIT = 100
/** Times of the first page without a filter. */
const GOAL = 5
/** Below this, times are those of the connection. */
const LEAST_MS = 0.5

export function run(): Promise<BenchResult[]> {
  return withDatabase(async ({ pool }) => {
    const { projectId, batchIds, personId } = await fillWithJobs(pool, JOBS, { batches: 100 })
    await pool.query('analyze jobs')
    const day = { createdFrom: new Date('2026-01-06'), createdTo: new Date('2026-01-07') }
    const filters: [string, Partial<JobFilter>][] = [
      ['no filter', {}],
      ['a stage', { stages: ['in_review'] }],
      ['a rare stage', { stages: ['failed'] }],
      ['two stages', { stages: ['queued', 'in_progress'] }],
      ['a tag', { tag: 'car' }],
      ['a weight', { priorityWeight: 3 }],
      ['a batch', { batchId: batchIds[50] }],
      ['a batch and a rare stage', { batchId: batchIds[80], stages: ['failed'] }],
      ['a day', day],
      ['a day and a tag', { ...day, tag: 'car' }],
      ['a rare beginning', { referencePrefix: 'drive_1' }],
      ['a frequent beginning', { referencePrefix: 'frame-9' }],
      ['a person', { assignee: personId }],
      ['a rare value', { metadata: [{ key: 'drive', value: '7777' }] }],
      ['a frequent value', { metadata: [{ key: 'city', value: 'c7' }] }],
      ['nothing matches', { tag: 'car', priorityWeight: 3, metadata: [{ key: 'city', value: 'none' }] }],
    ]
    const results: BenchResult[] = []
    const unfiltered = (await medianMs(pool, projectId, EVERY_JOB, 'created')).first
    for (const [name, filter] of filters) {
      const times: { order: JobOrder; ms: number }[] = []
      for (const order of JOB_ORDERS) {
        const { first, later } = await medianMs(pool, projectId, { ...EVERY_JOB, ...filter }, order)
        times.push({ order, ms: Math.max(first, later) })
      }
      const [slowest] = times.toSorted((one, other) => other.ms - one.ms)
      const ratio = slowest.ms / Math.max(unfiltered, LEAST_MS)
      results.push(atMost(`page of 1,000,000 jobs: ${name}, slowest by ${slowest.order}`, ratio, '×', GOAL))
    }
    return results
  })
}

/** Times the first page and the tenth. */
async function medianMs(pool: Pool, projectId: string, filter: JobFilter, order: JobOrder) {
  const page = (after: JobKey | null) => searchJobs(pool, projectId, { filter, order, after, limit: LIMIT })
  let later: JobKey | null = null
  for (let i = 0; i < 9; i++) later = (await page(later)).next ?? later
  const timed = async (after: JobKey | null) => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now()
      await page(after)
      times.push(performance.now() - start)
    }
    return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]
  }
  return { first: await timed(null), later: await timed(later) }
}
