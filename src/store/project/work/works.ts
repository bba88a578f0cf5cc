import type { Queryable } from '../../postgres/pools.ts'
import { bytea, int, nullable, type RowOf, Table, text, timestamp } from '../../postgres/table.ts'
import { dataPlaceOf, type Job } from '../jobs/jobs.ts'
import type { SUBMISSIONS } from '../results/submissions.ts'

/** The state of a job's document. */
export interface Work {
  version: number
  submittedVersion: number
  begunAt: Date
}

/** The document at one version: a file, or bytes (gzip). All null: the empty document, no point labelled. */
export interface Snapshot {
  version: number
  documentSha256: string | null
  labelsSha256: string | null
  document: Buffer | null
  labels: Buffer | null
}

export const WORKS = new Table('works', { version: int, submitted_version: int, begun_at: timestamp })
type WorkRow = RowOf<typeof WORKS>

export const WORK_SNAPSHOTS = new Table('work_snapshots', {
  version: int,
  document_sha256: nullable(text),
  labels_sha256: nullable(text),
  document: nullable(bytea),
  labels: nullable(bytea),
})
type SnapshotRow = RowOf<typeof WORK_SNAPSHOTS>

export const WORK_OPERATIONS = new Table('work_operations', { version: int, operations: text })
type OperationsRow = RowOf<typeof WORK_OPERATIONS>

/** Batches stored after the snapshot: a browser may send them twice after a lost answer. */
const KEPT_BATCHES = 20

export async function findWork(db: Queryable, projectId: string, jobId: string): Promise<Work | null> {
  const { rows } = await db.query<WorkRow>({
    name: 'find-work',
    text: 'select version, submitted_version, begun_at from works where project_id = $1 and job_id = $2',
    values: [projectId, jobId],
  })
  const row = rows[0]
  return row ? { version: row.version, submittedVersion: row.submitted_version, begunAt: row.begun_at } : null
}

/**
 * Makes sure that there is work to continue, in the caller's transaction on the locked job. It starts from the latest
 * submission, otherwise from the prediction, otherwise empty; and starts over if a machine has submitted a result
 * since.
 */
export async function beginWork(db: Queryable, job: Job): Promise<Work> {
  const work = await findWork(db, job.projectId, job.jobId)
  const base = await findBase(db, job)
  const isOvertaken = work && base?.byKey && base.createdAt > work.begunAt
  if (work && work.version > 0 && !isOvertaken) return work
  const version = isOvertaken ? work.version + 1 : 0
  const submittedVersion = base?.isSubmission ? version : 0
  const { rows } = await db.query<Pick<WorkRow, 'begun_at'>>(
    `insert into works as w (project_id, job_id, version, submitted_version) values ($1, $2, $3, $4)
     on conflict (project_id, job_id) do update set version = excluded.version,
       submitted_version = excluded.submitted_version, begun_at = excluded.begun_at
     returning begun_at`,
    [job.projectId, job.jobId, version, submittedVersion],
  )
  await db.query('delete from work_operations where project_id = $1 and job_id = $2', [job.projectId, job.jobId])
  await putSnapshot(db, job, {
    version,
    documentSha256: base?.documentSha256 ?? null,
    labelsSha256: base?.labelsSha256 ?? null,
    document: null,
    labels: null,
  })
  return { version, submittedVersion, begunAt: rows[0].begun_at }
}

export interface WorkBase {
  documentSha256: string
  labelsSha256: string | null
  isSubmission: boolean
  /** Submitted by a key, not by a person from this very work. */
  byKey: boolean
  createdAt: Date
}

type BaseRow = Pick<RowOf<typeof SUBMISSIONS>, 'document_sha256' | 'labels_sha256' | 'created_at'> & {
  is_submission: boolean
  by_key: boolean
}

/** Where work on the job begins: the newest submission, otherwise the prediction; null: an empty document. */
export async function findBase(
  db: Queryable,
  job: Pick<Job, 'projectId' | 'jobId' | 'origin'>,
): Promise<WorkBase | null> {
  const content = dataPlaceOf(job)
  const { rows } = await db.query<BaseRow>(
    `(select document_sha256, labels_sha256, true as is_submission, key_id is not null as by_key, created_at
      from submissions where project_id = $1 and job_id = $2 order by version desc limit 1)
     union all
     (select document_sha256, labels_sha256, false, false, created_at from predictions
      where project_id = $3 and job_id = $4)`,
    [job.projectId, job.jobId, content.projectId, content.jobId],
  )
  const row = rows.find((candidate) => candidate.is_submission) ?? rows[0]
  if (!row) return null
  return {
    documentSha256: row.document_sha256,
    labelsSha256: row.labels_sha256,
    isSubmission: row.is_submission,
    byKey: row.by_key,
    createdAt: row.created_at,
  }
}

export interface LoadedWork extends Work {
  snapshot: Snapshot
  /** All that came after the snapshot, in order. */
  batches: string[]
}

type LoadedRow = WorkRow & Omit<SnapshotRow, 'version'> & { snapshot_version: number; batches: string | null }

/**
 * All parts of the document, read in one statement: nothing can be saved or rewritten between them. Batches come as
 * lines, since an array of many megabytes would be read character by character; JSON has no line breaks.
 */
