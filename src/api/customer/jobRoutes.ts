import { Type } from 'typebox'
import { jobBodySchema } from '../../formats/jobBody/schema.ts'
import { MAX_JOB_VALUES } from '../../model/limits.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { findJob, type Job } from '../../store/project/jobs/jobs.ts'
import { cancelJob, changeJob, reopenJob } from '../../workflow/jobs/manageJob.ts'
import { seesChecks } from '../../workflow/policies/figures.ts'
import type { ApiContext } from '../context.ts'
import { noSuchJob } from '../http/apiError.ts'
import { readJsonBody } from '../http/body.ts'
import { eitherVersion } from '../http/paths.ts'
import { type Route, route } from '../http/route.ts'
import { BulkAnswer, DryRunAnswer, JobCreated, JobList, JobRecord } from './answers.ts'
import { submitBulk } from './bulk.ts'
import { ChangedJob, readJobChange } from './changedJob.ts'
import { dryRun } from './dryRun.ts'
import { readIdempotencyKey } from './idempotency.ts'
import { findReferenced, ListQuery, listJobs } from './jobList.ts'
import { createJob } from './newJob.ts'
import { jobRecord, recordSeenBy } from './record.ts'
import { retryFromCall } from './retry.ts'

const P = '/v1/projects/:pid'

export function jobRoutes(context: ApiContext): Route[] {
  const body = jobBodySchema(context.config.maxFrames)
  const large = { maxBodyBytes: context.config.maxBodyBytes, maxValues: MAX_JOB_VALUES }
  const record = (job: Job | null, madeBy: string | null) => {
    if (!job) throw noSuchJob()
    return jobRecord(context, job, madeBy)
  }
  const seen = (job: Job | null, session: Session | null) => {
    if (!job) throw noSuchJob()
    return recordSeenBy(context, session, job)
  }
  return [
    route({
      method: 'POST',
      paths: eitherVersion('/jobs'),
      access: 'submit',
      tag: 'jobs',
      summary: 'Create a job; with dry_run=true only validate it, downloads included',
      rawBody: { schema: body },
      ...large,
      query: Type.Object({
        dry_run: Type.Optional(Type.Boolean({ description: 'true: create nothing, answer what would be wrong' })),
      }),
      answer: Type.Union([JobCreated, DryRunAnswer]),
      handle: ({ bytes, projectId, query, request }) => {
        if (query.dry_run) return dryRun(context, projectId, bytes)
        return createJob(context, projectId, bytes, readIdempotencyKey(request.headers['idempotency-key']))
      },
    }),
    route({
      method: 'POST',
      paths: [`${P}/jobs/bulk`],
      access: 'submit',
      tag: 'jobs',
      summary: 'Create up to 1,000 jobs, each validated separately',
      rawBody: {
        schema: Type.Array(body, { maxItems: 1000 }),
        contentTypes: ['application/json', 'application/x-ndjson'],
      },
      maxBodyBytes: context.config.maxBodyBytes,
      answer: BulkAnswer,
      handle: ({ bytes, projectId, request, key }) => {
        const isNdjson =
          request.headers['content-type']?.trim().toLowerCase().startsWith('application/x-ndjson') ?? false
        return submitBulk(context, projectId, bytes, isNdjson, { requestId: request.id, keyId: key.keyId })
      },
    }),
    route({
      method: 'GET',
      paths: [`${P}/jobs`],
      access: { key: 'read', session: 'viewJobs' },
      tag: 'jobs',
      summary: 'Find a job by its reference_id, or list jobs by other filters',
      query: ListQuery,
      answer: Type.Union([JobRecord, JobList]),
      handle: async ({ projectId, query, request, ...caller }) => {
        const { session } = caller
        const isAlone = Object.keys(request.query ?? {}).length === 1
        if (query.reference_id === undefined || !isAlone)
          return listJobs(context, projectId, query, request.query, caller)
        const job = await findReferenced(context, projectId, query.reference_id, session)
        return seen(job, session)
      },
    }),
    route({
      method: 'GET',
      paths: eitherVersion('/jobs/:jid'),
      access: { key: 'read', session: 'viewJobs' },
      tag: 'jobs',
      summary: 'The job record',
      answer: JobRecord,
      handle: async ({ projectId, params, session }) =>
        seen(await findJob(context.pool, projectId, params.jid), session),
    }),
    route({
      method: 'PATCH',
      paths: [`${P}/jobs/:jid`],
      access: { key: 'submit', session: 'manageJobs' },
      tag: 'jobs',
      summary: 'Change the priority of an unfinished job, its metadata, or the number of its annotators',
      rawBody: { schema: ChangedJob },
      answer: JobRecord,
      handle: async ({ projectId, params, bytes, by, ...caller }) => {
        const change = readJobChange(readJsonBody(bytes), seesChecks(caller))
        const job = await changeJob(context.pool, by, { projectId, jobId: params.jid }, change)
        context.wake('tasks')
        return record(job, caller.session?.userId ?? null)
      },
    }),
    route({
      method: 'POST',
      paths: [`${P}/jobs/:jid/cancel`],
      access: { key: 'submit', session: 'manageJobs' },
      tag: 'jobs',
      summary: 'Cancel a job that is not finished',
      body: Type.Object({}),
      bodyOptional: true,
      answer: JobRecord,
      handle: async ({ projectId, params, session, by }) =>
        record(await cancelJob(context.pool, by, { projectId, jobId: params.jid }), session?.userId ?? null),
    }),
    route({
      method: 'POST',
      paths: [`${P}/jobs/:jid/reopen`],
      access: { key: 'submit', session: 'manageJobs' },
      tag: 'jobs',
      summary: 'Open a completed job again, with the reason for those who work on it',
      body: Type.Object({ reason: Type.Optional(Type.String({ maxLength: 2000 })) }),
      bodyOptional: true,
      answer: JobRecord,
      handle: async ({ projectId, params, session, by, body }) => {
        const reason = body.reason?.trim() || null
        const job = await reopenJob(context.pool, by, { projectId, jobId: params.jid }, reason)
        return record(job, session?.userId ?? null)
      },
    }),
    route({
      method: 'POST',
      paths: [`${P}/jobs/:jid/retry`],
      access: { key: 'submit', session: 'manageJobs' },
      tag: 'jobs',
      summary: 'Retry a failed job, optionally with corrected data',
      rawBody: { schema: Type.Object({ data: Type.Optional(Type.Object({})) }) },
      ...large,
      answer: JobRecord,
      handle: ({ projectId, params, bytes, session, by }) =>
        retryFromCall(context, projectId, params.jid, bytes, by, session?.userId ?? null),
    }),
  ]
}
