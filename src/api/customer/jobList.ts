import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import { stringEnum } from '../../formats/json/schemas.ts'
import { JOB_ORDERS, type JobFilter, type JobOrder } from '../../model/jobFilter.ts'
import { type JobKey, searchJobs } from '../../store/project/jobs/jobSearch.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { textParameter } from '../http/query.ts'
import type { JobList } from './answers.ts'
import { FILTERS, readJobFilter } from './jobFilter.ts'
import { jobRecord } from './record.ts'

const MOST_A_PAGE = 100

export const ListQuery = Type.Object({
  reference_id: textParameter('the customer’s id, byte by byte; alone: the job record'),
  ...FILTERS,
  order: Type.Optional(stringEnum(...JOB_ORDERS)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_A_PAGE })),
  page_token: textParameter('next_page_token of the page before'),
})

/** A page of jobs. `sent` is the query as it came, for its metadata filters. */
export async function findJobs(
  { pool }: ApiContext,
  projectId: string,
  query: Static<typeof ListQuery>,
  sent: unknown,
): Promise<{ jobs: Job[]; nextToken: string | null }> {
  const filter = readJobFilter(query, sent)
  const { order = 'created', limit = MOST_A_PAGE, page_token: token } = query
  const list = nameOf(projectId, filter, order)
  const after = token === undefined ? null : readToken(token, list)
  const { jobs, next } = await searchJobs(pool, projectId, { filter, order, after, limit })
  return { jobs, nextToken: next && makeToken(list, next) }
}

export async function listJobs(
  context: ApiContext,
  projectId: string,
  query: Static<typeof ListQuery>,
  sent: unknown,
  madeBy: string | null,
): Promise<Static<typeof JobList>> {
  const { jobs, nextToken } = await findJobs(context, projectId, query, sent)
  return {
    jobs: await Promise.all(jobs.map((job) => listedJob(context, job, madeBy))),
    next_page_token: nextToken,
  }
}

async function listedJob(context: ApiContext, job: Job, madeBy: string | null) {
  const { result: _, ...record } = await jobRecord(context, job, madeBy)
  return {
    ...record,
    stage_at: isoTime(job.stageAt),
    assignee: job.assignedUser ?? job.assignedGroup,
    deadline: isoTimeOrNull(job.deadline),
  }
}

/** What a token is good for: this list and no other. */
const nameOf = (projectId: string, filter: JobFilter, order: JobOrder): string =>
  createHash('sha256')
    .update(JSON.stringify([projectId, filter, order]))
    .digest('base64url')
    .slice(0, 16)

const TOKEN = /^([\w-]{16}):(\d{1,2}):(-?\d{1,16}):(\d{1,16}):([0-9a-f-]{36})$/

const makeToken = (list: string, { weight, timeUs, position, jobId }: JobKey): string =>
  Buffer.from([list, weight, timeUs, position, jobId].join(':')).toString('base64url')

function readToken(token: string, list: string): JobKey {
  const match = TOKEN.exec(Buffer.from(token, 'base64url').toString('utf8'))
  if (match) {
    const [, named, weight, timeUs, position, jobId] = match
    const key = { weight: Number(weight), timeUs: Number(timeUs), position: Number(position), jobId }
    if (named === list && makeToken(list, key) === token) return key
  }
  throw new ApiError('invalid_request_error', 'invalid page_token: it belongs to a list with the same filter and order')
}
