import { Type } from 'typebox'
import { Count, Id, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { JOB_ACTIONS } from '../model/jobAction.ts'
import { endpoint } from './endpoint.ts'
import { JOB_FILTERS } from './jobs.ts'
import { settingsBody, textParameter } from './words.ts'

const MAX_JOB_IDS = 10_000

// A misspelt filter would mean every job: unknown keys are refused.
const JobActionFilter = Type.Object(
  { reference_id: textParameter('the one job'), ...JOB_FILTERS },
  {
    additionalProperties: false,
    patternProperties: { '^metadata\\.': { type: ['string', 'number', 'boolean'] } },
    description: 'as in the list of jobs, metadata.KEY too. {}: every job',
  },
)

export const JobActionBody = settingsBody(
  {
    action: stringEnum(...JOB_ACTIONS),
    value: Type.Optional(
      Type.Unknown({
        description:
          'priority: a weight from 1 to 10. assign: {user_id or group, share?, deadline?}. export: {format, splits?, ' +
          'files?, options?}. assist: {assistant, verb?: predict or review}, of queued jobs. reopen: {reason}, or none. Others: none',
      }),
    ),
    filter: Type.Optional(JobActionFilter),
    job_ids: Type.Optional(Type.Array(Id, { maxItems: MAX_JOB_IDS })),
    dry_run: Type.Optional(Type.Boolean({ description: 'true: only tells what would be done and refused' })),
  },
  { title: 'JobActionBody' },
)

const ShownJobAction = Type.Object(
  {
    action_id: Id,
    action: stringEnum(...JOB_ACTIONS),
    status: stringEnum('queued', 'running', 'completed', 'failed', 'cancelled'),
    dry_run: Type.Boolean(),
    progress: Type.Object({ total: Count, done: Count, refused: Count }),
    refusals: Type.Array(Type.Object({ job_id: Id, code: Type.String() }), { description: 'the first 1,000' }),
    export_id: orNull(Id),
    created_at: Time,
    completed_at: orNull(Time),
  },
  { title: 'ShownJobAction' },
)

export const jobActionEndpoints = {
  startJobAction: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/jobs/actions'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'jobs',
    summary:
      'Cancel, retry, reopen, weigh, assign, re-send, export or pre-annotate many jobs; with dry_run only tell what would happen',
    body: JobActionBody,
    answer: Type.Object({ action_id: Id, export_id: orNull(Id) }),
  }),
  getJobAction: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/jobs/actions/:aid'],
    access: { key: 'read', session: 'viewJobs' },
    tag: 'jobs',
    summary: 'Progress and refusals of a bulk action',
    answer: ShownJobAction,
  }),
  cancelJobAction: endpoint({
    method: 'DELETE',
    paths: ['/v1/projects/:pid/jobs/actions/:aid'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'jobs',
    summary: 'Cancel the rest of an action; changes made so far stay',
    answer: ShownJobAction,
  }),
}
