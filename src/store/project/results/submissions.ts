import type { Queryable } from '../../postgres/pools.ts'
import { bigint, int, namedRows, nullable, type RowOf, Table, text, timestamp, uuid } from '../../postgres/table.ts'
import type { JobPlace } from '../jobs/jobs.ts'

/** The submission for a version of a job's result, by reference to its files. */
export interface Submission {
  version: number
  documentSha256: string
  /** Point labels, for segmentation alone. */
  labelsSha256: string | null
  annotations: number
  keyId: string | null
  userId: string | null
}

export const SUBMISSIONS = new Table('submissions', {
  version: int,
  document_sha256: text,
  labels_sha256: nullable(text),
  annotations: bigint,
  key_id: nullable(uuid),
  user_id: nullable(uuid),
  created_at: timestamp,
})

/** If the same version is submitted again (after a rejection), the later one counts. */
export async function putSubmission(db: Queryable, projectId: string, jobId: string, made: Submission): Promise<void> {
  await db.query(
    `insert into submissions (project_id, job_id, version, document_sha256, labels_sha256, annotations, key_id, user_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (project_id, job_id, version) do update set document_sha256 = excluded.document_sha256,
       labels_sha256 = excluded.labels_sha256, annotations = excluded.annotations, key_id = excluded.key_id,
       user_id = excluded.user_id, created_at = excluded.created_at`,
    [projectId, jobId, made.version, made.documentSha256, made.labelsSha256, made.annotations, made.keyId, made.userId],
  )
}

export async function findSubmission(
  db: Queryable,
  projectId: string,
  jobId: string,
  version: number,
): Promise<Submission | null> {
  const { rows } = await db.query<Omit<RowOf<typeof SUBMISSIONS>, 'created_at'>>(
    `select version, document_sha256, labels_sha256, annotations, key_id, user_id from submissions
     where project_id = $1 and job_id = $2 and version = $3`,
    [projectId, jobId, version],
  )
  return rows[0] ? SUBMISSIONS.read(rows[0]) : null
}

/** A submission with the other facts of its job that making its result needs. */
export interface SubmissionToAssemble extends Submission {
  hasConsensus: boolean
  /** Facts of this version. */
  hasReviews: boolean
  hasAcceptedSuggestions: boolean
}

export async function findSubmissionToAssemble(
  db: Queryable,
  { projectId, jobId }: JobPlace,
  version: number,
): Promise<SubmissionToAssemble | null> {
  const rows = await namedRows<SubmissionToAssemble>(
    db,
    `select version, document_sha256, labels_sha256, annotations,
       key_id, user_id,
       exists (select from consensus_jobs where project_id = $1 and job_id = $2) as has_consensus,
       exists (select from reviews where project_id = $1 and job_id = $2 and version = $3) as has_reviews,
       exists (select from assistant_suggestions where project_id = $1 and job_id = $2 and state = 'accepted')
         as has_accepted_suggestions
     from submissions where project_id = $1 and job_id = $2 and version = $3`,
    [projectId, jobId, version],
  )
  return rows[0] ?? null
}

/** What results were made of, the oldest first. */
export async function listSubmissions(
  db: Queryable,
  { projectId, jobId }: JobPlace,
): Promise<(Pick<Submission, 'version' | 'documentSha256' | 'labelsSha256'> & { at: Date })[]> {
  const { rows } = await db.query<RowOf<typeof SUBMISSIONS>>(
    `select ${SUBMISSIONS.list()} from submissions where project_id = $1 and job_id = $2 order by version`,
    [projectId, jobId],
  )
  return rows.map((row) => ({
    version: row.version,
    documentSha256: row.document_sha256,
    labelsSha256: row.labels_sha256,
    at: row.created_at,
  }))
}

export async function putPrediction(
  db: Queryable,
  projectId: string,
  jobId: string,
  made: { documentSha256: string; labelsSha256: string | null },
): Promise<void> {
  await db.query(
    `insert into predictions (project_id, job_id, document_sha256, labels_sha256) values ($1, $2, $3, $4)
     on conflict (project_id, job_id) do update set document_sha256 = excluded.document_sha256,
       labels_sha256 = excluded.labels_sha256, created_at = excluded.created_at`,
    [projectId, jobId, made.documentSha256, made.labelsSha256],
  )
}

export interface KeptPrediction {
  documentSha256: string
  labelsSha256: string | null
  createdAt: Date
}

export async function findPrediction(db: Queryable, { projectId, jobId }: JobPlace): Promise<KeptPrediction | null> {
  const rows = await namedRows<KeptPrediction>(
    db,
    `select document_sha256, labels_sha256, created_at
     from predictions where project_id = $1 and job_id = $2`,
    [projectId, jobId],
  )
  return rows[0] ?? null
}
