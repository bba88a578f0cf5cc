import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../postgres/pools.ts'
import {
  bool,
  double,
  int,
  json,
  nullable,
  type RowOf,
  Table,
  text,
  textOf,
  timestamp,
  uuid,
} from '../../postgres/table.ts'
import type { JobPlace } from '../jobs/jobs.ts'
import type { AssignedWork, Worker } from '../work/assignments.ts'

export type ConsensusOutcome = 'medoid' | 'open' | 'adjudicated'

/** The names of candidates instead of their people. */
export const CANDIDATE_LETTERS = 'ABCDEFGHIJKLMNOPQRST'

/** Score of two candidates, by their places in the list of candidates. */
export interface CandidatePair {
  a: number
  b: number
  score: number
}

/** One object in the candidates: its id in each of them, null if it is missing. */
export interface CandidateDifference {
  objects: readonly (string | null)[]
  /** Where it is in each of the documents; absent where an earlier version compared them. */
  tracks?: readonly (string | null)[]
  frame?: number | null
  sensorId?: string | null
  state: 'moved' | 'other_class' | 'missing'
}

/** The outcome when the last of the annotators had submitted. */
export interface Agreement {
  score: number
  outcome: ConsensusOutcome
  /** Numbers of their assignments, in the order of submission. */
  candidates: readonly number[]
  /** Place of the medoid among them. */
  medoid: number
  pairs: readonly CandidatePair[]
  differences: readonly CandidateDifference[]
  alpha: Readonly<Record<string, number | null>>
}

export interface Consensus {
  wanted: number
  /** From this mean score they agree. */
  agreement: number
  /** People may still take places. */
  isOpen: boolean
  result: Agreement | null
}

export const CONSENSUS_JOBS = new Table('consensus_jobs', {
  wanted: int,
  agreement: double,
  is_open: bool,
  score: nullable(double),
  outcome: nullable(textOf<ConsensusOutcome>()),
  candidates: nullable(json<number[]>()),
  medoid: nullable(int),
  pairs: nullable(json<CandidatePair[]>()),
  differences: nullable(json<CandidateDifference[]>()),
  alpha: nullable(json<Record<string, number | null>>()),
})

export async function findConsensus(db: Queryable, { projectId, jobId }: JobPlace): Promise<Consensus | null> {
  const { rows } = await db.query<RowOf<typeof CONSENSUS_JOBS>>(
    `select ${CONSENSUS_JOBS.list()} from consensus_jobs where project_id = $1 and job_id = $2`,
    [projectId, jobId],
  )
  const row = rows[0]
  if (!row) return null
  const { score, outcome, candidates, medoid, pairs, differences, alpha } = row
  const isDone = score !== null && outcome !== null && candidates !== null && medoid !== null
  return {
    wanted: row.wanted,
    agreement: row.agreement,
    isOpen: row.is_open,
    result: isDone
      ? { score, outcome, candidates, medoid, pairs: pairs ?? [], differences: differences ?? [], alpha: alpha ?? {} }
      : null,
  }
}

/** The number of annotators of each of these jobs; jobs with one annotator are left out. */
export async function listWanted(
  db: Queryable,
  projectId: string,
  jobIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ job_id: string; wanted: number }>(
    'select job_id, wanted from consensus_jobs where project_id = $1 and job_id = any($2)',
    [projectId, jobIds],
  )
  return new Map(rows.map((row) => [row.job_id, row.wanted]))
}

/** Those of the jobs of which people may still take places, in one order everywhere. */
export async function listOpen(db: Queryable, projectId: string, jobIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ job_id: string }>(
    'select job_id from consensus_jobs where project_id = $1 and job_id = any ($2) and is_open order by job_id',
    [projectId, jobIds],
  )
  return rows.map((row) => row.job_id)
}

/** From now on several people annotate the job. */
export async function beginConsensus(
  db: Queryable,
  { projectId, jobId }: JobPlace,
  { wanted, agreement }: Pick<Consensus, 'wanted' | 'agreement'>,
): Promise<void> {
  await db.query(
    'insert into consensus_jobs (project_id, job_id, wanted, agreement) values ($1, $2, $3, $4) on conflict do nothing',
    [projectId, jobId, wanted, agreement],
  )
}

