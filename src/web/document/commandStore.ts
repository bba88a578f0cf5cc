import type { Edit } from '../../model/document/operations/documentOperation.ts'
import type { KeptShape } from './shapeInWork.ts'

/** A command that the server has not confirmed yet. */
export interface StoredEdit {
  /** Ascends by one a command. */
  seq: number
  operations: readonly Edit[]
}

/**
 * A batch that was sent, or was about to be: after a crash it is sent again under the same id, so that nothing is
 * applied twice.
 */
export interface StoredEditBatch {
  batchId: string
  baseVersion: number
  throughSeq: number
}

export interface KeptWork {
  /** Ascending by seq. */
  commands: readonly StoredEdit[]
  batch: StoredEditBatch | null
  /** Version of the document on which the first command was made; null without commands. */
  baseVersion: number | null
}

/** Stores commands until the server has them: IndexedDB in the browser. Keys name job and stage. */
export interface CommandStore {
  read(key: string): Promise<KeptWork>
  append(key: string, command: StoredEdit, baseVersion: number): Promise<void>
  /** Hears of a command at once, before its turn to be appended. */
  note?(key: string, command: StoredEdit, baseVersion: number): void
  /** The page is left: what was noted and not appended has to be kept now. */
  leave?(): void
  putBatch(key: string, batch: StoredEditBatch): Promise<void>
  /** The batch was confirmed: its commands are removed, and the rest is based on `version`. */
  confirm(key: string, throughSeq: number, version: number): Promise<void>
  /** Shapes that are being drawn; apart from commands, which they become. */
  readShapes(key: string): Promise<readonly KeptShape[]>
  putShapes(key: string, shapes: readonly KeptShape[]): Promise<void>
  /** All commands of this job, once it is safe elsewhere or dropped by a person. */
  clear(key: string): Promise<void>
}

interface Row {
  commands: StoredEdit[]
  batch: StoredEditBatch | null
  baseVersion: number | null
}

/** For places without IndexedDB, and for tests: what it holds outlives a session, not the page. */
export class MemoryCommandStore implements CommandStore {
  private readonly rows = new Map<string, Row>()
  private readonly shapes = new Map<string, readonly KeptShape[]>()

  async read(key: string): Promise<KeptWork> {
    const row = this.row(key)
    return { ...row, commands: [...row.commands] }
  }

  async append(key: string, command: StoredEdit, baseVersion: number): Promise<void> {
    const row = this.row(key)
    row.commands.push(command)
    row.baseVersion ??= baseVersion
  }

  async putBatch(key: string, batch: StoredEditBatch): Promise<void> {
    this.row(key).batch = batch
  }

  async confirm(key: string, throughSeq: number, version: number): Promise<void> {
    const row = this.row(key)
    row.commands = row.commands.filter(({ seq }) => seq > throughSeq)
    row.batch = null
    row.baseVersion = row.commands.length > 0 ? version : null
  }

  async clear(key: string): Promise<void> {
    this.rows.delete(key)
  }

  async readShapes(key: string): Promise<readonly KeptShape[]> {
    return this.shapes.get(key) ?? []
  }

  async putShapes(key: string, shapes: readonly KeptShape[]): Promise<void> {
    this.shapes.set(key, shapes)
  }

  private row(key: string): Row {
    const row = this.rows.get(key) ?? { commands: [], batch: null, baseVersion: null }
    this.rows.set(key, row)
    return row
  }
}