export async function loadWork(db: Queryable, projectId: string, jobId: string): Promise<LoadedWork | null> {
  const { rows } = await db.query<LoadedRow>(
    `select w.version, w.submitted_version, w.begun_at, s.version as snapshot_version, s.document_sha256,
       s.labels_sha256, s.document, s.labels,
       (select string_agg(o.operations, E'\\n' order by o.version) from work_operations o
         where o.project_id = $1 and o.job_id = $2 and o.version > s.version) as batches
     from works w join work_snapshots s on s.project_id = w.project_id and s.job_id = w.job_id
     where w.project_id = $1 and w.job_id = $2`,
    [projectId, jobId],
  )
  const row = rows[0]
  if (!row) return null
  return {
    version: row.version,
    submittedVersion: row.submitted_version,
    begunAt: row.begun_at,
    snapshot: {
      version: row.snapshot_version,
      documentSha256: row.document_sha256,
      labelsSha256: row.labels_sha256,
      document: row.document,
      labels: row.labels,
    },
    batches: row.batches?.split('\n') ?? [],
  }
}

/** Batches that lead from one version to the next ones; JSON each. */
export async function batchesAfter(
  db: Queryable,
  projectId: string,
  jobId: string,
  version: number,
): Promise<{ version: number; operations: string }[]> {
  const { rows } = await db.query<OperationsRow>(
    `select version, operations from work_operations
     where project_id = $1 and job_id = $2 and version > $3 order by version`,
    [projectId, jobId, version],
  )
  return rows
}

export interface SavedBatch {
  projectId: string
  jobId: string
  userId: string
  batchId: string
  baseVersion: number
  /** JSON, as text or as its bytes. */
  operations: string | Buffer
  /** Objects of the document after it. */
  objects: number
}

/**
 * Saves a batch as the next version and renews the lease, in one statement, which makes saving cheap. A null in the
 * answer names what did not fit: the lease (this person does not have it) or the version (another batch came first).
 */
export async function saveBatch(
  db: Queryable,
  batch: SavedBatch,
  leaseSeconds: number,
): Promise<{ heldUntil: Date | null; version: number | null }> {
  const { rows } = await db.query<{ held_until: Date | null; version: number | null }>({
    name: 'save-batch',
    text: `with held as (
        update jobs set held_until = now() + make_interval(secs => $7)
        where project_id = $1 and id = $2 and holder_id = $3
        returning held_until
      ), moved as (
        update works set version = works.version + 1, saved_at = now(), objects = $8 from held
        where works.project_id = $1 and works.job_id = $2 and works.version = $4
        returning works.version
      ), leased as (
        update assignments a set held_until = held.held_until from held
        where a.project_id = $1 and a.job_id = $2 and a.user_id = $3 and a.outcome is null and a.held_until is not null
      ), saved as (
        insert into work_operations (project_id, job_id, version, batch_id, user_id, operations)
        select $1, $2, moved.version, $5, $3, $6 from moved returning version
      )
      select (select held_until from held) as held_until, (select version from saved) as version`,
    values: [
      batch.projectId,
      batch.jobId,
      batch.userId,
      batch.baseVersion,
      batch.batchId,
      batch.operations,
      leaseSeconds,
      batch.objects,
    ],
  })
  return { heldUntil: rows[0].held_until, version: rows[0].version }
}

/** The version under which this very batch was saved before; null when it was not, or long ago. */
export async function versionOfBatch(
  db: Queryable,
  at: Pick<SavedBatch, 'projectId' | 'jobId' | 'userId' | 'batchId'>,
): Promise<number | null> {
  const { rows } = await db.query<Pick<OperationsRow, 'version'>>(
    `select version from work_operations where project_id = $1 and job_id = $2 and batch_id = $3 and user_id = $4`,
    [at.projectId, at.jobId, at.batchId, at.userId],
  )
  return rows[0]?.version ?? null
}

/** Writes the document down at a version, unless a newer one is there; batches that it makes superfluous go. */
export async function putSnapshot(
  db: Queryable,
  at: Pick<Job, 'projectId' | 'jobId'>,
  snapshot: Snapshot,
): Promise<void> {
  const { rowCount } = await db.query(
    `insert into work_snapshots as s (project_id, job_id, version, document_sha256, labels_sha256, document, labels)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (project_id, job_id) do update set version = excluded.version,
       document_sha256 = excluded.document_sha256, labels_sha256 = excluded.labels_sha256,
       document = excluded.document, labels = excluded.labels
     where s.version <= excluded.version`,
    [
      at.projectId,
      at.jobId,
      snapshot.version,
      snapshot.documentSha256,
      snapshot.labelsSha256,
      snapshot.document,
      snapshot.labels,
    ],
  )
  if (rowCount !== 1) return
  await db.query('delete from work_operations where project_id = $1 and job_id = $2 and version <= $3', [
    at.projectId,
    at.jobId,
    snapshot.version - KEPT_BATCHES,
  ])
}

/** This version is being submitted. */
export async function markSubmitted(
  db: Queryable,
  at: Pick<Job, 'projectId' | 'jobId'>,
  version: number,
): Promise<void> {
  await db.query('update works set submitted_version = $3 where project_id = $1 and job_id = $2', [
    at.projectId,
    at.jobId,
    version,
  ])
}

/** The work's version, locked until the caller's transaction ends, so that nothing is saved meanwhile. */
export async function lockWork(db: Queryable, at: Pick<Job, 'projectId' | 'jobId'>): Promise<Work | null> {
  await db.query('select 1 from works where project_id = $1 and job_id = $2 for update', [at.projectId, at.jobId])
  return findWork(db, at.projectId, at.jobId)
}

/** Whether anything was saved on the job. */
export async function hasSavedWork(db: Queryable, at: Pick<Job, 'projectId' | 'jobId'>): Promise<boolean> {
  const work = await findWork(db, at.projectId, at.jobId)
  return work !== null && work.version > 0
}