export async function setWanted(db: Queryable, { projectId, jobId }: JobPlace, wanted: number): Promise<void> {
  await db.query('update consensus_jobs set wanted = $3 where project_id = $1 and job_id = $2 and is_open', [
    projectId,
    jobId,
    wanted,
  ])
}

/** No one else may take a place; stores the outcome of those who did. */
export async function closeConsensus(
  db: Queryable,
  { projectId, jobId }: JobPlace,
  made: Agreement | null,
): Promise<void> {
  await db.query(
    `update consensus_jobs set is_open = false, score = $3, outcome = $4, candidates = $5, medoid = $6, pairs = $7,
       differences = $8, alpha = $9
     where project_id = $1 and job_id = $2`,
    [
      projectId,
      jobId,
      made?.score ?? null,
      made?.outcome ?? null,
      made ? JSON.stringify(made.candidates) : null,
      made?.medoid ?? null,
      ...[made?.pairs, made?.differences, made?.alpha].map((value) => (value ? JSON.stringify(value) : null)),
    ],
  )
}

export async function setOutcome(
  db: Queryable,
  { projectId, jobId }: JobPlace,
  outcome: ConsensusOutcome,
): Promise<void> {
  await db.query('update consensus_jobs set outcome = $3 where project_id = $1 and job_id = $2', [
    projectId,
    jobId,
    outcome,
  ])
}

/** A worker's place in a job. */
export interface ConsensusPlace extends Worker {
  /** Number of the assignment. */
  number: number
  isSubmitted: boolean
  /** null while the worker is still at it. */
  submittedAt: Date | null
  documentSha256: string | null
  labelsSha256: string | null
  annotations: number | null
}

export const PLACES = new Table('assignments', {
  assignment_no: int,
  user_id: nullable(uuid),
  key_id: nullable(uuid),
  outcome: nullable(text),
  ended_at: nullable(timestamp),
  document_sha256: nullable(text),
  labels_sha256: nullable(text),
})

/** Places that are taken, submitted ones first, in the order of submission. */
export async function listPlaces(db: Queryable, { projectId, jobId }: JobPlace): Promise<ConsensusPlace[]> {
  const { rows } = await db.query<RowOf<typeof PLACES> & { annotations: number | null }>(
    `select ${PLACES.list()}, annotations::int as annotations from assignments
     where project_id = $1 and job_id = $2 and purpose = 'consensus' and (outcome is null or outcome = 'submitted')
     order by ended_at nulls last, assignment_no`,
    [projectId, jobId],
  )
  return rows.map((row) => ({
    number: row.assignment_no,
    userId: row.user_id,
    keyId: row.key_id,
    isSubmitted: row.outcome !== null,
    submittedAt: row.ended_at,
    annotations: row.annotations,
    documentSha256: row.document_sha256,
    labelsSha256: row.labels_sha256,
  }))
}

/** What one of those who annotated a job submitted; `place` null: it was deleted. */
export interface Candidate {
  letter: string
  place: { documentSha256: string; labelsSha256: string | null } | null
}

export async function listCandidates(
  db: Queryable,
  at: JobPlace,
  { candidates }: Pick<Agreement, 'candidates'>,
): Promise<Candidate[]> {
  const places = await listPlaces(db, at)
  return candidates.map((wanted, i) => {
    const { documentSha256 = null, labelsSha256 = null } = places.find(({ number }) => number === wanted) ?? {}
    return { letter: CANDIDATE_LETTERS[i], place: documentSha256 === null ? null : { documentSha256, labelsSha256 } }
  })
}

/** The submission on which the annotators agreed, with its letter; null: they did not. */
export async function findAgreed(db: Queryable, at: JobPlace): Promise<(ConsensusPlace & { letter: string }) | null> {
  const result = (await findConsensus(db, at))?.result
  if (result?.outcome !== 'medoid') return null
  const place = (await listPlaces(db, at)).find(({ number }) => number === result.candidates[result.medoid])
  return place ? { ...place, letter: CANDIDATE_LETTERS[result.medoid] } : null
}

