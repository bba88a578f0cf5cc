import type { Queryable } from '../../store/postgres/pools.ts'
import { findBrowserFile, isReceivedFile } from '../../store/project/jobs/assets.ts'
import { dataPlaceOf, findJob, type JobPlace } from '../../store/project/jobs/jobs.ts'

const REMEMBERED_JOBS = 200
const REMEMBER_MS = 60_000
const BYTES = 'application/octet-stream'

interface CachedAssets {
  /** The place whose rows name the job's files; null: there is no such job. */
  place: Promise<JobPlace | null>
  /** The types of requested files, and of neighbouring tiles. */
  types: Map<string, string>
  untilMs: number
}

/** Which files a job names: asked once for each, and for thousands of tiles of one image. */
export class AssetCache {
  readonly #db: Queryable
  readonly #known = new Map<string, CachedAssets>()

  constructor(db: Queryable) {
    this.#db = db
  }

  /** Content type of a file for browsers; null if the job names no such file. */
  async typeOf(projectId: string, jobId: string, sha256: string): Promise<string | null> {
    const { place, types } = this.#remembered(projectId, jobId)
    const known = types.get(sha256)
    if (known) return known
    const at = await place
    const found = at && (await findBrowserFile(this.#db, at.projectId, at.jobId, sha256))
    if (!found) return null
    const type = found.imageType ?? BYTES
    for (const name of [sha256, ...found.tiles]) types.set(name, type)
    return type
  }

  /** The same for a file as it was received, which assistants are given. */
  async receivedTypeOf(projectId: string, jobId: string, sha256: string): Promise<string | null> {
    const at = await this.#remembered(projectId, jobId).place
    return at && (await isReceivedFile(this.#db, at.projectId, at.jobId, sha256)) ? BYTES : null
  }

  #remembered(projectId: string, jobId: string): CachedAssets {
    const known = this.#known.get(jobId)
    if (known && known.untilMs > performance.now()) return known
    const place = this.#placeOf(projectId, jobId)
    place.catch(() => this.#known.delete(jobId))
    const [oldest] = this.#known.keys()
    if (this.#known.size >= REMEMBERED_JOBS) this.#known.delete(oldest)
    const made = { place, types: new Map<string, string>(), untilMs: performance.now() + REMEMBER_MS }
    this.#known.set(jobId, made)
    return made
  }

  async #placeOf(projectId: string, jobId: string): Promise<JobPlace | null> {
    const job = await findJob(this.#db, projectId, jobId)
    return job && dataPlaceOf(job)
  }
}
