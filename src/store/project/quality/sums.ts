import type { Queryable } from '../../postgres/pools.ts'
import { bigint, double, type RowOf, Table, text } from '../../postgres/table.ts'

/** The key of a sum: UTC day of submission, tag and submitter. */
export interface SumPlace {
  projectId: string
  /** When the work was submitted. */
  submittedAt: Date
  tag: string
  /** null: an API key. */
  userId: string | null
}

/** Work of API keys is summed under no person. */
export const NO_PERSON = '00000000-0000-0000-0000-000000000000'

/** The first columns of every sum. */
export const sumKeyOf = ({ projectId, submittedAt, tag, userId }: SumPlace) =>
  [projectId, submittedAt.toISOString().slice(0, 10), tag, userId ?? NO_PERSON] as const

export interface WorkSums {
  jobs: number
  /** Counted at the first submission. */
  objects: number
  /** Until the submission, and again after a rejection. */
  activeMs: number
  accepted: number
  fixed: number
  rejected: number
  scored: number
  scoreSum: number
  /** Gold jobs, passed ones, and the sum of their scores; the same for training. */
  gold: number
  goldPassed: number
  goldScoreSum: number
  training: number
  trainingPassed: number
  trainingScoreSum: number
  /** Jobs annotated with others, and the sum of how well they agreed. */
  consensus: number
  consensusScoreSum: number
}

/** Sums by their names here, with their columns. */
const SUMMED: readonly (readonly [keyof WorkSums, string])[] = [
  ['jobs', 'jobs'],
  ['objects', 'objects'],
  ['activeMs', 'active_ms'],
  ['accepted', 'accepted'],
  ['fixed', 'fixed'],
  ['rejected', 'rejected'],
  ['scored', 'scored'],
  ['scoreSum', 'score_sum'],
  ['gold', 'gold'],
  ['goldPassed', 'gold_passed'],
  ['goldScoreSum', 'gold_score_sum'],
  ['training', 'training'],
  ['trainingPassed', 'training_passed'],
  ['trainingScoreSum', 'training_score_sum'],
  ['consensus', 'consensus'],
  ['consensusScoreSum', 'consensus_score_sum'],
]

const COLUMNS = SUMMED.map(([, column]) => column)
const SUMS_OF_COLUMNS = COLUMNS.map((column) => {
  return `sum(${column})${column.endsWith('_sum') ? '' : '::bigint'} as ${column}`
}).join(', ')

/** Rows are only added, so that work that ends at the same moment never waits. */
export async function addToSums(db: Queryable, place: SumPlace, more: Partial<WorkSums>): Promise<void> {
  await db.query(
    `insert into quality_changes (project_id, day, tag, user_id, ${COLUMNS.join(', ')})
     values ($1, $2, $3, $4, ${COLUMNS.map((_, i) => `$${i + 5}`).join(', ')})`,
    [...sumKeyOf(place), ...SUMMED.map(([name]) => more[name] ?? 0)],
  )
}

/** Folds added rows into the sums. It skips rows that another process folds at this moment. */
export async function foldSums(db: Queryable, projectId: string): Promise<number> {
  const { rows } = await db.query<{ folded: number }>(
    `with taken as (
       delete from quality_changes c where c.project_id = $1 and c.id in (
         select id from quality_changes where project_id = $1 order by id limit 50000 for update skip locked)
       returning *
     ), summed as (
       insert into quality_sums as s (project_id, day, tag, user_id, ${COLUMNS.join(', ')})
       select $1, day, tag, user_id, ${SUMS_OF_COLUMNS} from taken group by 2, 3, 4 order by 2, 3, 4
       on conflict (project_id, day, tag, user_id) do update set
         ${COLUMNS.map((column) => `${column} = s.${column} + excluded.${column}`).join(', ')}
     ) select count(*)::int as folded from taken`,
    [projectId],
  )
  return rows[0]?.folded ?? 0
}

