import type { Edit } from '../../model/document/operations/documentOperation.ts'
import { msg } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import type { Clock } from './clock.ts'
import type { CommandStore, KeptWork, StoredEdit, StoredEditBatch } from './commandStore.ts'
import type { DocumentServer, DraftReason, SaveAnswer } from './documentServer.ts'
import { countWithin, type PartLimits } from './operationSize.ts'

export type SaveKind = 'saved' | 'saving' | 'offline' | 'conflict' | 'differs' | 'lease_lost'

export interface SaveState {
  kind: SaveKind
  /** Details for people; null if there are none. */
  detail: Message | null
}

const DEBOUNCE_MS = 1_000
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000
/** A batch is small, so that a slow line gets through and a conflict costs little. */
const BATCH = { operations: 500, length: 4 * 1024 * 1024 }
/** The server accepts at most MAX_OPERATIONS and MAX_SAVE_BYTES per call: a larger command is sent in parts. */
const COMMAND = { operations: 2_000, length: 4 * 1024 * 1024 }

export interface AutosaveParts {
  key: string
  version: number
  store: CommandStore
  server: DocumentServer
  clock: Clock
  newId: () => string
  /** Hash of the current document, after all commands. */
  hashDocument?: () => Promise<string>
  onChange: () => void
}

/**
 * Commands on their way to the server: each is stored immediately, then sent in versioned batches, one at a time.
 * Commands that the server refuses permanently (conflict, lost lease) become a draft; they never overwrite other work.
 */
export class Autosave {
  version: number
  state: SaveState = { kind: 'saved', detail: null }

  private readonly parts: AutosaveParts
  private commands: StoredEdit[] = []
  private batch: StoredEditBatch | null = null
  /** The hash of the document after the batch; null if the batch is not the last of the commands. */
  private hash: { batchId: string; hash: Promise<string> } | null = null
  private nextSeq = 1
  private cancelTimer: (() => void) | null = null
  private retryMs = FIRST_RETRY_MS
  private running: Promise<void> | null = null
  /** Writes follow one another, or a later command could outlive an earlier one. */
  private written: Promise<void> = Promise.resolve()
  private storeFault: Message | null = null
  private closed = false

  constructor(parts: AutosaveParts, kept: KeptWork | null = null) {
    this.parts = parts
    this.version = parts.version
    if (kept && kept.commands.length > 0) {
      this.commands = [...kept.commands]
      this.batch = kept.batch
      this.nextSeq = kept.commands[kept.commands.length - 1].seq + 1
      this.setState('saving')
      this.schedule(0)
    }
  }

  /** Whether new commands are taken: not after a conflict or a lost lease. */
  get isOpen(): boolean {
    return !this.closed
  }

  get pendingCount(): number {
    return this.commands.length
  }

  add(operations: readonly Edit[]): void {
    if (this.closed) return
    for (let at = 0, count = 0; at < operations.length; at += count) {
      count = countWithin(operations, at, COMMAND, (operation) => [operation])
      const command = { seq: this.nextSeq++, operations: operations.slice(at, at + count) }
      this.commands.push(command)
      const { version } = this
      this.parts.store.note?.(this.parts.key, command, version)
      this.write(() => this.parts.store.append(this.parts.key, command, version))
    }
    if (this.state.kind !== 'offline') this.setState('saving')
    if (!this.running && !this.cancelTimer) this.schedule(DEBOUNCE_MS)
  }

  /** Sends pending commands now. Resolves when all are saved, or when they cannot be (see `state`). */
  async flush(): Promise<void> {
    this.stopTimer()
    if (!this.closed && (this.running || this.commands.length > 0)) await this.run()
    await this.written
  }

  /** The server has another document than the page: nothing more is sent. */
  differs(): Promise<void> {
    return this.giveUp('differs', msg('save.differs'))
  }

  /** Stops timers; pending commands stay in the store. */
  dispose(): void {
    this.stopTimer()
    this.closed = true
  }

  private schedule(delayMs: number): void {
    this.stopTimer()
    this.cancelTimer = this.parts.clock.after(delayMs, () => {
      this.cancelTimer = null
      void this.run()
    })
  }

