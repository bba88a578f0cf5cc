import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { TestDatabase } from '../../../test/database.ts'
import { oldDatabase } from '../../../test/support/oldDatabase.ts'
import { migrate } from '../postgres/migrate.ts'

const BEFORE = '0009'
const [ANN, BOB, RITA] = [randomUUID(), randomUUID(), randomUUID()]

interface OldJob {
  stage: string
  annotator?: string
  reviewer?: string
  holder?: string
  resultVersion?: number
}

async function insertJob({ pool }: TestDatabase, project: string, job: OldJob): Promise<string> {
  const id = randomUUID()
  await pool.query(
    `insert into jobs (project_id, id, batch_id, position, reference_id, tag, operation, stage, priority_weight, frames,
       payload_sha256, annotator_id, reviewer_id, holder_id, held_until, result_version)
     values ($1, $2::uuid, $3, 1, $2::uuid::text, 't', 'image2d', $4, 5, 1, '\\x', $5, $6, $7,
       case when $7::uuid is not null then now() + interval '1 hour' end, $8)`,
    [project, id, randomUUID(), job.stage, job.annotator, job.reviewer, job.holder, job.resultVersion],
  )
  return id
}

async function submitted({ pool }: TestDatabase, project: string, job: string, by: string | null, minutesAgo: number) {
  await pool.query(
    `insert into submissions (project_id, job_id, version, document_sha256, annotations, user_id, key_id, created_at)
     values ($1, $2, 1, 'd1', 3, $3, $4, now() - make_interval(mins => $5))`,
    [project, job, by, by === null ? randomUUID() : null, minutesAgo],
  )
}

async function reviewed({ pool }: TestDatabase, project: string, job: string, decision: string, minutesAgo: number) {
  await pool.query(
    `insert into reviews (project_id, job_id, version, number, decision, user_id, document_sha256, created_at)
     values ($1, $2, 1, 1, $3, $4, 'd2', now() - make_interval(mins => $5))`,
    [project, job, decision, RITA, minutesAgo],
  )
}

const NAMES = new Map<string, string>([
  [ANN, 'ann'],
  [BOB, 'bob'],
  [RITA, 'rita'],
])

test('data of the version before opens: each piece of work is an assignment, open ones with their lease and time', async (t) => {
  const database = await oldDatabase(t, BEFORE)
  const { pool } = database
  const project = randomUUID()
  const jobs = {
    untouched: await insertJob(database, project, { stage: 'queued' }),
    held: await insertJob(database, project, { stage: 'in_progress', annotator: ANN, holder: ANN }),
    released: await insertJob(database, project, { stage: 'in_progress', annotator: ANN }),
    rejected: await insertJob(database, project, { stage: 'in_progress', annotator: ANN, reviewer: RITA }),
    reviewing: await insertJob(database, project, { stage: 'in_review', annotator: BOB, reviewer: RITA, holder: RITA }),
    machine: await insertJob(database, project, { stage: 'assembling' }),
    done: await insertJob(database, project, { stage: 'completed', annotator: BOB, reviewer: RITA, resultVersion: 1 }),
  }
  await submitted(database, project, jobs.rejected, ANN, 20)
  await reviewed(database, project, jobs.rejected, 'reject', 10)
  await submitted(database, project, jobs.reviewing, BOB, 20)
  await submitted(database, project, jobs.machine, null, 20)
  await submitted(database, project, jobs.done, BOB, 20)
  await reviewed(database, project, jobs.done, 'accept', 10)
  await pool.query(
    `insert into active_times (project_id, job_id, user_id, kind, active_ms) values ($1, $2, $3, 'annotate', 5000),
       ($1, $4, $3, 'annotate', 7000), ($1, $5, $6, 'review', 9000)`,
    [project, jobs.held, ANN, jobs.rejected, jobs.done, RITA],
  )
  await migrate(database.connectionString)
  const workOn = async (job: string) => {
    const { rows } = await pool.query<{
      assignment_no: number
      purpose: string
      user_id: string | null
      held: boolean
      outcome: string | null
      active_ms: number
      document_sha256: string | null
    }>(
      `select assignment_no, purpose, user_id, held_until is not null as held, outcome, active_ms, document_sha256
       from assignments where project_id = $1 and job_id = $2 order by assignment_no`,
      [project, job],
    )
    return rows.map(({ user_id, held, ...row }) =>
      [
        row.assignment_no,
        row.purpose,
        user_id === null ? 'key' : NAMES.get(user_id),
        row.outcome ?? 'open',
        held ? 'held' : '',
        row.active_ms || '',
        row.document_sha256 ?? '',
      ]
        .filter((word) => word !== '')
        .join(' '),
    )
  }
  assert.deepEqual(await workOn(jobs.untouched), [])
  assert.deepEqual(await workOn(jobs.held), ['1 annotate ann open held 5000'])
  assert.deepEqual(await workOn(jobs.released), ['1 annotate ann open'])
  assert.deepEqual(await workOn(jobs.rejected), [
    '1 annotate ann rejected d1',
    '2 review rita submitted d2',
    '3 annotate ann open 7000',
  ])
  assert.deepEqual(await workOn(jobs.reviewing), ['1 annotate bob submitted d1', '2 review rita open held'])
  assert.deepEqual(await workOn(jobs.machine), ['1 annotate key submitted d1'])
  assert.deepEqual(await workOn(jobs.done), ['1 annotate bob accepted d1', '2 review rita submitted 9000 d2'])
})
