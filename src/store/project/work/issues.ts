import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../postgres/pools.ts'
import { json, namedRows, nullable, type RowOf, Table, timestamp, uuid } from '../../postgres/table.ts'
import type { Job } from '../jobs/jobs.ts'

export interface IssueEntry {
  issueId: string
  place: object
  resolvedAt: Date | null
  resolvedBy: string | null
  comments: { userId: string; userName: string; text: string; createdAt: Date }[]
}

export const ISSUES = new Table('issues', { id: uuid, place: json<object>(), resolved_at: nullable(timestamp) })

type At = Pick<Job, 'projectId' | 'jobId'>

/** The caller holds the transaction. */
export async function addIssue(
  db: Queryable,
  at: At,
  made: { place: object; text: string; userId: string },
): Promise<string> {
  const issueId = randomUUID()
  await db.query('insert into issues (project_id, job_id, id, place) values ($1, $2, $3, $4)', [
    at.projectId,
    at.jobId,
    issueId,
    JSON.stringify(made.place),
  ])
  await db.query(
    `insert into issue_comments (project_id, job_id, issue_id, number, user_id, text) values ($1, $2, $3, 1, $4, $5)`,
    [at.projectId, at.jobId, issueId, made.userId, made.text],
  )
  return issueId
}

/** False if the job has no such issue. The caller holds the transaction. */
export async function addIssueComment(
  db: Queryable,
  at: At,
  made: { issueId: string; userId: string; text: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from issues where project_id = $1 and job_id = $2 and id = $3 for update',
    [at.projectId, at.jobId, made.issueId],
  )
  if (!rowCount) return false
  await db.query(
    `insert into issue_comments (project_id, job_id, issue_id, number, user_id, text)
     select $1, $2, $3, max(number) + 1, $4, $5 from issue_comments
     where project_id = $1 and job_id = $2 and issue_id = $3`,
    [at.projectId, at.jobId, made.issueId, made.userId, made.text],
  )
  return true
}

export async function resolveIssue(
  db: Queryable,
  at: At,
  made: { issueId: string; userId: string; resolved: boolean },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update issues set resolved_at = case when $4 then (select now()) end, resolved_by = case when $4 then $5::uuid end
     where project_id = $1 and job_id = $2 and id = $3`,
    [at.projectId, at.jobId, made.issueId, made.resolved, made.userId],
  )
  return rowCount === 1
}

type Comment = IssueEntry['comments'][number]
type IssueRow = RowOf<typeof ISSUES> & {
  resolved_by: string | null
  comments: (Omit<Comment, 'createdAt'> & { createdAt: string })[]
}

/** The issues of a job, oldest first; or the named one. */
export async function listIssues(db: Queryable, at: At, issueId: string | null = null): Promise<IssueEntry[]> {
  const { rows } = await db.query<IssueRow>(
    `select i.id, i.place, i.resolved_at, coalesce(r.name, r.email) as resolved_by,
       (select json_agg(json_build_object('userId', c.user_id, 'userName', coalesce(u.name, u.email),
            'text', c.text, 'createdAt', c.created_at) order by c.number)
          from issue_comments c join users u on u.id = c.user_id
        where c.project_id = i.project_id and c.job_id = i.job_id and c.issue_id = i.id) as comments
     from issues i left join users r on r.id = i.resolved_by
     where i.project_id = $1 and i.job_id = $2 and ($3::uuid is null or i.id = $3) order by i.created_at, i.id`,
    [at.projectId, at.jobId, issueId],
  )
  return rows.map((row) => ({
    issueId: row.id,
    place: row.place,
    resolvedAt: row.resolved_at,
    resolvedBy: row.resolved_by,
    comments: row.comments.map((comment) => ({ ...comment, createdAt: new Date(comment.createdAt) })),
  }))
}

export async function countOpenIssues(db: Queryable, at: At): Promise<number> {
  const { rows } = await db.query<{ open: number }>(
    `select count(*)::int as open from issues where project_id = $1 and job_id = $2 and resolved_at is null`,
    [at.projectId, at.jobId],
  )
  return rows[0].open
}

/** The people who have written in an issue. */
export async function commenters(db: Queryable, at: At, issueId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select distinct user_id as id from issue_comments where project_id = $1 and job_id = $2 and issue_id = $3',
    [at.projectId, at.jobId, issueId],
  )
  return rows.map(({ id }) => id)
}

const MOST_OFFERED = 8

/** People of the project with one of the roles whose name or email begins so (in lower case), for a mention. */
export async function listMentionable(
  db: Queryable,
  projectId: string,
  { roles, query, besides }: { roles: readonly string[]; query: string; besides: string },
): Promise<{ userId: string; name: string | null; email: string }[]> {
  const rows = await namedRows<{ userId: string; name: string | null; email: string }>(
    db,
    `select u.id as user_id, u.name, u.email from users u join user_projects p on p.user_id = u.id
     where p.project_id = $1 and not u.disabled and u.role = any($2) and u.id <> $4
       and (starts_with(lower(u.email), $3) or starts_with(lower(u.name), $3) or position(' ' || $3 in lower(u.name)) > 0)
     order by lower(coalesce(u.name, u.email)), u.id limit $5`,
    [projectId, roles, query, besides, MOST_OFFERED],
  )
  return rows
}

/** People of the project by name or email, which come in lower case. */
export async function membersNamed(db: Queryable, projectId: string, names: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select u.id from users u where not u.disabled and (lower(u.name) = any($2::text[]) or lower(u.email) = any($2::text[]))
       and (u.role = 'admin' or exists (select 1 from user_projects p where p.user_id = u.id and p.project_id = $1))`,
    [projectId, names],
  )
  return rows.map(({ id }) => id)
}
