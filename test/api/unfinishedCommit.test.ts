import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { enqueue } from '../../src/store/cluster/tasks/enqueue.ts'
import type { Queryable } from '../../src/store/postgres/pools.ts'
import { insertAction } from '../../src/store/project/actions/actions.ts'
import { insertExport } from '../../src/store/project/exports/exports.ts'
import { insertImport } from '../../src/store/project/imports/imports.ts'
import type { PlainTaskKind } from '../../src/store/taskKinds.ts'
import { until } from '../support/apiClient.ts'
import { queuedImage } from '../support/office.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'

let stage: OwnStage
let tenant: Tenant
before(async () => {
  stage = await setOwnStage()
  tenant = await Tenant.create(stage.admin, {}, { reviewed: tagOf('image2d', { review: true }) })
})
after(() => stage?.clear())

/**
 * On a divided database the coordinator may have committed a task, and the machine of the project not yet what the task
 * is about. `write` writes that; it is committed after a worker has looked at the task.
 */
async function seenTooEarly(kind: PlainTaskKind, subjectId: string, write: (db: Queryable) => Promise<unknown>) {
  const { pool } = stage.database
  const client = await pool.connect()
  try {
    await client.query('begin')
    await write(client)
    await enqueue(pool, [{ projectId: tenant.projectId, kind, subjectId }])
    await until(async () => {
      const { rows } = await pool.query<{ waits: boolean; isLeft: boolean }>(
        `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits,
           exists (select from tasks where subject_id = $1 and attempts = 0) as "isLeft"`,
        [subjectId],
      )
      return rows[0].waits || !rows[0].isLeft
    })
    await client.query('commit')
  } finally {
    client.release()
  }
}

test('work is assembled also when its task is seen before the job has moved on', async () => {
  const jobId = await queuedImage(stage, tenant, 'reviewed')
  await tenant.submitResult(jobId, { annotations: { rectangles: [] } })
  await seenTooEarly('assemble', jobId, (db) => db.query(`update jobs set stage = 'assembling' where id = $1`, [jobId]))
  await tenant.reached(jobId, 'completed')
})

test('exports, imports, actions and trials of a body are begun also when their tasks are seen before them', async () => {
  const { projectId } = tenant
  const by = { keyId: null, userId: null }
  const ended = (table: string, id: string, condition: string) =>
    until(async () => {
      const { rowCount } = await stage.database.pool.query(`select from ${table} where id = $1 and ${condition}`, [id])
      return rowCount === 1
    })

  const exportId = randomUUID()
  const request = { filter: {}, splits: null, files: 'none' as const, destination: null, options: {} }
  await seenTooEarly('export', exportId, (db) =>
    insertExport(db, { projectId, exportId, format: 'coco', request, ...by }, {}),
  )
  await ended('exports', exportId, `status = 'completed'`)

  const importId = randomUUID()
  const wanted = {
    into: 'predictions' as const,
    dataBase: null,
    url: `${stage.files.baseUrl}/nothing.zip`,
    options: {},
  }
  const made = { projectId, importId, format: 'coco', tag: 'reviewed', request: wanted, sha256: null, bytes: 0, ...by }
  await seenTooEarly('import', importId, (db) => insertImport(db, made))
  await ended('imports', importId, `status = 'failed' and error ->> 'code' = 'INVALID_URL'`)

  const id = randomUUID()
  const action = { action: 'cancel' as const, value: null, selection: { jobIds: [] }, dry_run: false }
  await seenTooEarly('action', id, (db) =>
    insertAction(db, { project_id: projectId, id, ...action, export_id: null, key_id: null, user_id: null }),
  )
  await ended('job_actions', id, `status = 'completed'`)

  const runId = randomUUID()
  const body = JSON.stringify({ reference_id: 'r', tag: 'reviewed', data: { image_url: stage.files.baseUrl } })
  await seenTooEarly('dry_run', runId, (db) =>
    db.query('insert into dry_runs (project_id, id, body) values ($1, $2, $3)', [projectId, runId, Buffer.from(body)]),
  )
  await ended('dry_runs', runId, 'answer is not null')
  const { rows } = await stage.database.pool.query('select kind, note from tasks')
  assert.deepEqual(rows, [])
})
