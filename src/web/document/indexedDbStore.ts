import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { CommandStore, KeptWork, StoredEdit, StoredEditBatch } from './commandStore.ts'
import type { KeptShape } from './shapeInWork.ts'

const NAME = 'fiducial-commands'
/** Apart, so that a page of before that is open in another window does not keep this one from opening. */
const SHAPES = 'fiducial-shapes'
const VERSION = 1

interface Head {
  baseVersion: number | null
  batch: StoredEditBatch | null
}

interface Schema extends DBSchema {
  /** By [job, seq]. */
  commands: { key: [string, number]; value: StoredEdit }
  heads: { key: string; value: Head }
}

interface ShapeSchema extends DBSchema {
  /** By job. */
  shapes: { key: string; value: readonly KeptShape[] }
}

const NO_HEAD: Head = { baseVersion: null, batch: null }

/** Each write is one transaction, made durable before it resolves. */
export class IndexedDbStore implements CommandStore {
  private readonly database: IDBPDatabase<Schema>

  private readonly shapes: IDBPDatabase<ShapeSchema>

  private constructor(database: IDBPDatabase<Schema>, shapes: IDBPDatabase<ShapeSchema>) {
    this.database = database
    this.shapes = shapes
  }

  static async open(): Promise<IndexedDbStore> {
    const database = await openDB<Schema>(NAME, VERSION, {
      upgrade(made) {
        made.createObjectStore('commands')
        made.createObjectStore('heads')
      },
    })
    const shapes = await openDB<ShapeSchema>(SHAPES, VERSION, {
      upgrade: (made) => void made.createObjectStore('shapes'),
    })
    return new IndexedDbStore(database, shapes)
  }

  async read(key: string): Promise<KeptWork> {
    const transaction = this.database.transaction(['commands', 'heads'])
    const commands = await transaction.objectStore('commands').getAll(rangeOf(key))
    const head = (await transaction.objectStore('heads').get(key)) ?? NO_HEAD
    return { commands, batch: head.batch, baseVersion: commands.length > 0 ? head.baseVersion : null }
  }

  async append(key: string, command: StoredEdit, baseVersion: number): Promise<void> {
    const transaction = this.database.transaction(['commands', 'heads'], 'readwrite', { durability: 'strict' })
    const heads = transaction.objectStore('heads')
    const head = (await heads.get(key)) ?? NO_HEAD
    if (head.baseVersion === null) await heads.put({ ...head, baseVersion }, key)
    await transaction.objectStore('commands').put(command, [key, command.seq])
    await transaction.done
  }

  async putBatch(key: string, batch: StoredEditBatch): Promise<void> {
    const transaction = this.database.transaction('heads', 'readwrite', { durability: 'strict' })
    const head = (await transaction.store.get(key)) ?? NO_HEAD
    await transaction.store.put({ ...head, batch }, key)
    await transaction.done
  }

  async confirm(key: string, throughSeq: number, version: number): Promise<void> {
    const transaction = this.database.transaction(['commands', 'heads'], 'readwrite')
    const commands = transaction.objectStore('commands')
    await commands.delete(IDBKeyRange.bound([key, 0], [key, throughSeq]))
    const left = await commands.count(rangeOf(key))
    const heads = transaction.objectStore('heads')
    if (left === 0) await heads.delete(key)
    else await heads.put({ baseVersion: version, batch: null }, key)
    await transaction.done
  }

  async clear(key: string): Promise<void> {
    const transaction = this.database.transaction(['commands', 'heads'], 'readwrite')
    await transaction.objectStore('commands').delete(rangeOf(key))
    await transaction.objectStore('heads').delete(key)
    await transaction.done
  }

  async readShapes(key: string): Promise<readonly KeptShape[]> {
    return (await this.shapes.get('shapes', key)) ?? []
  }

  async putShapes(key: string, shapes: readonly KeptShape[]): Promise<void> {
    if (shapes.length > 0) await this.shapes.put('shapes', shapes, key)
    else await this.shapes.delete('shapes', key)
  }
}

const rangeOf = (key: string) => IDBKeyRange.bound([key, 0], [key, Number.MAX_SAFE_INTEGER])
