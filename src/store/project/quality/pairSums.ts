import type { Queryable } from '../../postgres/pools.ts'
import { bigint, double, type RowOf, Table, uuid } from '../../postgres/table.ts'
import type { SumRange } from './sums.ts'

export const QUALITY_PAIRS = new Table('quality_pairs', { a: uuid, b: uuid, jobs: bigint, score_sum: double })
export type PairSums = RowOf<typeof QUALITY_PAIRS>

/** How well two people agree on a job, and when the later of them submitted it. */
export interface AgreeingPair {
  people: readonly [string, string]
  score: number
  at: Date
}

/** Each pair once. In one order, so that jobs that end together do not lock each other. */
export async function addToPairs(
  db: Queryable,
  { projectId, tag }: { projectId: string; tag: string },
  pairs: readonly AgreeingPair[],
): Promise<void> {
  await db.query(
    `insert into quality_pairs as s (project_id, day, tag, a, b, jobs, score_sum)
     select $1, p.day, $2, least(p.one, p.other), greatest(p.one, p.other), 1, p.score
     from unnest($3::date[], $4::uuid[], $5::uuid[], $6::float8[]) as p (day, one, other, score) order by 2, 4, 5
     on conflict (project_id, day, tag, a, b) do update set jobs = s.jobs + 1, score_sum = s.score_sum + excluded.score_sum`,
    [
      projectId,
      tag,
      pairs.map(({ at }) => at.toISOString().slice(0, 10)),
      pairs.map(({ people }) => people[0]),
      pairs.map(({ people }) => people[1]),
      pairs.map(({ score }) => score),
    ],
  )
}

const MOST_PAIRS = 10_000

/** Only pairs of one person if named; those with most jobs first. */
export async function listPairs(
  db: Queryable,
  projectId: string,
  { from, to, tag, userId }: SumRange,
): Promise<PairSums[]> {
  const { rows } = await db.query<PairSums>(
    `select a, b, sum(jobs)::bigint as jobs, sum(score_sum) as score_sum from quality_pairs
     where project_id = $1 and day >= $2 and day < $3 and ($4::text is null or tag = $4)
       and ($5::uuid is null or $5 in (a, b))
     group by 1, 2 order by 3 desc, 1, 2 limit $6`,
    [projectId, from, to, tag ?? null, userId ?? null, MOST_PAIRS],
  )
  return rows
}
