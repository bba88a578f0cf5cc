import { FINISHED_STAGES } from '../../../model/stage.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { JOB_COLUMNS, type Job, type JobColumns, jobOf } from '../jobs/jobs.ts'
import type { DataKind } from '../jobs/removal.ts'
import type { Retention } from './settings.ts'

// Written out, as in the indexes of jobs that still have data.
const FINISHED = `stage in (${FINISHED_STAGES.map((stage) => `'${stage}'`).join(', ')})`
const SENDING = `exists (select from delivery_queue q where q.project_id = $1 and q.job_id = j.id)`
const EXPORTING = `exists (select from export_jobs x join exports e on e.project_id = $1 and e.id = x.export_id
  where x.project_id = $1 and x.job_id = j.id and e.status in ('queued', 'running'))`
/** The data of gold stays until the job is no longer gold. */
const GOLD = `exists (select from gold_jobs g where g.project_id = $1 and g.job_id = j.id and g.ended_at is null)`
const since = (days: string) => `stage_at < now() - make_interval(days => ${days}::int)`

/**
 * Locks some finished jobs that have had the days of one kind of data, those that ended first; jobs whose callback is on
 * its way, or that an export is reading, and gold in use are left for later.
 */
export async function lockDue(
  db: Queryable,
  projectId: string,
  { kind, days, limit }: { kind: DataKind; days: number; limit: number },
): Promise<Job[]> {
  const { rows } = await db.query<JobColumns>(
    `select ${JOB_COLUMNS} from jobs j
     where j.project_id = $1 and ${FINISHED} and ${kind}_deleted_at is null and ${since('$2')}
       and not ${SENDING} and not ${EXPORTING} and not ${GOLD}
     order by stage_at limit $3 for update skip locked`,
    [projectId, days, limit],
  )
  return rows.map(jobOf)
}

/** Unsaved edits of people who lost the lease, of finished jobs; answers how many were deleted. */
export async function deleteOldDrafts(db: Queryable, projectId: string, days: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from work_drafts d using jobs j
     where d.project_id = $1 and j.project_id = $1 and j.id = d.job_id and j.${FINISHED} and j.${since('$2')}`,
    [projectId, days],
  )
  return rowCount ?? 0
}

/** What would be deleted now. Files are the received and the delivered ones, without those derived from them. */
export interface RetentionPreview {
  jobs: number
  files: number
  bytes: number
  drafts: number
  /** Due jobs that are left for later, by what they wait for. */
  skipped: { deliveries: number; exports: number; gold: number }
}

export async function previewRetention(
  db: Queryable,
  projectId: string,
  { inputsDays, resultsDays, draftsDays }: Retention,
): Promise<RetentionPreview> {
  const { rows } = await db.query<Omit<RetentionPreview, 'skipped'> & RetentionPreview['skipped']>(
    `with due as materialized (
       select j.id, ${SENDING} as sending, ${EXPORTING} as exporting, ${GOLD} as gold,
         coalesce(inputs_deleted_at is null and ${since('$2')}, false) as inputs,
         coalesce(results_deleted_at is null and ${since('$3')}, false) as results
       from jobs j where j.project_id = $1 and ${FINISHED} and ${since('least($2::int, $3::int)')}
         and ((inputs_deleted_at is null and $2 is not null) or (results_deleted_at is null and $3 is not null))
     ), going as materialized (
       select id, inputs, results from due where (inputs or results) and not sending and not exporting and not gold
     ), named as (
       select a.sha256, a.bytes from job_assets a where a.project_id = $1 and a.job_id in (select id from going where inputs)
         and not exists (select from job_assets o where o.project_id = $1 and o.sha256 = a.sha256
           and o.job_id not in (select id from going where inputs))
       union
       select t.sha256, t.bytes from attachments t
       where t.project_id = $1 and t.job_id in (select id from going where results) and t.sha256 is not null
     )
     select (select count(*) from going) as jobs, (select count(*) from named) as files,
       (select coalesce(sum(bytes), 0)::bigint from named) as bytes,
       (select count(*) from work_drafts d join jobs j on j.project_id = $1 and j.id = d.job_id
         where d.project_id = $1 and j.${FINISHED} and j.${since('$4')}) as drafts,
       (select count(*) from due where (inputs or results) and sending) as deliveries,
       (select count(*) from due where (inputs or results) and exporting and not sending) as exports,
       (select count(*) from due where (inputs or results) and gold and not sending and not exporting) as gold`,
    [projectId, inputsDays, resultsDays, draftsDays],
  )
  const { deliveries, exports, gold, ...preview } = rows[0]
  return { ...preview, skipped: { deliveries, exports, gold } }
}
