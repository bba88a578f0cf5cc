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
import type { ComparedWork } from './comparisonSums.ts'

export type GoldPurpose = 'gold' | 'training'

export const GOLD_GIVEN = new Table('gold_given', {
  project_id: uuid,
  job_id: uuid,
  user_id: uuid,
  tag: text,
  purpose: textOf<GoldPurpose>(),
  round: nullable(int),
  space_id: uuid,
  copy_id: uuid,
  submitted_at: nullable(timestamp),
  score: nullable(double),
  passed: nullable(bool),
  compared: nullable(json<ComparedWork>()),
})
type GivenRow = RowOf<typeof GOLD_GIVEN>

/** A gold job in the hands of one person. */
export interface GivenGold {
  projectId: string
  /** The project of the gold job. */
  jobId: string
  userId: string
  tag: string
  purpose: GoldPurpose
  /** For training: the jobs that count together. */
  round: number | null
  /** The person's copy. */
  copy: JobPlace
  /** null: not submitted, or not worked out yet. */
  score: number | null
  passed: boolean | null
  /** The sums that the score has added. */
  compared: ComparedWork | null
}

const givenOf = (row: GivenRow): GivenGold => ({
  projectId: row.project_id,
  jobId: row.job_id,
  userId: row.user_id,
  tag: row.tag,
  purpose: row.purpose,
  round: row.round,
  copy: { projectId: row.space_id, jobId: row.copy_id },
  score: row.score,
  passed: row.passed,
  compared: row.compared,
})

export async function addGiven(db: Queryable, given: Omit<GivenGold, 'score' | 'passed' | 'compared'>): Promise<void> {
  await db.query(
    `insert into gold_given (project_id, job_id, user_id, tag, purpose, round, space_id, copy_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      given.projectId,
      given.jobId,
      given.userId,
      given.tag,
      given.purpose,
      given.round,
      given.copy.projectId,
      given.copy.jobId,
    ],
  )
  await db.query('update gold_jobs set given = given + 1 where project_id = $1 and job_id = $2', [
    given.projectId,
    given.jobId,
  ])
}

/** The origin of a copy; null if no one has a copy with this id. */
export async function findGiven(db: Queryable, projectId: string, copyId: string): Promise<GivenGold | null> {
  const { rows } = await db.query<GivenRow>(
    `select ${GOLD_GIVEN.list()} from gold_given where project_id = $1 and copy_id = $2`,
    [projectId, copyId],
  )
  return rows[0] ? givenOf(rows[0]) : null
}

/** Every copy that people have of a gold job. */
export async function listGiven(db: Queryable, { projectId, jobId }: JobPlace): Promise<GivenGold[]> {
  const { rows } = await db.query<GivenRow>(
    `select ${GOLD_GIVEN.list()} from gold_given where project_id = $1 and job_id = $2`,
    [projectId, jobId],
  )
  return rows.map(givenOf)
}

export interface ScoredGold {
  score: number
  passed: boolean
  submittedAt: Date
  compared: ComparedWork
}

/** Writes the score of a submission, replacing the current one; the change is recorded. */
export async function setGoldScore(
  db: Queryable,
  given: GivenGold,
  { score, passed, submittedAt, compared }: ScoredGold,
): Promise<void> {
  const key = [given.projectId, given.jobId, given.userId]
  await db.query(
    `update gold_given set score = $4, passed = $5, submitted_at = $6, compared = $7
     where project_id = $1 and job_id = $2 and user_id = $3`,
    [...key, score, passed, submittedAt, JSON.stringify(compared)],
  )
  if (given.score !== null) {
    await db.query(
      'insert into gold_rescores (project_id, job_id, user_id, score_before, score_after) values ($1, $2, $3, $4, $5)',
      [...key, given.score, score],
    )
  }
  await db.query(
    'update gold_jobs set scored = scored + 1, score_sum = score_sum + $3 where project_id = $1 and job_id = $2',
    [given.projectId, given.jobId, score],
  )
}

/** How many people who are good at other gold of the tag had this one, and how many of them failed it. */
export async function goodPeopleOn(
  db: Queryable,
  projectId: string,
  jobIds: readonly string[],
): Promise<Map<string, { good: number; failed: number }>> {
  const { rows } = await db.query<{ job_id: string; good: number; failed: number }>(
    `select h.job_id, count(*)::int as good, (count(*) filter (where not h.passed))::int as failed from gold_given h
     where h.project_id = $1 and h.job_id = any($2) and h.score is not null
       and (select count(*) >= $3 and avg(case when o.passed then 1 else 0 end) >= $4 from gold_given o
         where o.project_id = $1 and o.user_id = h.user_id and o.tag = h.tag and o.job_id <> h.job_id
           and o.score is not null)
     group by h.job_id`,
    [projectId, jobIds, GOOD_FROM_JOBS, GOOD_SHARE],
  )
  return new Map(rows.map(({ job_id, good, failed }) => [job_id, { good, failed }]))
}

/** A good person has had at least this many other gold jobs, and passed at least this share of them. */
const GOOD_FROM_JOBS = 3
const GOOD_SHARE = 0.8

type Of = Pick<GivenGold, 'projectId' | 'tag' | 'userId'>

/** Scores of a person's last gold jobs of a tag, newest first, since a time. */
export async function lastScores(db: Queryable, of: Of, since: Date | null, count: number): Promise<number[]> {
  const { rows } = await db.query<{ score: number }>(
    `select score from gold_given where project_id = $1 and user_id = $2 and tag = $3 and purpose = 'gold'
       and score is not null and ($4::timestamptz is null or submitted_at > $4)
     order by submitted_at desc limit $5`,
    [of.projectId, of.userId, of.tag, since, count],
  )
  return rows.map(({ score }) => score)
}

const MOST_FAILED = 100

/** Gold that is still given out and that the person failed, newest first. */
export async function listFailed(db: Queryable, of: Of): Promise<string[]> {
  const { rows } = await db.query<Pick<GivenRow, 'job_id'>>(
    `select h.job_id from gold_given h join gold_jobs g on g.project_id = $1 and g.job_id = h.job_id
     where h.project_id = $1 and h.user_id = $2 and h.tag = $3 and h.passed = false and g.ended_at is null
     order by h.submitted_at desc limit $4`,
    [of.projectId, of.userId, of.tag, MOST_FAILED],
  )
  return rows.map((row) => row.job_id)
}

/** Scores of a round of training; null for jobs that are not scored yet. */
export async function roundScores(db: Queryable, of: Of, round: number): Promise<(number | null)[]> {
  const { rows } = await db.query<Pick<GivenRow, 'score'>>(
    `select score from gold_given
     where project_id = $1 and user_id = $2 and tag = $3 and purpose = 'training' and round = $4`,
    [of.projectId, of.userId, of.tag, round],
  )
  return rows.map(({ score }) => score)
}
