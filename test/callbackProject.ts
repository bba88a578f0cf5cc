import { randomUUID } from 'node:crypto'
import type { Pool } from '../src/store/postgres/pools.ts'
import { withTransaction } from '../src/store/postgres/transactions.ts'
import { type Announcement, announce } from '../src/store/project/callbacks/announce.ts'
import { type Delivery, deliveriesOfJob } from '../src/store/project/callbacks/deliveries.ts'
import { createCallbackSettings, putCallbackSettings } from '../src/store/project/callbacks/settings.ts'
import { DEFAULT_BATCH_NAME, insertProject } from '../src/store/project/projects/projects.ts'
import { IMAGE_PROJECT } from './support/imageProject.ts'

export interface CallbackProject {
  projectId: string
  batchId: string
  signingSecret: string
}

/** A project whose callbacks go to `url`. */
export async function callbackProject(
  pool: Pool,
  masterKey: Buffer,
  options: { url: string | null; serviceKey?: string; events?: Announcement['status'][]; allowedOrigins?: string[] },
): Promise<CallbackProject> {
  return withTransaction(pool, async (client) => {
    const projectId = await insertProject(client, masterKey, IMAGE_PROJECT)
    const { url, serviceKey = null, events, allowedOrigins } = options
    const { signingSecret } = await createCallbackSettings(client, masterKey, { projectId, url, serviceKey })
    await putCallbackSettings(client, masterKey, projectId, { events, allowedOrigins })
    const { rows } = await client.query<{ id: string }>('select id from batches where project_id = $1 and name = $2', [
      projectId,
      DEFAULT_BATCH_NAME,
    ])
    return { projectId, batchId: rows[0].id, signingSecret }
  })
}

let made = 0

/** Announcements of new jobs of a project, each with a different body. */
export function announcements(
  project: CallbackProject,
  count: number,
  more: Partial<Announcement> = {},
): Announcement[] {
  return Array.from({ length: count }, () => {
    const jobId = randomUUID()
    const body = Buffer.from(JSON.stringify({ annotations: [{ reference_id: `job-${++made}`, job_id: jobId }] }))
    const { projectId, batchId } = project
    return { projectId, batchId, jobId, callbackUrl: null, status: 'COMPLETED' as const, body, ...more }
  })
}

/** Announces in a separate transaction, as the pipeline does. */
export function commitAnnouncements(pool: Pool, list: readonly Announcement[]): Promise<number> {
  return withTransaction(pool, (client) => announce(client, list))
}

/** The deliveries of a job, as soon as they are as `enough` wants them. */
export async function deliveriesWhen(
  pool: Pool,
  projectId: string,
  jobId: string,
  enough: (deliveries: Delivery[]) => boolean,
): Promise<Delivery[]> {
  for (;;) {
    const deliveries = await deliveriesOfJob(pool, projectId, jobId)
    if (enough(deliveries)) return deliveries
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