/** The source of a comparison: reviews are visible to customers too, training counts only in its own figure. */
export type FigureSource = 'review' | 'gold' | 'training'

/** Days from (included) to (left out), as `2026-11-22`; of one person or tag where it is named. */
export interface SumRange {
  from: string
  to: string
  userId?: string
  tag?: string
  /** With what gold says; otherwise reviews alone, as customers see it. */
  withGold?: boolean
}

const GROUPS = { person: 'user_id::text', tag: 'tag', day: 'day::text' } as const
export type SumKey = keyof typeof GROUPS

export const QUALITY_SUMS = new Table('quality_sums', {
  jobs: bigint,
  objects: bigint,
  active_ms: bigint,
  accepted: bigint,
  fixed: bigint,
  rejected: bigint,
  scored: bigint,
  score_sum: double,
  gold: bigint,
  gold_passed: bigint,
  gold_score_sum: double,
  training: bigint,
  training_passed: bigint,
  training_score_sum: double,
  consensus: bigint,
  consensus_score_sum: double,
})
export const QUALITY_CLASSES = new Table('quality_classes', {
  jobs: bigint,
  tp: bigint,
  only_a: bigint,
  only_b: bigint,
  quality_sum: double,
})
export const QUALITY_ATTRIBUTES = new Table('quality_attributes', { n: bigint, equal: bigint })
export const QUALITY_CONFUSIONS = new Table('quality_confusions', { a: text, b: text, records: bigint })

type Keyed<T> = RowOf<T> & { key: string }

const rangeOf = (projectId: string, { from, to, userId, tag }: SumRange) => [
  projectId,
  from,
  to,
  userId ?? null,
  tag ?? null,
]
const sourcesOf = ({ withGold = false }: SumRange): FigureSource[] => (withGold ? ['review', 'gold'] : ['review'])

const inRange = (table: string) =>
  `select day, tag, user_id, ${COLUMNS.join(', ')} from ${table}
   where project_id = $1 and day >= $2 and day < $3 and ($4::uuid is null or user_id = $4)
     and ($5::text is null or tag = $5)`

/** Those that are not folded yet included. */
export async function listSums(
  db: Queryable,
  projectId: string,
  by: SumKey,
  range: SumRange,
): Promise<(WorkSums & { key: string })[]> {
  const { rows } = await db.query<Keyed<typeof QUALITY_SUMS>>(
    `select ${GROUPS[by]} as key, ${SUMS_OF_COLUMNS}
     from (${['quality_sums', 'quality_changes'].map(inRange).join(' union all ')}) counted
     group by 1 order by 1`,
    rangeOf(projectId, range),
  )
  return rows.map((row) => ({
    key: row.key,
    jobs: row.jobs,
    objects: row.objects,
    activeMs: row.active_ms,
    accepted: row.accepted,
    fixed: row.fixed,
    rejected: row.rejected,
    scored: row.scored,
    scoreSum: row.score_sum,
    gold: row.gold,
    goldPassed: row.gold_passed,
    goldScoreSum: row.gold_score_sum,
    training: row.training,
    trainingPassed: row.training_passed,
    trainingScoreSum: row.training_score_sum,
    consensus: row.consensus,
    consensusScoreSum: row.consensus_score_sum,
  }))
}

/** A year of 130 people. */
const MOST_PERSON_DAYS = 50_000

/** Sums of each person by day, the newest first; `key` is the day. */
export async function listPersonDaySums(
  db: Queryable,
  projectId: string,
  range: SumRange,
): Promise<(Pick<WorkSums, 'jobs' | 'objects' | 'activeMs'> & { key: string; userId: string })[]> {
  const { rows } = await db.query<Keyed<typeof QUALITY_SUMS> & { user_id: string }>(
    `select user_id, day::text as key, ${SUMS_OF_COLUMNS}
     from (${['quality_sums', 'quality_changes'].map(inRange).join(' union all ')}) counted
     group by 1, 2 order by 2 desc, 1 limit ${MOST_PERSON_DAYS}`,
    rangeOf(projectId, range),
  )
  return rows.map(({ key, jobs, objects, ...row }) => {
    return { key, userId: row.user_id, jobs, objects, activeMs: row.active_ms }
  })
}

