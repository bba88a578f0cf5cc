import { createHash } from 'node:crypto'
import type { JobPayloadAnswer } from '../../../src/contract/payload.ts'
import { canonicalDocument } from '../../../src/formats/document/canonicalDocument.ts'
import { encodeDocument, toPlainDocument } from '../../../src/formats/document/documentFile.ts'
import type { AnnotationType } from '../../../src/model/annotationType.ts'
import { type AnnotatedDocument, emptyDocument, type PointLabels } from '../../../src/model/document/document.ts'
import { paintLabels } from '../../../src/model/document/operations/labelRuns.ts'
import { applyEdits } from '../../../src/model/document/operations/operations.ts'
import type { TagRelation } from '../../../src/model/relation.ts'
import type { Tag, TagClass } from '../../../src/model/tag.ts'
import type { Clock } from '../../../src/web/document/clock.ts'
import { type CommandStore, MemoryCommandStore } from '../../../src/web/document/commandStore.ts'
import type { DocumentServer, LateWork, OperationBatch, SaveAnswer } from '../../../src/web/document/documentServer.ts'
import { openSession } from '../../../src/web/document/openSession.ts'
import type { EditorSession } from '../../../src/web/document/session.ts'
import { UndoJournal } from '../../../src/web/document/undoJournal.ts'
import { msg } from '../../../src/web/messages/message.ts'

/** The basis of tests of the session: a clock that is moved by hand, and a server that behaves like the real one. */

export class HandClock implements Clock {
  private now = 0
  private timers: { atMs: number; fn: () => void }[] = []

  nowMs(): number {
    return this.now
  }

  after(delayMs: number, fn: () => void): () => void {
    const timer = { atMs: this.now + delayMs, fn }
    this.timers.push(timer)
    return () => {
      this.timers = this.timers.filter((other) => other !== timer)
    }
  }

  /** Lets time pass, with everything that falls due in it. */
  async pass(ms: number): Promise<void> {
    const end = this.now + ms
    for (;;) {
      await settle()
      const due = this.timers.filter(({ atMs }) => atMs <= end).sort((a, b) => a.atMs - b.atMs)[0]
      if (!due) break
      this.timers = this.timers.filter((timer) => timer !== due)
      this.now = due.atMs
      due.fn()
    }
    this.now = end
    await settle()
  }
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export async function settle(): Promise<void> {
  for (let i = 0; i < 60; i++) await Promise.resolve()
}

export class FakeServer implements DocumentServer {
  document: AnnotatedDocument
  /** Labels of the points, in a segmentation. */
  labels: PointLabels | null = null
  version = 1
  isOnline = true
  /** The next batch is taken, and its answer lost on the way. */
  loseAnswer = false
  lease: 'held' | 'lost' = 'held'
  readonly drafts: LateWork[] = []
  readonly batches: OperationBatch[] = []
  private readonly taken = new Map<string, number>()

  constructor(document: AnnotatedDocument) {
    this.document = document
  }

  async save(batch: OperationBatch): Promise<SaveAnswer> {
    await Promise.resolve()
    if (!this.isOnline) throw new Error('no connection')
    const before = this.taken.get(batch.batchId)
    if (before !== undefined) return { kind: 'saved', version: before }
    if (this.lease === 'lost') return { kind: 'lease_lost', detail: msg('save.heldBy', { name: 'Ada' }) }
    if (batch.baseVersion !== this.version) return { kind: 'conflict', detail: msg('save.conflict') }
    const after = applyEdits(this.document, batch.operations)
    if (batch.documentHash !== undefined && batch.documentHash !== sha256(canonicalDocument(after)))
      return { kind: 'differs', detail: msg('save.differs') }
    this.document = after
    for (const operation of batch.operations)
      if (operation.type === 'setLabels' && this.labels) paintLabels(this.labels, operation.runs)
    this.version++
    this.taken.set(batch.batchId, this.version)
    this.batches.push(batch)
    if (this.loseAnswer) {
      this.loseAnswer = false
      throw new Error('the answer was lost')
    }
    return { kind: 'saved', version: this.version }
  }

