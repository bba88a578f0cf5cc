import type { WorstObject } from '../../../model/compare/worstObjects.ts'
import type { ScoreSource } from '../../../model/quality.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { double, int, json, nullable, type RowOf, Table, text, textOf, timestamp, uuid } from '../../postgres/table.ts'
import type { SumRange } from './sums.ts'

/** Work that a check gave a score. */
export interface ScoredWork {
  projectId: string
  /** As managers open it: of gold the person's copy. */
  jobId: string
  source: ScoreSource
  /** Whose work it was; null: of an API key, or of several people. */
  userId: string | null
  referenceId: string
  tag: string
  score: number
  at: Date
  /** Names of the two documents that show it when they are laid over each other. */
  over: readonly [string, string]
  objects: readonly WorstObject[]
}

export const SCORED_WORK = new Table('scored_work', {
  job_id: uuid,
  source: textOf<ScoreSource>(),
  reference_id: text,
  tag: text,
  score: double,
  at: timestamp,
  over: json<[string, string]>(),
})

export const SCORED_OBJECTS = new Table('scored_objects', {
  track_id: nullable(text),
  label: text,
  frame: nullable(int),
  state: textOf<WorstObject['state']>(),
  likeness: double,
})

/** Stores the last score of a job by each source, as long as it is below 1. */
export async function putScoredWork(db: Queryable, work: ScoredWork): Promise<void> {
  const { projectId, jobId, source, userId, tag, score, at, objects } = work
  await dropScoredWork(db, work)
  if (score >= 1) return
  await db.query(
    `insert into scored_work (project_id, job_id, source, user_id, reference_id, tag, score, at, over)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [projectId, jobId, source, userId, work.referenceId, tag, score, at, JSON.stringify(work.over)],
  )
  await db.query(
    `insert into scored_objects (project_id, job_id, source, number, tag, at, track_id, label, frame, state, likeness)
     select $1, $2, $3, o.number, $4, $5, o.track_id, o.label, o.frame, o.state, o.likeness
     from unnest($6::text[], $7::text[], $8::int[], $9::text[], $10::float8[])
       with ordinality as o (track_id, label, frame, state, likeness, number)`,
    [
      projectId,
      jobId,
      source,
      tag,
      at,
      objects.map(({ trackId }) => trackId),
      objects.map(({ label }) => label),
      objects.map(({ frame }) => frame),
      objects.map(({ state }) => state),
      objects.map(({ likeness }) => likeness),
    ],
  )
}

/** Without a source: of all. */
export async function dropScoredWork(
  db: Queryable,
  { projectId, jobId, source }: Pick<ScoredWork, 'projectId' | 'jobId'> & { source?: ScoreSource },
): Promise<void> {
  for (const table of ['scored_work', 'scored_objects'])
    await db.query(`delete from ${table} where project_id = $1 and job_id = $2 and ($3::text is null or source = $3)`, [
      projectId,
      jobId,
      source ?? null,
    ])
}

const IN_RANGE = `w.at at time zone 'UTC' >= $2::timestamp and w.at at time zone 'UTC' < $3::timestamp and ($4::text is null or w.tag = $4)
  and ($5 or w.source <> 'gold')`
/** For consensus, everyone who submitted the job counts. */
const isOf = (alias: string) => `($7::uuid is null or ${alias}.user_id = $7
  or ${alias}.source = 'consensus' and exists (select 1 from assignments a where a.project_id = $1
    and a.job_id = ${alias}.job_id and a.user_id = $7 and a.purpose = 'consensus' and a.outcome = 'submitted'))`

const rangeOf = (projectId: string, { from, to, tag, withGold, userId }: SumRange, limit: number) => [
  projectId,
  from,
  to,
  tag ?? null,
  withGold ?? false,
  limit,
  userId ?? null,
]

/** The work with the lowest scores, the worst first. */
export async function listWorstWork(db: Queryable, projectId: string, range: SumRange, limit: number) {
  const { rows } = await db.query<RowOf<typeof SCORED_WORK>>(
    `select ${SCORED_WORK.list('w')} from scored_work w where w.project_id = $1 and ${IN_RANGE} and ${isOf('w')}
     order by w.score, w.at desc limit $6`,
    rangeOf(projectId, range, limit),
  )
  return rows
}

/** The objects that differ most, the worst first. */
export async function listWorstObjects(db: Queryable, projectId: string, range: SumRange, limit: number) {
  const { rows } = await db.query<RowOf<typeof SCORED_WORK> & RowOf<typeof SCORED_OBJECTS>>(
    `select ${SCORED_WORK.list('s')}, ${SCORED_OBJECTS.list('w')}
     from scored_objects w join scored_work s on s.project_id = $1 and s.job_id = w.job_id and s.source = w.source
     where w.project_id = $1 and ${IN_RANGE} and ${isOf('s')}
     order by w.likeness, w.at desc, w.job_id, w.number limit $6`,
    rangeOf(projectId, range, limit),
  )
  return rows
}
