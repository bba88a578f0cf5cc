import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withDatabase } from '../../../../test/database.ts'
import { imageJobRow } from '../../../../test/support/imageJobRow.ts'
import { fillWithJobs } from '../../../../test/support/manyJobs.ts'
import { rowsRead } from '../../../../test/support/rowsRead.ts'
import { writeJobs } from '../../cluster/jobs/writeJobs.ts'
import { withTransaction } from '../../postgres/transactions.ts'
import { changeJobs } from './jobChange.ts'
import { lockJobs } from './jobs.ts'

test('some jobs of a project that has just got many are changed without reading the others', async () => {
  await withDatabase(async ({ pool }) => {
    const { projectId, batchIds } = await fillWithJobs(pool, 0)
    // No statistics know of them yet.
    const jobs = Array.from({ length: 2000 }, () => imageJobRow({ projectId, batchId: batchIds[0] }, () => ({})))
    await writeJobs(pool, jobs)
    const ids = jobs.slice(0, 20).map(({ jobId }) => jobId)
    await withTransaction(pool, async (db) => {
      const changes = (await lockJobs(db, projectId, ids)).map((job) => ({ job }))
      const read = await rowsRead(db, async () => {
        const changed = await changeJobs(db, projectId, { stage: 'validating' }, changes)
        assert.deepEqual(new Set(changed.keys()), new Set(ids))
      })
      assert.ok(read < 100, `${read} rows were read`)
    })
  })
})
