import type { CommandStore, KeptWork, StoredEdit, StoredEditBatch } from './commandStore.ts'
import type { KeptShape } from './shapeInWork.ts'

/** What a page had not written when it was left. */
interface Left {
  baseVersion: number
  commands: StoredEdit[]
}

/**
 * A store whose writes take a moment, beside a storage that writes at once: a page that is loaded again drops the writes
 * that are under way. What was not written when the page is left is kept there, and found when the job is opened again.
 */
export class LeavingStore implements CommandStore {
  readonly #store: CommandStore
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly #unwritten = new Map<string, Left>()

  constructor(store: CommandStore, storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
    this.#store = store
    this.#storage = storage
  }

  note(key: string, command: StoredEdit, baseVersion: number): void {
    const left = this.#unwritten.get(key) ?? { baseVersion, commands: [] }
    left.commands.push(command)
    this.#unwritten.set(key, left)
  }

  /** The page is left, now. */
  leave(): void {
    for (const [key, left] of this.#unwritten) {
      // Without room it is as it would be without this.
      try {
        this.#storage.setItem(nameOf(key), JSON.stringify(left))
      } catch {}
    }
  }

  async append(key: string, command: StoredEdit, baseVersion: number): Promise<void> {
    await this.#store.append(key, command, baseVersion)
    const left = this.#unwritten.get(key)
    if (!left) return
    left.commands = left.commands.filter(({ seq }) => seq !== command.seq)
    if (left.commands.length > 0) return
    this.#unwritten.delete(key)
    // The page may have come back after it was left.
    this.#storage.removeItem(nameOf(key))
  }

  async read(key: string): Promise<KeptWork> {
    const { baseVersion, commands } = this.#takeLeft(key)
    const found = await this.#store.read(key)
    const last = found.commands.at(-1)?.seq ?? 0
    const late = commands.filter(({ seq }) => seq > last)
    for (const command of late) await this.#store.append(key, command, found.baseVersion ?? baseVersion)
    return late.length > 0 ? this.#store.read(key) : found
  }

  #takeLeft(key: string): Left {
    const text = this.#storage.getItem(nameOf(key))
    if (text === null) return { baseVersion: 0, commands: [] }
    this.#storage.removeItem(nameOf(key))
    return JSON.parse(text)
  }

  putBatch = (key: string, batch: StoredEditBatch): Promise<void> => this.#store.putBatch(key, batch)

  confirm = (key: string, throughSeq: number, version: number): Promise<void> =>
    this.#store.confirm(key, throughSeq, version)

  clear = (key: string): Promise<void> => this.#store.clear(key)

  readShapes = (key: string): Promise<readonly KeptShape[]> => this.#store.readShapes(key)

  putShapes = (key: string, shapes: readonly KeptShape[]): Promise<void> => this.#store.putShapes(key, shapes)
}

const nameOf = (key: string): string => `fiducial.left.${key}`
