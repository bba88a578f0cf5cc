import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { decodeDocument, encodeDocument } from '../../formats/document/documentFile.ts'
import { decodeLabels, encodeLabels } from '../../formats/document/labelsFile.ts'
import { type AnnotatedDocument, emptyDocument, type PointLabels } from '../../model/document/document.ts'
import type { DocumentOperation } from '../../model/document/operations/documentOperation.ts'
import { paintLabels } from '../../model/document/operations/labelRuns.ts'
import { applyOperations } from '../../model/document/operations/operations.ts'
import type { Operation } from '../../model/operation.ts'
import type { FileStore } from '../../store/files/fileStore.ts'
import { findPointCount } from '../../store/jobs/assets.ts'
import type { Job } from '../../store/jobs/jobs.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { batchesAfter, findBase, findWork, type LoadedWork, loadWork, putSnapshot } from '../../store/work/works.ts'

const unzip = promisify(gunzip)
const zip = promisify(gzip)

/** Together the remembered documents may have been read from so many bytes of JSON. */
const MEMORY_BYTES = 32 * 1024 * 1024
const SNAPSHOT_AFTER_BATCHES = 100
const SNAPSHOT_AFTER_BYTES = 512 * 1024

export interface OpenDocument {
  version: number
  document: AnnotatedDocument
}

interface Remembered extends OpenDocument {
  begunAtMs: number
  /** Of the JSON that it was made from. */
  bytes: number
  snapshotVersion: number
  batchBytes: number
}

/**
 * Documents that people work on, as they stand in the database. Those in use are remembered, so that saving a batch
 * reads nothing: every process can answer every call, and one that did not answer the last ones catches up first.
 */
export class DocumentMemory {
  readonly #pool: Pool
  readonly #files: FileStore
  readonly #known = new Map<string, Remembered>()
  readonly #writing = new Set<string>()
  #bytes = 0

  constructor(pool: Pool, files: FileStore) {
    this.#pool = pool
    this.#files = files
  }

