import { after, before, test } from 'node:test'
import { until } from '../support/apiClient.ts'
import { queuedImage } from '../support/office.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant
before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { reviewed: tagOf('image2d', { review: true }) })
})
after(() => stage?.clear())

// On a divided database the coordinator may have committed the task, and the machine of the job not yet the job.
test('work is assembled also when its task is seen before the job has moved on', async () => {
  const { pool } = stage.database
  const jobId = await queuedImage(stage, tenant, 'reviewed')
  await tenant.submitResult(jobId, { annotations: { rectangles: [] } })
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`update jobs set stage = 'assembling' where id = $1`, [jobId])
    await pool.query(`insert into tasks (project_id, kind, subject_id) values ($1, 'assemble', $2)`, [
      tenant.projectId,
      jobId,
    ])
    await until(async () => {
      const { rows } = await pool.query<{ waits: boolean; isDropped: boolean }>(
        `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits,
           not exists (select from tasks where subject_id = $1) as "isDropped"`,
        [jobId],
      )
      return rows[0].waits || rows[0].isDropped
    })
    await client.query('commit')
  } finally {
    client.release()
  }
  await tenant.reached(jobId, 'completed')
})
