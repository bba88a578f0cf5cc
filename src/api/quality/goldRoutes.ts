import { goldEndpoints } from '../../contract/gold.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { isoTime } from '../../formats/isoTime.ts'
import { reckonedTime } from '../../model/day.ts'
import { isUuid } from '../../model/uuid.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { findJob, type JobPlace } from '../../store/project/jobs/jobs.ts'
import { type GoldJob, listGold, type Truth } from '../../store/project/quality/gold.ts'
import { findGiven, goodPeopleOn } from '../../store/project/quality/goldGiven.ts'
import { findSubmitted } from '../../store/project/work/assignments.ts'
import { refuseGold } from '../../workflow/policies/jobs.ts'
import { makeGold, takeGoldBack } from '../../workflow/quality/goldJobs.ts'
import { isQuestioned } from '../../workflow/quality/goldScores.ts'
import type { ApiContext } from '../context.ts'
import { ApiError, invalidRequest, noSuchJob } from '../http/apiError.ts'
import { readJsonBody } from '../http/body.ts'
import { type Route, route } from '../http/route.ts'
import { storeSubmission } from '../results/submission.ts'

const GOLD_A_PAGE = 100
/** A body this short may name the result instead of bringing a document. */
const SHORT_BYTES = 1024

/** Jobs with known ground truth, visible only to the operator and managers. */
export function goldRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route(goldEndpoints.setGold, {
      maxBodyBytes: context.config.maxResultBytes,
      handle: async ({ projectId, params, bytes, by }) => {
        const at = { projectId, jobId: params.jid.toLowerCase() }
        await makeGold(pool, by, at, await truthOf(context, at, bytes))
        context.projects.forget(projectId)
        return { job_id: at.jobId }
      },
    }),
    route(goldEndpoints.removeGold, {
      handle: async ({ projectId, params, by }) => {
        await takeGoldBack(pool, by, { projectId, jobId: params.jid.toLowerCase() })
        return {}
      },
    }),
    route(goldEndpoints.listGold, {
      handle: async ({ projectId, query }) => {
        const after = query.page_token === undefined ? null : readPlace(query.page_token)
        const found = await listGold(pool, projectId, { jobId: query.job_id, after, limit: GOLD_A_PAGE })
        const gold = found.slice(0, GOLD_A_PAGE)
        const good = await goodPeopleOn(
          pool,
          projectId,
          gold.map(({ jobId }) => jobId),
        )
        const last = gold.at(-1)
        return {
          gold: gold.map((job) => goldRow(job, good.get(job.jobId))),
          next_page_token: found.length > gold.length && last ? makePlace(last) : null,
        }
      },
    }),
  ]
}

async function truthOf(context: ApiContext, at: JobPlace, bytes: Buffer): Promise<Truth | 'result'> {
  const job = await findJob(context.pool, at.projectId, at.jobId)
  if (!job) throw noSuchJob()
  const named = namedTruth(bytes)
  if (named === 'result') return 'result'
  if (named) return submittedTruth(context.pool, at, named.copyId)
  // Asked before a large body is read, and again when it is written.
  refuseGold(job)
  return storeSubmission(context, job, bytes, 'manual')
}

/** What the body names instead of bringing a document; null: it brings one. */
function namedTruth(bytes: Buffer): 'result' | { copyId: string } | null {
  if (bytes.length > SHORT_BYTES) return null
  const body = readJsonBody(bytes)
  if (typeof body !== 'object' || body === null || !('from' in body || 'job_id' in body)) return null
  const { from, job_id: copyId, data }: { from?: unknown; job_id?: unknown; data?: unknown } = body
  if (copyId !== undefined && !isUuid(copyId)) {
    const type = typeof copyId === 'string' ? 'INVALID_VALUE' : 'INVALID_TYPE'
    throw invalidRequest([faultAt('job_id', type, 'text that is a UUID', copyId)])
  }
  if (from === 'result' && copyId === undefined && data === undefined) return 'result'
  if (from === 'submission' && copyId !== undefined && data === undefined) return { copyId }
  throw invalidRequest([
    faultAt('from', 'INVALID_VALUE', 'result, submission with job_id, or data in place of from', from),
  ])
}

/** The submission of an annotator who was right where the ground truth was not. */
async function submittedTruth(pool: Pool, at: JobPlace, copyId: string): Promise<Truth> {
  const given = await findGiven(pool, at.projectId, copyId.toLowerCase())
  const submitted = given?.jobId === at.jobId ? await findSubmitted(pool, given.copy, 1) : null
  if (submitted?.documentSha256)
    return { documentSha256: submitted.documentSha256, labelsSha256: submitted.labelsSha256 }
  throw new ApiError('resource_error', 'nothing was submitted on a copy of this job with that id')
}

const goldRow = (gold: GoldJob, { good, failed } = { good: 0, failed: 0 }) => ({
  job_id: gold.jobId,
  reference_id: gold.referenceId,
  tag: gold.tag,
  created_at: isoTime(gold.createdAt),
  given: gold.given,
  mean_score: gold.meanScore,
  questioned: isQuestioned({ good, failed }),
  good_people: { had: good, failed },
  older_tag_version: gold.isOfOlderTag,
})

const makePlace = ({ createdAt, jobId }: Pick<GoldJob, 'createdAt' | 'jobId'>): string =>
  Buffer.from(`gold:${createdAt.getTime()}:${jobId}`).toString('base64url')

function readPlace(token: string): Pick<GoldJob, 'createdAt' | 'jobId'> {
  const match = /^gold:(\d{1,15}):([0-9a-f-]{36})$/.exec(Buffer.from(token, 'base64url').toString('utf8'))
  const timeMs = match ? reckonedTime(Number(match[1])) : null
  if (!match || timeMs === null || !isUuid(match[2])) throw new ApiError('invalid_request_error', 'invalid page_token')
  return { createdAt: new Date(timeMs), jobId: match[2] }
}
