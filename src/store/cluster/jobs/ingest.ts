import { errorCode } from '../../postgres/errors.ts'
import type { Pool, Queryable } from '../../postgres/pools.ts'
import { withTransaction } from '../../postgres/transactions.ts'
import { OtherWriters } from './otherWriters.ts'
import { reserve } from './reserve.ts'
import { isLarge, type NewJob, type Written, writeFlush, writeJobs } from './writeJobs.ts'

/** The number of large bodies that are written at the same time; other connections remain for the rest. */
const LARGE_AT_ONCE = 2

const MAX_JOBS_A_FLUSH = 1000
const MAX_BYTES_A_FLUSH = 16 * 1024 * 1024
const DEADLOCK = '40P01'

interface Waiting {
  job: NewJob
  done(created: boolean): void
  failed(error: unknown): void
}

/**
 * Group commit: jobs that arrive while a flush is under way share the next one, so many requests pay for one
 * synchronous write to disk. A request is answered only after the commit that holds its job. Where the database is
 * written project by project, a flush holds one project's jobs, and those of several are written side by side.
 */
export class JobIngest {
  readonly #pool: Pool
  readonly #onCommitted: () => void
  /** The number of projects that are written side by side, each apart; null: a flush holds jobs of all projects. */
  readonly #flushesAtOnce: number | null
  #waiting: Waiting[] = []
  #flushes = 0
  /** Projects that are being written, where each is written apart. */
  readonly #underWay = new Set<string>()
  readonly #others = new OtherWriters()
  readonly #large: Waiting[] = []
  #writingLarge = 0

  constructor(pool: Pool, onCommitted: () => void, flushesAtOnce: number | null = null) {
    this.#pool = pool
    this.#onCommitted = onCommitted
    this.#flushesAtOnce = flushesAtOnce
  }

  /** True when the job was created, false when its reference_id was used before or its batch is closed. */
  add(job: NewJob): Promise<boolean> {
    if (isLarge(job)) return this.#addLarge(job)
    const promise = new Promise<boolean>((done, failed) => this.#waiting.push({ job, done, failed }))
    // Deferred, so that other jobs of this turn of the loop join the same flush.
    if (this.#hasRoom()) setImmediate(() => this.#flush())
    return promise
  }

  #addLarge(job: NewJob): Promise<boolean> {
    const promise = new Promise<boolean>((done, failed) => this.#large.push({ job, done, failed }))
    if (this.#writingLarge < LARGE_AT_ONCE) void this.#writeLarge()
    return promise
  }

  async #writeLarge(): Promise<void> {
    this.#writingLarge++
    for (let next = this.#large.shift(); next; next = this.#large.shift()) {
      const { job, done, failed } = next
      try {
        const made = await this.#again(() => withTransaction(this.#pool, (client) => writeJobs(client, [job])))
        done(made.has(job.jobId))
        if (made.size > 0) this.#onCommitted()
      } catch (error) {
        failed(error)
      }
    }
    this.#writingLarge--
  }

  #hasRoom(): boolean {
    return this.#flushes < (this.#flushesAtOnce ?? 1)
  }

  async #flush(): Promise<void> {
    if (!this.#hasRoom()) return
    this.#flushes++
    for (let group = this.#nextGroup(); group.length > 0; group = this.#nextGroup()) {
      const [{ projectId }] = group.map(({ job }) => job)
      this.#underWay.add(projectId)
      try {
        const made = await this.#write(group.map(({ job }) => job))
        for (const waiting of group) waiting.done(made.has(waiting.job.jobId))
        if (made.size > 0) this.#onCommitted()
      } catch (error) {
        for (const waiting of group) waiting.failed(error)
      }
      this.#underWay.delete(projectId)
    }
    this.#flushes--
  }

  /**
   * A single process takes the positions and writes in one statement. With another process on the same batch, positions
   * are taken in an earlier commit, so that neither holds the batch's row while waiting for the disk.
   */
  async #write(jobs: readonly NewJob[]): Promise<Set<string>> {
    const isShared = this.#others.areThere && this.#flushesAtOnce === null
    const blocks = isShared ? await this.#again(() => reserve(this.#pool, jobs)) : null
    const { made, taken } = await this.#again<Written>(() =>
      this.#committed(jobs, (db) => writeFlush(db, jobs, blocks)),
    )
    this.#others.note(taken)
    const written = new Set(taken.map(({ batchId }) => batchId))
    const lost = new Set(blocks?.map((block) => block.batch_id).filter((batchId) => !written.has(batchId)))
    if (lost.size === 0) return made
    const again = jobs.filter(({ batchId }) => lost.has(batchId))
    return new Set([...made, ...(await this.#again(() => this.#committed(again, (db) => writeJobs(db, again))))])
  }

  /** Jobs that use no uploaded files are written by one statement, which needs no transaction around it. */
  #committed<T>(jobs: readonly NewJob[], write: (db: Queryable) => Promise<T>): Promise<T> {
    return jobs.some(({ fileIds }) => fileIds.length > 0) ? withTransaction(this.#pool, write) : write(this.#pool)
  }

  #nextGroup(): Waiting[] {
    const isApart = this.#flushesAtOnce !== null
    const first = isApart ? this.#waiting.find(({ job }) => !this.#underWay.has(job.projectId)) : this.#waiting[0]
    const group: Waiting[] = []
    const others: Waiting[] = []
    let bytes = 0
    for (const waiting of first ? this.#waiting : []) {
      const { body, projectId } = waiting.job
      const fits = group.length === 0 || (group.length < MAX_JOBS_A_FLUSH && bytes < MAX_BYTES_A_FLUSH)
      if (!fits || (isApart && projectId !== first?.job.projectId)) others.push(waiting)
      else {
        group.push(waiting)
        bytes += body.length
      }
    }
    if (first) this.#waiting = others
    return group
  }

  /** Two processes may meet batches or reference_ids in opposite order; PostgreSQL then makes one of them retry. */
  async #again<T>(write: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await write()
      } catch (error) {
        if (errorCode(error) !== DEADLOCK || attempt === 5) throw error
      }
    }
  }
}
