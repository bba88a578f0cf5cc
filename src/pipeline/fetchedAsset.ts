import type { Queryable } from '../store/postgres/pools.ts'
import type { Asset } from '../store/project/jobs/assets.ts'
import { type GivenUrl, putFetchedUrls } from '../store/project/jobs/fetchedUrls.ts'

/** A file of a job, with the facts to store about its URL. */
export interface FetchedAsset extends Asset {
  given: GivenUrl | null
}

/** Remembers what their URLs gave. */
export const keepUrls = (db: Queryable, projectId: string, assets: readonly FetchedAsset[]): Promise<void> =>
  putFetchedUrls(
    db,
    projectId,
    assets.flatMap(({ given }) => given ?? []),
  )
