import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withDatabase } from '../../../../test/database.ts'
import { fillWithJobs } from '../../../../test/support/manyJobs.ts'
import { rowsRead } from '../../../../test/support/rowsRead.ts'
import { withTransaction } from '../../postgres/transactions.ts'
import { writeJobsOfProject } from './jobChange.ts'
import { lockJobs } from './jobs.ts'

test('some jobs of a large project are changed without reading the others', async () => {
  await withDatabase(async ({ pool }) => {
    const { projectId } = await fillWithJobs(pool, 3000)
    const { rows } = await pool.query<{ id: string }>('select id from jobs where project_id = $1 limit 20', [projectId])
    const ids = rows.map(({ id }) => id)
    await withTransaction(pool, async (db) => {
      const changes = [...(await lockJobs(db, projectId, ids)).values()].map((job) => ({ job, change: {} }))
      const read = await rowsRead(db, async () => {
        const changed = await writeJobsOfProject(db, projectId, { stage: 'validating', isFreed: false }, changes)
        assert.deepEqual(new Set(changed.keys()), new Set(ids))
      })
      assert.ok(read < 100, `${read} rows were read`)
    })
  })
})
