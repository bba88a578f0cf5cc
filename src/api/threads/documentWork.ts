import type { EncodedDocument } from '../../formats/document/encodedDocument.ts'
import { type PackedDocument, packDocument, unpackDocument } from '../../formats/document/packedDocument.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'
import { ownBuffer } from '../../threads/ownBuffer.ts'
import type { ThreadPool } from '../../threads/pool.ts'
import type { JobRegistry } from '../../threads/protocol.ts'
import { type AppliedBatch, applyBatchBytes, applySavedBatch } from './applyBatch.ts'
import { documentHash } from './documentHash.ts'
import { type ContentOrder, contentJson } from './jobContent.ts'
import { type BatchHead, type BatchReading, jsonBytes, readBatch, readBatchBytes } from './readBatch.ts'
import { type KeptDocument, readDocument } from './readDocument.ts'
import { type KeptLabels, type ReadLabels, readStoredLabels } from './readLabels.ts'
import { validateWork, type WorkFindings, type WorkOrder } from './validateWork.ts'

/** Operations on documents, here or on another thread: bytes in, bytes out. */
export const documentJobs = {
  readDocument,
  readBatchBytes,
  applyBatchBytes,
  readStoredLabels,
  validateWork,
  contentJson,
  documentHash,
} satisfies JobRegistry

/**
 * This many bytes of JSON are read, checked or validated in 2 to 5 ms. Passing work to a thread costs the main thread
 * 0.3 ms and pays from 20 KiB, but there it may wait for the large work of others.
 */
const LARGE_BYTES = 256 * 1024
/** So many bytes are hashed in about 4 ms. */
const LARGE_HASH_BYTES = 2 * 1024 * 1024
/** This many labels are read and written in 4 ms. */
const LARGE_POINTS = 250_000
/**
 * Some operations copy the list that they change: the cost of one entry, as bytes of JSON that are read in the same
 * time.
 */
const ENTRY_BYTES = 8
/** The compression ratio of JSON and labels with gzip. */
const UNZIPPED = 8
const TIME_LIMIT_MS = 120_000

/** A batch as sent. The operations of a large one stay JSON. */
export type EditBatch = BatchHead & { operations: Edit[] | Uint8Array }

/**
 * Runs the operations on documents: directly on small ones, on another thread for large ones, where they delay no other
 * call.
 */
export class DocumentWork {
  readonly #threads: Pick<ThreadPool<typeof documentJobs>, 'run'>

  constructor(threads: Pick<ThreadPool<typeof documentJobs>, 'run'>) {
    this.#threads = threads
  }

  /** @param lane whose work it is: lanes take turns */
  async read(lane: string, kept: KeptDocument): Promise<EncodedDocument> {
    const isLarge = keptBytes(kept) >= LARGE_BYTES
    return unpackDocument(isLarge ? await this.#run('readDocument', kept, lane) : readDocument(kept))
  }

  async readStoredLabels(lane: string, kept: KeptLabels): Promise<ReadLabels> {
    const isLarge = kept.pointCount >= LARGE_POINTS || keptBytes(kept) >= LARGE_BYTES
    return isLarge ? this.#run('readStoredLabels', kept, lane) : readStoredLabels(kept)
  }

  async readBatch(lane: string, bytes: Uint8Array): Promise<BatchReading<EditBatch['operations']>> {
    return bytes.length >= LARGE_BYTES ? this.#run('readBatchBytes', bytes, lane) : readBatch(bytes)
  }

  /** @param pointCount of the cloud, for operations on labels */
  async apply(
    lane: string,
    document: EncodedDocument,
    operations: EditBatch['operations'],
    pointCount: number,
  ): Promise<AppliedBatch<EncodedDocument, EditBatch['operations']>> {
    if (!(operations instanceof Uint8Array) && effortOf(document, operations) < LARGE_BYTES) {
      return applySavedBatch(document, operations, pointCount)
    }
    const json = operations instanceof Uint8Array ? operations : jsonBytes(operations)
    const order = { document: packDocument(document), operations: json, pointCount }
    const applied = await this.#run('applyBatchBytes', order, lane)
    return { ...applied, document: unpackDocument(applied.document) }
  }

  /** Applies earlier saved batches (JSON each), all of which fit. */
  async catchUp(lane: string, document: EncodedDocument, batches: readonly string[]): Promise<EncodedDocument> {
    const lists = batches.map((text) => text.slice(1, -1)).filter((list) => list !== '')
    const operations = keptOperations(`[${lists.join()}]`)
    const { document: after, refused } = await this.apply(lane, document, operations, Number.POSITIVE_INFINITY)
    if (refused.length > 0) throw new Error(`a batch that was saved does not fit: ${refused[0].message}`)
    return after
  }

  async validate(lane: string, order: WorkOrder): Promise<WorkFindings> {
    const isLarge = packedBytes(order.document) + order.payload.length >= LARGE_BYTES
    return isLarge ? this.#run('validateWork', order, lane) : validateWork(order)
  }

  /** SHA-256 of its canonical JSON. */
  async hash(lane: string, document: EncodedDocument): Promise<string> {
    const packed = packDocument(document)
    return packedBytes(packed) >= LARGE_HASH_BYTES ? this.#run('documentHash', packed, lane) : documentHash(packed)
  }

  /** What there is to see of a job, as JSON. */
  async content(lane: string, order: ContentOrder): Promise<Uint8Array> {
    return order.payload.length >= LARGE_BYTES ? this.#run('contentJson', order, lane) : contentJson(order)
  }

  #run<Name extends keyof typeof documentJobs>(
    name: Name,
    order: Parameters<(typeof documentJobs)[Name]>[0],
    lane: string,
  ) {
    return this.#threads.run(name, order, { lane, timeLimitMs: TIME_LIMIT_MS, transfer: buffersOf(order) })
  }
}

/** Bytes that were sent or read for this alone are transferred; documents are in shared memory. */
function buffersOf(order: Parameters<(typeof documentJobs)[keyof typeof documentJobs]>[0]) {
  if (order instanceof Uint8Array) return ownBuffer(order)
  if ('pieces' in order) return []
  if ('file' in order) return order.file ? ownBuffer(order.file) : []
  return 'payload' in order ? ownBuffer(order.payload) : []
}

/** Operations that are stored in the database as JSON. */
export const keptOperations = (json: string): EditBatch['operations'] =>
  json.length < LARGE_BYTES ? (JSON.parse(json) as Edit[]) : Buffer.from(json)

export const packedBytes = ({ rest, sizes }: PackedDocument): number =>
  sizes.reduce((sum, size) => sum + size, rest.length)

function keptBytes({ file, isZipped, batches }: Pick<KeptDocument, 'file' | 'isZipped' | 'batches'>): number {
  const bytes = file ? file.length * (isZipped ? UNZIPPED : 1) : 0
  return batches.reduce((sum, text) => sum + text.length, bytes)
}

/** Bytes of JSON that are read in the time it takes: tracks that are touched have to be, however small the change is. */
function effortOf(document: EncodedDocument, operations: readonly Edit[]): number {
  const touched = new Set<string>()
  let copied = 0
  for (const operation of operations) {
    if ('trackId' in operation) touched.add(operation.trackId)
    if (operation.type === 'setFrameAttribute') copied += document.head.frameAttributes.size
    if (operation.type === 'putTrack' && operation.index !== null) copied += document.tracks.size
  }
  let bytes = copied * ENTRY_BYTES
  for (const id of touched) bytes += document.tracks.sizeOf(id)
  return bytes
}
