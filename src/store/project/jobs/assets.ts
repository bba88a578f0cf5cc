import type { Queryable } from '../../postgres/pools.ts'
import {
  bigint,
  int,
  json,
  jsonb,
  namedRows,
  nullable,
  type RowOf,
  Table,
  text,
  textOf,
  texts,
} from '../../postgres/table.ts'

/** What an image file is. Sizes in pixels. */
export interface ImageFacts {
  format: string
  width: number
  height: number
  uprightWidth: number
  uprightHeight: number
  exifOrientation: number
}

/** The facts of a point cloud file. */
export interface CloudFacts {
  pointCount: number
  finiteCount: number
  /** In the frame of the file, metres; null if no point is finite. */
  bounds: { min: { x: number; y: number; z: number }; max: { x: number; y: number; z: number } } | null
}

/** One downloaded file of a job. */
export interface Asset {
  /** Path of its URL in the body: its name within the job. */
  field: string
  frameIndex: number | null
  sensorId: string | null
  kind: 'image' | 'cloud'
  url: string
  sha256: string
  bytes: number
  facts: ImageFacts | CloudFacts
  /** Files made of it by name: for the browser, and `pcd` of a cloud of another form. */
  derived: Record<string, string>
  /** Tiles of its pyramid, for who removes files; empty for all but huge images. */
  tiles: readonly string[]
}

export const isImageFacts = (facts: Asset['facts']): facts is ImageFacts => 'width' in facts

type WithFacts = Pick<Asset, 'facts'>

/** The image at this field. @throws if there is none: the job was never validated. */
export function imageAt<File extends WithFacts>(files: ReadonlyMap<string, File>, field: string) {
  const file = files.get(field)
  if (!file || !isImageFacts(file.facts)) throw new Error(`the job has no image at ${field}`)
  return { ...file, facts: file.facts }
}

/** The point cloud at this field. @throws if there is none: the job was never validated. */
export function cloudAt<File extends WithFacts>(files: ReadonlyMap<string, File>, field: string) {
  const file = files.get(field)
  if (!file || isImageFacts(file.facts)) throw new Error(`the job has no point cloud at ${field}`)
  return { ...file, facts: file.facts }
}

export const JOB_ASSETS = new Table('job_assets', {
  field: text,
  frame_index: nullable(int),
  sensor_id: nullable(text),
  kind: textOf<Asset['kind']>(),
  url: text,
  sha256: text,
  bytes: bigint,
  facts: json<Asset['facts']>(),
  derived: jsonb<Asset['derived']>(),
  tiles: texts(),
})

export async function listAssets(db: Queryable, projectId: string, jobId: string): Promise<Asset[]> {
  return (await listAssetsOf(db, projectId, [jobId])).get(jobId) ?? []
}

/** The files of several jobs, by job. */
export async function listAssetsOf(
  db: Queryable,
  projectId: string,
  jobIds: readonly string[],
): Promise<Map<string, Asset[]>> {
  const { rows } = await db.query<RowOf<typeof JOB_ASSETS> & { job_id: string }>(
    `select job_id, ${JOB_ASSETS.list()} from job_assets
     where project_id = $1 and job_id = any ($2) order by frame_index nulls first, field`,
    [projectId, jobIds],
  )
  const found = new Map<string, Asset[]>()
  for (const row of rows) {
    const assets = found.get(row.job_id) ?? []
    found.set(row.job_id, assets)
    assets.push({
      field: row.field,
      frameIndex: row.frame_index,
      sensorId: row.sensor_id,
      kind: row.kind,
      url: row.url,
      sha256: row.sha256,
      bytes: row.bytes,
      facts: row.facts,
      derived: row.derived,
      tiles: row.tiles,
    })
  }
  return found
}

/** The clouds of a job as PCD: the file itself, or what was made of one of another form. */
export async function listClouds(
  db: Queryable,
  projectId: string,
  jobId: string,
): Promise<Pick<Asset, 'field' | 'sha256'>[]> {
  const { rows } = await db.query<Pick<Asset, 'field' | 'sha256'>>(
    `select field, coalesce(derived ->> 'pcd', sha256) as sha256 from job_assets
     where project_id = $1 and job_id = $2 and kind = 'cloud'`,
    [projectId, jobId],
  )
  return rows
}

/** JSON lists of `[field, facts]` of all files of a job, for who reads them on another thread. */
export const listFileFacts = (db: Queryable, projectId: string, jobId: string): Promise<string[]> =>
  jsonLists(db, projectId, jobId, 'facts')

/** The facts that showing a file needs. */
export type ShownFile = Pick<Asset, 'sha256' | 'bytes' | 'facts' | 'derived'>

/** JSON lists of `[field, ShownFile]` of all files of a job. */
export const listShownFiles = (db: Queryable, projectId: string, jobId: string): Promise<string[]> =>
  jsonLists(
    db,
    projectId,
    jobId,
    `json_build_object('sha256', sha256, 'bytes', bytes, 'facts', facts, 'derived', derived)`,
  )

