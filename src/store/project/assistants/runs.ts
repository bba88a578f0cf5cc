import type { AssistErrorCode, RunFinding, RunState, TrackStop, Verb } from '../../../model/assistants/assistant.ts'
import type { Queryable } from '../../postgres/pools.ts'
import {
  bool,
  double,
  int,
  json,
  namedRows,
  nullable,
  type RowOf,
  Table,
  text,
  textOf,
  timestamp,
  uuid,
} from '../../postgres/table.ts'
import { RUNNING_CALLS } from './calls.ts'
import type { UnkeptSuggestion } from './suggestions.ts'

export interface RunError {
  code: AssistErrorCode
  message: string
}

/** What an assistant was asked for in the background. */
export interface Run {
  projectId: string
  runId: string
  assistant: string
  version: string
  verb: Verb
  /** Where the job is: the project, or the private space of a person. */
  placeId: string
  jobId: string
  input: Record<string, unknown>
  userId: string | null
  isAuto: boolean
  status: RunState
  /** 0 to 1; null: not known. */
  progress: number | null
  stoppedAt: TrackStop[]
  findings: RunFinding[]
  dropped: { label: string; count: number }[]
  /** What was found so far; null: nothing, or nothing new. */
  partial: UnkeptSuggestion[] | null
  error: RunError | null
  attempts: number
  leaseId: string | null
  leaseUntil: Date | null
}

const RUNS = new Table('assistant_runs', {
  project_id: uuid,
  id: uuid,
  assistant: text,
  version: text,
  verb: textOf<Verb>(),
  place_id: uuid,
  job_id: uuid,
  input: json<Record<string, unknown>>(),
  user_id: nullable(uuid),
  is_auto: bool,
  status: textOf<RunState>(),
  progress: nullable(double),
  stopped_at: json<TrackStop[]>(),
  findings: json<RunFinding[]>(),
  dropped: json<Run['dropped']>(),
  partial: nullable(json<UnkeptSuggestion[]>()),
  error: nullable(json<RunError>()),
  attempts: int,
  lease_id: nullable(uuid),
  lease_until: nullable(timestamp),
})
const COLUMNS = RUNS.list()

export type NewRun = Pick<
  Run,
  'projectId' | 'runId' | 'assistant' | 'version' | 'verb' | 'placeId' | 'jobId' | 'input' | 'userId'
>