export interface ClassSums {
  key: string
  jobs: number
  tp: number
  onlyA: number
  onlyB: number
  qualitySum: number
}

const CLASS_SUMS = `sum(jobs)::bigint as jobs, sum(tp)::bigint as tp, sum(only_a)::bigint as only_a,
       sum(only_b)::bigint as only_b, sum(quality_sum) as quality_sum`

const classSumsOf = ({ key, jobs, tp, only_a, only_b, quality_sum }: Keyed<typeof QUALITY_CLASSES>): ClassSums => ({
  key,
  jobs,
  tp,
  onlyA: only_a,
  onlyB: only_b,
  qualitySum: quality_sum,
})

export async function listClassSums(
  db: Queryable,
  projectId: string,
  by: SumKey | 'class',
  range: SumRange,
  sources = sourcesOf(range),
): Promise<ClassSums[]> {
  const key = by === 'class' ? 'class' : GROUPS[by]
  const { rows } = await db.query<Keyed<typeof QUALITY_CLASSES>>(
    `select ${key} as key, ${CLASS_SUMS}
     from quality_classes where project_id = $1 and day >= $2 and day < $3
       and ($4::uuid is null or user_id = $4) and ($5::text is null or tag = $5) and source = any($6)
     group by 1 order by 1`,
    [...rangeOf(projectId, range), sources],
  )
  return rows.map(classSumsOf)
}

const MOST_CELLS = 10_000

/** Sums of each person by class; those with most jobs first. */
export async function listPersonClassSums(
  db: Queryable,
  projectId: string,
  range: SumRange,
): Promise<(ClassSums & { userId: string })[]> {
  const { rows } = await db.query<Keyed<typeof QUALITY_CLASSES> & { user_id: string }>(
    `select user_id, class as key, ${CLASS_SUMS}
     from quality_classes where project_id = $1 and day >= $2 and day < $3
       and ($4::uuid is null or user_id = $4) and ($5::text is null or tag = $5) and source = any($6)
     group by 1, 2 order by jobs desc, 1, 2 limit ${MOST_CELLS}`,
    [...rangeOf(projectId, range), sourcesOf(range)],
  )
  return rows.map((row) => ({ userId: row.user_id, ...classSumsOf(row) }))
}

export async function listAttributeSums(db: Queryable, projectId: string, range: SumRange, sources = sourcesOf(range)) {
  const { rows } = await db.query<Keyed<typeof QUALITY_ATTRIBUTES>>(
    `select attribute as key, sum(n)::bigint as n, sum(equal)::bigint as equal
     from quality_attributes where project_id = $1 and day >= $2 and day < $3
       and ($4::uuid is null or user_id = $4) and ($5::text is null or tag = $5) and source = any($6)
     group by 1 order by 1`,
    [...rangeOf(projectId, range), sources],
  )
  return rows
}

export async function listConfusions(db: Queryable, projectId: string, range: SumRange) {
  const { rows } = await db.query<RowOf<typeof QUALITY_CONFUSIONS>>(
    `select a, b, sum(records)::bigint as records from quality_confusions
     where project_id = $1 and day >= $2 and day < $3
       and ($4::uuid is null or user_id = $4) and ($5::text is null or tag = $5) and source = any($6)
     group by 1, 2 having sum(records) <> 0 order by 3 desc, a = '', b = '', a, b limit 10000`,
    [...rangeOf(projectId, range), sourcesOf(range)],
  )
  return rows.map(({ a, b, records }) => ({ a: a || null, b: b || null, count: records }))
}
