import type { Static, TSchema } from 'typebox'
import { JsonTextError } from '../../../json/jsonTextError.ts'
import { listEntries } from '../../../json/streamedList.ts'
import { parseJson } from '../../../json/text.ts'
import type { NuscenesTable, SentTables } from '../../nuscenes/readTables.ts'
import type { SourceFailure } from '../layout.ts'
import { type SourceArchive, sourceFailureOf } from '../sourceArchive.ts'

export interface TableRow<R> {
  row: R
  index: number
  /** Where its bytes are in the file. */
  offset: number
  byteLength: number
}

/** Rows have a few hundred bytes; those of masks some ten thousand. */
const MAX_ROW_BYTES = 1024 * 1024
/** Rows of one table whose faults are named each. */
const MAX_NAMED = 1000

/** Reads tables as they arrive, some rows in memory at a time. What cannot be read is reported, the rest is answered. */
export class TableReader {
  readonly #archive: SourceArchive
  readonly #tables: SentTables
  readonly #signal: AbortSignal

  constructor(archive: SourceArchive, tables: SentTables, signal: AbortSignal) {
    this.#archive = archive
    this.#tables = tables
    this.#signal = signal
  }

  has(table: { name: string }): boolean {
    return this.#tables.has(table)
  }

  nameOf(table: { name: string }): string {
    return this.#tables.nameOf(table)
  }

  entryOf(filename: string): string {
    return this.#tables.entryOf(filename)
  }

  /** The rows of each chunk that fit; the faults of the others go to `fail`. */
  async *rows<R extends TSchema>(
    table: NuscenesTable<R>,
    fail: (failure: SourceFailure) => void,
  ): AsyncGenerator<TableRow<Static<R>>[]> {
    const file = this.nameOf(table)
    let faults = 0
    const refuse = (failures: () => SourceFailure[]) => {
      if (faults++ < MAX_NAMED) for (const failure of failures()) fail(failure)
    }
    try {
      for await (const entries of listEntries(this.#archive.open(file), MAX_ROW_BYTES)) {
        this.#signal.throwIfAborted()
        yield entries.flatMap(({ index, offset, bytes }) => {
          const row = checkedRow(table, file, index, bytes, refuse)
          return row === null ? [] : [{ row, index, offset, byteLength: bytes.length }]
        })
      }
    } catch (error) {
      if (error instanceof JsonTextError)
        fail({ file, type: 'ENCODING', expected: 'a JSON list', found: error.message })
      else fail(sourceFailureOf(error))
    }
    if (faults > MAX_NAMED)
      fail({ file, type: 'INVALID_VALUE', expected: 'rows that fit', found: `${faults} rows that do not` })
  }

  /** All rows of a table that stays small; the first of a token counts. */
  async byToken<R extends TSchema>(
    table: NuscenesTable<R>,
    fail: (failure: SourceFailure) => void,
  ): Promise<Map<string, Static<R> & { token: string }>> {
    const byToken = new Map<string, Static<R> & { token: string }>()
    for await (const rows of this.rows(table, fail))
      for (const { row, index } of rows) {
        if (!hasToken(row)) continue
        if (!byToken.has(row.token)) byToken.set(row.token, row)
        else fail({ file: this.nameOf(table), field: `[${index}].token`, type: 'DUPLICATE', found: row.token })
      }
    return byToken
  }

  /** Rows that fit, at places that `rows` named, by one read. */
  async rowsAt<R extends TSchema>(
    table: NuscenesTable<R>,
    places: readonly { offset: number; byteLength: number }[],
  ): Promise<Static<R>[]> {
    const file = this.nameOf(table)
    const [start, last] = [places[0], places[places.length - 1]]
    const bytes = await this.#archive.file(file).read(start.offset, last.offset + last.byteLength)
    return places.flatMap(({ offset, byteLength }, index) => {
      const at = offset - start.offset
      const row = checkedRow(table, file, index, bytes.subarray(at, at + byteLength), () => undefined)
      return row === null ? [] : [row]
    })
  }
}

const hasToken = <R>(row: R): row is R & { token: string } =>
  typeof row === 'object' && row !== null && 'token' in row && typeof row.token === 'string'

function checkedRow<R extends TSchema>(
  { row: check }: NuscenesTable<R>,
  file: string,
  index: number,
  bytes: Uint8Array,
  refuse: (failures: () => SourceFailure[]) => void,
): Static<R> | null {
  let value: unknown
  try {
    value = parsedRow(bytes)
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    const { message } = error
    refuse(() => [{ file, field: `[${index}]`, type: 'ENCODING', expected: 'JSON', found: message }])
    return null
  }
  if (check.accepts(value)) return value
  refuse(() =>
    check
      .failures(value, `[${index}]`)
      .map(({ field, type, expected, found }) => ({ file, field, type, expected, found })),
  )
  return null
}

const NO_NUMBERS = /(?<=[[:,]\s*)-?(?:NaN|Infinity)(?=\s*[,\]}])/g

/** Python writes NaN and Infinity, which are not JSON: with null in their place the row's check names the member. */
function parsedRow(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes)
  } catch (error) {
    const text = new TextDecoder().decode(bytes)
    const plain = text.replace(NO_NUMBERS, 'null')
    if (plain === text) throw error
    return parseJson(new TextEncoder().encode(plain))
  }
}
