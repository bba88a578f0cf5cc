import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../src/store/postgres/pools.ts'

/** Jobs written by one statement; it takes far less than the time limit of a statement. */
const PIECE = 20_000

/**
 * Fills a project with finished and unfinished jobs, without files: enough for everything that lists and counts them.
 * @param options `projectId`: an existing project; else one is created
 * @returns `personId` has a few jobs to do, `annotatorId` has annotated many
 */
export async function fillWithJobs(
  db: Queryable,
  count: number,
  { batches = 10, projectId: given }: { batches?: number; projectId?: string } = {},
): Promise<{ projectId: string; batchIds: string[]; personId: string; annotatorId: string }> {
  const batchIds = Array.from({ length: batches }, () => randomUUID())
  const personId = randomUUID()
  const annotatorId = randomUUID()
  const projectId = given ?? randomUUID()
  if (!given) {
    await db.query(`insert into projects (id, name, base, link_secret) values ($1, 'many', 'IMAGE', '\\x00')`, [
      projectId,
    ])
  }
  await db.query(
    `insert into batches (project_id, id, name, is_default, next_position)
     select $1, b, 'batch ' || n, n = 1 and $4, $3 from unnest($2::uuid[]) with ordinality as t(b, n)`,
    [projectId, batchIds, count + 1, !given],
  )
  await db.query('insert into batch_counts (project_id, batch_id) select $1, unnest($2::uuid[])', [projectId, batchIds])
  // Spread by a multiplicative hash, so that each run has the same jobs. Older ones are completed, rare values are
  // rare.
  for (let from = 1; from <= count; from += PIECE) {
    await db.query(
      `with numbered as (
       select n, (n::bigint * 2654435761) % 4294967296 as h
       from generate_series($5::int, least($2, $5 + ${PIECE - 1})) n
     ), made as (
       insert into jobs (project_id, id, batch_id, position, reference_id, tag, operation, stage, priority_weight, frames,
         payload_sha256, metadata, assigned_user, assigned_group, annotator_id, finding_count, uncertainty, created_at,
         stage_at)
       select $1, gen_random_uuid(), ($3::uuid[])[1 + (n - 1) * cardinality($3::uuid[]) / $2::int], n,
         (case when h % 1009 = 0 then 'drive_' else 'frame-' end) || n, (array['lane', 'car', 'sign'])[1 + h % 3], 'image2d',
         case when n < $2::int * 0.6 then 'completed' when h % 50 = 0 then 'failed' when h % 7 = 0 then 'in_review'
           when h % 5 = 0 then 'in_progress' else 'queued' end,
         1 + h % 10, 1, '\\x00', json_build_object('city', 'c' || h % 40, 'drive', n / 100),
         case when h % 503 = 0 then $4::uuid end, case when n < $2::int * 0.6 and h % 503 > 400 then 'night' end,
         case when n < $2::int * 0.6 and h % 4 = 0 then $6::uuid end,
         case when n < $2::int * 0.6 and h % 6 < 2 then 1 + h % 5 else 0 end,
         case when n % 10 = 9 then h % 1000000 else -1 end,
         timestamptz '2026-01-01' + n * interval '1 second', timestamptz '2026-02-01' + (h % 100000) * interval '1 second'
       from numbered returning *
     )
     insert into job_metadata (project_id, key, value, created_at, position, job_id)
     select project_id, e.key, e.value, created_at, position, id from made, json_each_text(metadata) e`,
      [projectId, count, batchIds, personId, from, annotatorId],
    )
  }
  await db.query('analyze jobs')
  await db.query('analyze job_metadata')
  return { projectId, batchIds, personId, annotatorId }
}
