import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { oldDatabase } from '../../../test/support/oldDatabase.ts'
import { migrate } from '../postgres/migrate.ts'
import { listAttributeSums, listClassSums, listConfusions } from '../project/quality/sums.ts'

const RANGE = { from: '2026-01-01', to: '2027-01-01', withGold: true }

test('training that was counted with gold is counted apart, and confusions in gold have their person', async (t) => {
  const { pool, connectionString } = await oldDatabase(t, '0045')
  const [project, ann] = [randomUUID(), randomUUID()]
  const compared = {
    classes: [{ label: 'car', tp: 3, onlyA: 1, onlyB: 0, quality: 2.5 }],
    attributes: [{ name: 'lights', n: 3, equal: 2 }],
    confusion: [
      { a: 'car', b: 'car', count: 3 },
      { a: 'car', b: null, count: 1 },
    ],
  }
  for (const purpose of ['gold', 'training']) {
    await pool.query(
      `insert into gold_given (project_id, job_id, user_id, tag, purpose, space_id, copy_id, submitted_at, score, passed, compared)
       values ($1, $2, $3, 'boxes', $4, $5, $6, '2026-05-05T23:30Z', 0.5, false, $7)`,
      [project, randomUUID(), ann, purpose, randomUUID(), randomUUID(), JSON.stringify(compared)],
    )
  }
  const of = "$1, '2026-05-05', 'boxes'"
  await pool.query(
    `insert into quality_classes (project_id, day, tag, user_id, class, source, jobs, tp, only_a, only_b, quality_sum)
     values (${of}, $2, 'car', 'gold', 2, 6, 2, 0, 5)`,
    [project, ann],
  )
  await pool.query(
    `insert into quality_attributes (project_id, day, tag, user_id, attribute, source, n, equal)
     values (${of}, $2, 'lights', 'gold', 6, 4)`,
    [project, ann],
  )
  await pool.query(
    `insert into quality_confusions (project_id, day, tag, a, b, source, records)
     values (${of}, 'car', 'car', 'gold', 6), (${of}, 'car', '', 'gold', 2), (${of}, 'car', 'van', 'review', 7)`,
    [project],
  )
  await migrate(connectionString)
  const classes = { key: 'car', jobs: 1, tp: 3, onlyA: 1, onlyB: 0, qualitySum: 2.5 }
  for (const source of ['gold', 'training'] as const) {
    assert.deepEqual(await listClassSums(pool, project, 'class', RANGE, [source]), [classes])
    assert.deepEqual(await listAttributeSums(pool, project, RANGE, [source]), [{ key: 'lights', n: 3, equal: 2 }])
  }
  assert.deepEqual(await listConfusions(pool, project, { ...RANGE, userId: ann }), compared.confusion)
  assert.deepEqual(await listConfusions(pool, project, RANGE), [
    { a: 'car', b: 'van', count: 7 },
    ...compared.confusion,
  ])
})
