import { afterMark, afterSpace, CLOSE_LIST, COMMA, endOfValue, OPEN_LIST, OPEN_OBJECT, QUOTE } from './bytes.ts'
import { JsonTextError } from './jsonTextError.ts'

/** The bytes of one entry of a list, not parsed yet. */
export interface ListEntry {
  index: number
  /** Of its first byte, from the start of the text. */
  offset: number
  bytes: Uint8Array
}

/**
 * Separates the entries of a JSON list that arrives in chunks, and yields those of each chunk: nothing but the chunk
 * and the entry that continues after it is in memory. Whether entries are JSON is for their parser to say.
 * @throws JsonTextError where the text is not a list, ends too early, or has an entry of more than `maxEntryBytes`
 */
export async function* listEntries(
  chunks: AsyncIterable<Uint8Array>,
  maxEntryBytes: number,
): AsyncGenerator<ListEntry[]> {
  const scan = new ListScan(maxEntryBytes)
  for await (const chunk of chunks) {
    const entries = scan.push(chunk)
    if (entries.length > 0) yield entries
  }
  scan.finish()
}

type Expected = 'list' | 'first entry' | 'entry' | 'comma' | 'nothing'

class ListScan {
  readonly #maxEntryBytes: number
  #expected: Expected = 'list'
  #rest = new Uint8Array()
  /** The offset of the first byte of the rest. */
  #offset = 0
  #index = 0

  constructor(maxEntryBytes: number) {
    this.#maxEntryBytes = maxEntryBytes
  }

  push(chunk: Uint8Array): ListEntry[] {
    const bytes = joined(this.#rest, chunk)
    const entries: ListEntry[] = []
    let at = afterSpace(bytes, this.#expected === 'list' ? afterMark(bytes) : 0)
    while (at < bytes.length) {
      let end = at + 1
      if (!this.#passes(bytes[at])) {
        const found = this.#endOfEntry(bytes, at)
        if (found === null) break
        end = found
        entries.push({ index: this.#index++, offset: this.#offset + at, bytes: bytes.subarray(at, end) })
        this.#expected = 'comma'
      }
      at = afterSpace(bytes, end)
    }
    this.#rest = bytes.slice(at)
    this.#offset += at
    if (this.#rest.length <= this.#maxEntryBytes) return entries
    throw new JsonTextError(`entry ${this.#index} has more than ${this.#maxEntryBytes} bytes`)
  }

  finish(): void {
    if (this.#expected === 'nothing') return
    const place = this.#index === 0 ? 'before its first entry' : `after entry ${this.#index - 1}`
    throw new JsonTextError(this.#expected === 'list' ? 'the text is not a list' : `the list ends too early, ${place}`)
  }

  /** Whether the byte is one between entries. */
  #passes(byte: number): boolean {
    const next = nextExpected(this.#expected, byte)
    if (next === 'fault') throw this.#fault()
    if (next === null) return false
    this.#expected = next
    return true
  }

  /** null if it continues after these bytes. */
  #endOfEntry(bytes: Uint8Array, start: number): number | null {
    const end = endOfValue(bytes, start)
    if (end < 0 && -1 - end < bytes.length) throw this.#fault()
    const isBare = bytes[start] !== OPEN_OBJECT && bytes[start] !== OPEN_LIST && bytes[start] !== QUOTE
    return end < 0 || (isBare && end === bytes.length) ? null : end
  }

  #fault(): JsonTextError {
    const place = this.#index === 0 ? 'before its first entry' : `after entry ${this.#index - 1}`
    return new JsonTextError(
      this.#expected === 'list' ? 'the text is not a list' : `the text is not a JSON list ${place}`,
    )
  }
}

/** Answers what has to follow a byte between entries; null for the first byte of an entry. */
function nextExpected(expected: Expected, byte: number): Expected | 'fault' | null {
  switch (expected) {
    case 'list':
      return byte === OPEN_LIST ? 'first entry' : 'fault'
    case 'first entry':
      return byte === CLOSE_LIST ? 'nothing' : null
    case 'entry':
      return byte === CLOSE_LIST || byte === COMMA ? 'fault' : null
    case 'comma':
      return byte === COMMA ? 'entry' : byte === CLOSE_LIST ? 'nothing' : 'fault'
    case 'nothing':
      return 'fault'
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}
