import { Type } from 'typebox'
import { faultAt } from '../../formats/errors/fault.ts'
import { Count, stringEnum } from '../../formats/json/schemas.ts'
import { type ChecksAnswer, writeFinding } from '../../formats/workbench/checks.ts'
import { isOneRecord, rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { CHECK_CODES, SEVERITIES } from '../../model/checks/finding.ts'
import { severityOf } from '../../model/checks/severity.ts'
import { checkSuggestions } from '../../model/checks/wholeJob.ts'
import { countOpenSuggestions } from '../../store/project/assistants/suggestions.ts'
import { findJob, type Job } from '../../store/project/jobs/jobs.ts'
import { refuseUnchecked } from '../../workflow/policies/jobs.ts'
import { type CheckedWork, type VersionChecks, versionGone } from '../checking/jobChecking.ts'
import { ApiError, noSuchJob } from '../http/apiError.ts'
import { textParameter } from '../http/query.ts'
import { type Route, route } from '../http/route.ts'
import type { WorkbenchParts } from './parts.ts'
import { reachJob } from './reach.ts'

/** For so long a call waits for what is not looked at yet. */
const WAIT_MS = 2_000

export const FindingAnswer = Type.Object({
  code: stringEnum(...CHECK_CODES),
  severity: stringEnum(...SEVERITIES),
  track_id: Type.Optional(Type.String()),
  other_track_id: Type.Optional(Type.String({ description: 'the other object of a pair' })),
  record_id: Type.Optional(Type.String({ description: 'the `_id` of the record, in images' })),
  legend_entry_id: Type.Optional(Type.String()),
  sensor_id: Type.Optional(Type.String()),
  attribute: Type.Optional(Type.String()),
  frame_ids: Type.Optional(Type.Array(Type.String(), { description: 'all frames of the finding, in order' })),
  count: Type.Optional(Type.Integer({ minimum: 0, description: 'number of frame_ids' })),
  message: Type.String(),
  values: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
})

const JobChecks = Type.Object({
  version: Type.Integer({ minimum: 0, description: 'of the saved work' }),
  complete: Type.Boolean({ description: 'false while something has not been looked at: call again' }),
  findings: Type.Array(FindingAnswer),
  looked_at: Type.Object({ frames: Count, objects: Count }),
})

const Query = Type.Object({ version: textParameter('of the saved work; without it the newest') })

/** What is found in the saved work of a job, for people and for keys. */
export function checkRoutes(workbench: WorkbenchParts): Route[] {
  const { context } = workbench
  return [
    route({
      method: 'GET',
      paths: ['/api/jobs/:jid/checks'],
      access: { session: 'viewJobs' },
      tag: 'pages',
      summary: 'What the checks find in the saved work',
      query: Query,
      answer: JobChecks,
      refusals: ['JOB_STATE', 'GONE'],
      handle: async ({ session, params, query }) => {
        const job = await reachJob(workbench, session, params.jid)
        return checksOf(workbench, job, readVersion(query.version))
      },
    }),
    route({
      method: 'GET',
      paths: ['/v1/projects/:pid/jobs/:jid/checks'],
      access: 'read',
      tag: 'results',
      summary: 'What the checks find in the saved work of a job',
      query: Query,
      answer: JobChecks,
      refusals: ['JOB_STATE', 'GONE'],
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

async function checksOf(workbench: WorkbenchParts, job: Job, asked: number | null): Promise<ChecksAnswer> {
  const checks = await knownChecks(workbench, job, asked, WAIT_MS)
  const suggestions = await suggestionFindings(workbench, job)
  const { version, complete, lookedAt, findings, frameIds } = checks
  return {
    version,
    complete,
    findings: [...findings, ...suggestions].map((one) => writeFinding(one, frameIds, isOneRecord(job.operation))),
    looked_at: lookedAt,
  }
}

/** What is found in a version after `waitMs` at most. @throws ApiError where the version is not kept */
export async function knownChecks(
  workbench: WorkbenchParts,
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

async function workAt({ documents }: WorkbenchParts, job: Job, asked: number | null): Promise<CheckedWork> {
  const open = asked === null ? await documents.current(job) : await documents.at(job, asked)
  if (!open) throw versionGone()
  if (!rulesOf(job.operation).hasLabels) return { ...open, labelCounts: null }
  const labels = await documents.labels(job)
  // Labels are kept at the newest version alone.
  if (labels.version !== open.version) throw versionGone()
  return { ...open, labelCounts: labels.counts }
}

/** Suggestions are decided about without a new version of the work: they are counted with each call. */
export async function suggestionFindings({ context }: WorkbenchParts, job: Job) {
  const tag = await context.projects.tagOfJob(job)
  const severity = tag && severityOf('UNDECIDED_SUGGESTIONS', tag)
  if (!severity) return []
  return checkSuggestions(await countOpenSuggestions(context.pool, job)).map((found) => ({ severity, ...found }))
}
