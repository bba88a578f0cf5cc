import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { knownDefinitions } from './knownDefinitions.ts'
import {
  type LogChannel,
  type LogMessage,
  type LogReader,
  MAX_CHUNK_BYTES,
  type MessagePlace,
  notWhole,
  schemaNameOf,
  type Walk,
} from './logReader.ts'
import { cdrDecoder, decoderOf, type MessageDecoder } from './messageDecoder.ts'

/** After this many rows without a pause, the rest of the process gets its turn. */
const ROWS_AT_A_TIME = 200
const TABLES = ['topics', 'messages'] as const

interface TopicRow {
  id: number
  name: string
  type: string
  serialization_format: string
}

interface MessageRow {
  id: bigint
  topic_id: bigint
  timestamp: bigint
  data: Uint8Array | null
}

/** A file of a ROS 2 bag in SQLite (.db3), which lies on this machine. */
export class SqliteLog implements LogReader {
  readonly #name: string
  readonly #path: string

  /** @param name for messages */
  constructor(name: string, path: string) {
    this.#name = name
    this.#path = path
  }

  async *walk(walk: Walk): AsyncGenerator<LogMessage> {
    let database: DatabaseSync | null = null
    try {
      database = this.#open()
      const channels = channelsOf(database)
      const wanted = [...channels].filter(([, channel]) => walk.wants(channel)).map(([id]) => id)
      const rows = database.prepare(
        `select id, topic_id, timestamp, case when length(data) <= ${MAX_CHUNK_BYTES} then data end as data
         from messages where topic_id in (select value from json_each(?)) order by id`,
      )
      rows.setReadBigInts(true)
      let count = 0
      let bytes = 0
      for (const row of rows.iterate(JSON.stringify(wanted)) as Iterable<unknown> as Iterable<MessageRow>) {
        walk.signal.throwIfAborted()
        if (++count % ROWS_AT_A_TIME === 0) await setImmediate()
        const channel = channels.get(Number(row.topic_id))
        const { data } = row
        if (!(data instanceof Uint8Array)) walk.damaged(`the message ${row.id} has no bytes, or more than allowed`)
        else if (channel) {
          bytes += data.length
          walk.progress(bytes)
          const place = { reader: this, chunk: -1, start: Number(row.id), length: data.length }
          yield { channel, logTimeNs: BigInt(row.timestamp), place, bytes: data }
        }
      }
    } catch (error) {
      if (!isOfSqlite(error)) throw error
      walk.damaged(`${this.#name} cannot be read as SQLite: ${error.message}`)
    } finally {
      database?.close()
    }
  }

  /** Opens the file each time: nothing says when the last message was read. */
  async read({ start, length }: MessagePlace): Promise<Uint8Array<ArrayBuffer>> {
    let database: DatabaseSync | null = null
    try {
      database = this.#open()
      const row = database.prepare('select data from messages where id = ? and length(data) = ?').get(start, length)
      if (row?.data instanceof Uint8Array) return new Uint8Array(row.data)
    } catch (error) {
      if (!isOfSqlite(error)) throw error
      throw notWhole(this.#name, `the message ${start}`, error.message)
    } finally {
      database?.close()
    }
    throw notWhole(this.#name, `the message ${start} of ${length} bytes`, 'none')
  }

  /** The file comes from anyone: nothing in it may compute. @throws Error of SQLite */
  #open(): DatabaseSync {
    const url = pathToFileURL(this.#path)
    // Nothing is written next to the file, whatever its mode.
    url.searchParams.set('immutable', '1')
    const database = new DatabaseSync(url, { readOnly: true, enableForeignKeyConstraints: false, defensive: false })
    try {
      // SQLite reads a cut file only where its schema could be written, which it cannot be here.
      database.exec('pragma writable_schema = on; pragma trusted_schema = off')
      database.exec('pragma cell_size_check = on; pragma mmap_size = 0')
      for (const name of TABLES) checkTable(database, name)
    } catch (error) {
      database.close()
      throw error
    }
    return database
  }
}

class NotABag extends Error {}

const isOfSqlite = (error: unknown): error is Error =>
  error instanceof NotABag || (error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR')

/** Views, virtual tables and generated columns would run what the file says. */
function checkTable(database: DatabaseSync, name: string): void {
  const row = database.prepare('select type, sql from sqlite_schema where name = ?').get(name)
  if (row?.type !== 'table' || !/^create table/i.test(String(row.sql))) throw new NotABag(`it has no table ${name}`)
  const columns = database.prepare('select hidden from pragma_table_xinfo(?)').all(name)
  if (columns.some(({ hidden }) => hidden !== 0)) throw new NotABag(`its table ${name} has computed columns`)
}

function channelsOf(database: DatabaseSync): Map<number, LogChannel> {
  const definitions = definitionsOf(database)
  const rows = database.prepare('select id, name, type, serialization_format from topics').all()
  return new Map((rows as unknown as TopicRow[]).map((row) => [row.id, channelOf(row, definitions)]))
}

interface Definition {
  encoding: string
  text: string
}

/** By type; bags have them since ROS 2 Iron. */
function definitionsOf(database: DatabaseSync): Map<string, Definition> {
  const exists = database.prepare(`select 1 from sqlite_schema where name = 'message_definitions'`).get()
  if (!exists) return new Map()
  checkTable(database, 'message_definitions')
  const rows = database
    .prepare('select topic_type as type, encoding, encoded_message_definition as text from message_definitions')
    .all()
  return new Map(
    rows.map(({ type, encoding, text }) => [String(type), { encoding: String(encoding), text: String(text) }]),
  )
}

function channelOf(
  { name, type, serialization_format: format }: TopicRow,
  definitions: ReadonlyMap<string, Definition>,
): LogChannel {
  const schemaName = schemaNameOf(String(type))
  let known: MessageDecoder | null = null
  return {
    topic: String(name),
    schemaName,
    decoder: () => {
      known ??= compiled(schemaName, String(format), definitions.get(String(type)))
      return known
    },
  }
}

function compiled(schemaName: string, messageEncoding: string, given: Definition | undefined): MessageDecoder {
  if (given && given.text !== '') {
    const schema = new TextEncoder().encode(given.text)
    return decoderOf({ messageEncoding, schemaEncoding: given.encoding, schemaName, schema })
  }
  const definitions = knownDefinitions(schemaName)
  if (messageEncoding !== 'cdr' || !definitions) throw new Error(`the bag has no definition of ${schemaName}`)
  return cdrDecoder(definitions)
}
