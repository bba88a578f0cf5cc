import type { AnnotationType } from '../../../model/annotationType.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { namedRows } from '../../postgres/table.ts'
import type { Asset } from '../jobs/assets.ts'

/** A job of an export with the data needed to open it. */
export interface ExportedJob {
  referenceId: string
  jobId: string
  version: number
  tag: string
  /** The name of its batch. */
  batch: string
  annotationType: AnnotationType
  pointCloudFrame: 'sensor' | 'common' | null
  keptSensors: Record<string, object> | null
  completedAt: Date | null
  dataDeletedAt: Date | null
  /** The body as received; null when it was deleted. */
  body: Buffer | null
  /** Files of that version of the result, by name. */
  attachments: Readonly<Record<string, string>>
  assets: readonly Pick<Asset, 'field' | 'frameIndex' | 'sensorId' | 'kind' | 'url' | 'sha256' | 'facts'>[]
}

/** The next jobs of an export, by reference_id: a page ends with the job whose body passes `bytes`. */
export async function exportedJobsAfter(
  db: Queryable,
  projectId: string,
  exportId: string,
  after: string | null,
  most: { jobs: number; bytes: number },
): Promise<ExportedJob[]> {
  const rows = await namedRows<ExportedJob>(
    db,
    `select e.reference_id, e.job_id, e.version, j.tag, b.name as batch, j.operation as annotation_type,
       j.point_cloud_frame, j.kept_sensors, j.completed_at,
       j.data_deleted_at, p.body,
       coalesce((select json_object_agg(a.name, a.sha256) from attachments a
         where a.project_id = $1 and a.job_id = e.job_id and a.version = e.version and a.sha256 is not null), '{}') as attachments,
       coalesce((select json_agg(json_build_object('field', a.field, 'frameIndex', a.frame_index, 'sensorId', a.sensor_id,
           'kind', a.kind, 'url', a.url, 'sha256', coalesce(a.derived ->> 'pcd', a.sha256), 'facts', a.facts) order by a.frame_index nulls first, a.field)
         from job_assets a where a.project_id = $1 and a.job_id = e.job_id), '[]') as assets
     from (
         select reference_id, job_id, version, sum(bytes) over (order by reference_id) - bytes as bytes_before
         from (
           select c.reference_id, c.job_id, c.version, coalesce(octet_length(b.body), 0) as bytes
           from export_jobs c left join job_payloads b on b.project_id = $1 and b.job_id = c.job_id
           where c.project_id = $1 and c.export_id = $2 and ($3::text is null or c.reference_id > $3 collate "C")
           order by c.reference_id limit $4
         ) next
       ) e
       join jobs j on j.project_id = $1 and j.id = e.job_id
       join batches b on b.project_id = $1 and b.id = j.batch_id
       left join job_payloads p on p.project_id = $1 and p.job_id = e.job_id
     where e.bytes_before < $5
     order by e.reference_id`,
    [projectId, exportId, after, most.jobs, most.bytes],
  )
  return rows
}

/** The names of all tags of the jobs of an export. */
export async function tagsOfExport(
  db: Queryable,
  { projectId, exportId }: { projectId: string; exportId: string },
): Promise<string[]> {
  const { rows } = await db.query<{ tag: string }>(
    `select distinct j.tag from export_jobs e join jobs j on j.project_id = $1 and j.id = e.job_id
     where e.project_id = $1 and e.export_id = $2`,
    [projectId, exportId],
  )
  return rows.map(({ tag }) => tag)
}
