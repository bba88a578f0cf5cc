import type { Queryable } from '../../postgres/pools.ts'
import { type FigureSource, type SumPlace, sumKeyOf } from './sums.ts'

/** What one comparison of reviewed work adds; or, `isTakenBack`, what one that was wrong had added, negative. */
export interface ComparedWork {
  classes: readonly { label: string; tp: number; onlyA: number; onlyB: number; quality: number }[]
  attributes: readonly { name: string; n: number; equal: number }[]
  confusion: readonly { a: string | null; b: string | null; count: number }[]
  isTakenBack?: true
}

/** The negative of a comparison, which removes it from the sums. */
export const takenBack = ({ classes, attributes, confusion }: ComparedWork): ComparedWork => ({
  classes: classes.map(({ label, tp, onlyA, onlyB, quality }) => {
    return { label, tp: -tp, onlyA: -onlyA, onlyB: -onlyB, quality: -quality }
  }),
  attributes: attributes.map(({ name, n, equal }) => ({ name, n: -n, equal: -equal })),
  confusion: confusion.map(({ a, b, count }) => ({ a, b, count: -count })),
  isTakenBack: true,
})

export async function addComparison(
  db: Queryable,
  place: SumPlace,
  made: ComparedWork,
  source: FigureSource = 'review',
): Promise<void> {
  const { classes, attributes, confusion } = made
  const jobs = made.isTakenBack ? -1 : 1
  await db.query(
    `insert into quality_classes as s (project_id, day, tag, user_id, class, source, jobs, tp, only_a, only_b,
       quality_sum)
     select $1, $2, $3, $4, g.class, $10, $11::bigint, g.tp, g.only_a, g.only_b, g.quality
     from unnest($5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::float8[]) as g (class, tp, only_a, only_b, quality)
     order by g.class
     on conflict (project_id, day, tag, user_id, class, source) do update set jobs = s.jobs + excluded.jobs, tp = s.tp + excluded.tp,
       only_a = s.only_a + excluded.only_a, only_b = s.only_b + excluded.only_b,
       quality_sum = s.quality_sum + excluded.quality_sum`,
    [
      ...sumKeyOf(place),
      classes.map(({ label }) => label),
      classes.map(({ tp }) => tp),
      classes.map(({ onlyA }) => onlyA),
      classes.map(({ onlyB }) => onlyB),
      classes.map(({ quality }) => quality),
      source,
      jobs,
    ],
  )
  await db.query(
    `insert into quality_attributes as s (project_id, day, tag, user_id, attribute, source, n, equal)
     select $1, $2, $3, $4, g.attribute, $8, g.n, g.equal
     from unnest($5::text[], $6::bigint[], $7::bigint[]) as g (attribute, n, equal) order by g.attribute
     on conflict (project_id, day, tag, user_id, attribute, source) do update set n = s.n + excluded.n,
       equal = s.equal + excluded.equal`,
    [
      ...sumKeyOf(place),
      attributes.map(({ name }) => name),
      attributes.map(({ n }) => n),
      attributes.map(({ equal }) => equal),
      source,
    ],
  )
  await db.query(
    `insert into quality_confusions as s (project_id, day, tag, user_id, a, b, source, records)
     select $1, $2, $3, $4, g.a, g.b, $8, g.records from unnest($5::text[], $6::text[], $7::bigint[]) as g (a, b, records)
     order by g.a, g.b
     on conflict (project_id, day, tag, user_id, a, b, source) do update set records = s.records + excluded.records`,
    [
      ...sumKeyOf(place),
      confusion.map(({ a }) => a ?? ''),
      confusion.map(({ b }) => b ?? ''),
      confusion.map(({ count }) => count),
      source,
    ],
  )
}