  async saveDraft(work: LateWork): Promise<void> {
    await Promise.resolve()
    if (!this.isOnline) throw new Error('no connection')
    this.drafts.push(work)
  }

  /** Simulates that another person saves. */
  changeElsewhere(document: AnnotatedDocument): void {
    this.document = document
    this.version++
  }
}

export const SAMPLE_CLASS: TagClass = {
  classId: 'car',
  name: 'car',
  color: 'rgb(255, 0, 0)',
  instantiable: true,
  geometries: null,
  defaultSize: null,
  attributes: [],
  archived: false,
}

export function samplePayload(
  document: AnnotatedDocument,
  version: number,
  access: JobPayloadAnswer['access'] = 'annotate',
  classes: readonly TagClass[] = [SAMPLE_CLASS],
): JobPayloadAnswer {
  const image = { file: 'f', mediaType: 'image/png', bytes: 1, widthPx: 200, heightPx: 100, pyramid: null }
  const { annotationType: operation, frameCount } = document
  return {
    job: {
      jobId: 'j',
      projectId: 'p',
      projectName: 'p',
      undoSeconds: 0,
      batchId: 'b',
      referenceId: 'r',
      operation,
      stage: 'in_progress',
      priorityWeight: 1,
      createdAt: '',
      resultVersion: null,
      warnings: [],
      rejected: false,
      reopening: null,
    },
    tag: { name: 't', annotationType: operation, classes, attributes: [], review: null, instructions: null },
    content: {
      kind: 'video',
      frames: Array.from({ length: frameCount }, (_, i) => ({ frameId: `f${i}`, timestampNs: null, image })),
    },
    document: toPlainDocument(document),
    version,
    labelsUrl: null,
    pointCount: null,
    access,
    lease: null,
    reviews: [],
    instructions: { version: 1, readVersion: 1 },
    activeSeconds: { annotate: 0, review: 0 },
    annotatedBy: [],
    files: { base: '/', query: '' },
  }
}

/** A browser with one job, whose page can be opened, killed and opened again. */
export class Desk {
  readonly clock = new HandClock()
  readonly server: FakeServer
  readonly store: CommandStore
  access: JobPayloadAnswer['access'] = 'annotate'
  jobId = 'j'
  relations: readonly TagRelation[] | undefined
  checks: Tag['checks']
  /** The server that pages save to; absent: this one. */
  documentServer: DocumentServer | undefined
  /** The journal of the page that was opened last. */
  undo: UndoJournal | undefined
  private readonly texts = new Map<string, string>()
  private ids = 0

  constructor(operation: AnnotationType = 'video2d', frameCount = 6, store: CommandStore = new MemoryCommandStore()) {
    this.server = new FakeServer(emptyDocument(operation, frameCount))
    this.store = store
  }

  open(classes?: readonly TagClass[]): Promise<EditorSession> {
    const { texts } = this
    const computer = {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (k: string, v: string) => void texts.set(k, v),
      removeItem: (k: string) => void texts.delete(k),
    }
    this.undo = new UndoJournal(computer, 'me/j')
    const payload = samplePayload(this.server.document, this.server.version, this.access, classes)
    return openSession({
      job: {
        ...payload,
        job: { ...payload.job, jobId: this.jobId },
        tag: { ...payload.tag, relations: this.relations, checks: this.checks },
      },
      store: this.store,
      server: this.documentServer ?? this.server,
      clock: this.clock,
      newId: () => `id-${++this.ids}`,
      hash: async (text) => sha256(text),
      key: 'me/j',
      undo: this.undo,
    })
  }
}

export const sameDocument = (a: AnnotatedDocument, b: AnnotatedDocument): boolean =>
  encodeDocument(a) === encodeDocument(b)

/**
 * Whether two documents are equal, apart from the next numbers of objects: numbers of undone objects are not given
 * again.
 */
export const sameWork = (a: AnnotatedDocument, b: AnnotatedDocument): boolean =>
  sameDocument({ ...a, numbers: new Map() }, { ...b, numbers: new Map() })
