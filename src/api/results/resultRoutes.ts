import { resultEndpoints } from '../../contract/results.ts'
import { STATUS_OF } from '../../model/stage.ts'
import { removeUnnamed } from '../../store/cluster/files/removal.ts'
import { findJob, type Job } from '../../store/project/jobs/jobs.ts'
import { deleteJobData } from '../../workflow/jobs/manageJob.ts'
import { refuseBesidePeople } from '../../workflow/policies/submissions.ts'
import { decideReview } from '../../workflow/work/decideReview.ts'
import { putJobPrediction, submitWork } from '../../workflow/work/submitWork.ts'
import { JobChecking } from '../checking/jobChecking.ts'
import type { ApiContext } from '../context.ts'
import { jobRecord } from '../customer/record.ts'
import { actorOf } from '../http/actor.ts'
import { noSuchJob } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { resultTarget } from './resultTarget.ts'
import { storeSubmission } from './submission.ts'

export function resultRoutes(context: ApiContext): Route[] {
  const { pool } = context
  const checking = new JobChecking(context, (job) => resultTarget(context, job))
  return [
    route(resultEndpoints.submitResult, {
      maxBodyBytes: context.config.maxResultBytes,
      handle: async ({ projectId, params, bytes, ...call }) => {
        const job = await openJob(context, projectId, params.jid, 'submit a result for')
        const stored = await storeSubmission(context, job, bytes, 'machine', checking)
        const made = await submitWork(pool, actorOf(call), job, { ...stored, workVersion: null })
        context.wake('tasks')
        return {
          job_id: job.jobId,
          status: STATUS_OF[made.stage],
          stage: made.stage,
          result_version: made.resultVersion,
        }
      },
    }),
    route(resultEndpoints.setPrediction, {
      maxBodyBytes: context.config.maxResultBytes,
      handle: async ({ projectId, params, bytes }) => {
        const job = await openJob(context, projectId, params.jid, 'put a prediction to')
        const stored = await storeSubmission(context, job, bytes, 'pre_annotation')
        return jobRecord(context, await putJobPrediction(pool, job, stored), null)
      },
    }),
    route(resultEndpoints.reviewJob, {
      handle: async ({ projectId, params, body, ...call }) => {
        const comment = body.comment?.trim() || null
        const at = { projectId, jobId: params.jid }
        const job = await decideReview(pool, actorOf(call), at, { decision: body.decision, comment, work: null })
        context.wake('tasks')
        return jobRecord(context, job, null)
      },
    }),
    route(resultEndpoints.deleteJobData, {
      handle: async ({ projectId, params, session, by }) => {
        const files = await deleteJobData(pool, by, { projectId, jobId: params.jid })
        await removeUnnamed(pool, context.files, files)
        return jobRecord(context, (await findJob(pool, projectId, params.jid))!, session?.userId ?? null)
      },
    }),
  ]
}

/** A job that may take work now: asked before a large body is read, and again when the work is written. */
async function openJob(context: ApiContext, projectId: string, jobId: string, verb: string): Promise<Job> {
  const job = await findJob(context.pool, projectId, jobId)
  if (!job) throw noSuchJob()
  refuseBesidePeople(job, verb)
  return job
}
