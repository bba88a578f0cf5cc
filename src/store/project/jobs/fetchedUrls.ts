import type { Queryable } from '../../postgres/pools.ts'
import { bigint, bytea, nullable, type RowOf, Table, text } from '../../postgres/table.ts'

/** What a URL gave last, under the access rule it was reached by. */
export interface FetchedUrl {
  sha256: string
  bytes: number
  etag: string | null
  lastModified: string | null
}

/** A key is a hash of the rule and the URL; it is never shared between projects. */
export interface GivenUrl {
  cacheKey: Buffer
  fetched: FetchedUrl
}

export const FETCHED_URLS = new Table('fetched_urls', {
  cache_key: bytea,
  sha256: text,
  bytes: bigint,
  etag: nullable(text),
  last_modified: nullable(text),
})

/** The last responses of URLs, in the order of their keys, null if unknown. */
export async function findFetchedUrls(
  db: Queryable,
  projectId: string,
  cacheKeys: readonly Buffer[],
): Promise<(FetchedUrl | null)[]> {
  const { rows } = await db.query<RowOf<typeof FETCHED_URLS>>({
    name: 'find-fetched-urls',
    text: `select ${FETCHED_URLS.list()} from fetched_urls where project_id = $1 and cache_key = any ($2)`,
    values: [projectId, cacheKeys],
  })
  const found = new Map(
    rows.map((row) => [
      row.cache_key.toString('hex'),
      { sha256: row.sha256, bytes: row.bytes, etag: row.etag, lastModified: row.last_modified },
    ]),
  )
  return cacheKeys.map((key) => found.get(key.toString('hex')) ?? null)
}

/** If a URL is named several times, the last one is stored. */
export async function putFetchedUrls(db: Queryable, projectId: string, all: readonly GivenUrl[]): Promise<void> {
  if (all.length === 0) return
  const last = new Map(all.map((one) => [one.cacheKey.toString('hex'), one]))
  // In one order everywhere: two who write several never wait for each other.
  const ordered = [...last].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  await db.query({
    name: 'put-fetched-urls',
    text: `insert into fetched_urls (project_id, cache_key, sha256, bytes, etag, last_modified)
     select $1, * from unnest($2::bytea[], $3::text[], $4::bigint[], $5::text[], $6::text[])
     on conflict (project_id, cache_key) do update set sha256 = excluded.sha256, bytes = excluded.bytes,
       etag = excluded.etag, last_modified = excluded.last_modified, fetched_at = excluded.fetched_at`,
    values: [
      projectId,
      ordered.map(({ cacheKey }) => cacheKey),
      ordered.map(({ fetched }) => fetched.sha256),
      ordered.map(({ fetched }) => fetched.bytes),
      ordered.map(({ fetched }) => fetched.etag),
      ordered.map(({ fetched }) => fetched.lastModified),
    ],
  })
}
