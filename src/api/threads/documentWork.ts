import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { aroundTracks } from '../../formats/document/canonicalDocument.ts'
import {
  type EncodedDocument,
  EncodedEdits,
  encodeTracks,
  readThrough,
} from '../../formats/document/encodedDocument.ts'
import { type PackedDocument, packDocument, packFile, unpackDocument } from '../../formats/document/packedDocument.ts'
import type { JobInput } from '../../formats/jobBody/input.ts'
import { readStoredJob } from '../../formats/jobBody/readInput.ts'
import { annotationCount } from '../../formats/results/annotationCount.ts'
import { writeFinding } from '../../formats/workbench/checks.ts'
import type { WireFinding } from '../../formats/workbench/findingAnswer.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import { isOneRecord } from '../../model/annotationTypes/rulesOf.ts'
import type { Attribute } from '../../model/attribute.ts'
import { blockingFindings } from '../../model/checks/checks.ts'
import { checkIntegrity } from '../../model/checks/integrity.ts'
import { ranked } from '../../model/checks/severity.ts'
import { emptyDocument } from '../../model/document/document.ts'
import { deliveredDocument } from '../../model/document/held.ts'
import { type Edit, EditError } from '../../model/document/operations/documentOperation.ts'
import { checkLabelRuns } from '../../model/document/operations/labelRuns.ts'
import { withTagDefaults } from '../../model/document/startDocument.ts'
import type { Tag } from '../../model/tag.ts'
import { ownBuffer } from '../../threads/ownBuffer.ts'
import type { ThreadPool } from '../../threads/pool.ts'
import type { JobRegistry } from '../../threads/protocol.ts'
import { type ContentOrder, contentJson } from './jobContent.ts'
import { type BatchHead, type BatchReading, jsonBytes, readBatch, readBatchBytes } from './readBatch.ts'
import { type KeptLabels, type ReadLabels, readStoredLabels } from './readLabels.ts'

/** A stored document: a file, plain or gzipped, and the batches after it. */
export interface KeptDocument {
  /** null: it started empty. */
  file: Uint8Array | null
  isZipped: boolean
  /** JSON each. */
  batches: readonly string[]
  annotationType: AnnotationType
  frameCount: number
  /** The tag's own: without a file the document starts with their defaults. */
  tagAttributes: readonly Attribute[]
}

function readDocument(kept: KeptDocument): PackedDocument {
  const { file, isZipped, batches } = kept
  const packed = file && packFile(isZipped ? gunzipSync(file) : file)
  if (packed && batches.length === 0) return packed
  const start = packed ? unpackDocument(packed) : startDocument(kept)
  const edits = new EncodedEdits(start)
  for (const text of batches) {
    const operations: Edit[] = JSON.parse(text)
    for (const operation of operations) edits.apply(operation)
  }
  return packDocument(edits.document())
}

const startDocument = ({ annotationType, frameCount, tagAttributes }: KeptDocument): EncodedDocument =>
  encodeTracks(withTagDefaults(emptyDocument(annotationType, frameCount), { attributes: tagAttributes }))

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

/** SHA-256 of the canonical JSON of a document. Tracks are stored as canonical JSON, so only the rest is written. */
export function documentHash(packed: PackedDocument): string {
  const [before, after] = aroundTracks(unpackDocument({ ...packed, trackIds: [] }).head)
  const hash = createHash('sha256').update(before)
  packed.pieces.forEach((piece, index) => {
    if (index > 0) hash.update(',')
    hash.update(piece)
  })
  return hash.update(after).digest('hex')
}

export interface WorkOrder {
  document: PackedDocument
  /** Points by label_key; null unless it is a segmentation. */
  labelCounts: ReadonlyMap<number, number> | null
  /** Its operation is the job's. */
  tag: Tag
  /** The job's body as received. */
  payload: Uint8Array
  keptSensors: Record<string, object> | null
}

export interface WorkFindings {
  /** Findings that must be fixed before the work can be submitted. */
  findings: WireFinding[]
  annotations: number
}

function validateWork(order: WorkOrder): WorkFindings {
  const { document: packed, labelCounts, tag } = order
  const through = readThrough(unpackDocument(packed))
  // The checks walk over it many times: its tracks are read once.
  const document = { ...through, tracks: new Map(through.tracks) }
  const labelsInUse = labelCounts && new Set(labelCounts.keys())
  const { input } = readStoredJob(order.payload, tag.annotationType, order.keptSensors)
  const broken = checkIntegrity({ document, tag, editableSensors: editableSensors(input), labelsInUse })
  const findings = [...ranked(broken, tag), ...blockingFindings({ document, tag, ...(labelCounts && { labelCounts }) })]
  const frameIds = input.kind === 'image' ? [''] : input.frames.map(({ frameId }) => frameId)
  return {
    findings: findings.map((finding) => writeFinding(finding, frameIds, isOneRecord(tag.annotationType))),
    annotations: annotationCount(deliveredDocument(document, tag), labelCounts),
  }
}

/** Sensors that may be annotated; null if the job has none. */
function editableSensors(input: JobInput): ReadonlySet<string> | null {
  if (input.kind === 'image' || input.kind === 'video') return null
  return new Set(input.sensors.filter(({ state }) => state === 'editable').map(({ id }) => id))
}

/** An operation that does not fit the document, by its place in the batch. */
export interface InapplicableEdit {
  index: number
  message: string
}

export interface AppliedBatch<Document, Operations> {
  /** The document after the batches that fit. */
  document: Document
  refused: InapplicableEdit[]
  /** Those that fit. */
  fitting: Operations
}

/** Applies operations one by one; those on labels are held against their cloud. What does not fit is passed over. */
export function applySavedBatch(
  document: EncodedDocument,
  operations: readonly Edit[],
  pointCount: number,
): AppliedBatch<EncodedDocument, Edit[]> {
  const refused: InapplicableEdit[] = []
  const fitting: Edit[] = []
  const edits = new EncodedEdits(document)
  operations.forEach((operation, index) => {
    try {
      if (operation.type === 'setLabels') checkLabelRuns(operation.runs, pointCount)
      edits.apply(operation)
      fitting.push(operation)
    } catch (error) {
      if (!(error instanceof EditError)) throw error
      refused.push({ index, message: error.message })
    }
  })
  return { document: edits.document(), refused, fitting }
}

export interface BatchOrder {
  document: PackedDocument
  /** JSON. */
  operations: Uint8Array
  pointCount: number
}

/** The same for another thread. */
function applyBatchBytes(order: BatchOrder): AppliedBatch<PackedDocument, Uint8Array> {
  const list: Edit[] = JSON.parse(new TextDecoder().decode(order.operations))
  const { document, refused, fitting } = applySavedBatch(unpackDocument(order.document), list, order.pointCount)
  return {
    document: packDocument(document),
    refused,
    fitting: refused.length > 0 ? jsonBytes(fitting) : order.operations,
  }
}
