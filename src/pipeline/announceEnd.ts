import { eventBody } from '../formats/callback/callbackBody.ts'
import type { Queryable } from '../store/postgres/pools.ts'
import { announce } from '../store/project/callbacks/announce.ts'

/** Tells those who asked for it that an export or import is completed; the last statement of its transaction. */
export async function announceEnd(
  db: Queryable,
  what: 'export' | 'import',
  { projectId, id }: { projectId: string; id: string },
): Promise<void> {
  const status = `${what}.completed` as const
  const body = eventBody(status, new Date(), { project_id: projectId, [`${what}_id`]: id })
  await announce(db, [{ projectId, jobId: id, batchId: null, callbackUrl: null, status, body: Buffer.from(body) }])
}
