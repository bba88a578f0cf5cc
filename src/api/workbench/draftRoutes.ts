import { type DraftAnswer, type DraftTakenAnswer, workEndpoints } from '../../contract/work.ts'
import { isoTime } from '../../formats/isoTime.ts'
import { MAX_SAVE_BYTES } from '../../formats/workbench/work.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { MAX_JOB_VALUES } from '../../model/limits.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { type Draft, listDrafts, takeDraft } from '../../store/project/work/drafts.ts'
import { ownsDraft } from '../../workflow/policies/drafts.ts'
import { otherVersion } from '../../workflow/refusal.ts'
import { applyDraft, draftNotFound, keepDraft } from '../../workflow/work/drafts.ts'
import { personOf } from '../http/actor.ts'
import { type Route, route } from '../http/route.ts'
import { sendWith } from '../http/sendJson.ts'
import { mayNot } from '../http/sessionCheck.ts'
import { keptOperations } from '../threads/documentWork.ts'
import { authorizeJob, authorizeLateJob } from './authorizeJob.ts'
import { operationsJson, pointCountFor, receiveBatch } from './saving.ts'
import type { WorkbenchContext } from './workbenchContext.ts'

/** Late work, whose lease had passed on: stored as a draft until the job's holder applies or discards it. */
export function draftRoutes(workbench: WorkbenchContext): Route[] {
  const { pool } = workbench.context
  return [
    route(workEndpoints.listDrafts, {
      handle: async ({ session, params }) => {
        const job = await authorizeLateJob(workbench, session, params.jid)
        const drafts = await listDrafts(pool, job)
        return { drafts: drafts.filter((draft) => ownsDraft(personOf(session), job, draft)).map(draftRow) }
      },
    }),
    route(workEndpoints.createDraft, {
      maxBodyBytes: MAX_SAVE_BYTES,
      maxValues: MAX_JOB_VALUES,
      handle: async ({ session, params, bytes }) => {
        const batch = await receiveBatch(workbench, session.userId, bytes)
        const job = await authorizeLateJob(workbench, session, params.jid)
        await keepDraft(pool, job, {
          draftId: batch.batchId,
          userId: session.userId,
          baseVersion: batch.baseVersion,
          operations: operationsJson(batch.operations),
          operationCount: batch.operationCount,
        })
        const kept = (await listDrafts(pool, job)).find(({ draftId }) => draftId === batch.batchId.toLowerCase())
        if (!kept) throw draftNotFound()
        return draftRow(kept)
      },
    }),
    route(workEndpoints.takeDraft, {
      handle: async ({ session, params, body, reply }) => {
        const job = await authorizeJob(workbench, session, params.jid)
        const { operations, ...taken } = await takeIn(workbench, session, job, params.did, body.baseVersion)
        return sendWith(reply, taken, { operations: [operations] })
      },
    }),
    route(workEndpoints.deleteDraft, {
      handle: async ({ session, params }) => {
        const job = await authorizeLateJob(workbench, session, params.jid)
        const draft = (await listDrafts(pool, job)).find(({ draftId }) => draftId === params.did)
        if (!draft) throw draftNotFound()
        if (!ownsDraft(personOf(session), job, draft)) throw mayNot()
        if (!(await takeDraft(pool, job, draft.draftId))) throw draftNotFound()
        return {}
      },
    }),
  ]
}

async function takeIn(
  workbench: WorkbenchContext,
  session: Session,
  job: Job,
  draftId: string,
  baseVersion: number,
): Promise<Omit<DraftTakenAnswer, 'operations'> & { operations: Buffer }> {
  const { documents, context, leaseSeconds, work } = workbench
  const { version, document } = await documents.current(job)
  if (version !== baseVersion) throw otherVersion(version)
  const by = { userId: session.userId, baseVersion, leaseSeconds }
  const taken = await applyDraft(context.pool, job, draftId, by, async (draft) => {
    const pointCount = await pointCountFor(workbench, job, { touchesLabels: rulesOf(job.annotationType).hasLabels })
    const applied = await work.apply(job.projectId, document, keptOperations(draft), pointCount)
    const operations = Buffer.from(operationsJson(applied.fitting) as string)
    const { document: after, refused } = applied
    return { operations, refused, after, objects: after.tracks.size }
  })
  documents.saved(job, taken.version, taken.after, taken.operations.length)
  const document_hash = await work.hash(job.projectId, taken.after)
  return { version: taken.version, operations: taken.operations, refused: taken.refused, document_hash }
}

const draftRow = (draft: Draft): DraftAnswer => ({
  draftId: draft.draftId,
  userId: draft.userId,
  userName: draft.userName,
  baseVersion: draft.baseVersion,
  operationCount: draft.operationCount,
  at: isoTime(draft.createdAt),
})
