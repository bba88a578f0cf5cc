import type { Pool } from '../store/postgres/pools.ts'
import { addAssets } from '../store/project/jobs/assets.ts'
import { type FetchedAsset, keepUrls } from './fetchedAsset.ts'

const KEEP_EVERY_FILES = 64
const KEEP_EVERY_MS = 1000

/**
 * Stores the files of a long job while it runs, from time to time: an interrupted job of thousands of frames continues
 * where it stopped. A job that finishes sooner writes nothing twice.
 */
export class AssetKeeper {
  readonly #pool: Pool
  readonly #projectId: string
  readonly #jobId: string
  readonly #unkept: FetchedAsset[] = []
  #lastMs = performance.now()

  constructor(pool: Pool, projectId: string, jobId: string) {
    this.#pool = pool
    this.#projectId = projectId
    this.#jobId = jobId
  }

  async add(asset: FetchedAsset): Promise<void> {
    this.#unkept.push(asset)
    if (this.#unkept.length < KEEP_EVERY_FILES && performance.now() - this.#lastMs < KEEP_EVERY_MS) return
    await this.flush()
  }

  /** Those that are not written down yet, for who does it. */
  take(): FetchedAsset[] {
    return this.#unkept.splice(0)
  }

  async flush(): Promise<void> {
    const assets = this.take()
    this.#lastMs = performance.now()
    await addAssets(
      this.#pool,
      this.#projectId,
      assets.map((asset) => ({ jobId: this.#jobId, asset })),
    )
    await keepUrls(this.#pool, this.#projectId, assets)
  }
}
