import type { ContestState } from '../../../model/quality.ts'
import type { Queryable } from '../../postgres/pools.ts'
import {
  double,
  int,
  namedRows,
  nullable,
  type RowOf,
  Table,
  text,
  textOf,
  timestamp,
  uuid,
} from '../../postgres/table.ts'
import type { JobPlace } from '../jobs/jobs.ts'

/** A person says that the verdict on their work is wrong. */
export interface Contest {
  projectId: string
  id: string
  /** Where the work is: of gold the person's copy. */
  at: JobPlace
  userId: string
  tag: string
  kind: 'gold' | 'review'
  /** The appealed review; null for other checks. */
  review: { version: number; number: number } | null
  comment: string
  scoreBefore: number | null
  openedAt: Date
  state: ContestState
  answer: string | null
  decidedAt: Date | null
}

export const CONTESTS = new Table('contests', {
  project_id: uuid,
  id: uuid,
  job_id: uuid,
  place_id: uuid,
  user_id: uuid,
  tag: text,
  kind: textOf<Contest['kind']>(),
  version: nullable(int),
  number: nullable(int),
  comment: text,
  score_before: nullable(double),
  opened_at: timestamp,
  state: textOf<ContestState>(),
  answer: nullable(text),
  decided_at: nullable(timestamp),
})

const contestOf = (row: RowOf<typeof CONTESTS>): Contest => ({
  projectId: row.project_id,
  id: row.id,
  at: { projectId: row.place_id, jobId: row.job_id },
  userId: row.user_id,
  tag: row.tag,
  kind: row.kind,
  comment: row.comment,
  scoreBefore: row.score_before,
  review: row.version === null || row.number === null ? null : { version: row.version, number: row.number },
  openedAt: row.opened_at,
  state: row.state,
  answer: row.answer,
  decidedAt: row.decided_at,
})

/** False: the person contests this job already. */
export async function addContest(
  db: Queryable,
  contest: Omit<Contest, 'openedAt' | 'state' | 'answer' | 'decidedAt'>,
): Promise<boolean> {
  const { projectId, id, at, userId, tag, kind, review, comment, scoreBefore } = contest
  const { rowCount } = await db.query(
    `insert into contests (project_id, id, job_id, place_id, user_id, tag, kind, version, number, comment, score_before)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (project_id, job_id, user_id) where state = 'open' do nothing`,
    [
      projectId,
      id,
      at.jobId,
      at.projectId,
      userId,
      tag,
      kind,
      review?.version ?? null,
      review?.number ?? null,
      comment,
      scoreBefore,
    ],
  )
  return rowCount === 1
}

/** Closes an open appeal and answers it; null if there is none with this id. */
export async function closeContest(
  db: Queryable,
  { projectId, id }: Pick<Contest, 'projectId' | 'id'>,
  made: { state: ContestState; answer: string | null; decidedBy: string | null },
): Promise<Contest | null> {
  const { rows } = await db.query<RowOf<typeof CONTESTS>>(
    `update contests set state = $3, answer = $4, decided_by = $5, decided_at = now()
     where project_id = $1 and id = $2 and state = 'open' returning ${CONTESTS.list()}`,
    [projectId, id, made.state, made.answer, made.decidedBy],
  )
  return rows[0] ? contestOf(rows[0]) : null
}

export interface ContestFilter {
  state?: ContestState
  userId?: string
  tag?: string
  after: { openedAt: Date; id: string } | null
  limit: number
}

/** Newest first, one more than asked for. */
export async function listContests(
  db: Queryable,
  projectId: string,
  { state, userId, tag, after, limit }: ContestFilter,
): Promise<Contest[]> {
  const { rows } = await db.query<RowOf<typeof CONTESTS>>(
    `select ${CONTESTS.list()} from contests where project_id = $1 and ($2::text is null or state = $2)
       and ($3::uuid is null or user_id = $3) and ($4::text is null or tag = $4)
       and ($5::timestamptz is null or (date_trunc('milliseconds', opened_at), id) < ($5, $6::uuid))
     order by date_trunc('milliseconds', opened_at) desc, id desc limit $7`,
    [projectId, state ?? null, userId ?? null, tag ?? null, after?.openedAt ?? null, after?.id ?? null, limit + 1],
  )
  return rows.map(contestOf)
}

/** Whether the person has submitted this job. */
export async function hasSubmitted(db: Queryable, { projectId, jobId }: JobPlace, userId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from assignments where project_id = $1 and job_id = $2 and user_id = $3 and purpose = 'annotate'
       and outcome in ('submitted', 'accepted', 'rejected') limit 1`,
    [projectId, jobId, userId],
  )
  return rowCount === 1
}

export interface GivenVerdict {
  version: number
  number: number
  decision: 'accept' | 'reject'
  fixed: boolean
  score: number | null
  overturned: boolean
  reviewerId: string | null
  createdAt: Date
}

const VERDICT = `version, number, decision, fixed, score, overturned, user_id as reviewer_id, created_at`

/** What a review said: the last one of the job, or the one that is named. */
export async function findVerdict(
  db: Queryable,
  { projectId, jobId }: JobPlace,
  named: { version: number; number: number } | null,
): Promise<GivenVerdict | null> {
  const rows = await namedRows<GivenVerdict>(
    db,
    `select ${VERDICT} from reviews where project_id = $1 and job_id = $2
       and ($3::int is null or (version = $3 and number = $4))
     order by version desc, number desc limit 1`,
    [projectId, jobId, named?.version ?? null, named?.number ?? null],
  )
  return rows[0] ?? null
}

/** The work counts as accepted unchanged. */
export async function overturn(
  db: Queryable,
  { projectId, jobId }: JobPlace,
  { version, number }: Pick<GivenVerdict, 'version' | 'number'>,
): Promise<void> {
  await db.query(
    `update reviews set overturned = true, score = 1
     where project_id = $1 and job_id = $2 and version = $3 and number = $4`,
    [projectId, jobId, version, number],
  )
}
