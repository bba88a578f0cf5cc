import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { fillWithJobs } from '../../../../test/support/manyJobs.ts'
import { rowsRead } from '../../../../test/support/rowsRead.ts'
import { EVERY_JOB, JOB_ORDERS, type JobFilter, type JobOrder } from '../../../model/jobFilter.ts'
import { withTransaction } from '../../postgres/transactions.ts'
import { firstAbove } from './jobConditions.ts'
import { type JobKey, searchJobs } from './jobSearch.ts'
import { JOB_COLUMNS, type Job, type JobColumns, jobOf } from './jobs.ts'

const COUNT = 12_000
let database: TestDatabase
let filled: Awaited<ReturnType<typeof fillWithJobs>>
let all: Job[] = []
let uncertainties = new Map<string, number>()
let checked = new Set<string>()

before(async () => {
  database = await createTestDatabase()
  filled = await fillWithJobs(database.pool, COUNT, { batches: 3 })
  await fillWithJobs(database.pool, 50)
  await database.pool.query('update jobs set uncertainty = position % 7 * 100000 where position % 3 = 0')
  await database.pool.query(
    `with rainy as (
       update jobs set metadata = (metadata::jsonb || '{"weather": "rain"}')::json
       where project_id = $1 and position % 3 > 0 returning *
     ) insert into job_metadata (project_id, key, value, created_at, position, job_id)
     select project_id, 'weather', 'rain', created_at, position, id from rainy`,
    [filled.projectId],
  )
  const { rows } = await database.pool.query<JobColumns>(`select ${JOB_COLUMNS} from jobs where project_id = $1`, [
    filled.projectId,
  ])
  all = rows.map(jobOf)
  const { rows: withFindings } = await database.pool.query<{ id: string }>(
    'select id from jobs where finding_count > 0',
  )
  checked = new Set(withFindings.map(({ id }) => id))
  uncertainties = new Map(rows.map(({ id, uncertainty }) => [id, uncertainty]))
})
after(() => database.drop())

async function everyPage(filter: JobFilter, order: JobOrder, limit: number) {
  const found: Job[] = []
  let pages = 0
  let next: JobKey | null = null
  do {
    const page = await searchJobs(database.pool, filled.projectId, { filter, order, after: next, limit })
    assert.ok(page.jobs.length <= limit)
    found.push(...page.jobs)
    next = page.next
    assert.ok(++pages < 200, 'the pages have no end')
  } while (next)
  return { found, pages }
}

const leaves = (filter: JobFilter, job: Job): boolean =>
  (filter.stages === null || filter.stages.includes(job.stage)) &&
  (filter.tag === null || filter.tag === job.tag) &&
  (filter.batchId === null || filter.batchId === job.batchId) &&
  (filter.referenceId === null || filter.referenceId === job.referenceId) &&
  (filter.referencePrefix === null || job.referenceId.startsWith(filter.referencePrefix)) &&
  (filter.priorityWeight === null || filter.priorityWeight === job.priorityWeight) &&
  (filter.assignee === null || filter.assignee === (job.assignedUser ?? job.assignedGroup)) &&
  (!filter.person || [job.annotatorId, job.reviewerId, job.holderId].includes(filter.person)) &&
  (filter.hasFindings === null || filter.hasFindings === checked.has(job.jobId)) &&
  (filter.createdFrom === null || job.createdAt >= filter.createdFrom) &&
  (filter.createdTo === null || job.createdAt < filter.createdTo) &&
  filter.metadata.every(({ key, value }) => String(job.metadata[key]) === value)

const byCreation = (a: Job, b: Job) => a.createdAt.getTime() - b.createdAt.getTime() || a.position - b.position
const COMPARED: Readonly<Record<JobOrder, (a: Job, b: Job) => number>> = {
  created: byCreation,
  '-created': (a, b) => byCreation(b, a),
  uncertainty: (a, b) => (uncertainties.get(b.jobId) ?? -1) - (uncertainties.get(a.jobId) ?? -1) || byCreation(a, b),
  priority: (a, b) => b.priorityWeight - a.priorityWeight || byCreation(a, b),
  stage_at: (a, b) => a.stageAt.getTime() - b.stageAt.getTime() || a.position - b.position,
}

