import { documentEndpoints } from '../../contract/documents.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { CANDIDATE_LETTERS, findConsensus, listPlaces } from '../../store/project/quality/consensus.ts'
import { seesCandidates } from '../../workflow/policies/reviews.ts'
import { personOf } from '../http/actor.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { sendBytes, sendWith } from '../http/sendJson.ts'
import { mayNot } from '../http/sessionCheck.ts'
import { authorizeJob } from './authorizeJob.ts'
import type { WorkbenchContext } from './workbenchContext.ts'

/** What several people made of a job, side by side, for the reviewer who decides. */
export function candidateRoutes(workbench: WorkbenchContext): Route[] {
  return [documentsRoute(workbench), labelsRoute(workbench)]
}

function documentsRoute(workbench: WorkbenchContext): Route {
  return route(documentEndpoints.listCandidates, {
    handle: async ({ session, params, reply }) => {
      const job = await authorizeJob(workbench, session, params.jid)
      const { documents, ...answer } = await candidatesOf(workbench, session, job)
      return sendWith(reply, answer, { candidates: listOf(documents) })
    },
  })
}

function labelsRoute(workbench: WorkbenchContext): Route {
  return route(documentEndpoints.openCandidateLabels, {
    handle: async ({ session, params, reply }) => {
      const job = await authorizeJob(workbench, session, params.jid)
      const { places } = await openCandidates(workbench, session, job)
      const sha256 = places[CANDIDATE_LETTERS.indexOf(params.name)]?.labelsSha256
      if (!sha256) throw new ApiError('resource_error', 'there is no such candidate, or it has no labels')
      return sendBytes(reply, await workbench.context.files.readAll(sha256))
    },
  })
}

/** For who decides now, and for managers. */
async function openCandidates({ context }: WorkbenchContext, session: Session, job: Job) {
  const made = (await findConsensus(context.pool, job))?.result
  if (!made) throw new ApiError('resource_error', 'this job has no candidates yet, or is not a consensus job')
  if (!seesCandidates(personOf(session), job)) throw mayNot()
  const all = await listPlaces(context.pool, job)
  return { made, places: made.candidates.map((wanted) => all.find(({ number }) => number === wanted) ?? null) }
}

async function candidatesOf(workbench: WorkbenchContext, session: Session, job: Job) {
  const { made, places } = await openCandidates(workbench, session, job)
  const documents = await Promise.all(
    places.map(async (place, i) => {
      if (!place?.documentSha256)
        throw new ApiError('GONE', 'the documents of this job were deleted', { meta: { reason: 'DATA_DELETED' } })
      const file = await workbench.context.files.readAll(place.documentSha256)
      const candidate = CANDIDATE_LETTERS[i]
      const labelsUrl = place.labelsSha256 && `/api/jobs/${job.jobId}/candidates/${candidate}/labels`
      return { head: { candidate, labels_url: labelsUrl }, json: await workbench.documents.plain(job, file) }
    }),
  )
  const byLetter = (objects: readonly (string | null)[]) =>
    Object.fromEntries(objects.map((id, i) => [CANDIDATE_LETTERS[i], id]))
  return {
    medoid: CANDIDATE_LETTERS[made.medoid],
    differences: made.differences.map(({ objects, tracks = [], frame = null, sensorId = null, state }) => ({
      objects: byLetter(objects),
      tracks: byLetter(objects.map((_, i) => tracks[i] ?? null)),
      frame,
      sensor_id: sensorId,
      state,
    })),
    documents,
  }
}

/** The list as JSON around documents that are JSON already. */
function listOf(documents: readonly { head: object; json: readonly Uint8Array[] }[]): Uint8Array[] {
  const pieces = documents.flatMap(({ head, json }, i) => [
    Buffer.from(`${i === 0 ? '' : ','}${JSON.stringify(head).slice(0, -1)},"document":`),
    ...json,
    Buffer.from('}'),
  ])
  return [Buffer.from('['), ...pieces, Buffer.from(']')]
}