export async function insertRun(db: Queryable, made: NewRun): Promise<void> {
  await db.query(
    `insert into assistant_runs (project_id, id, assistant, version, verb, place_id, job_id, input, user_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      made.projectId,
      made.runId,
      made.assistant,
      made.version,
      made.verb,
      made.placeId,
      made.jobId,
      made.input,
      made.userId,
    ],
  )
}

/**
 * Pre-annotation of jobs that are ready for people: a run for each assistant that asks for it, once a version. The queue
 * leaves a job out until they ended, as long as the tag allows.
 */
export async function insertAutoRuns(
  db: Queryable,
  projectId: string,
  jobs: readonly { jobId: string; tag: string }[],
): Promise<void> {
  const rows = await namedRows<{ jobId: string }>(
    db,
    `insert into assistant_runs (project_id, id, assistant, version, verb, place_id, job_id, input, is_auto)
     select a.project_id, gen_random_uuid(), a.name, coalesce(a.version, ''), a.settings -> 'auto' ->> 'verb', $1,
       job.id, '{}', true
     from assistants a cross join unnest($2::uuid[], $3::text[]) as job (id, tag)
     where a.project_id = $1 and a.settings -> 'auto' ->> 'verb' is not null
       and (a.settings ->> 'tags' is null or exists (
         select 1 from json_array_elements_text(a.settings -> 'tags') as named (tag) where named.tag = job.tag))
     on conflict do nothing returning job_id`,
    [projectId, jobs.map(({ jobId }) => jobId), jobs.map(({ tag }) => tag)],
  )
  if (rows.length === 0) return
  await db.query(
    `update jobs
     set assist_until = (now() at time zone 'UTC' + make_interval(secs => t.assist_wait_seconds)) at time zone 'UTC'
     from tags t
     where jobs.project_id = $1 and jobs.id = any ($2) and t.project_id = $1 and t.tag = jobs.tag
       and t.assist_wait_seconds > 0`,
    [projectId, rows.map(({ jobId }) => jobId)],
  )
}

export async function findRun(db: Queryable, projectId: string, runId: string): Promise<Run | null> {
  const { rows } = await db.query<RowOf<typeof RUNS>>(
    `select ${COLUMNS} from assistant_runs where project_id = $1 and id = $2`,
    [projectId, runId],
  )
  return rows[0] ? runOf(rows[0]) : null
}

// Asked of the row that is changed once more: since it was found it may have been cancelled, or its lease renewed.
const IS_WAITING = `(status = 'queued' and due_at <= now() or status = 'running' and lease_until <= now())`

export interface Claiming {
  projectId: string
  assistant: string
  maxInFlight: number
  /** null: all. */
  verbs: readonly Verb[] | null
  leaseId: string
  seconds: number
}

/**
 * Claims the oldest run of an assistant that waits, or whose lease ran out; null when there is none, or when as many as
 * may be are running. Run it in a transaction: the assistant's row is locked.
 */
export async function claimRun(db: Queryable, at: Claiming): Promise<Run | null> {
  const { rowCount } = await db.query(
    'select 1 from assistants where project_id = $1 and name = $2 for update skip locked',
    [at.projectId, at.assistant],
  )
  if (!rowCount) return null
  const { rows } = await db.query<RowOf<typeof RUNS>>(
    `with next as (
       select id from assistant_runs
       where project_id = $1 and assistant = $2 and ${RUNNING_CALLS} < $3
         and ($4::text[] is null or verb = any ($4))
         and ${IS_WAITING}
       order by due_at limit 1
     )
     update assistant_runs set status = 'running', lease_id = $5, lease_until = now() + make_interval(secs => $6),
       attempts = attempts + 1, started_at = coalesce(started_at, (select now()))
     where project_id = $1 and id = (select id from next) and ${IS_WAITING}
     returning ${COLUMNS}`,
    [at.projectId, at.assistant, at.maxInFlight, at.verbs, at.leaseId, at.seconds],
  )
  return rows[0] ? runOf(rows[0]) : null
}

type Held = Pick<Run, 'projectId' | 'runId' | 'leaseId'>

/** Keeps the lease of a run that goes on; null when it is not held any more. */
export async function renewRun(
  db: Queryable,
  { projectId, runId, leaseId }: Held,
  seconds: number,
  { progress, partial }: Pick<Run, 'progress' | 'partial'>,
): Promise<Date | null> {
  const { rows } = await db.query<{ until: Date }>(
    `update assistant_runs set lease_until = now() + make_interval(secs => $4), progress = coalesce($5, progress),
       partial = coalesce($6::json, partial)
     where project_id = $1 and id = $2 and lease_id = $3 and status = 'running' returning lease_until as until`,
    [projectId, runId, leaseId, seconds, progress, partial && JSON.stringify(partial)],
  )
  return rows[0]?.until ?? null
}

/** Whether the run goes on under that lease. */
export async function holdsLease(db: Queryable, { projectId, runId, leaseId }: Held): Promise<boolean> {
  const isHeld = `lease_id = $3 and status = 'running' and lease_until > now()`
  const sql = `select 1 from assistant_runs where project_id = $1 and id = $2 and ${isHeld}`
  return (await db.query(sql, [projectId, runId, leaseId])).rowCount === 1
}

/** How a run ended. */
export interface RunEnd {
  status: 'completed' | 'failed'
  error: RunError | null
  stoppedAt?: readonly object[]
  findings?: readonly object[]
  dropped?: Run['dropped']
}

/** false: it is not held any more (cancelled, or another has it), and nothing changed. */
export async function endRun(db: Queryable, { projectId, runId, leaseId }: Held, end: RunEnd): Promise<boolean> {
  const { rows } = await db.query<EndedRun>(
    `update assistant_runs set status = $4, error = $5, stopped_at = $6, findings = $7, dropped = $8, ended_at = now(), partial = null,
       progress = case when $4 = 'completed' then 1 else progress end
     where project_id = $1 and id = $2 and lease_id = $3 and status = 'running' returning ${ENDED}`,
    [
      projectId,
      runId,
      leaseId,
      end.status,
      end.error && JSON.stringify(end.error),
      JSON.stringify(end.stoppedAt ?? []),
      JSON.stringify(end.findings ?? []),
      JSON.stringify(end.dropped ?? []),
    ],
  )
  return offerJobOf(db, rows[0])
}

interface EndedRun {
  project_id: string
  place_id: string
  job_id: string
  is_auto: boolean
}
const ENDED = 'project_id, place_id, job_id, is_auto'

/**
 * The queue offers a job again when the last run that it was left out for ended, or is put off for longer than it is left
 * out. Answers whether one ended.
 */
async function offerJobOf(db: Queryable, run: EndedRun | undefined): Promise<boolean> {
  if (run?.is_auto) {
    const job = [run.place_id, run.job_id]
    // Two that end at once look one after the other: else each would take the other for one that goes on.
    await db.query('select 1 from jobs where project_id = $1 and id = $2 and assist_until is not null for update', job)
    await db.query(
      `update jobs set assist_until = null where project_id = $2 and id = $3 and assist_until is not null
         and not exists (select 1 from assistant_runs r where r.project_id = $1 and r.job_id = $3 and r.is_auto
           and (r.status = 'running' or r.status = 'queued' and r.due_at < jobs.assist_until))`,
      [run.project_id, ...job],
    )
  }
  return run !== undefined
}

/** A run that was taken so often is not tried again. */
export const MAX_RUN_ATTEMPTS = 5
const RETRY_SECONDS = 5

/** Gives a run back, to be tried again a little later. */
export async function putOffRun(db: Queryable, { projectId, runId, leaseId }: Held): Promise<boolean> {
  const { rowCount } = await db.query(
    `update assistant_runs set status = 'queued', lease_id = null, lease_until = null, partial = null,
       due_at = now() + make_interval(secs => $4)
     where project_id = $1 and id = $2 and lease_id = $3 and status = 'running'`,
    [projectId, runId, leaseId, RETRY_SECONDS],
  )
  return rowCount === 1
}

/** Pre-annotation that waits is done later; what people asked for fails, since they would not wait so long. */
export async function putOffUntil(
  db: Queryable,
  { projectId, assistant }: { projectId: string; assistant: string },
  until: Date,
  error: RunError,
): Promise<void> {
  const { rows } = await db.query<EndedRun>(
    `update assistant_runs set status = case when is_auto then 'queued' else 'failed' end, lease_id = null,
       lease_until = null, due_at = $3, error = case when is_auto then null else $4::json end,
       ended_at = case when is_auto then null else (select now()) end
     where project_id = $1 and assistant = $2 and ${IS_WAITING} returning ${ENDED}`,
    [projectId, assistant, until, JSON.stringify(error)],
  )
  for (const run of rows) await offerJobOf(db, run)
}

/** false: it had ended before. */
export async function cancelRun(db: Queryable, projectId: string, runId: string): Promise<boolean> {
  const { rows } = await db.query<EndedRun>(
    `update assistant_runs set status = 'cancelled', ended_at = now(), partial = null,
       error = '{"code":"CANCELLED","message":"the run was cancelled"}'
     where project_id = $1 and id = $2 and status in ('queued', 'running') returning ${ENDED}`,
    [projectId, runId],
  )
  return offerJobOf(db, rows[0])
}

/** Jobs with a result that this version of an assistant predicted: the newest, each with its last run, and how many there are. */
export async function predictedJobs(
  db: Queryable,
  projectId: string,
  { assistant, version, tag }: { assistant: string; version: string; tag: string | null },
  most: number,
): Promise<{ jobs: { jobId: string; runId: string }[]; total: number }> {
  const rows = await namedRows<{ jobId: string; runId: string; total: number }>(
    db,
    `with predicted as (
       select distinct on (r.job_id) r.job_id, r.id as run_id, j.created_at
       from assistant_runs r join jobs j on j.project_id = r.project_id and j.id = r.job_id
       where r.project_id = $1 and j.project_id = $1 and r.place_id = $1 and r.assistant = $2 and r.version = $3
         and r.verb = 'predict' and r.status = 'completed' and j.result_version is not null
         and ($4::text is null or j.tag = $4)
       order by r.job_id, r.ended_at desc
     )
     select job_id, run_id, (count(*) over ())::int as total from predicted
     order by created_at desc, job_id limit $5`,
    [projectId, assistant, version, tag, most],
  )
  return { jobs: rows.map(({ jobId, runId }) => ({ jobId, runId })), total: rows[0]?.total ?? 0 }
}

const runOf = (row: RowOf<typeof RUNS>): Run => ({
  projectId: row.project_id,
  runId: row.id,
  assistant: row.assistant,
  version: row.version,
  verb: row.verb,
  placeId: row.place_id,
  jobId: row.job_id,
  input: row.input,
  userId: row.user_id,
  isAuto: row.is_auto,
  status: row.status,
  progress: row.progress,
  stoppedAt: row.stopped_at,
  findings: row.findings,
  dropped: row.dropped,
  partial: row.partial,
  error: row.error,
  attempts: row.attempts,
  leaseId: row.lease_id,
  leaseUntil: row.lease_until,
})
