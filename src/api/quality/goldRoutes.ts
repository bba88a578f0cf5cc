import { Type } from 'typebox'
import { isoTime } from '../../formats/isoTime.ts'
import { Count, Id, orNull, Time } from '../../formats/json/schemas.ts'
import { findJob, type JobPlace } from '../../store/project/jobs/jobs.ts'
import { type GoldJob, listGold, type Truth } from '../../store/project/quality/gold.ts'
import { refuseGold } from '../../workflow/policies/jobs.ts'
import { makeGold, takeGoldBack } from '../../workflow/quality/goldJobs.ts'
import type { ApiContext } from '../context.ts'
import { ApiError, noSuchJob } from '../http/apiError.ts'
import { readJsonBody } from '../http/body.ts'
import { textParameter } from '../http/query.ts'
import { type Route, route } from '../http/route.ts'
import { storeSubmission } from '../results/submission.ts'

const P = '/v1/projects/:pid'
const GOLD_A_PAGE = 100
/** A body this short may name the result instead of bringing a document. */
const SHORT_BYTES = 1024

const TruthBody = Type.Object({
  from: Type.Optional(Type.Literal('result', { description: 'the result of the job is its truth' })),
  data: Type.Optional(Type.Object({}, { description: 'as in a submitted result' })),
})

const GoldList = Type.Object({
  gold: Type.Array(
    Type.Object({
      job_id: Id,
      reference_id: Type.String(),
      tag: Type.String(),
      created_at: Time,
      given: Count,
      mean_score: orNull(Type.Number()),
      older_tag_version: Type.Boolean({ description: 'classes or attributes of the tag have changed since' }),
    }),
  ),
  next_page_token: orNull(Type.String()),
})

/** Jobs whose truth is known. The operator and managers alone know of them. */
export function goldRoutes(context: ApiContext): Route[] {
  const { pool } = context
  const access = { key: 'admin', session: 'manageProjects' } as const
  return [
    route({
      method: 'PUT',
      paths: [`${P}/jobs/:jid/gold`],
      access,
      tag: 'administration',
      summary: 'Make the truth of a job: its result, or a document',
      rawBody: { schema: TruthBody },
      maxBodyBytes: context.config.maxResultBytes,
      refusals: ['GE_0001', 'GE_0002', 'FS_0003', 'FS_0006', 'JOB_STATE', 'FS_0013'],
      answer: Type.Object({ job_id: Id }),
      handle: async ({ projectId, params, bytes, by }) => {
        const at = { projectId, jobId: params.jid.toLowerCase() }
        await makeGold(pool, by, at, await truthOf(context, at, bytes))
        context.projects.forget(projectId)
        return { job_id: at.jobId }
      },
    }),
    route({
      method: 'DELETE',
      paths: [`${P}/jobs/:jid/gold`],
      access,
      tag: 'administration',
      summary: 'Give the job to no one else as gold',
      answer: Type.Object({}),
      handle: async ({ projectId, params, by }) => {
        await takeGoldBack(pool, by, { projectId, jobId: params.jid.toLowerCase() })
        return {}
      },
    }),
    route({
      method: 'GET',
      paths: [`${P}/gold`],
      access,
      tag: 'administration',
      summary: 'Gold jobs in the order in which they were made, how many people had them and how well they did',
      query: Type.Object({ page_token: textParameter('next_page_token of the page before') }),
      answer: GoldList,
      refusals: ['invalid_request_error'],
      handle: async ({ projectId, query }) => {
        const after = query.page_token === undefined ? null : readPlace(query.page_token)
        const found = await listGold(pool, projectId, after, GOLD_A_PAGE)
        const gold = found.slice(0, GOLD_A_PAGE)
        const last = gold.at(-1)
        return { gold: gold.map(goldRow), next_page_token: found.length > gold.length && last ? makePlace(last) : null }
      },
    }),
  ]
}

async function truthOf(context: ApiContext, at: JobPlace, bytes: Buffer): Promise<Truth | 'result'> {
  const job = await findJob(context.pool, at.projectId, at.jobId)
  if (!job) throw noSuchJob()
  if (namesResult(bytes)) return 'result'
  // Asked before a large body is read, and again when it is written.
  refuseGold(job)
  return storeSubmission(context, job, bytes, 'manual')
}

function namesResult(bytes: Buffer): boolean {
  if (bytes.length > SHORT_BYTES) return false
  const body = readJsonBody(bytes)
  if (typeof body !== 'object' || body === null || !('from' in body)) return false
  if (body.from === 'result' && !('data' in body)) return true
  throw new ApiError('GE_0002', 'the request is not valid: from is "result", or data is given instead', {
    failures: [{ field: 'from', type: 'INVALID_VALUE' }],
  })
}

const goldRow = (gold: GoldJob) => ({
  job_id: gold.jobId,
  reference_id: gold.referenceId,
  tag: gold.tag,
  created_at: isoTime(gold.createdAt),
  given: gold.given,
  mean_score: gold.meanScore,
  older_tag_version: gold.isOfOlderTag,
})

const makePlace = ({ createdAt, jobId }: Pick<GoldJob, 'createdAt' | 'jobId'>): string =>
  Buffer.from(`gold:${createdAt.getTime()}:${jobId}`).toString('base64url')

function readPlace(token: string): Pick<GoldJob, 'createdAt' | 'jobId'> {
  const match = /^gold:(\d{1,15}):([0-9a-f-]{36})$/.exec(Buffer.from(token, 'base64url').toString('utf8'))
  if (!match) throw new ApiError('invalid_request_error', 'invalid page_token')
  return { createdAt: new Date(Number(match[1])), jobId: match[2] }
}
