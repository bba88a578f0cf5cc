import type { Pool } from '../store/postgres/pools.ts'
import { type FetchedUrl, findFetchedUrls } from '../store/project/jobs/fetchedUrls.ts'
import { CallBatcher } from './callBatcher.ts'

const PROJECTS_SIDE_BY_SIDE = 2
/** Small jobs that start together ask for their URLs together. */
const EVERY_MS = 20

/** The last responses of URLs, looked up for many files in one query. */
export class FetchedUrlCache {
  readonly #finding: CallBatcher<Buffer, FetchedUrl | null>

  constructor(pool: Pool) {
    const find = (projectId: string, keys: readonly Buffer[]) => findFetchedUrls(pool, projectId, keys)
    this.#finding = new CallBatcher(find, PROJECTS_SIDE_BY_SIDE, EVERY_MS)
  }

  find(projectId: string, cacheKey: Buffer): Promise<FetchedUrl | null> {
    return this.#finding.add(projectId, cacheKey)
  }
}
