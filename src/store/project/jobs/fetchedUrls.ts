import type { Queryable } from '../../postgres/pools.ts'
import { bigint, nullable, type RowOf, Table, text } from '../../postgres/table.ts'

/** What a URL gave last, under the access rule it was reached by. */
export interface FetchedUrl {
  sha256: string
  bytes: number
  etag: string | null
  lastModified: string | null
}

export const FETCHED_URLS = new Table('fetched_urls', {
  sha256: text,
  bytes: bigint,
  etag: nullable(text),
  last_modified: nullable(text),
})

/** `cacheKey`: a hash of the rule and the URL; never shared between projects. */
export async function findFetchedUrl(db: Queryable, projectId: string, cacheKey: Buffer): Promise<FetchedUrl | null> {
  const { rows } = await db.query<RowOf<typeof FETCHED_URLS>>({
    name: 'find-fetched-url',
    text: 'select sha256, bytes, etag, last_modified from fetched_urls where project_id = $1 and cache_key = $2',
    values: [projectId, cacheKey],
  })
  const row = rows[0]
  return row ? { sha256: row.sha256, bytes: row.bytes, etag: row.etag, lastModified: row.last_modified } : null
}

export async function putFetchedUrl(
  db: Queryable,
  projectId: string,
  cacheKey: Buffer,
  fetched: FetchedUrl,
): Promise<void> {
  await db.query({
    name: 'put-fetched-url',
    text: `insert into fetched_urls (project_id, cache_key, sha256, bytes, etag, last_modified) values ($1, $2, $3, $4, $5, $6)
     on conflict (project_id, cache_key) do update set sha256 = excluded.sha256, bytes = excluded.bytes,
       etag = excluded.etag, last_modified = excluded.last_modified, fetched_at = now()`,
    values: [projectId, cacheKey, fetched.sha256, fetched.bytes, fetched.etag, fetched.lastModified],
  })
}
