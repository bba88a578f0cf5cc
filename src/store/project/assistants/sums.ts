import type { Queryable } from '../../postgres/pools.ts'
import { bigint, type RowOf, Table, text } from '../../postgres/table.ts'

/** Counted when things happen, by version. */
const SUMS = new Table('assistant_sums', {
  assistant: text,
  version: text,
  calls: bigint,
  errors: bigint,
  suggested: bigint,
  kept: bigint,
  changed: bigint,
  dropped: bigint,
  untouched: bigint,
})
type Row = RowOf<typeof SUMS>

export interface AssistantSums extends Omit<Row, 'latencies'> {
  /** Calls by how long they took: see upToMilliseconds. */
  latencies: number[]
}

const COUNTED = ['errors', 'suggested', 'kept', 'changed', 'dropped', 'untouched'] as const
/** From 1 millisecond to 35 minutes, with this many steps per doubling. */
const STEPS = 4
const BUCKETS = 21 * STEPS + 1

/** The maximum duration of the calls that an index of `latencies` counts. */
export const upToMilliseconds = (place: number): number => Math.round(2 ** (place / STEPS))

interface By {
  projectId: string
  assistant: string
  version: string
}

export async function listAssistantSums(db: Queryable, projectId: string): Promise<AssistantSums[]> {
  const { rows } = await db.query<Row & { latencies: string[] }>(
    `select ${SUMS.list()}, latencies from assistant_sums where project_id = $1`,
    [projectId],
  )
  return rows.map((row) => ({ ...row, latencies: row.latencies.map(Number) }))
}

/** Counts a call and its outcome. */
export async function countCall(
  db: Queryable,
  by: By,
  call: { milliseconds: number; isError: boolean; suggested: number },
): Promise<void> {
  const bucket = Math.min(BUCKETS, Math.ceil(STEPS * Math.log2(Math.max(1, call.milliseconds))) + 1)
  await count(db, by, { errors: call.isError ? 1 : 0, suggested: call.suggested }, bucket)
}

/** Counts people's decisions about suggestions. */
export const countOutcomes = (db: Queryable, by: By, outcomes: Partial<Record<(typeof COUNTED)[number], number>>) =>
  count(db, by, outcomes, null)

async function count(
  db: Queryable,
  { projectId, assistant, version }: By,
  counts: Partial<Record<(typeof COUNTED)[number], number>>,
  bucket: number | null,
): Promise<void> {
  await db.query(
    'insert into assistant_sums (project_id, assistant, version) values ($1, $2, $3) on conflict do nothing',
    [projectId, assistant, version],
  )
  await db.query(
    `update assistant_sums set errors = errors + $4, suggested = suggested + $5, kept = kept + $6,
       changed = changed + $7, dropped = dropped + $8, untouched = untouched + $9,
       calls = calls + case when $10::int is null then 0 else 1 end,
       latencies = case when $10::int is null then latencies else
         latencies[:$10 - 1] || (latencies[$10] + 1) || latencies[$10 + 1:] end
     where project_id = $1 and assistant = $2 and version = $3`,
    [projectId, assistant, version, ...COUNTED.map((name) => counts[name] ?? 0), bucket],
  )
}
