import { decodeLabels } from '../../formats/document/labelsFile.ts'
import type { JobPayload } from '../../formats/workbench/job.ts'
import { ApiFailure, call } from '../app/api.ts'
import { systemClock } from '../document/clock.ts'
import { type CommandStore, MemoryCommandStore } from '../document/commandStore.ts'
import type { DocumentServer } from '../document/documentServer.ts'
import { httpDocumentServer } from '../document/httpDocumentServer.ts'
import { IndexedDbStore } from '../document/indexedDbStore.ts'
import { openSession } from '../document/openSession.ts'
import type { EditorSession } from '../document/session.ts'
import { loadMode, type Mode } from '../modes/modes.ts'
import { loadBytes, type Progress } from './loadBytes.ts'

/** Where a job is read from: by the session of a person, or by the signature of a viewer's link. */
export type JobSource =
  | { kind: 'person'; jobId: string; userId: string }
  | { kind: 'viewer'; jobId: string; sig: string }

export interface OpenJob {
  session: EditorSession
  /** null: this kind of work has no editor yet. */
  mode: Mode | null
}

/** Loads everything that the workbench opens with. @throws ApiFailure */
export async function openJob(
  source: JobSource,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<OpenJob> {
  const id = encodeURIComponent(source.jobId)
  const address = source.kind === 'person' ? `/api/jobs/${id}` : `/api/view/${id}?sig=${encodeURIComponent(source.sig)}`
  const answer = JSON.parse(new TextDecoder().decode(await loadBytes(address, onProgress, signal))) as {
    data: JobPayload
  }
  const job = answer.data
  const [labels, mode, store] = await Promise.all([
    job.labelsUrl === null ? null : loadBytes(job.labelsUrl, onProgress, signal).then(decodeLabels),
    loadMode(job.job.operation),
    source.kind === 'person' ? openStore() : new MemoryCommandStore(),
  ])
  const session = await openSession({
    job,
    labels,
    store,
    server: source.kind === 'person' ? httpDocumentServer(job.job.jobId, WORK_API) : NO_SERVER,
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    key: source.kind === 'person' ? `${source.userId}/${job.job.jobId}` : `viewer/${job.job.jobId}`,
  })
  if (signal.aborted) session.dispose()
  signal.throwIfAborted()
  return { session, mode }
}

const WORK_API: Parameters<typeof httpDocumentServer>[1] = {
  post: (address, body) => call(address, { method: 'POST', body }),
  failureOf: (error) => (error instanceof ApiFailure && !error.offline ? error : null),
}

/** A viewer's session is read-only and never gets here. */
const NO_SERVER: DocumentServer = {
  save: () => Promise.resolve({ kind: 'refused', detail: 'this view is read-only' }),
  saveDraft: () => Promise.resolve(),
}

/** Without IndexedDB (private windows) work is kept as long as the page lives, and still saved on the server. */
const openStore = (): Promise<CommandStore> => IndexedDbStore.open().catch(() => new MemoryCommandStore())
