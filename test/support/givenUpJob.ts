import { randomUUID } from 'node:crypto'
import { failPoisonedAssembly } from '../../src/pipeline/assembleJob.ts'
import type { PipelineContext } from '../../src/pipeline/context.ts'
import { type TaskRow, taskFromRow } from '../../src/store/cluster/tasks/task.ts'
import { queuedImage } from './office.ts'
import type { Stage } from './stage.ts'
import type { Tenant } from './tenant.ts'

/** A job of a reviewed tag whose accepted work no process could assemble. */
export async function givenUpJob(stage: Stage, tenant: Tenant, tag: string): Promise<string> {
  const { pool } = stage.database
  const jobId = await queuedImage(stage, tenant, tag)
  await tenant.submitResult(jobId, { annotations: { rectangles: [] } })
  await pool.query(`update jobs set stage = 'assembling' where id = $1`, [jobId])
  const { rows } = await pool.query<TaskRow>(
    `insert into tasks (project_id, kind, subject_id, lease_token, leased_until, worker, alone_deaths)
     values ($1, 'assemble', $2, $3, now() + interval '1 hour', 'w', 3) returning *`,
    [tenant.projectId, jobId, randomUUID()],
  )
  await failPoisonedAssembly({ pool } as PipelineContext, taskFromRow(rows[0]))
  return jobId
}
