import type { FileStore } from '../../store/files/fileStore.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { type Asset, listAssets } from '../../store/project/jobs/assets.ts'
import { dataPlaceOf, findJob } from '../../store/project/jobs/jobs.ts'
import { readPyramid } from './pyramids.ts'

const REMEMBERED_JOBS = 200
const REMEMBER_MS = 60_000
const BYTES = 'application/octet-stream'

/** Which files a job names, so that each of thousands of tiles is found without the database. */
export class AssetCache {
  readonly #db: Queryable
  readonly #files: FileStore
  readonly #known = new Map<string, { types: Promise<ReadonlyMap<string, string>>; untilMs: number }>()

  constructor(db: Queryable, files: FileStore) {
    this.#db = db
    this.#files = files
  }

  /** Content type of a file for browsers; null when the job names no such file. */
  async typeOf(projectId: string, jobId: string, sha256: string): Promise<string | null> {
    const known = this.#known.get(jobId)
    if (known && known.untilMs > performance.now()) {
      const type = (await known.types).get(sha256)
      if (type) return type
    }
    const types = this.#read(projectId, jobId)
    types.catch(() => this.#known.delete(jobId))
    const [oldest] = this.#known.keys()
    if (this.#known.size >= REMEMBERED_JOBS) this.#known.delete(oldest)
    this.#known.set(jobId, { types, untilMs: performance.now() + REMEMBER_MS })
    return (await types).get(sha256) ?? null
  }

  async #read(projectId: string, jobId: string): Promise<ReadonlyMap<string, string>> {
    const types = new Map<string, string>()
    const job = await findJob(this.#db, projectId, jobId)
    if (!job) return types
    const content = dataPlaceOf(job)
    for (const asset of await listAssets(this.#db, content.projectId, content.jobId)) await this.#add(types, asset)
    return types
  }

  /** What a browser is to be given; originals only where browsers show them as they are. */
  async #add(types: Map<string, string>, { sha256, derived }: Asset): Promise<void> {
    const { display_type: imageType, display, pyramid, chunks } = derived
    if (chunks) types.set(chunks, BYTES)
    if (display) types.set(display, imageType)
    else if (imageType && !pyramid) types.set(sha256, imageType)
    if (!pyramid) return
    const { tiles } = await readPyramid(this.#files, pyramid)
    for (const tile of Object.values(tiles)) types.set(tile, imageType)
  }
}
