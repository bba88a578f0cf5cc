import { checkEndpoints, type JobChecks } from '../../contract/checks.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { writeFinding } from '../../formats/workbench/checks.ts'
import { isOneRecord, rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { severityOf } from '../../model/checks/severity.ts'
import { checkSuggestions } from '../../model/checks/wholeJob.ts'
import { countOpenSuggestions } from '../../store/project/assistants/suggestions.ts'
import { findJob, type Job } from '../../store/project/jobs/jobs.ts'
import { refuseUnchecked } from '../../workflow/policies/jobs.ts'
import { type CheckedWork, type VersionChecks, versionGone } from '../checking/jobChecking.ts'
import { ApiError, noSuchJob } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { authorizeJob } from './authorizeJob.ts'
import type { WorkbenchContext } from './workbenchContext.ts'

/** How long a call waits for unfinished checks. */
const WAIT_MS = 2_000

/** The findings in the saved work of a job, for people and for keys. */
export function checkRoutes(workbench: WorkbenchContext): Route[] {
  const { context } = workbench
  return [
    route(checkEndpoints.getOpenJobChecks, {
      handle: async ({ session, params, query }) => {
        const job = await authorizeJob(workbench, session, params.jid)
        return checksOf(workbench, job, readVersion(query.version))
      },
    }),
    route(checkEndpoints.getJobChecks, {
      handle: async ({ projectId, params, query }) => {
        const job = await findJob(context.pool, projectId, params.jid)
        if (!job) throw noSuchJob()
        return checksOf(workbench, job, readVersion(query.version))
      },
    }),
  ]
}

/** null: the newest. */
function readVersion(sent: string | undefined): number | null {
  if (sent === undefined) return null
  const failures = [faultAt('version', 'INVALID_VALUE', 'a whole number from 0 on', sent)]
  if (!/^\d+$/.test(sent)) throw new ApiError('GE_0002', 'a parameter is not valid: version', { failures })
  const version = Number(sent)
  if (!Number.isSafeInteger(version)) throw versionGone()
  return version
}

async function checksOf(workbench: WorkbenchContext, job: Job, asked: number | null): Promise<JobChecks> {
  const checks = await knownChecks(workbench, job, asked, WAIT_MS)
  const suggestions = await suggestionFindings(workbench, job)
  const { version, complete, lookedAt, findings, frameIds } = checks
  return {
    version,
    complete,
    findings: [...findings, ...suggestions].map((one) => writeFinding(one, frameIds, isOneRecord(job.annotationType))),
    looked_at: lookedAt,
  }
}

/** The findings in a version after `waitMs` at most. @throws ApiError if the version is no longer stored */
export async function knownChecks(
  workbench: WorkbenchContext,
  job: Job,
  asked: number | null,
  waitMs: number,
): Promise<VersionChecks> {
  refuseUnchecked(job)
  if (job.dataDeletedAt) {
    throw new ApiError('GONE', 'the data of this job was deleted', { meta: { reason: 'DATA_DELETED' } })
  }
  const work = await workAt(workbench, job, asked)
  return workbench.checking.of(job, work.version, async () => work, waitMs)
}

async function workAt({ documents }: WorkbenchContext, job: Job, asked: number | null): Promise<CheckedWork> {
  const open = asked === null ? await documents.current(job) : await documents.at(job, asked)
  if (!open) throw versionGone()
  if (!rulesOf(job.annotationType).hasLabels) return { ...open, labelCounts: null }
  const labels = await documents.labels(job)
  // Labels are stored only at the newest version.
  if (labels.version !== open.version) throw versionGone()
  return { ...open, labelCounts: labels.counts }
}

/** Suggestions are decided about without a new version of the work: they are counted with each call. */
export async function suggestionFindings({ context }: WorkbenchContext, job: Job) {
  const tag = await context.projects.tagOfJob(job)
  const severity = tag && severityOf('UNDECIDED_SUGGESTIONS', tag)
  if (!severity) return []
  return checkSuggestions(await countOpenSuggestions(context.pool, job)).map((found) => ({ severity, ...found }))
}