  private stopTimer(): void {
    this.cancelTimer?.()
    this.cancelTimer = null
  }

  private run(): Promise<void> {
    this.running ??= this.sendAll().finally(() => {
      this.running = null
    })
    return this.running
  }

  private async sendAll(): Promise<void> {
    while (this.commands.length > 0 && !this.closed) {
      const answer = await this.sendNext()
      if (this.closed) return
      if (!answer) {
        this.setState('offline', msg('save.noConnection'))
        this.schedule(this.retryMs)
        this.retryMs = Math.min(this.retryMs * 2, LAST_RETRY_MS)
        return
      }
      this.retryMs = FIRST_RETRY_MS
      if (answer.kind !== 'saved') return this.giveUp(answer.kind, answer.detail)
    }
    if (!this.closed) this.setState('saved')
  }

  /** One batch; null when the server could not be reached. */
  private async sendNext(): Promise<SaveAnswer | null> {
    const batch = this.batch ?? this.makeBatch()
    if (this.batch !== batch) {
      this.batch = batch
      // Before it is sent: otherwise a crash after the server took it would look like another person's change.
      this.write(() => this.parts.store.putBatch(this.parts.key, batch))
      await this.written
    }
    const operations = this.commands.filter(({ seq }) => seq <= batch.throughSeq).flatMap((c) => c.operations)
    const { batchId, baseVersion } = batch
    const documentHash = this.hash?.batchId === batchId ? await this.hash.hash : undefined
    let answer: SaveAnswer
    try {
      answer = await this.parts.server.save({ batchId, baseVersion, operations, documentHash })
    } catch {
      return null
    }
    // Another page owns the stored changes by now and sends the same batch, which the service takes once.
    if (this.closed) return null
    if (answer.kind === 'saved') this.confirmed(batch, answer.version)
    return answer
  }

  private makeBatch(limits: PartLimits = BATCH): StoredEditBatch {
    const count = countWithin(this.commands, 0, limits, ({ operations }) => operations)
    const batch = { batchId: this.parts.newId(), baseVersion: this.version, throughSeq: this.commands[count - 1].seq }
    const hash = count === this.commands.length ? this.parts.hashDocument?.() : undefined
    this.hash = hash ? { batchId: batch.batchId, hash } : null
    return batch
  }

  private confirmed(batch: StoredEditBatch, version: number): void {
    this.commands = this.commands.filter(({ seq }) => seq > batch.throughSeq)
    this.batch = null
    this.version = version
    this.write(() => this.parts.store.confirm(this.parts.key, batch.throughSeq, version))
    this.parts.onChange()
  }

  /** Ends changes to the document; unsaved commands become a draft, which stays here until the server has it. */
  private async giveUp(reason: DraftReason, detail: Message): Promise<void> {
    this.closed = true
    this.stopTimer()
    this.setState(reason === 'refused' ? 'conflict' : reason, detail)
    await this.saveDraft(reason)
  }

  private async saveDraft(reason: DraftReason): Promise<void> {
    const { server, store, key, clock } = this.parts
    try {
      while (this.commands.length > 0) {
        const batch = this.batch ?? this.makeBatch(COMMAND)
        const operations = this.commands.filter(({ seq }) => seq <= batch.throughSeq).flatMap((c) => c.operations)
        await server.saveDraft({ batchId: batch.batchId, baseVersion: batch.baseVersion, operations, reason })
        this.commands = this.commands.filter(({ seq }) => seq > batch.throughSeq)
        this.batch = null
      }
    } catch {
      this.cancelTimer = clock.after(LAST_RETRY_MS, () => void this.saveDraft(reason))
      return
    }
    this.write(() => store.clear(key))
    await this.written
    this.parts.onChange()
  }

  private write(task: () => Promise<void>): void {
    this.written = this.written.then(task).catch((error: Error) => {
      // Private windows and full disks have no store: the server still gets everything, and a notice says so.
      this.storeFault = msg('save.noLocalCopy', { detail: error.message })
      this.setState(this.state.kind, this.state.detail)
    })
  }

  private setState(kind: SaveKind, detail: Message | null = null): void {
    this.state = { kind, detail: detail ?? this.storeFault }
    this.parts.onChange()
  }
}