/** PostgreSQL puts at most this many into one row of its answer. */
const FILES_A_LIST = 500

async function jsonLists(db: Queryable, projectId: string, jobId: string, what: string): Promise<string[]> {
  const { rows } = await db.query<{ list: string }>(
    `select json_agg(json_build_array(field, what))::text as list
     from (select field, ${what} as what, row_number() over () / $3::int as part
       from job_assets where project_id = $1 and job_id = $2) files
     group by part`,
    [projectId, jobId, FILES_A_LIST],
  )
  return rows.map(({ list }) => list)
}

/** A file that a browser may get by this hash. */
export interface BrowserFile {
  /** The type of an image; null: point chunks. */
  imageType: string | null
  /** Other tiles of the same image, which the browser requests next. */
  tiles: readonly string[]
}

/**
 * A file made for browsers, or an image that they show unchanged; null if the job has none with this hash. The hash is
 * looked up first, because a job may have tens of thousands of files and hashes are hardly ever shared.
 */
export async function findBrowserFile(
  db: Queryable,
  projectId: string,
  jobId: string,
  sha256: string,
): Promise<BrowserFile | null> {
  const rows = await namedRows<BrowserFile>(
    db,
    `with named as materialized (
       select job_id, derived, tiles, $3 = any(tiles) as is_tile, derived @> $4 as is_chunks from job_assets
       where project_id = $1 and (derived @> $4 or derived @> $5 or tiles <> '{}' and tiles @> array[$3::text]
         or sha256 = $3 and derived ->> 'display_type' is not null and derived ->> 'display' is null
           and derived ->> 'pyramid' is null)
     )
     select case when not is_chunks then derived ->> 'display_type' end as image_type,
       case when is_tile then tiles else '{}' end as tiles
     from named where job_id = $2 limit 1`,
    [projectId, jobId, sha256, { chunks: sha256 }, { display: sha256 }],
  )
  return rows[0] ?? null
}

/** Whether the job names this file as it was received, or as the PCD that was made of it. */
export async function isReceivedFile(
  db: Queryable,
  projectId: string,
  jobId: string,
  sha256: string,
): Promise<boolean> {
  const { rows } = await db.query<{ field: string }>(
    `select field from job_assets
     where project_id = $1 and job_id = $2 and (sha256 = $3 or derived ->> 'pcd' = $3) limit 1`,
    [projectId, jobId, sha256],
  )
  return rows.length > 0
}

/** Names of the tile manifests of huge images. */
export async function listPyramids(db: Queryable, projectId: string, jobId: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select distinct derived ->> 'pyramid' as name from job_assets
     where project_id = $1 and job_id = $2 and derived ->> 'pyramid' is not null`,
    [projectId, jobId],
  )
  return rows.map(({ name }) => name)
}

/** Points of the job's first cloud, which is a segmentation's only one; null without one. */
export async function findPointCount(db: Queryable, projectId: string, jobId: string): Promise<number | null> {
  const { rows } = await db.query<{ count: number | null }>(
    `select (facts ->> 'pointCount')::int as count from job_assets
     where project_id = $1 and job_id = $2 and kind = 'cloud' order by frame_index nulls first, field limit 1`,
    [projectId, jobId],
  )
  return rows[0]?.count ?? null
}

/** A file and whose it is. */
export interface AssetOfJob {
  jobId: string
  asset: Asset
}

/** Writes assets of jobs; one that is there already is replaced. */
export async function addAssets(db: Queryable, projectId: string, assets: readonly AssetOfJob[]): Promise<void> {
  if (assets.length === 0) return
  const rows = assets.map(({ jobId, asset }) => ({
    job_id: jobId,
    field: asset.field,
    frame_index: asset.frameIndex,
    sensor_id: asset.sensorId,
    kind: asset.kind,
    url: asset.url,
    sha256: asset.sha256,
    bytes: asset.bytes,
    facts: asset.facts,
    derived: asset.derived,
    tiles: asset.tiles,
  }))
  await db.query(
    `insert into job_assets (project_id, job_id, field, frame_index, sensor_id, kind, url, sha256, bytes, facts, derived, tiles)
     select $1, r.* from json_to_recordset($2::json) as r(job_id uuid, field text, frame_index int, sensor_id text,
       kind text, url text, sha256 text, bytes bigint, facts json, derived jsonb, tiles text[])
     on conflict (project_id, job_id, field) do update set frame_index = excluded.frame_index,
       sensor_id = excluded.sensor_id, kind = excluded.kind, url = excluded.url, sha256 = excluded.sha256,
       bytes = excluded.bytes, facts = excluded.facts, derived = excluded.derived,
       tiles = excluded.tiles`,
    [projectId, JSON.stringify(rows)],
  )
}

/** Forgets the files of jobs that will be validated again. */
export async function forgetAssets(db: Queryable, projectId: string, jobIds: readonly string[]): Promise<void> {
  await db.query('delete from job_assets where project_id = $1 and job_id = any ($2)', [projectId, jobIds])
}
