import type { AnnotationType } from '../../../model/annotationType.ts'
import type { FindingCounts } from '../../../model/checks/finding.ts'
import type { JobMetadata } from '../../../model/jobMetadata.ts'
import type { Stage } from '../../../model/stage.ts'
import { joinedInTurns } from '../../joinedInTurns.ts'
import type { Queryable } from '../../postgres/pools.ts'
import {
  bigint,
  bool,
  bytea,
  int,
  json,
  nullable,
  type ReadOf,
  type RowOf,
  smallint,
  Table,
  text,
  textOf,
  timestamp,
  uuid,
} from '../../postgres/table.ts'
import { firstOpenPosition, waitForOpenBlocks } from '../batches/blocks.ts'

/** Why a job failed, in the form of answers. */
export interface StoredJobError {
  code: string
  message: string
  meta_data: { failures: { field: string; type: string }[] }
}

/** The row by its names; private copies name their origin, and scores are what they mean. */
export interface Job extends Omit<ReadOf<typeof JOBS>, 'uncertainty' | 'originProject' | 'originJob'> {
  /** 1 − the lowest score of the last prediction of an assistant, from 0 to 1; null: none has a score. */
  uncertainty: number | null
  /**
   * For a private copy: the job whose payload, files and pre-annotation it shows. Then `projectId` is a private space.
   */
  origin: JobPlace | null
}

export interface JobPlace {
  projectId: string
  jobId: string
}

/** The project whose tags, settings and figures hold for the job. */
export const homeOf = ({ origin, projectId }: Pick<Job, 'origin' | 'projectId'>): string =>
  origin?.projectId ?? projectId

/** Where payload, files and pre-annotation of the job are stored. */
export const dataPlaceOf = ({ origin, projectId, jobId }: Pick<Job, 'origin' | 'projectId' | 'jobId'>): JobPlace =>
  origin ?? { projectId, jobId }

export const JOBS = new Table(
  'jobs',
  {
    project_id: uuid,
    id: uuid,
    batch_id: uuid,
    position: bigint,
    reference_id: text,
    tag: text,
    /** The version of the tag when the job was accepted. */
    tag_version: int,
    operation: textOf<AnnotationType>(),
    stage: textOf<Stage>(),
    priority_weight: smallint,
    /** In millionths; below 0: unknown. */
    uncertainty: int,
    frames: int,
    annotations: bigint,
    payload_sha256: bytea,
    callback_url: nullable(text),
    kept_sensors: nullable(json<Record<string, object>>()),
    warnings: json<{ field: string; type: string }[]>(),
    error: nullable(json<StoredJobError>()),
    point_cloud_frame: nullable(textOf<'sensor' | 'common'>()),
    /** Why, as a sentence; null where there are no clouds, or an earlier version looked at them. */
    cloud_frame_reason: nullable(text),
    result_version: nullable(int),
    result_attachment: nullable(uuid),
    created_at: timestamp,
    completed_at: nullable(timestamp),
    data_deleted_at: nullable(timestamp),
    annotator_id: nullable(uuid),
    reviewer_id: nullable(uuid),
    holder_id: nullable(uuid),
    held_until: nullable(timestamp),
    rejected: bool,
    /** Until then the person who submitted it may undo that; null: not, or no longer. */
    undo_until: nullable(timestamp),
    /** When it came to its stage. */
    stage_at: timestamp,
    metadata: json<JobMetadata>(),
    /** The person, or the group, that annotates it; at most one of the two. */
    assigned_user: nullable(uuid),
    assigned_group: nullable(text),
    deadline: nullable(timestamp),
    /**
     * The findings of the checks in its newest result; null: there is none, or it was created before results were
     * checked.
     */
    findings: nullable(json<FindingCounts>()),
    origin_project: nullable(uuid),
    origin_job: nullable(uuid),
  },
  { id: 'jobId', operation: 'annotationType' },
)
export type JobColumns = RowOf<typeof JOBS>

export const JOB_COLUMNS = JOBS.list()

export const JOB_PAYLOADS = new Table('job_payloads', { body: bytea })

export async function findJob(db: Queryable, projectId: string, jobId: string): Promise<Job | null> {
  const { rows } = await db.query<JobColumns>(`select ${JOB_COLUMNS} from jobs where project_id = $1 and id = $2`, [
    projectId,
    jobId,
  ])
  return rows[0] ? jobOf(rows[0]) : null
}

