import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gunzip, gzip } from 'node:zlib'
import { isNewestLayout } from '../../formats/document/documentFile.ts'
import type { EncodedDocument } from '../../formats/document/encodedDocument.ts'
import { encodeLabels } from '../../formats/document/labelsFile.ts'
import { fileOf, packDocument } from '../../formats/document/packedDocument.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import type { Tag } from '../../model/tag.ts'
import type { FileStore } from '../../store/files/fileStore.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { findPointCount } from '../../store/project/jobs/assets.ts'
import { dataPlaceOf, type Job } from '../../store/project/jobs/jobs.ts'
import {
  batchesAfter,
  findBase,
  findWork,
  type LoadedWork,
  loadWork,
  putSnapshot,
} from '../../store/project/work/works.ts'
import { type DocumentWork, packedBytes } from '../threads/documentWork.ts'
import type { ReadLabels } from '../threads/readLabels.ts'

const unzip = promisify(gunzip)
const zip = promisify(gzip)

/** The most bytes of JSON that cached documents take together. */
const MEMORY_BYTES = 64 * 1024 * 1024
const SNAPSHOT_AFTER_BATCHES = 100
const SNAPSHOT_AFTER_BYTES = 512 * 1024

export interface OpenDocument {
  version: number
  document: EncodedDocument
}

type TagOfJob = (job: Job) => Promise<Pick<Tag, 'attributes'> | undefined>

interface CachedDocument extends OpenDocument {
  begunAtMs: number
  bytes: number
  snapshotVersion: number
  batchBytes: number
}

/**
 * Documents in progress, as they are in the database. Those in use are cached, so that saving a batch reads nothing:
 * every process can answer every call, and one that missed the last ones catches up first. They are cached as bytes, of
 * which a batch reads only the tracks that it touches.
 */
export class DocumentCache {
  readonly #pool: Pool
  readonly #files: FileStore
  readonly #work: DocumentWork
  readonly #tagOf: TagOfJob
  readonly #known = new Map<string, CachedDocument>()
  readonly #writing = new Set<string>()
  #bytes = 0

  /** @param tagOf the tag of a job, whose defaults its work starts with */
  constructor(pool: Pool, files: FileStore, work: DocumentWork, tagOf: TagOfJob) {
    this.#pool = pool
    this.#files = files
    this.#work = work
    this.#tagOf = tagOf
  }

