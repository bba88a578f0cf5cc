import { createHash } from 'node:crypto'
import type { Static } from 'typebox'
import { JOBS_LISTED_A_PAGE, type JobList, JobListQuery } from '../../contract/jobs.ts'
import { faultAt, faultText } from '../../formats/errors/fault.ts'
import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import { orOf } from '../../formats/json/schemaWords.ts'
import { EVERY_JOB, type JobFilter, type JobOrder } from '../../model/jobFilter.ts'
import type { KeyHolder } from '../../store/cluster/keys/keys.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { searchOwnJobs } from '../../store/cluster/work/ownJobs.ts'
import { findIngest } from '../../store/project/ingests/ingests.ts'
import { type JobKey, type JobSearch, searchJobs } from '../../store/project/jobs/jobSearch.ts'
import { findJobByReference, type Job } from '../../store/project/jobs/jobs.ts'
import { openSecret, sealSecret } from '../../store/secrets.ts'
import { seesChecks } from '../../workflow/policies/figures.ts'
import { filteredByDay } from '../../workflow/policies/seenJobs.ts'
import { wantedAnnotators } from '../../workflow/quality/consensus.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { isMetadataFilter, readJobFilter } from './jobFilter.ts'
import { ownPlaces, seesOwnJobsOnly } from './reachedJob.ts'
import { recordSeenBy } from './record.ts'

/** A page of jobs. `sent` is the query as it came, for its metadata filters. */
export async function findJobs(
  context: ApiContext,
  projectId: string,
  query: Static<typeof JobListQuery>,
  sent: unknown,
  session: Session | null,
): Promise<{ jobs: Job[]; nextToken: string | null }> {
  const filter = await withinIngest(context, projectId, readJobFilter(query, sent))
  const { order = 'created', limit = JOBS_LISTED_A_PAGE, page_token: token } = query
  const list = nameOf(projectId, filter, order)
  if (session && (await seesOwnJobsOnly(context, session, projectId))) {
    // Its place in the order says more of a job than the person may know: they carry it unread.
    const after = token === undefined ? null : readToken(openToken(context, token), list)
    const search = { filter: filteredByDay(filter), order, after, limit }
    const { jobs, next } = await findOwnJobs(context, session, projectId, search)
    return { jobs, nextToken: next && sealToken(context, makeToken(list, next)) }
  }
  const after = token === undefined ? null : readToken(token, list)
  const { jobs, next } = await searchJobs(context.pool, projectId, { filter, order, after, limit })
  return { jobs, nextToken: next && makeToken(list, next) }
}

/** Jobs of an ingest are younger than it, so that the search need not look at those before. */
async function withinIngest({ pool }: ApiContext, projectId: string, filter: JobFilter): Promise<JobFilter> {
  const ingest = filter.ingestId === null ? null : await findIngest(pool, projectId, filter.ingestId)
  if (!ingest || (filter.createdFrom && filter.createdFrom > ingest.createdAt)) return filter
  return { ...filter, createdFrom: ingest.createdAt }
}

/** A misspelt filter would find every job. @throws ApiError */
function refuseUnknown(sent: unknown): void {
  const names = Object.keys(typeof sent === 'object' && sent !== null ? sent : {})
  const failures = names
    .filter((name) => !Object.hasOwn(JobListQuery.properties, name) && !isMetadataFilter(name))
    .map((name) => faultAt(name, 'UNKNOWN', `${orOf(Object.keys(JobListQuery.properties))} or metadata.KEY`, name))
  if (failures.length > 0) throw new ApiError('GE_0002', `a parameter is unknown: ${faultText(failures)}`, { failures })
}

const TOKEN_CONTEXT = 'page token of own jobs'

const sealToken = ({ masterKey }: ApiContext, token: string): string =>
  sealSecret(masterKey, token, TOKEN_CONTEXT).toString('base64url')

function openToken({ masterKey }: ApiContext, sealed: string): string {
  try {
    return openSecret(masterKey, Buffer.from(sealed, 'base64url'), TOKEN_CONTEXT).toString('utf8')
  } catch {
    throw wrongToken()
  }
}

async function findOwnJobs(context: ApiContext, session: Session, projectId: string, search: JobSearch) {
  const places = await ownPlaces(context, session, projectId)
  return searchOwnJobs(context.pool, { ...search, userId: session.userId, places })
}

/** The job of a reference id, as far as the person may see it. */
export async function findReferenced(
  context: ApiContext,
  projectId: string,
  referenceId: string,
  session: Session | null,
): Promise<Job | null> {
  if (!session || !(await seesOwnJobsOnly(context, session, projectId)))
    return findJobByReference(context.pool, projectId, referenceId)
  const filter = { ...EVERY_JOB, referenceId }
  const search: JobSearch = { filter, order: 'created', after: null, limit: 1 }
  return (await findOwnJobs(context, session, projectId, search)).jobs[0] ?? null
}

export async function listJobs(
  context: ApiContext,
  projectId: string,
  query: Static<typeof JobListQuery>,
  sent: unknown,
  caller: { key: KeyHolder | null; session: Session | null },
): Promise<Static<typeof JobList>> {
  refuseUnknown(sent)
  const { session } = caller
  const { jobs, nextToken } = await findJobs(context, projectId, query, sent, session)
  const wanted = seesChecks(caller) ? await wantedAnnotators(context.pool, projectId, jobs) : null
  return {
    jobs: await Promise.all(
      jobs.map(async (job) => ({
        ...(await listedJob(context, job, session)),
        ...(wanted && { consensus_annotators: wanted.get(job.jobId) ?? null }),
      })),
    ),
    next_page_token: nextToken,
  }
}

async function listedJob(context: ApiContext, job: Job, session: Session | null) {
  const { result: _, ...record } = await recordSeenBy(context, session, job)
  return {
    ...record,
    stage_at: isoTime(job.stageAt),
    assignee: job.assignedUser ?? job.assignedGroup,
    deadline: isoTimeOrNull(job.deadline),
  }
}

/** The list for which a token is valid. */
const nameOf = (projectId: string, filter: JobFilter, order: JobOrder): string =>
  createHash('sha256')
    .update(JSON.stringify([projectId, filter, order]))
    .digest('base64url')
    .slice(0, 16)

const TOKEN = /^([\w-]{16}):(-?\d{1,7}):(-?\d{1,16}):(\d{1,16}):([0-9a-f-]{36})$/

const makeToken = (list: string, { weight, timeUs, position, jobId }: JobKey): string =>
  Buffer.from([list, weight, timeUs, position, jobId].join(':')).toString('base64url')

function readToken(token: string, list: string): JobKey {
  const match = TOKEN.exec(Buffer.from(token, 'base64url').toString('utf8'))
  if (match) {
    const [, named, weight, timeUs, position, jobId] = match
    const key = { weight: Number(weight), timeUs: Number(timeUs), position: Number(position), jobId }
    if (named === list && makeToken(list, key) === token) return key
  }
  throw wrongToken()
}

const wrongToken = () =>
  new ApiError('invalid_request_error', 'invalid page_token: send it with the filter and order it was made for')
