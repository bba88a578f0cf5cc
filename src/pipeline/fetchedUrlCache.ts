import type { Pool } from '../store/postgres/pools.ts'
import { type FetchedUrl, findFetchedUrls } from '../store/project/jobs/fetchedUrls.ts'
import { Gathered } from './gathered.ts'

const PROJECTS_SIDE_BY_SIDE = 2
/** Those of small jobs come as these were started, many at once. */
const EVERY_MS = 20

/** What URLs gave last, asked for many files at once. */
export class FetchedUrlCache {
  readonly #finding: Gathered<Buffer, FetchedUrl | null>

  constructor(pool: Pool) {
    const find = (projectId: string, keys: readonly Buffer[]) => findFetchedUrls(pool, projectId, keys)
    this.#finding = new Gathered(find, PROJECTS_SIDE_BY_SIDE, EVERY_MS)
  }

  find(projectId: string, cacheKey: Buffer): Promise<FetchedUrl | null> {
    return this.#finding.add(projectId, cacheKey)
  }
}
