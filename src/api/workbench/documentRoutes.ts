import { documentEndpoints, type HeldDocumentRow } from '../../contract/documents.ts'
import type { ReviewedDocumentAnswer } from '../../contract/payload.ts'
import { isoTime } from '../../formats/isoTime.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { dataPlaceOf, isUndoTime, type Job } from '../../store/project/jobs/jobs.ts'
import { type Agreement, findConsensus, listCandidates } from '../../store/project/quality/consensus.ts'
import { findTruth } from '../../store/project/quality/gold.ts'
import { listReviews } from '../../store/project/results/reviews.ts'
import { findPrediction, listSubmissions } from '../../store/project/results/submissions.ts'
import { listHandedIn } from '../../store/project/work/submittedWork.ts'
import { comparesDocuments, seesCandidates, seesHandedIn } from '../../workflow/policies/reviews.ts'
import type { StoredPlace } from '../../workflow/quality/comparedWork.ts'
import { personOf } from '../http/actor.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { sendBytes, sendWith } from '../http/sendJson.ts'
import { authorizeJob } from './authorizeJob.ts'
import { feedbackFor } from './feedbackRoute.ts'
import type { WorkbenchContext } from './workbenchContext.ts'

/** Documents that a job has, to be laid over one another. */
export function documentRoutes(workbench: WorkbenchContext): Route[] {
  const { context, documents } = workbench
  const find = async (session: Session, { jid, name }: { jid: string; name: string }) => {
    const job = await authorizeJob(workbench, session, jid)
    const found = (await heldDocuments(workbench, session, job)).find(({ row }) => row.name === name)
    if (!found) throw new ApiError('resource_error', 'this job has no such document')
    return { job, found }
  }
  return [
    route(documentEndpoints.listDocuments, {
      handle: async ({ session, params }) => {
        const job = await authorizeJob(workbench, session, params.jid)
        return { documents: (await heldDocuments(workbench, session, job)).map(({ row }) => row) }
      },
    }),
    route(documentEndpoints.getDocument, {
      handle: async ({ session, params, reply }) => {
        const { job, found } = await find(session, params)
        const labelsUrl = found.labelsSha256 && `/api/jobs/${job.jobId}/documents/${params.name}/labels`
        const beside: Omit<ReviewedDocumentAnswer, 'document'> = { labelsUrl }
        const json = await documents.plain(job, await context.files.readAll(found.documentSha256))
        return sendWith(reply, beside, { document: json })
      },
    }),
    route(documentEndpoints.openDocumentLabels, {
      handle: async ({ session, params, reply }) => {
        const { found } = await find(session, params)
        if (!found.labelsSha256) throw new ApiError('resource_error', 'this document has no labels')
        return sendBytes(reply, await context.files.readAll(found.labelsSha256))
      },
    }),
  ]
}

interface HeldDocument extends StoredPlace {
  row: HeldDocumentRow
}

type Facts = Partial<Pick<HeldDocumentRow, 'number' | 'by'>> & { at?: Date | null }

function held(kind: HeldDocumentRow['kind'], place: StoredPlace, facts: Facts = {}): HeldDocument {
  const { number = null, by = null, at } = facts
  const mark = kind === 'candidate' ? by : number
  const name = mark === null ? kind : `${kind}-${mark}`
  return { ...place, row: { name, kind, number, by, at: at ? isoTime(at) : null } }
}

/**
 * The documents of a job that this person may lay over its work. Annotators see only the ground truth and their own
 * submission, and only if the tag gives feedback; in consensus jobs there is nothing before the last submission.
 */
async function heldDocuments(workbench: WorkbenchContext, session: Session, job: Job): Promise<HeldDocument[]> {
  if (!comparesDocuments(session)) return feedbackDocuments(workbench, session, job)
  const { pool } = workbench.context
  const consensus = await findConsensus(pool, job)
  if (consensus && !consensus.result) return []
  const [prediction, results, reviews] = await Promise.all([
    findPrediction(pool, dataPlaceOf(job)),
    listSubmissions(pool, job),
    listReviews(pool, job.projectId, job.jobId),
  ])
  const last = job.resultVersion ?? 0
  return [
    ...(prediction ? [held('prediction', prediction, { at: prediction.createdAt })] : []),
    ...results
      .filter(({ version }) => version <= last)
      .map((result) => held('result', result, { number: result.version, at: result.at })),
    ...reviews.flatMap(({ number, documentSha256, labelsSha256, createdAt }) =>
      documentSha256 ? [held('review', { documentSha256, labelsSha256 }, { number, at: createdAt })] : [],
    ),
    ...(consensus?.result ? await candidateDocuments(workbench, session, job, consensus.result) : []),
    ...(seesHandedIn(session) ? await managerDocuments(workbench, job) : []),
    ...(await feedbackDocuments(workbench, session, job)),
  ]
}

async function candidateDocuments(
  { context }: WorkbenchContext,
  session: Session,
  job: Job,
  agreed: Agreement,
): Promise<HeldDocument[]> {
  if (!seesCandidates(personOf(session), job)) return []
  const candidates = await listCandidates(context.pool, job, agreed)
  return candidates.flatMap(({ letter, place }) => (place ? [held('candidate', place, { by: letter })] : []))
}

/** Each person's submission, and the ground truth of gold, which only managers may see. */
async function managerDocuments({ context: { pool } }: WorkbenchContext, job: Job): Promise<HeldDocument[]> {
  const [handedIn, truth] = await Promise.all([listHandedIn(pool, job), findTruth(pool, job.origin ?? job)])
  return [
    ...handedIn.map((one) => held('submission', one, { number: one.number, by: one.userName, at: one.at })),
    ...(truth ? [held('truth', truth)] : []),
  ]
}

async function feedbackDocuments(workbench: WorkbenchContext, session: Session, job: Job): Promise<HeldDocument[]> {
  const { pool } = workbench.context
  const feedback = await feedbackFor(workbench, session, job)
  // A submission that can still be undone is not corrected yet.
  if (!feedback || seesHandedIn(session) || (await isUndoTime(pool, job))) return []
  const [truth, handedIn] = await Promise.all([findTruth(pool, feedback.given), listHandedIn(pool, job)])
  if (!truth || handedIn.length === 0) return []
  return [held('truth', truth), ...handedIn.map((one) => held('submission', one, { number: one.number, at: one.at }))]
}
