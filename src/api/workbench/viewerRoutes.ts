import { documentEndpoints } from '../../contract/documents.ts'
import type { JobFacts } from '../../contract/payload.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { readLink } from '../../store/linkSignature.ts'
import { attachmentUrl, RESULT_NAME } from '../../store/links.ts'
import { findJob, homeOf, type Job } from '../../store/project/jobs/jobs.ts'
import { refuseUnchecked } from '../../workflow/policies/jobs.ts'
import { seenByDay } from '../../workflow/policies/seenJobs.ts'
import { noSuchJob } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { sendBytes, sendWith } from '../http/sendJson.ts'
import { sent } from '../http/sent.ts'
import { jobPayload, type OpenedPayload } from './jobPayload.ts'
import type { WorkbenchContext } from './workbenchContext.ts'

/**
 * What the customer's `viewer_url` opens: a job read-only, without a session. It shows the latest submission, and before
 * that the start of the work; never unfinished work, nor people's names and remarks.
 */
export function viewerRoutes(workbench: WorkbenchContext): Route[] {
  return [
    route(documentEndpoints.viewJob, {
      handle: async ({ params, query: { sig }, reply }) => {
        const job = await openBySignature(workbench, params.jid, sig)
        refuseUnchecked(job)
        const { payload, content } = await viewedJob(workbench, job, `?sig=${encodeURIComponent(sig)}`)
        return sendWith(reply, payload, { content: [content], document: await workbench.documents.lastSubmitted(job) })
      },
    }),
    route(documentEndpoints.openViewedResult, {
      handle: async ({ params, query: { sig }, reply }) => {
        const { job, linkSecret, madeBy } = await openLink(workbench, params.jid, sig)
        const [projectId, attachmentId] = [homeOf(job), job.resultAttachment]
        if (attachmentId === null) throw noSuchJob()
        const base = workbench.context.baseUrl()
        reply.redirect(attachmentUrl(base, linkSecret, { projectId, attachmentId }, RESULT_NAME, madeBy), 302)
        return sent()
      },
    }),
    route(documentEndpoints.openViewedLabels, {
      handle: async ({ params, query: { sig }, reply }) => {
        const job = await openBySignature(workbench, params.jid, sig)
        if (!rulesOf(job.annotationType).hasLabels) throw noSuchJob()
        return sendBytes(reply, await workbench.documents.lastSubmittedLabels(job))
      },
    }),
  ]
}

const openBySignature = async (workbench: WorkbenchContext, jobId: string, sig: string): Promise<Job> =>
  (await openLink(workbench, jobId, sig)).job

async function openLink({ context, projectOfJob }: WorkbenchContext, jobId: string, sig: string) {
  const projectId = await projectOfJob(jobId)
  if (!projectId) throw noSuchJob()
  const { linkSecret, project } = await context.projects.get(projectId)
  // A wrong signature and an unknown job get the same answer, so that the existence of an id is not revealed.
  const link = readLink(linkSecret, 'viewer', jobId.toLowerCase(), sig)
  if (!link || !(await context.sessions.isLinkOpen(link, project.projectId))) throw noSuchJob()
  const job = await findJob(context.pool, projectId, jobId)
  if (!job) throw noSuchJob()
  return { job, linkSecret, madeBy: link.madeBy }
}

/** People with a link see the shown parts of the job, and nothing of its project. */
const withoutProject = (job: JobFacts): JobFacts => ({
  ...job,
  projectId: null,
  projectName: null,
  batchId: null,
  priorityWeight: null,
  undoSeconds: 0,
})

/** The job without facts about people. */
async function viewedJob(workbench: WorkbenchContext, found: Job, query: string): Promise<OpenedPayload> {
  const { isChecked } = await workbench.context.projects.get(found.projectId)
  const job = isChecked ? seenByDay(found) : found
  const { payload, content } = await jobPayload(workbench, job, {
    access: 'read',
    userId: null,
    files: { base: `/api/assets/${job.jobId}/`, query },
    version: job.resultVersion ?? 0,
    labelsUrl: `/api/view/${job.jobId}/labels${query}`,
  })
  const nothing = { lease: null, reviews: [], activeSeconds: { annotate: 0, review: 0 } }
  return { payload: { ...payload, job: withoutProject(payload.job), ...nothing }, content }
}
