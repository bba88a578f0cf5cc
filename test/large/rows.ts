import pg from 'pg'
import type { Queryable } from '../../src/store/postgres/pools.ts'
import { idGroup } from '../../src/store/project/jobs/jobId.ts'
import type { TestDatabase } from '../database.ts'

/** Jobs written by one statement. */
const PIECE = 10_000
const AT_ONCE = 2
const TABLES = [
  'jobs',
  'job_metadata',
  'job_payloads',
  'job_assets',
  'submissions',
  'assignments',
  'attachments',
  'results',
  'usage_rows',
  'events',
  'deliveries',
]

export interface Filling {
  projectId: string
  batchId: string
  jobs: number
}

/**
 * Jobs as years of work leave them, in the service's own tables: most are completed, with their submission, assignment,
 * result, charge, event and delivery; the others wait for people. They have no files.
 * @param userId who did them
 */
export async function fill(database: TestDatabase, projects: readonly Filling[], userId: string): Promise<void> {
  const pieces = projects.flatMap((project) =>
    Array.from({ length: Math.ceil(project.jobs / PIECE) }, (_, i) => ({ ...project, from: i * PIECE + 1 })),
  )
  const { pool } = database
  await withoutIndexes(database, async () => {
    const work = async () => {
      for (let piece = pieces.shift(); piece; piece = pieces.shift()) await writePiece(pool, piece, userId)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  })
  for (const project of projects) await writeCounts(pool, project)
}

async function writePiece(
  db: Queryable,
  { projectId, batchId, jobs, from }: Filling & { from: number },
  userId: string,
) {
  const values = [projectId, batchId, from, Math.min(jobs, from + PIECE - 1), jobs, userId]
  await db.query(WRITE_PIECE, values)
}

// Spread by a multiplicative hash, so that each run has the same jobs.
const WRITE_PIECE = `with numbered as (
    select n, (n::bigint * 2654435761) % 4294967296 as h, gen_random_uuid() as file,
      overlay(gen_random_uuid()::text placing ${idGroup('$1::uuid')} from 10)::uuid as id,
      timestamptz '2026-01-01' + n * interval '1 second' as at
    from generate_series($3::int, $4::int) n
  ), made as (
    insert into jobs (project_id, id, batch_id, position, reference_id, tag, operation, stage, priority_weight, frames,
      annotations, payload_sha256, metadata, annotator_id, result_version, result_attachment, created_at, stage_at, completed_at)
    select $1, id, $2, n, 'row-' || n, 'boxes', 'image2d',
      case when n < $5::int * 0.8 then 'completed' when h % 25 = 0 then 'failed' when h % 7 = 0 then 'in_review' else 'queued' end,
      1 + h % 10, 1, 5, sha256(id::text::bytea), json_build_object('city', 'c' || h % 40, 'drive', n / 100),
      case when n < $5::int * 0.8 then $6::uuid end, case when n < $5::int * 0.8 then 1 end,
      case when n < $5::int * 0.8 then file end, at, at, case when n < $5::int * 0.8 then at end
    from numbered returning *
  ), done as (
    select * from made where stage = 'completed'
  ), metadata as (
    insert into job_metadata (project_id, key, value, created_at, position, job_id)
    select project_id, e.key, e.value, created_at, position, id from made, json_each_text(metadata) e
  ), payloads as (
    insert into job_payloads (project_id, job_id, body) select project_id, id, convert_to(json_build_object('reference_id',
      reference_id, 'tag', tag, 'data', json_build_object('image_url', 'https://data.example.com/' || id))::text, 'UTF8')
    from made
  ), assets as (
    insert into job_assets (project_id, job_id, field, frame_index, kind, url, sha256, bytes, facts, derived)
    select project_id, id, 'data.image_url', 0, 'image', 'https://data.example.com/' || id, encode(payload_sha256, 'hex'),
      400000, '{"format":"jpeg","width":1920,"height":1080}', json_build_object('display', encode(payload_sha256, 'hex'))
    from made
  ), submitted as (
    insert into submissions (project_id, job_id, version, document_sha256, annotations, user_id)
    select project_id, id, 1, encode(payload_sha256, 'hex'), 5, annotator_id from done
  ), assigned as (
    insert into assignments (project_id, job_id, assignment_no, purpose, user_id, version, active_ms, outcome, ended_at)
    select project_id, id, 1, 'annotate', annotator_id, 1, 60000, 'submitted', stage_at from done
  ), attached as (
    insert into attachments (id, project_id, job_id, version, name, content_type, sha256, bytes)
    select result_attachment, project_id, id, 1, 'result.json', 'application/json', encode(payload_sha256, 'hex'), 2000
    from done
  ), finished as (
    insert into results (project_id, job_id, version, attachment_id, annotations)
    select project_id, id, 1, result_attachment, 5 from done
  ), charged as (
    insert into usage_rows (project_id, job_id, position, reference_id, tag, frames, annotations, completed_at)
    select project_id, id, position, reference_id, tag, 1, 5, completed_at from done
  ), announced as (
    insert into events (project_id, position, job_id, status, body)
    select project_id, position, id, 'COMPLETED', convert_to(json_build_object('annotations', json_build_array(
      json_build_object('reference_id', reference_id, 'job_id', id, 'tag', tag, 'status', 'COMPLETED', 'result',
        json_build_object('type', 'image2d', 'url', 'https://fiducial.example/result', 'result_version', 1))))::text, 'UTF8')
    from done
  )
  insert into deliveries (project_id, position, webhook_id, job_id, url, receiver, own_url, status, attempts, finished_at)
  select project_id, position, 'msg_' || id, id, 'https://hooks.example.com/done', project_id, false, 'delivered', 1, stage_at
  from done`

/** Counters, and the positions from which the service continues. */
async function writeCounts(db: Queryable, { projectId, batchId, jobs }: Filling): Promise<void> {
  await db.query(
    `update batch_counts set (total_jobs, total_frames, completed_jobs, completed_frames, annotations, failed_jobs) =
       (select count(*), count(*), count(completed_at), count(completed_at), 5 * count(completed_at),
          count(*) filter (where stage = 'failed')
        from jobs where project_id = $1 and batch_id = $2)
     where project_id = $1 and batch_id = $2`,
    [projectId, batchId],
  )
  await db.query('update batches set next_position = $3 where project_id = $1 and id = $2', [
    projectId,
    batchId,
    jobs + 1,
  ])
  await db.query('update feed_positions set next_event = $2, next_usage = $2 where project_id = $1', [
    projectId,
    jobs + 1,
  ])
}

/** Indexes that enforce no rule are rebuilt after the rows: by far the faster way to millions. */
async function withoutIndexes({ pool, connectionString }: TestDatabase, write: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any($1::regclass[]) and not indisunique`,
    [TABLES],
  )
  for (const { name } of rows) await pool.query(`drop index ${name}`)
  await write()
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query("set maintenance_work_mem = '512MB'")
  for (const { definition } of rows) await client.query(definition)
  // Like a database that has been used for a while.
  await client.query(`vacuum analyze ${TABLES.join(', ')}`)
  await client.end()
}
