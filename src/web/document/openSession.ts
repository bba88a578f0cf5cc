import type { JobPayloadAnswer } from '../../contract/payload.ts'
import { fromPlainDocument } from '../../formats/document/documentFile.ts'
import type { AnnotatedDocument, PointLabels } from '../../model/document/document.ts'
import { type Edit, EditError } from '../../model/document/operations/documentOperation.ts'
import { paintLabels } from '../../model/document/operations/labelRuns.ts'
import { applyEdits } from '../../model/document/operations/operations.ts'
import { msg } from '../messages/message.ts'
import type { Clock } from './clock.ts'
import type { CommandStore, KeptWork } from './commandStore.ts'
import type { DocumentServer, DraftReason } from './documentServer.ts'
import { countWithin } from './operationSize.ts'
import { EditorSession } from './session.ts'
import type { UndoJournal } from './undoJournal.ts'

export interface OpenParts {
  job: JobPayloadAnswer
  /** The labels of a segmentation, at the payload's version. */
  labels?: PointLabels | null
  store: CommandStore
  server: DocumentServer
  clock: Clock
  newId: () => string
  /** SHA-256 of a text, in hex; absent: the documents of page and service are not compared. */
  hash?: (text: string) => Promise<string>
  /** Names job and person, so that one person never sends work that another left on this computer. */
  key: string
  /** The undo steps from before the job was opened. */
  undo?: UndoJournal
}

/** The server accepts at most MAX_OPERATIONS and MAX_SAVE_BYTES per call. */
const DRAFT = { operations: 2_000, length: 8 * 1024 * 1024 }

const NO_WORK: KeptWork = { commands: [], batch: null, baseVersion: null }

/**
 * Opens a job together with work that an earlier page left unsaved. Work that still fits continues as if nothing had
 * happened; work that no longer fits (another person saved, or the lease passed on) becomes a draft, and `notice` says
 * so. Throws if the server has to be asked but cannot be reached.
 */
export async function openSession(parts: OpenParts): Promise<EditorSession> {
  const { job, labels = null, store, key, undo } = parts
  const found = await store.read(key).catch(() => NO_WORK)
  const shapes = job.access === 'read' ? [] : await store.readShapes(key).catch(() => [])
  const document = fromPlainDocument(job.document)
  const { kept, takenAs } = await withoutTaken(parts, found)
  const history = undo?.open(found.commands.length, takenAs === job.version ? null : job.version)
  if (kept.commands.length === 0)
    return new EditorSession({ ...parts, document, shapes, version: job.version, history })

  const reason = job.access === 'read' ? 'lease_lost' : kept.baseVersion === job.version ? null : 'conflict'
  const redone = reason === null ? redo(document, kept, labels) : null
  if (redone) return new EditorSession({ ...parts, document: redone, shapes, version: job.version, kept, history })

  await keepAsDraft(parts, kept, reason ?? 'refused')
  const notice = msg('lost.foundHint')
  return new EditorSession({ ...parts, document, shapes, version: job.version, notice })
}

/** The commands without a batch that had arrived although its answer was lost; and the version that the batch made. */
async function withoutTaken(
  { job, server, store, key }: OpenParts,
  kept: KeptWork,
): Promise<{ kept: KeptWork; takenAs: number | null }> {
  const { batch } = kept
  if (!batch || batch.baseVersion === job.version || job.access === 'read') return { kept, takenAs: null }
  const answer = await server.save({
    batchId: batch.batchId,
    baseVersion: batch.baseVersion,
    operations: operationsOf(kept, batch.throughSeq),
  })
  if (answer.kind !== 'saved') return { kept, takenAs: null }
  await store.confirm(key, batch.throughSeq, answer.version)
  return { kept: await store.read(key), takenAs: answer.version }
}

const operationsOf = (kept: KeptWork, throughSeq = Number.POSITIVE_INFINITY): Edit[] =>
  kept.commands.filter(({ seq }) => seq <= throughSeq).flatMap(({ operations }) => operations)

/** null when it does not fit the document. */
function redo(document: AnnotatedDocument, kept: KeptWork, labels: PointLabels | null): AnnotatedDocument | null {
  const operations = operationsOf(kept)
  try {
    const redone = applyEdits(document, operations)
    for (const operation of operations) {
      if (operation.type === 'setLabels' && labels) paintLabels(labels, operation.runs)
    }
    return redone
  } catch (error) {
    if (error instanceof EditError) return null
    throw error
  }
}

async function keepAsDraft(parts: OpenParts, kept: KeptWork, reason: DraftReason): Promise<void> {
  const baseVersion = kept.baseVersion ?? parts.job.version
  const operations = operationsOf(kept)
  for (let at = 0, count = 0; at < operations.length; at += count) {
    count = countWithin(operations, at, DRAFT, (operation) => [operation])
    const part = operations.slice(at, at + count)
    await parts.server.saveDraft({ batchId: parts.newId(), baseVersion, operations: part, reason })
  }
  await parts.store.clear(parts.key)
}
