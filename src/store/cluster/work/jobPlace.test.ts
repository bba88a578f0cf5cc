import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withDatabase } from '../../../../test/database.ts'
import { fillWithJobs } from '../../../../test/support/manyJobs.ts'
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
