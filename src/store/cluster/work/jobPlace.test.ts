import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withDatabase } from '../../../../test/database.ts'
import { fillWithJobs } from '../../../../test/support/manyJobs.ts'
import { looksAtJobs } from '../../../../test/support/rowsRead.ts'
import { withTransaction } from '../../postgres/transactions.ts'
import { newJobId } from '../../project/jobs/jobId.ts'
import { projectOfJob } from './jobPlace.ts'

test('the project of a job is found by its id, among all projects or those that a person sees', () =>
  withDatabase(async ({ pool }) => {
    const [other, own] = [await fillWithJobs(pool, 3), await fillWithJobs(pool, 3)].map(({ projectId }) => projectId)
    const { rows } = await pool.query<{ id: string }>('select id from jobs where project_id = $1', [own])
    for (const { id } of rows) {
      assert.equal(await projectOfJob(pool, id), own)
      assert.equal(await projectOfJob(pool, id, [other, own]), own)
      assert.equal(await projectOfJob(pool, id, [other]), null)
      assert.equal(await projectOfJob(pool, id, []), null)
    }
  }))

test('the id of a new job names its project, so that no other is asked', () =>
  withDatabase(async ({ pool }) => {
    const projectIds: string[] = []
    for (let n = 0; n < 5; n++) projectIds.push((await fillWithJobs(pool, 200)).projectId)
    await withTransaction(pool, async (db) => {
      for (const projectId of projectIds) {
        const jobId = newJobId(projectId.toUpperCase())
        await db.query('update jobs set id = $2 where project_id = $1 and position = 1', [projectId, jobId])
        const looks = await looksAtJobs(db, async () => assert.equal(await projectOfJob(db, jobId), projectId))
        assert.equal(looks, 1)
      }
    })
  }))
