import type { Pool } from '../store/postgres/pools.ts'
import { type FetchedUrl, findFetchedUrls } from '../store/project/jobs/fetchedUrls.ts'
import { Gathered } from './gathered.ts'

const PROJECTS_SIDE_BY_SIDE = 2
/** Small jobs that start together ask for their URLs together. */
const EVERY_MS = 20

/** The last responses of URLs, looked up for many files in one query. */
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
