import type { Pool } from '../store/postgres/pools.ts'
import { type FetchedUrl, findFetchedUrls, putFetchedUrls } from '../store/project/jobs/fetchedUrls.ts'
import { Gathered } from './gathered.ts'

const PROJECTS_SIDE_BY_SIDE = 2

/** What URLs gave last, asked for and written down for many files at once. */
export class FetchedUrlCache {
  readonly #finding: Gathered<Buffer, FetchedUrl | null>
  readonly #putting: Gathered<{ cacheKey: Buffer; fetched: FetchedUrl }, void>

  constructor(pool: Pool) {
    this.#finding = new Gathered((projectId, keys) => findFetchedUrls(pool, projectId, keys), PROJECTS_SIDE_BY_SIDE)
    this.#putting = new Gathered(async (projectId, all) => {
      await putFetchedUrls(pool, projectId, all)
      return []
    }, PROJECTS_SIDE_BY_SIDE)
  }

  find(projectId: string, cacheKey: Buffer): Promise<FetchedUrl | null> {
    return this.#finding.add(projectId, cacheKey)
  }

  put(projectId: string, cacheKey: Buffer, fetched: FetchedUrl): Promise<void> {
    return this.#putting.add(projectId, { cacheKey, fetched })
  }
}
