import type { Queryable } from '../../postgres/pools.ts'

/** Every file that a row names: the counterpart of what removal.ts takes for unnamed. */
export async function namedFiles(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ sha256: string }>(
    `select sha256 from (
       select sha256 from job_assets
       union select value #>> '{}' from job_assets, jsonb_each(derived) where key <> 'display_type'
       union select unnest(tiles) from job_assets
       union select sha256 from fetched_urls
       union select sha256 from exports
       union select sha256 from imports
       union select sha256 from ingests
       union select sha256 from tag_images
       union select sha256 from attachments
       union select sha256 from uploaded_files
       union select unnest(array[document_sha256, labels_sha256]) from submissions
       union select unnest(array[document_sha256, labels_sha256]) from assignments
       union select unnest(array[document_sha256, labels_sha256]) from predictions
       union select unnest(array[document_sha256, labels_sha256]) from reviews
       union select unnest(array[document_sha256, labels_sha256]) from work_snapshots
       union select unnest(array[document_sha256, labels_sha256]) from gold_jobs
     ) as named where sha256 is not null order by sha256`,
  )
  return rows.map((row) => row.sha256)
}
