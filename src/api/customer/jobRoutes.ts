import { Type } from 'typebox'
import { jobEndpoints } from '../../contract/jobs.ts'
import { jobBodySchema } from '../../formats/jobBody/schema.ts'
import { MAX_JOB_VALUES } from '../../model/limits.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { findJob, type Job } from '../../store/project/jobs/jobs.ts'
import { cancelJob, changeJob, reopenJob } from '../../workflow/jobs/manageJob.ts'
import { seesChecks } from '../../workflow/policies/figures.ts'
import type { ApiContext } from '../context.ts'
import { noSuchJob } from '../http/apiError.ts'
import { readJsonBody } from '../http/body.ts'
import { type Route, route } from '../http/route.ts'
import { submitBulk } from './bulk.ts'
import { readJobChange } from './changedJob.ts'
import { dryRun } from './dryRun.ts'
import { readIdempotencyKey } from './idempotency.ts'
import { findReferenced, listJobs } from './jobList.ts'
import { createJob } from './newJob.ts'
import { jobRecord, recordSeenBy } from './record.ts'
import { retryFromCall } from './retry.ts'

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
    route(jobEndpoints.createJob, {
      rawBody: { schema: body },
      ...large,
      handle: ({ bytes, projectId, query, request }) => {
        if (query.dry_run) return dryRun(context, projectId, bytes)
        return createJob(context, projectId, bytes, readIdempotencyKey(request.headers['idempotency-key']))
      },
    }),
    route(jobEndpoints.createJobs, {
      rawBody: {
        schema: Type.Array(body, { maxItems: 1000 }),
        contentTypes: ['application/json', 'application/x-ndjson'],
      },
      maxBodyBytes: context.config.maxBodyBytes,
      handle: ({ bytes, projectId, request, key }) => {
        const isNdjson =
          request.headers['content-type']?.trim().toLowerCase().startsWith('application/x-ndjson') ?? false
        return submitBulk(context, projectId, bytes, isNdjson, { requestId: request.id, keyId: key.keyId })
      },
    }),
    route(jobEndpoints.listJobs, {
      handle: async ({ projectId, query, request, ...caller }) => {
        const { session } = caller
        const isAlone = Object.keys(request.query ?? {}).length === 1
        if (query.reference_id === undefined || !isAlone)
          return listJobs(context, projectId, query, request.query, caller)
        const job = await findReferenced(context, projectId, query.reference_id, session)
        return seen(job, session)
      },
    }),
    route(jobEndpoints.getJob, {
      handle: async ({ projectId, params, session }) =>
        seen(await findJob(context.pool, projectId, params.jid), session),
    }),
    route(jobEndpoints.changeJob, {
      handle: async ({ projectId, params, bytes, by, ...caller }) => {
        const change = readJobChange(readJsonBody(bytes), seesChecks(caller))
        const job = await changeJob(context.pool, by, { projectId, jobId: params.jid }, change)
        context.wake('tasks')
        return record(job, caller.session?.userId ?? null)
      },
    }),
    route(jobEndpoints.cancelJob, {
      handle: async ({ projectId, params, session, by }) =>
        record(await cancelJob(context.pool, by, { projectId, jobId: params.jid }), session?.userId ?? null),
    }),
    route(jobEndpoints.reopenJob, {
      handle: async ({ projectId, params, session, by, body }) => {
        const reason = body.reason?.trim() || null
        const job = await reopenJob(context.pool, by, { projectId, jobId: params.jid }, reason)
        return record(job, session?.userId ?? null)
      },
    }),
    route(jobEndpoints.retryJob, {
      ...large,
      handle: ({ projectId, params, bytes, session, by }) =>
        retryFromCall(context, projectId, params.jid, bytes, by, session?.userId ?? null),
    }),
  ]
}
