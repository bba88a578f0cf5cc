import type { JobPayloadAnswer } from '../../contract/payload.ts'
import { decodeLabels } from '../../formats/document/labelsFile.ts'
import { systemClock } from '../document/clock.ts'
import { type CommandStore, MemoryCommandStore } from '../document/commandStore.ts'
import type { DocumentServer } from '../document/documentServer.ts'
import { httpDocumentServer } from '../document/httpDocumentServer.ts'
import { IndexedDbStore } from '../document/indexedDbStore.ts'
import { askOf, JobChecks } from '../document/jobChecks.ts'
import { LeavingStore } from '../document/leavingStore.ts'
import { openSession } from '../document/openSession.ts'
import type { EditorSession } from '../document/session.ts'
import { sha256 } from '../document/sha256.ts'
import type { UndoJournal } from '../document/undoJournal.ts'
import { request } from '../kit/api.ts'
import { msg } from '../messages/message.ts'
import { loadMode } from '../modes/modes.ts'
import { AccountKeys } from '../workbench/keys/accountKeys.ts'
import type { KeyBindings, KeyChoices } from '../workbench/keys/keymap.ts'
import { loadBytes, type Progress } from '../workbench/loadBytes.ts'
import type { Mode } from '../workbench/mode.ts'
import { WORK_API } from '../workbench/workApi.ts'
import { JobWindow } from './jobWindow.ts'

/** Where a job is read from: by the session of a person, or by the signature of a viewer's link. */
export type JobSource =
  | { kind: 'person'; jobId: string; userId: string }
  | { kind: 'viewer'; jobId: string; sig: string }

export interface OpenJob {
  session: EditorSession
  checks: JobChecks
  mode: Mode
  /** Whether this window may work on the job; null: it only looks. */
  window: JobWindow | null
  keys: KeyChoices
  /** Absent if the job is only viewed. */
  undo?: UndoJournal
  /** The page is left: keeps at once what is not written yet. */
  leave(): void
}

/** Loads everything that the workbench opens with. The window is to be left when the job is closed. @throws ApiFailure */
export async function openJob(
  source: JobSource,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<OpenJob> {
  const window = source.kind === 'person' ? JobWindow.of(keyOf(source)) : null
  try {
    // Before anything is loaded: another window may still be saving.
    await window?.enter()
    const opened = await openIn(window, source, onProgress, signal)
    if (window && !opened.window) window.leave()
    return opened
  } catch (error) {
    window?.leave()
    throw error
  }
}

/** Names job and person, so that one person never sends work that another left on this computer. */
const keyOf = (source: JobSource): string =>
  source.kind === 'person' ? `${source.userId}/${source.jobId}` : `viewer/${source.jobId}`

async function openIn(
  window: JobWindow | null,
  source: JobSource,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<OpenJob> {
  const id = encodeURIComponent(source.jobId)
  const address = source.kind === 'person' ? `/api/jobs/${id}` : `/api/view/${id}?sig=${encodeURIComponent(source.sig)}`
  const keys = openKeys(source)
  const text = new TextDecoder().decode(await loadBytes(address, onProgress, signal))
  const { data }: { data: JobPayloadAnswer } = JSON.parse(text)
  const isElsewhere = window !== null && !window.isHere && data.access !== 'read'
  // Data that another window stores on this computer is not changed from here.
  const isWork = source.kind === 'person' && !isElsewhere
  const job: JobPayloadAnswer = isElsewhere ? { ...data, access: 'read' } : data
  const [labels, mode, store, undo] = await Promise.all([
    job.labelsUrl === null ? null : loadBytes(job.labelsUrl, onProgress, signal).then(decodeLabels),
    loadMode(job.job.operation),
    isWork ? openStore() : new MemoryCommandStore(),
    isWork ? openUndo(keyOf(source)) : undefined,
  ])
  const server = isWork ? httpDocumentServer(job.job.jobId, WORK_API) : NO_SERVER
  const session = await openSession({
    job,
    labels,
    store,
    server,
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    hash: sha256,
    key: keyOf(source),
    undo,
  })
  if (signal.aborted) session.dispose()
  signal.throwIfAborted()
  if (window?.isHere) window.setHandOver((isUrgent) => session.handOver(isUrgent))
  const checks = new JobChecks(session, askOf(server, job.content), systemClock)
  return {
    session,
    checks,
    mode,
    window: data.access === 'read' ? null : window,
    keys: await keys,
    undo,
    leave: () => leaveStore(store),
  }
}

const leaveStore = (store: CommandStore): void => store.leave?.()

/** A viewer's keys are those of every job. */
async function openKeys(source: JobSource): Promise<KeyChoices> {
  if (source.kind === 'viewer') return { read: () => ({}), keep() {} }
  const ofAccount = await request('GET /api/me/keys').then(
    ({ bindings }) => bindings,
    () => null,
  )
  const send = (bindings: KeyBindings) =>
    request('PUT /api/me/keys', {
      body: { bindings: Object.fromEntries(Object.entries(bindings).map(([id, keys]) => [id, [...keys]])) },
    })
  return new AccountKeys({ storage: localStorage, personId: source.userId, ofAccount, send })
}

async function openUndo(key: string): Promise<UndoJournal> {
  const { UndoJournal } = await import('../document/undoJournal.ts')
  return new UndoJournal(localStorage, key)
}

/** A viewer's session is read-only and never gets here. */
const NO_SERVER: DocumentServer = {
  save: () => Promise.resolve({ kind: 'refused', detail: msg('shell.readOnly') }),
  saveDraft: () => Promise.resolve(),
}

/** Without IndexedDB (private windows), work is stored as long as the page lives, and still saved on the server. */
const openStore = (): Promise<CommandStore> =>
  IndexedDbStore.open().then(
    (store) => new LeavingStore(store, localStorage),
    () => new MemoryCommandStore(),
  )