  /** The document at its newest version; of a job without any work yet, what work would start from. */
  async current(job: Job): Promise<OpenDocument> {
    const work = await findWork(this.#pool, job.projectId, job.jobId)
    if (!work) return { version: 0, document: await this.#read(job, await this.#fileNamed(await this.#base(job)), []) }
    const known = this.#known.get(job.jobId)
    if (known?.begunAtMs === work.begunAt.getTime()) {
      if (known.version === work.version) return known
      const caughtUp = known.version < work.version ? await this.#catchUp(job, known) : null
      if (caughtUp) return caughtUp
    }
    return this.#load(job)
  }

  /** The document at a version; null if it never existed, or is no longer stored. */
  async at(job: Job, version: number): Promise<OpenDocument | null> {
    const current = await this.current(job)
    if (current.version === version) return current
    const work = version < current.version ? await loadWork(this.#pool, job.projectId, job.jobId) : null
    if (!work || version < work.snapshot.version) return null
    const { snapshot, batches } = work
    const file = snapshot.document ?? (await this.#fileNamed(snapshot))
    const until = batches.slice(0, version - snapshot.version)
    return { version, document: await this.#read(job, file, until, snapshot.document !== null) }
  }

  /** The same as JSON, for opening the job. */
  async opened(job: Job): Promise<{ version: number; json: Uint8Array[] }> {
    const work = await findWork(this.#pool, job.projectId, job.jobId)
    if (!work) return { version: 0, json: await this.lastSubmitted(job) }
    const { version, document } = await this.current(job)
    return { version, json: fileOf(packDocument(document)) }
  }

  /** The document at `version` if it is cached, which a batch on top of it needs. */
  remembered(jobId: string, version: number): EncodedDocument | null {
    const known = this.#known.get(jobId)
    return known?.version === version ? known.document : null
  }

  /** After a batch was saved: the document that it made. Now and then it is written down in whole. */
  saved(job: Job, version: number, document: EncodedDocument, bytes: number): void {
    const known = this.#known.get(job.jobId)
    if (!known || known.version !== version - 1) return
    const next = { ...known, version, document, bytes: known.bytes + bytes, batchBytes: known.batchBytes + bytes }
    this.#remember(job.jobId, next)
    if (version - next.snapshotVersion < SNAPSHOT_AFTER_BATCHES && next.batchBytes < SNAPSHOT_AFTER_BYTES) return
    this.writeDown(job).catch(() => {
      // The batches are all there; the next save tries again.
    })
  }

  #forget(jobId: string): void {
    const known = this.#known.get(jobId)
    if (known) this.#bytes -= known.bytes
    this.#known.delete(jobId)
  }

  /** Labels of a segmentation at the newest version, with that version. */
  async labels(job: Job): Promise<ReadLabels & { version: number }> {
    const work = await loadWork(this.#pool, job.projectId, job.jobId)
    return { version: work?.version ?? 0, ...(await this.#readLabels(job, work)) }
  }

  /** The labels file for opening the job: a snapshot without later batches is sent as stored. */
  async openedLabels(job: Job): Promise<{ version: number; file: Uint8Array }> {
    const work = await loadWork(this.#pool, job.projectId, job.jobId)
    if (!work) return { version: 0, file: await this.lastSubmittedLabels(job) }
    const { version, snapshot, batches } = work
    if (batches.length > 0) return { version, file: (await this.#readLabels(job, work)).file }
    return { version, file: snapshot.labels ? await unzip(snapshot.labels) : await this.#labelsNamed(job, snapshot) }
  }

  /** JSON of the latest submission, otherwise of the document from which work would start: never of unfinished work. */
  async lastSubmitted(job: Job): Promise<Uint8Array[]> {
    return this.plain(job, await this.#fileNamed(await this.#base(job)))
  }

  /** JSON of a document that is stored in a file; of the empty one without a file. */
  async plain(job: Job, file: Uint8Array | null): Promise<Uint8Array[]> {
    return file && isNewestLayout(file) ? [file] : fileOf(packDocument(await this.#read(job, file, [])))
  }

  async lastSubmittedLabels(job: Job): Promise<Uint8Array> {
    return this.#labelsNamed(job, await this.#base(job))
  }

  /** Rewrites the snapshot, so that opening stays fast however long the work takes. */
  async writeDown(job: Job): Promise<void> {
    if (this.#writing.has(job.jobId)) return
    this.#writing.add(job.jobId)
    try {
      const { version, document } = await this.current(job)
      const before = this.#known.get(job.jobId)
      if (!before || before.snapshotVersion === version) return
      const labels = rulesOf(job.annotationType).hasLabels ? await this.labels(job) : null
      // Something was saved between the two: the next save tries again.
      if (labels && labels.version !== version) return
      const packed = packDocument(document)
      await putSnapshot(this.#pool, job, {
        version,
        documentSha256: null,
        labelsSha256: null,
        document: await zipPieces(fileOf(packed)),
        labels: labels && (await zip(labels.file)),
      })
      const known = this.#known.get(job.jobId)
      if (!known) return
      // From here on count its real size: strokes over labels are long and leave nothing in the document.
      this.#remember(job.jobId, { ...known, bytes: packedBytes(packed), snapshotVersion: version, batchBytes: 0 })
    } finally {
      this.#writing.delete(job.jobId)
    }
  }

  async #catchUp(job: Job, known: CachedDocument): Promise<OpenDocument | null> {
    const batches = await batchesAfter(this.#pool, job.projectId, job.jobId, known.version)
    if (!batches.every(({ version }, index) => version === known.version + 1 + index)) return null
    const bytes = batches.reduce((sum, { operations }) => sum + operations.length, 0)
    const texts = batches.map(({ operations }) => operations)
    const document = await this.#work.catchUp(job.projectId, known.document, texts)
    const next: CachedDocument = {
      ...known,
      version: known.version + batches.length,
      document,
      bytes: known.bytes + bytes,
      batchBytes: known.batchBytes + bytes,
    }
    this.#remember(job.jobId, next)
    return next
  }

  async #load(job: Job): Promise<OpenDocument> {
    const work = await loadWork(this.#pool, job.projectId, job.jobId)
    if (!work) throw new Error(`the work on job ${job.jobId} is gone`)
    const { snapshot, batches } = work
    const file = snapshot.document ?? (await this.#fileNamed(snapshot))
    const document = await this.#read(job, file, batches, snapshot.document !== null)
    const loaded: CachedDocument = {
      version: work.version,
      document,
      begunAtMs: work.begunAt.getTime(),
      bytes: packedBytes(packDocument(document)),
      snapshotVersion: snapshot.version,
      batchBytes: batches.reduce((sum, text) => sum + text.length, 0),
    }
    this.#remember(job.jobId, loaded)
    return loaded
  }

  #base(job: Job) {
    return findBase(this.#pool, job)
  }

  async #fileNamed(named: { documentSha256: string | null } | null): Promise<Buffer | null> {
    const sha256 = named?.documentSha256 ?? null
    return sha256 === null ? null : this.#files.readAll(sha256)
  }

  async #read(
    job: Job,
    file: Uint8Array | null,
    batches: readonly string[],
    isZipped = false,
  ): Promise<EncodedDocument> {
    const annotationType = job.annotationType
    const tagAttributes = file ? [] : ((await this.#tagOf(job))?.attributes ?? [])
    return this.#work.read(job.projectId, {
      file,
      isZipped,
      batches,
      annotationType,
      frameCount: job.frames,
      tagAttributes,
    })
  }

  async #readLabels(job: Job, work: LoadedWork | null): Promise<ReadLabels> {
    const zipped = work?.snapshot.labels ?? null
    const sha256 = (work ? work.snapshot : await this.#base(job))?.labelsSha256 ?? null
    const file = zipped ?? (sha256 === null ? null : await this.#files.readAll(sha256))
    const pointCount = await this.#pointCount(job)
    const batches = work?.batches ?? []
    return this.#work.readStoredLabels(job.projectId, { file, isZipped: zipped !== null, batches, pointCount })
  }

  async #labelsNamed(job: Job, named: { labelsSha256: string | null } | null): Promise<Uint8Array> {
    const sha256 = named?.labelsSha256 ?? null
    return sha256 === null ? encodeLabels(new Uint32Array(await this.#pointCount(job))) : this.#files.readAll(sha256)
  }

  async #pointCount(job: Job): Promise<number> {
    const content = dataPlaceOf(job)
    return (await findPointCount(this.#pool, content.projectId, content.jobId)) ?? 0
  }

  #remember(jobId: string, entry: CachedDocument): void {
    this.#forget(jobId)
    this.#known.set(jobId, entry)
    this.#bytes += entry.bytes
    for (const [oldest] of this.#known) {
      if (this.#bytes <= MEMORY_BYTES || oldest === jobId) break
      this.#forget(oldest)
    }
  }
}

async function zipPieces(pieces: readonly Uint8Array[]): Promise<Buffer> {
  return Buffer.concat(await Readable.from(pieces).pipe(createGzip()).toArray())
}
