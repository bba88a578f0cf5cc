import type { Queryable } from '../../postgres/pools.ts'
import { bool, double, int, nullable, type RowOf, Table, text, textOf, timestamp, uuid } from '../../postgres/table.ts'
import type { JobPlace } from '../jobs/jobs.ts'

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
})
type GivenRow = RowOf<typeof GOLD_GIVEN>

/** A gold job in the hands of one person. */
export interface GivenGold {
  projectId: string
  /** Of the gold job. */
  jobId: string
  userId: string
  tag: string
  purpose: GoldPurpose
  /** Of training: the jobs that count together. */
  round: number | null
  /** What the person has of it. */
  copy: JobPlace
  /** null: not submitted, or not worked out yet. */
  score: number | null
  passed: boolean | null
}

const givenOf = (row: GivenRow): GivenGold => ({
  ...{ projectId: row.project_id, jobId: row.job_id, userId: row.user_id, tag: row.tag, purpose: row.purpose },
  ...{ round: row.round, copy: { projectId: row.space_id, jobId: row.copy_id } },
  ...{ score: row.score, passed: row.passed },
})

export async function addGiven(db: Queryable, given: Omit<GivenGold, 'score' | 'passed'>): Promise<void> {
  await db.query(
    `insert into gold_given (project_id, job_id, user_id, tag, purpose, round, space_id, copy_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...[given.projectId, given.jobId, given.userId, given.tag, given.purpose, given.round],
      ...[given.copy.projectId, given.copy.jobId],
    ],
  )
  await db.query('update gold_jobs set given = given + 1 where project_id = $1 and job_id = $2', [
    given.projectId,
    given.jobId,
  ])
}

/** What a copy is of; null when no one has a copy of this id. */
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

/** Writes the score of a submission; false when it has one already. */
export async function setGoldScore(
  db: Queryable,
  given: GivenGold,
  { score, passed, submittedAt }: { score: number; passed: boolean; submittedAt: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update gold_given set score = $4, passed = $5, submitted_at = $6
     where project_id = $1 and job_id = $2 and user_id = $3 and score is null`,
    [given.projectId, given.jobId, given.userId, score, passed, submittedAt],
  )
  if (rowCount !== 1) return false
  await db.query(
    'update gold_jobs set scored = scored + 1, score_sum = score_sum + $3 where project_id = $1 and job_id = $2',
    [given.projectId, given.jobId, score],
  )
  return true
}

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

/** Scores of a round of training; null for jobs that are not scored yet. */
export async function roundScores(db: Queryable, of: Of, round: number): Promise<(number | null)[]> {
  const { rows } = await db.query<Pick<GivenRow, 'score'>>(
    `select score from gold_given
     where project_id = $1 and user_id = $2 and tag = $3 and purpose = 'training' and round = $4`,
    [of.projectId, of.userId, of.tag, round],
  )
  return rows.map(({ score }) => score)
}