  /** The document at its newest version; of a job that nobody took in hand yet, what work would begin from. */
  async current(job: Job): Promise<OpenDocument> {
    const work = await findWork(this.#pool, job.projectId, job.jobId)
    if (!work) return { version: 0, document: await this.#fromFile(job, await findBase(this.#pool, job)) }
    const known = this.#known.get(job.jobId)
    if (known?.begunAtMs === work.begunAt.getTime()) {
      if (known.version === work.version) return known
      const caughtUp = known.version < work.version ? await this.#catchUp(job, known) : null
      if (caughtUp) return caughtUp
    }
    return this.#load(job)
  }

  /** The document at `version` if that is remembered: what a batch on top of it needs. */
  remembered(jobId: string, version: number): AnnotatedDocument | null {
    const known = this.#known.get(jobId)
    return known?.version === version ? known.document : null
  }

  /** After a batch was saved: the document that it made. Now and then it is written down in whole. */
  saved(job: Job, version: number, document: AnnotatedDocument, bytes: number): void {
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
  async labels(job: Job): Promise<{ version: number; labels: PointLabels }> {
    const work = await loadWork(this.#pool, job.projectId, job.jobId)
    if (work) return { version: work.version, labels: await this.#labelsOf(job, work) }
    return { version: 0, labels: await this.#labelsOfFile(job, await findBase(this.#pool, job)) }
  }

  /** What was handed in last, else what work would begin from: never what somebody is in the middle of. */
  async handedIn(job: Job): Promise<AnnotatedDocument> {
    return this.#fromFile(job, await findBase(this.#pool, job))
  }

  async handedInLabels(job: Job): Promise<PointLabels> {
    return this.#labelsOfFile(job, await findBase(this.#pool, job))
  }

  /** Writes the snapshot anew, so that opening stays fast however long somebody works. */
  async writeDown(job: Job): Promise<void> {
    if (this.#writing.has(job.jobId)) return
    this.#writing.add(job.jobId)
    try {
      const work = await loadWork(this.#pool, job.projectId, job.jobId)
      if (!work || work.snapshot.version === work.version) return
      const document =
        this.remembered(job.jobId, work.version) ?? applyBatches(await this.#snapshotOf(job, work), work.batches)
      const labels = job.operation === 'segmentation3d' ? encodeLabels(await this.#labelsOf(job, work)) : null
      const text = encodeDocument(document)
      await putSnapshot(this.#pool, job, {
        version: work.version,
        documentSha256: null,
        labelsSha256: null,
        document: await zip(text),
        labels: labels && (await zip(labels)),
      })
      const known = this.#known.get(job.jobId)
      if (!known) return
      // From now on it counts for what it is: strokes over labels are long and leave nothing in the document.
      this.#remember(job.jobId, { ...known, bytes: text.length, snapshotVersion: work.version, batchBytes: 0 })
    } finally {
      this.#writing.delete(job.jobId)
    }
  }

  async #catchUp(job: Job, known: Remembered): Promise<OpenDocument | null> {
    const batches = await batchesAfter(this.#pool, job.projectId, job.jobId, known.version)
    if (!batches.every(({ version }, index) => version === known.version + 1 + index)) return null
    const bytes = batches.reduce((sum, { operations }) => sum + operations.length, 0)
    const texts = batches.map(({ operations }) => operations)
    const next: Remembered = {
      ...known,
      version: known.version + batches.length,
      document: applyBatches(known.document, texts),
      bytes: known.bytes + bytes,
      batchBytes: known.batchBytes + bytes,
    }
    this.#remember(job.jobId, next)
    return next
  }

  async #load(job: Job): Promise<OpenDocument> {
    const work = await loadWork(this.#pool, job.projectId, job.jobId)
    if (!work) throw new Error(`the work on job ${job.jobId} is gone`)
    const start = await this.#snapshotOf(job, work)
    const batchBytes = work.batches.reduce((sum, text) => sum + text.length, 0)
    const loaded: Remembered = {
      version: work.version,
      document: applyBatches(start, work.batches),
      begunAtMs: work.begunAt.getTime(),
      bytes: batchBytes + (work.snapshot.document?.length ?? 0) * 8,
      snapshotVersion: work.snapshot.version,
      batchBytes,
    }
    this.#remember(job.jobId, loaded)
    return loaded
  }

  async #snapshotOf(job: Job, { snapshot }: LoadedWork): Promise<AnnotatedDocument> {
    if (snapshot.document) return decodeDocument((await unzip(snapshot.document)).toString('utf8'))
    return this.#fromFile(job, snapshot)
  }

  async #fromFile(job: Job, named: { documentSha256: string | null } | null): Promise<AnnotatedDocument> {
    const sha256 = named?.documentSha256 ?? null
    if (sha256 === null) return emptyDocument(job.operation as Operation, job.frames)
    return decodeDocument((await this.#files.readAll(sha256)).toString('utf8'))
  }

  async #labelsOf(job: Job, { snapshot, batches }: LoadedWork): Promise<PointLabels> {
    const labels = snapshot.labels
      ? decodeLabels(await unzip(snapshot.labels))
      : await this.#labelsOfFile(job, snapshot)
    for (const text of batches) {
      for (const operation of JSON.parse(text) as DocumentOperation[]) {
        if (operation.type === 'setLabels') paintLabels(labels, operation.runs)
      }
    }
    return labels
  }

  async #labelsOfFile(job: Job, named: { labelsSha256: string | null } | null): Promise<PointLabels> {
    const sha256 = named?.labelsSha256 ?? null
    if (sha256 !== null) return decodeLabels(await this.#files.readAll(sha256))
    return new Uint32Array((await findPointCount(this.#pool, job.projectId, job.jobId)) ?? 0)
  }

  #remember(jobId: string, entry: Remembered): void {
    this.#forget(jobId)
    this.#known.set(jobId, entry)
    this.#bytes += entry.bytes
    for (const [oldest] of this.#known) {
      if (this.#bytes <= MEMORY_BYTES || oldest === jobId) break
      this.#forget(oldest)
    }
  }
}

const applyBatches = (document: AnnotatedDocument, batches: readonly string[]): AnnotatedDocument =>
  batches.reduce((made, text) => applyOperations(made, JSON.parse(text) as DocumentOperation[]), document)
