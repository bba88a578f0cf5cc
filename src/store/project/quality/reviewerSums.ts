import type { Queryable } from '../../postgres/pools.ts'
import { bigint, type RowOf, Table } from '../../postgres/table.ts'
import type { SumRange } from './sums.ts'

export const QUALITY_REVIEWERS = new Table('quality_reviewers', {
  accepted: bigint,
  fixed: bigint,
  rejected: bigint,
  overturned: bigint,
  active_ms: bigint,
})
export type ReviewerSums = RowOf<typeof QUALITY_REVIEWERS>

/** Adds to what a reviewer decided, on the UTC day of the decision. */
export async function addToReviewer(
  db: Queryable,
  { projectId, at, tag, userId }: { projectId: string; at: Date; tag: string; userId: string },
  more: Partial<ReviewerSums>,
): Promise<void> {
  await db.query(
    `insert into quality_reviewers as s (project_id, day, tag, user_id, accepted, fixed, rejected, overturned,
       active_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (project_id, day, tag, user_id) do update set accepted = s.accepted + excluded.accepted,
       fixed = s.fixed + excluded.fixed, rejected = s.rejected + excluded.rejected,
       overturned = s.overturned + excluded.overturned, active_ms = s.active_ms + excluded.active_ms`,
    [
      projectId,
      at.toISOString().slice(0, 10),
      tag,
      userId,
      more.accepted ?? 0,
      more.fixed ?? 0,
      more.rejected ?? 0,
      more.overturned ?? 0,
      more.active_ms ?? 0,
    ],
  )
}

export async function listReviewers(
  db: Queryable,
  projectId: string,
  { from, to, tag, userId }: SumRange,
): Promise<(ReviewerSums & { key: string })[]> {
  const { rows } = await db.query<ReviewerSums & { key: string }>(
    `select user_id::text as key, sum(accepted)::bigint as accepted, sum(fixed)::bigint as fixed,
       sum(rejected)::bigint as rejected, sum(overturned)::bigint as overturned,
       sum(active_ms)::bigint as active_ms
     from quality_reviewers where project_id = $1 and day >= $2 and day < $3 and ($4::text is null or tag = $4)
       and ($5::uuid is null or user_id = $5)
     group by 1 order by 1`,
    [projectId, from, to, tag ?? null, userId ?? null],
  )
  return rows
}
