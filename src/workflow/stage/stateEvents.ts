import { eventBody } from '../../formats/callback/eventBody.ts'
import type { CallbackEventName } from '../../model/callbackEvent.ts'
import type { Stage } from '../../model/stage.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { findBatch } from '../../store/project/batches/batches.ts'
import type { Announcement } from '../../store/project/callbacks/announce.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { tellManagers } from '../../store/project/notifications/notifications.ts'

/** Events about jobs in progress that projects may subscribe to. */
const EVENT_AT: Readonly<Partial<Record<Stage, CallbackEventName>>> = {
  queued: 'job.queued',
  in_review: 'job.in_review',
}

/** The events for jobs that changed their stage, as their project subscribes to them. */
export function stateEvents(asked: readonly CallbackEventName[], moved: readonly Job[]): Announcement[] {
  return moved.flatMap(({ projectId, batchId, jobId, referenceId, callbackUrl, stage }) => {
    const status = EVENT_AT[stage]
    if (!status || !asked.includes(status)) return []
    const ids = { project_id: projectId, batch_id: batchId, job_id: jobId, reference_id: referenceId }
    const body = Buffer.from(eventBody(status, new Date(), ids))
    return [{ projectId, jobId, batchId, callbackUrl, status, body }]
  })
}

/** Tells managers that batches of a project are complete, and answers the events for customers who ask for them. */
export async function completeBatches(
  db: Queryable,
  projectId: string,
  asked: readonly CallbackEventName[],
  completed: readonly string[],
): Promise<Announcement[]> {
  const status = 'batch.completed'
  const events: Announcement[] = []
  for (const batchId of completed) {
    const { name = null, isDefault = true, callbackUrl = null } = (await findBatch(db, projectId, batchId)) ?? {}
    // The default batch gets jobs for as long as the project lasts, so its end means nothing.
    if (!isDefault) await tellManagers(db, { projectId, kind: 'batch_completed', subject: name })
    if (!asked.includes(status)) continue
    const body = Buffer.from(eventBody(status, new Date(), { project_id: projectId, batch_id: batchId }))
    events.push({ projectId, jobId: batchId, batchId, callbackUrl, status, body })
  }
  return events
}
