import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { oldDatabase } from '../../../test/support/oldDatabase.ts'
import { migrate } from '../postgres/migrate.ts'
import { listPairs } from '../project/quality/pairSums.ts'
import { listWorstWork } from '../project/quality/scoredWork.ts'

const RANGE = { from: '2026-01-01', to: '2027-01-01', withGold: true }

test('work that gold, consensus and reviews scored before is among the worst, with its person, and pairs are counted', async (t) => {
  const { pool, connectionString } = await oldDatabase(t, '0040')
  const [project, space, ann, ben, key] = Array.from({ length: 5 }, () => randomUUID())
  const job = async (place: string, reference: string) => {
    const id = randomUUID()
    await pool.query(
      `insert into jobs (project_id, id, batch_id, position, reference_id, tag, operation, stage, priority_weight, frames,
         payload_sha256) values ($1, $2, $3, 1, $4, 'boxes', 'image2d', 'completed', 5, 1, '\\x')`,
      [place, id, randomUUID(), reference],
    )
    return id
  }
  const submitted = (place: string, id: string, number: number, purpose: string, by: { user?: string; key?: string }) =>
    pool.query(
      `insert into assignments (project_id, job_id, assignment_no, purpose, user_id, key_id, version, outcome, ended_at)
       values ($1, $2, $3, $4, $5, $6, 1, 'submitted', '2026-05-04T10:00Z')`,
      [place, id, number, purpose, by.user ?? null, by.key ?? null],
    )
  const [source, copy] = [await job(project, 'gold'), await job(space, 'gold')]
  await pool.query(
    `insert into gold_given (project_id, job_id, user_id, tag, purpose, space_id, copy_id, submitted_at, score, passed)
     values ($1, $2, $3, 'boxes', 'gold', $4, $5, '2026-05-05T10:00Z', 0.25, false)`,
    [project, source, ann, space, copy],
  )
  await submitted(space, copy, 2, 'annotate', { user: ann })
  const shared = await job(project, 'shared')
  for (const [i, by] of [{ user: ben }, { key }, { user: ann }].entries())
    await submitted(project, shared, i + 4, 'consensus', by)
  const pairs = [
    { a: 0, b: 1, score: 0.9 },
    { a: 0, b: 2, score: 0.6 },
    { a: 1, b: 2, score: 0.3 },
  ]
  await pool.query(
    `insert into consensus_jobs (project_id, job_id, wanted, agreement, is_open, score, outcome, candidates, medoid, pairs,
       created_at) values ($1, $2, 3, 0.8, false, 0.6, 'open', '[4, 5, 6]', 0, $3, '2026-05-04T10:00Z')`,
    [project, shared, JSON.stringify(pairs)],
  )
  const reviewed = await job(project, 'reviewed')
  await submitted(project, reviewed, 1, 'annotate', { user: ben })
  await pool.query(
    `insert into scored_work (project_id, job_id, source, reference_id, tag, score, at, over)
     values ($1, $2, 'review', 'reviewed', 'boxes', 0.5, '2026-05-06T10:00Z', '["result-1", "submission-1"]')`,
    [project, reviewed],
  )
  await migrate(connectionString)
  const worst = await listWorstWork(pool, project, RANGE, 10)
  assert.deepEqual(
    worst.map(({ job_id, source, score, over }) => [job_id, source, score, over]),
    [
      [copy, 'gold', 0.25, ['truth', 'submission-2']],
      [reviewed, 'review', 0.5, ['result-1', 'submission-1']],
      [shared, 'consensus', 0.6, ['candidate-B', 'candidate-C']],
    ],
  )
  const sourcesOf = async (userId: string) =>
    (await listWorstWork(pool, project, { ...RANGE, userId }, 10)).map(({ source }) => source)
  assert.deepEqual(
    [await sourcesOf(ann), await sourcesOf(ben)],
    [
      ['gold', 'consensus'],
      ['review', 'consensus'],
    ],
  )
  const [a, b] = [ann, ben].sort()
  assert.deepEqual(await listPairs(pool, project, RANGE), [{ a, b, jobs: 1, score_sum: 0.6 }])
})