/** Those of the jobs that are there, locked against change until the caller's transaction ends. */
export async function lockJobs(db: Queryable, projectId: string, jobIds: readonly string[]): Promise<Job[]> {
  // In one order everywhere, so that two who lock several never wait for each other.
  const { rows } = await db.query<JobColumns>(
    `select ${JOB_COLUMNS} from jobs where project_id = $1 and id = any ($2) order by id for update`,
    [projectId, jobIds],
  )
  return rows.map(jobOf)
}

export async function findJobByReference(db: Queryable, projectId: string, referenceId: string): Promise<Job | null> {
  const { rows } = await db.query<JobColumns>(
    `select ${JOB_COLUMNS} from jobs where project_id = $1 and reference_id = $2`,
    [projectId, referenceId],
  )
  return rows[0] ? jobOf(rows[0]) : null
}

export const JOBS_A_PAGE = 100

/**
 * Up to 100 jobs of a batch in creation order, after a position, and one more that shows whether there is a next page.
 */
export async function jobsAfter(db: Queryable, projectId: string, batchId: string, position: number): Promise<Job[]> {
  await waitForOpenBlocks(db, projectId)
  const { rows } = await db.query<JobColumns>({
    name: 'jobs-page',
    text: `select ${JOB_COLUMNS} from jobs where project_id = $1 and batch_id = $2 and position > $3
      and position < ${firstOpenPosition('$2')} order by position limit $4`,
    values: [projectId, batchId, position, JOBS_A_PAGE + 1],
  })
  return rows.map(jobOf)
}

/** Larger bodies are read in pieces of this size: decoding one in one step would delay every call. */
const PIECE_BYTES = 1024 * 1024

export async function readPayload(db: Queryable, projectId: string, jobId: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ body: Buffer | null }>(
    `select case when octet_length(body) <= $3 then body end as body from job_payloads where project_id = $1 and job_id = $2`,
    [projectId, jobId, PIECE_BYTES],
  )
  if (rows.length === 0 || rows[0].body) return rows[0]?.body ?? null
  // Unpacked once: reading a piece of a compressed value unpacks everything before it.
  const { rows: pieces } = await db.query<{ piece: Buffer }>(
    `with whole as materialized (select body || ''::bytea as body from job_payloads where project_id = $1 and job_id = $2)
     select substring(body from at for $3) as piece from whole cross join lateral generate_series(1, octet_length(body), $3) as at order by at`,
    [projectId, jobId, PIECE_BYTES],
  )
  if (pieces.length === 0) return null
  const length = pieces.reduce((sum, { piece }) => sum + piece.length, 0)
  return joinedInTurns(
    pieces.map(({ piece }) => piece),
    length,
  )
}

/** Bodies of jobs by their ids, those up to a size; larger ones are read one at a time. */
export async function readSmallPayloads(
  db: Queryable,
  projectId: string,
  jobIds: readonly string[],
  maxBytes: number,
): Promise<Map<string, Buffer>> {
  const { rows } = await db.query<{ id: string; body: Buffer }>(
    `select job_id as id, body from job_payloads
     where project_id = $1 and job_id = any ($2) and octet_length(body) <= $3`,
    [projectId, jobIds, maxBytes],
  )
  return new Map(rows.map(({ id, body }) => [id, body]))
}

/** Changes the weight of jobs that the caller has locked. Answers them as they are now. */
export async function setPriorityWeight(
  db: Queryable,
  projectId: string,
  jobIds: readonly string[],
  weight: number,
): Promise<Job[]> {
  const { rows } = await db.query<JobColumns>(
    `update jobs set priority_weight = $3 where project_id = $1 and id = any ($2) returning ${JOB_COLUMNS}`,
    [projectId, jobIds, weight],
  )
  return rows.map(jobOf)
}

/** Replaces the body of a job with a corrected one. */
export async function replacePayload(db: Queryable, job: Job, body: Uint8Array): Promise<void> {
  await db.query('update job_payloads set body = $3 where project_id = $1 and job_id = $2', [
    job.projectId,
    job.jobId,
    Buffer.from(body),
  ])
}

export function jobOf(row: JobColumns): Job {
  const { uncertainty, originProject, originJob, ...job } = JOBS.read(row)
  return {
    ...job,
    uncertainty: uncertainty < 0 ? null : uncertainty / 1_000_000,
    origin: originProject && originJob ? { projectId: originProject, jobId: originJob } : null,
  }
}

/** By the clock of the database. */
export async function isUndoTime(db: Queryable, { projectId, jobId }: Job): Promise<boolean> {
  const { rowCount } = await db.query('select 1 from jobs where project_id = $1 and id = $2 and undo_until > now()', [
    projectId,
    jobId,
  ])
  return rowCount === 1
}
