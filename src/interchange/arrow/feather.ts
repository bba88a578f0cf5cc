import { zstdDecompressSync } from 'node:zlib'
import {
  CompressionType,
  float32,
  float64,
  int32,
  int64,
  setCompressionCodec,
  type Table,
  tableFromArrays,
  tableFromIPC,
  tableToIPC,
  uint8,
  utf8,
} from '@uwdata/flechette'
import { messageOf } from '../../formats/errors/messageOf.ts'
import { ImportError, type SentArchive } from '../core/reader.ts'
import { unpackLz4Frame } from './lz4Frame.ts'

const MAX_BYTES = 256 * 1024 * 1024
/** The best compression that a table can have: a larger row count is not believed. */
const MOST_ROWS_A_BYTE = 32

export type FeatherColumn =
  | { type: 'text'; values: readonly string[] }
  | { type: 'float64'; values: readonly number[] | Float64Array }
  | { type: 'float32'; values: Float32Array }
  | { type: 'int64'; values: readonly bigint[] }
  | { type: 'int32'; values: readonly number[] | Int32Array }
  | { type: 'uint8'; values: Uint8Array }

const TYPES = { text: utf8, float64, float32, int64, int32, uint8 } as const

/** A table as a Feather file, version 2, which is Arrow's file format; not compressed. */
export function featherBytes(columns: Readonly<Record<string, FeatherColumn>>): Uint8Array {
  const entries = Object.entries(columns)
  const table = tableFromArrays(
    Object.fromEntries(entries.map(([name, { values }]) => [name, ArrayBuffer.isView(values) ? values : [...values]])),
    { types: Object.fromEntries(entries.map(([name, { type }]) => [name, TYPES[type]()])) },
  )
  const bytes = tableToIPC(table, { format: 'file' })
  if (!bytes) throw new Error('a table that is written to memory has bytes')
  return bytes
}

const refuse = () => {
  throw new Error('Feather files are written without compression')
}
setCompressionCodec(CompressionType.LZ4_FRAME, { encode: refuse, decode: unpackLz4Frame })
setCompressionCodec(CompressionType.ZSTD, {
  encode: refuse,
  decode: (bytes) => new Uint8Array(zstdDecompressSync(bytes, { maxOutputLength: MAX_BYTES })),
})

/** A table that was sent: columns by name, and every fault with the name of its file. */
export class SentTable {
  readonly rows: number
  readonly #table: Table
  readonly #file: string

  constructor(table: Table, file: string) {
    this.#table = table
    this.#file = file
    this.rows = table.numRows
  }

  get columns(): string[] {
    return this.#table.schema.fields.map(({ name }) => name)
  }

  text(name: string): (row: number) => string {
    const column = this.#column(name)
    return (row) => {
      const value: unknown = column.at(row)
      if (typeof value === 'string') return value
      throw this.fault(name, row)
    }
  }

  number(name: string): (row: number) => number {
    const column = this.#column(name)
    return (row) => {
      const value: unknown = column.at(row)
      const number = typeof value === 'bigint' ? Number(value) : value
      if (typeof number === 'number' && Number.isFinite(number)) return number
      throw this.fault(name, row)
    }
  }

  integer(name: string): (row: number) => bigint {
    const column = this.#column(name)
    return (row) => {
      const value: unknown = column.at(row)
      if (typeof value === 'bigint') return value
      if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
      throw this.fault(name, row)
    }
  }

  #column(name: string) {
    const column = this.#table.getChild(name)
    if (column) return column
    throw new ImportError({ file: this.#file, field: name, type: 'MISSING' }, `${this.#file} has no column ${name}`)
  }

  /** For a row whose values together are not valid; `name` is the first of their columns. */
  fault(name: string, row: number): ImportError {
    const field = `${name}[${row}]`
    return new ImportError({ file: this.#file, field, type: 'INVALID_VALUE' }, `${this.#file}: ${field} has no value`)
  }
}

/** @throws ImportError if the file is not Feather, or is too large */
export async function readFeather(archive: SentArchive, file: string): Promise<SentTable> {
  const bytes = await archive.read(file, MAX_BYTES)
  let table: Table
  try {
    table = tableFromIPC(new Uint8Array(bytes), { useBigInt: true })
  } catch (error) {
    throw new ImportError({ file, type: 'ENCODING' }, `${file} is no Feather file: ${messageOf(error)}`)
  }
  if (table.numRows <= bytes.length * MOST_ROWS_A_BYTE) return new SentTable(table, file)
  throw new ImportError({ file, type: 'INVALID_VALUE' }, `${file} says it has ${table.numRows} rows`)
}
