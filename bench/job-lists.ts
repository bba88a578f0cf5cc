import { EVERY_JOB, type JobFilter, type JobOrder } from '../src/model/jobFilter.ts'
import type { Pool } from '../src/store/postgres/pools.ts'
import { type JobKey, searchJobs } from '../src/store/project/jobs/jobSearch.ts'
import { withDatabase } from '../test/database.ts'
import { fillWithJobs } from '../test/support/manyJobs.ts'
import { atMost, type BenchResult } from './result.ts'

/** A page of the job list of a project with 1,000,000 jobs: by each filter and order, in the middle and at the end. */
const JOBS = 1_000_000
const ROUNDS = 15
const LIMIT = 100

export function run(): Promise<BenchResult[]> {
  return withDatabase(async ({ pool }) => {
    const { projectId, batchIds, personId } = await fillWithJobs(pool, JOBS, { batches: 100 })
    await pool.query('analyze jobs')
    const lists: [string, Partial<JobFilter>, JobOrder][] = [
      ['no filter', {}, 'created'],
      ['newest first', {}, '-created'],
      ['by weight', {}, 'priority'],
      ['longest in their stage', {}, 'stage_at'],
      ['a stage', { stages: ['queued'] }, 'created'],
      ['a stage, newest first', { stages: ['completed'] }, '-created'],
      ['a stage, longest in it', { stages: ['in_review'] }, 'stage_at'],
      ['a stage by weight', { stages: ['failed'] }, 'priority'],
      ['a tag', { tag: 'car' }, 'created'],
      ['a batch', { batchId: batchIds[50] }, 'created'],
      ['a batch and a rare stage', { batchId: batchIds[80], stages: ['failed'] }, '-created'],
      ['a rare beginning', { referencePrefix: 'drive_1' }, 'created'],
      ['a frequent beginning', { referencePrefix: 'frame-9' }, 'created'],
      ['a person', { assignee: personId }, 'priority'],
      ['a rare value', { metadata: [{ key: 'drive', value: '7777' }] }, 'created'],
      ['a frequent value', { metadata: [{ key: 'city', value: 'c7' }] }, '-created'],
      ['nothing matches', { tag: 'car', priorityWeight: 3, metadata: [{ key: 'city', value: 'none' }] }, 'stage_at'],
    ]
    const results: BenchResult[] = []
    let first = 0
    for (const [name, filter, order] of lists) {
      const ms = await medianMs(pool, projectId, { ...EVERY_JOB, ...filter }, order)
      if (results.length === 0) first = ms.first
      results.push(
        atMost(`page of 1,000,000 jobs: ${name}`, Math.max(ms.first, ms.later), 'ms', Math.max(5 * first, 1)),
      )
    }
    return results
  })
}

/** Of the first page, and of the tenth. */
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
