import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { withDatabase } from '../../../../test/database.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { addDraft, trimDrafts } from './drafts.ts'

const [ann, bob] = [randomUUID(), randomUUID()]

async function draftIn(db: Queryable, projectId: string, jobId: string, userId: string, bytes = 100): Promise<string> {
  const draftId = randomUUID()
  const operations = 'x'.repeat(bytes)
  await addDraft(db, { projectId, jobId }, { draftId, userId, baseVersion: 0, operations, operationCount: 1 })
  return draftId
}

async function left(db: Queryable): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>('select id from work_drafts')
  return new Set(rows.map(({ id }) => id))
}

test('a person’s oldest drafts go above a number and a size, never the newest of a job nor those of others', async () => {
  await withDatabase(async ({ pool }) => {
    const [project, other] = [randomUUID(), randomUUID()]
    const [first, second] = [randomUUID(), randomUUID()]
    const draft = (jobId: string, bytes?: number) => draftIn(pool, project, jobId, ann, bytes)
    const trim = (count: number, bytes: number) =>
      trimDrafts(pool, { projectId: project, userId: ann }, { count, bytes })
    const foreign = [await draftIn(pool, project, first, bob), await draftIn(pool, other, first, ann)]
    const onlyOfFirst = await draft(first)
    const older = [await draft(second), await draft(second), await draft(second)]
    const newest = await draft(second)
    assert.equal(await trim(5, 1e6), 0)
    assert.equal(await trim(3, 1e6), 2)
    assert.deepEqual(await left(pool), new Set([...foreign, onlyOfFirst, older[2], newest]))
    const large = await draft(second, 5_000_000)
    assert.equal(await trim(100, 1e6), 2)
    assert.deepEqual(await left(pool), new Set([...foreign, onlyOfFirst, large]))
    assert.equal(await trim(0, 0), 0)
  })
})

test('drafts of one person that come at once leave no more than the limit', async () => {
  await withDatabase(async ({ pool }) => {
    const [projectId, jobId] = [randomUUID(), randomUUID()]
    const keep = async () => {
      await draftIn(pool, projectId, jobId, ann)
      await trimDrafts(pool, { projectId, userId: ann }, { count: 5, bytes: 1e6 })
    }
    await Promise.all(Array.from({ length: 40 }, keep))
    assert.equal((await left(pool)).size, 5)
  })
})