/** Gives a worker a place; work of a key comes with it. */
export async function addPlace(
  db: Queryable,
  { projectId, jobId }: JobPlace,
  version: number,
  { userId, keyId }: Worker,
): Promise<void> {
  await db.query(
    `insert into assignments (project_id, job_id, assignment_no, purpose, user_id, key_id, version)
     select $1, $2, coalesce(max(assignment_no), 0) + 1, 'consensus', $3::uuid, $4::uuid, $5::int
     from assignments where project_id = $1 and job_id = $2`,
    [projectId, jobId, userId, keyId, version],
  )
}

/** The place of a person whose lease ended is free; they may take it again while it is. */
export async function setPlace(
  db: Queryable,
  { projectId, jobId }: JobPlace,
  userId: string,
  outcome: 'released' | null,
): Promise<void> {
  await db.query(
    `update assignments set outcome = $4, ended_at = case when $4::text is null then null else (select now()) end,
       document_sha256 = null, labels_sha256 = null, annotations = null
     where project_id = $1 and job_id = $2 and user_id = $3 and purpose = 'consensus'`,
    [projectId, jobId, userId, outcome],
  )
}

export async function submitPlace(
  db: Queryable,
  { projectId, jobId }: JobPlace,
  { userId, keyId }: Worker,
  work: AssignedWork,
): Promise<void> {
  await db.query(
    `update assignments set outcome = 'submitted', ended_at = (select clock_timestamp()), document_sha256 = $5, labels_sha256 = $6,
       annotations = $7
     where project_id = $1 and job_id = $2 and user_id is not distinct from $3 and key_id is not distinct from $4
       and purpose = 'consensus' and outcome is null`,
    [projectId, jobId, userId, keyId, work.documentSha256, work.labelsSha256, work.annotations],
  )
}

/**
 * How long the job of a random submission for the tag took from then to its completion; null: none is completed. Job
 * ids are random, so the next one after a random id is uniformly chosen.
 */
export async function sampleWaitSeconds(db: Queryable, projectId: string, tag: string): Promise<number | null> {
  for (const from of [randomUUID(), FIRST_ID]) {
    const { rows } = await db.query<{ seconds: number }>(
      `select extract(epoch from j.completed_at - a.ended_at)::float8 as seconds from consensus_jobs c
         join jobs j on j.project_id = $1 and j.id = c.job_id
         join assignments a on a.project_id = $1 and a.job_id = c.job_id
       where c.project_id = $1 and c.job_id >= $3 and c.score is not null and j.tag = $2 and j.result_version = 1
         and j.completed_at >= a.ended_at and a.purpose = 'consensus' and a.outcome = 'submitted'
         and a.user_id is not null
       order by c.job_id, random() limit 1`,
      [projectId, tag, from],
    )
    if (rows[0]) return rows[0].seconds
  }
  return null
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Everyone who ever had a place. */
export async function listAnnotators(db: Queryable, { projectId, jobId }: JobPlace): Promise<string[]> {
  const { rows } = await db.query<{ user_id: string }>(
    `select distinct user_id from assignments
     where project_id = $1 and job_id = $2 and purpose = 'consensus' and user_id is not null`,
    [projectId, jobId],
  )
  return rows.map((row) => row.user_id)
}

/** Ends places of people who are still at it. Answers those people. */
export async function endPlaces(db: Queryable, { projectId, jobId }: JobPlace): Promise<string[]> {
  const { rows } = await db.query<{ user_id: string | null }>(
    `update assignments set outcome = 'cancelled', ended_at = now()
     where project_id = $1 and job_id = $2 and purpose = 'consensus' and outcome is null returning user_id`,
    [projectId, jobId],
  )
  return rows.map((row) => row.user_id).filter((id) => id !== null)
}

/** How many people annotated each of the jobs of an export that several did. */
export async function countCandidates(
  db: Queryable,
  { projectId, exportId }: { projectId: string; exportId: string },
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ job_id: string; count: number }>(
    `select e.job_id, json_array_length(c.candidates) as count from export_jobs e
     join consensus_jobs c on c.project_id = $1 and c.job_id = e.job_id and c.candidates is not null
     where e.project_id = $1 and e.export_id = $2`,
    [projectId, exportId],
  )
  return new Map(rows.map(({ job_id, count }) => [job_id, count]))
}