const span = () => ({ createdFrom: new Date('2026-01-01T01:00:00Z'), createdTo: new Date('2026-01-01T02:00:00Z') })
const rare = () => ({ assignee: filled.personId })
const FILTERS: readonly [string, () => Partial<JobFilter>][] = [
  ['no filter', () => ({})],
  ['one stage', () => ({ stages: ['queued'] })],
  ['two stages and a tag', () => ({ stages: ['in_review', 'failed'], tag: 'car' })],
  ['a tag', () => ({ tag: 'sign' })],
  ['a batch', () => ({ batchId: filled.batchIds[1] })],
  ['a batch and a stage of it', () => ({ batchId: filled.batchIds[2], stages: ['failed'] })],
  ['a weight', () => ({ priorityWeight: 3 })],
  ['a rare beginning', () => ({ referencePrefix: 'drive_' })],
  ['a frequent beginning', () => ({ referencePrefix: 'frame-1' })],
  ['a reference', () => ({ referenceId: 'frame-77' })],
  ['a person', rare],
  ['a person and a stage', () => ({ ...rare(), stages: ['completed'] })],
  ['a group', () => ({ assignee: 'night' })],
  ['a group and a stage', () => ({ assignee: 'night', stages: ['completed'] })],
  ['who annotated', () => ({ person: filled.annotatorId })],
  ['findings', () => ({ hasFindings: true })],
  ['findings and a tag', () => ({ hasFindings: true, tag: 'car' })],
  ['no findings', () => ({ hasFindings: false })],
  ['a rare value', () => ({ metadata: [{ key: 'drive', value: '80' }] })],
  ['a frequent value', () => ({ metadata: [{ key: 'weather', value: 'rain' }] })],
  [
    'a frequent value, a stage and a span of time',
    () => ({ ...span(), stages: ['completed'], metadata: [{ key: 'weather', value: 'rain' }] }),
  ],
  [
    'a frequent value in a batch',
    () => ({ batchId: filled.batchIds[1], metadata: [{ key: 'weather', value: 'rain' }] }),
  ],
  ['two values', () => ({ metadata: ['city', 'drive'].map((key) => ({ key, value: key === 'city' ? 'c7' : '33' })) })],
  ['a span of time', span],
  ['a span of time and a tag', () => ({ ...span(), tag: 'car' })],
  ['what no job has', () => ({ tag: 'nothing' })],
]

for (const [name, filter] of FILTERS) {
  test(`the pages of a list by ${name} are all its jobs once, in every order`, async () => {
    const asked = { ...EVERY_JOB, ...filter() }
    const expected = all.filter((job) => leaves(asked, job))
    for (const order of JOB_ORDERS) {
      const { found } = await everyPage(asked, order, 997)
      const sorted = [...expected].sort(COMPARED[order])
      assert.equal(found.length, sorted.length, order)
      assert.deepEqual(
        found.map(({ referenceId }) => referenceId),
        sorted.map(({ referenceId }) => referenceId),
        order,
      )
    }
  })
}

test('a page reads a limited number of entries, and says that there are others', async () => {
  // Nothing of the tag is in this stage: the list has to be walked to its end, page by page.
  const { found, pages } = await everyPage({ ...EVERY_JOB, tag: 'car', priorityWeight: 3 }, 'stage_at', 100)
  assert.ok(pages >= COUNT / 1500)
  assert.equal(found.length, all.filter((job) => job.tag === 'car' && job.priorityWeight === 3).length)
})

for (const order of ['created', '-created'] as const) {
  test(`a further page of a stage by ${order} reads no more jobs than it shows`, async () => {
    const search = { filter: { ...EVERY_JOB, stages: ['in_review' as const] }, order, limit: 10 }
    await withTransaction(database.pool, async (db) => {
      const { next } = await searchJobs(db, filled.projectId, { ...search, after: null })
      const read = await rowsRead(db, () => searchJobs(db, filled.projectId, { ...search, after: next }))
      assert.ok(read < 50, `${read} rows were read for a page of 10`)
    })
  })
}

for (const [name, filter] of [
  ['findings', { hasFindings: true }],
  ['a group', { assignee: 'night' }],
] as const) {
  test(`the newest jobs of ${name} fill a page, although none of the newest jobs is among them`, async () => {
    const search = { filter: { ...EVERY_JOB, ...filter }, order: '-created' as const, after: null, limit: 10 }
    assert.equal((await searchJobs(database.pool, filled.projectId, search)).jobs.length, 10)
  })
}

test('the first text above a prefix is above all that start with it, and below all others that are above them', () => {
  assert.deepEqual(['a', 'ab', 'a\u{10ffff}', '\u{10ffff}', '\ud7ff', 'é'].map(firstAbove), [
    'b',
    'ac',
    'b',
    null,
    '\ue000',
    'ê',
  ])
})
