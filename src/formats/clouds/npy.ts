import { PcdError } from '../../pcd/pcdError.ts'
import type { PcdLimits } from '../../pcd/pcdLimits.ts'
import type { ByteSource } from './byteSource.ts'
import { type NumberType, numberBytes, numberReader, type ReadNumber } from './numberType.ts'
import { checkPointCount, PcdRowWriter, type PointReaders, pcdOfRows } from './pointRows.ts'

/** NumPy writes a few hundred bytes; structured types of many fields some thousands. */
const MAX_HEADER_BYTES = 64 * 1024
const MAX_COLUMNS = 1024

/** One column of the array: the place of its number in a row, and how it is read. */
interface Column {
  offset: number
  type: NumberType
  isLittleEndian: boolean
}

interface Layout {
  count: number
  rowBytes: number
  /** Column after column instead of row after row. */
  isFortran: boolean
  coordinates: readonly [Column, Column, Column]
  intensity: Column | undefined
}

/**
 * Converts the rows of a NumPy array to a PCD: an array of shape (N, 3 or more), x y z first and the intensity fourth, or a
 * structured one with fields x, y and z. Both byte orders, and arrays in Fortran order.
 *
 * Format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html, versions 1 to 3.
 *
 * @throws PcdError
 */
export async function* pcdOfNpy(source: ByteSource, limits: PcdLimits): AsyncGenerator<Uint8Array> {
  const layout = layoutOf(await headerOf(source))
  checkPointCount(layout.count, limits)
  if (layout.isFortran) yield* pcdOfColumns(source, layout)
  else yield* pcdOfRows(source, { ...readersOf(layout, readInRow), count: layout.count, rowBytes: layout.rowBytes })
}

async function headerOf(source: ByteSource): Promise<Record<string, unknown>> {
  const start = await source.peek(12)
  if (start.length < 10) fail(`byte ${start.length}: the file ends within its header`)
  const major = start[6]
  if (major < 1 || major > 3) fail(`byte 6: expected version 1, 2 or 3 of the format, found ${major}`)
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength)
  const lengthBytes = major === 1 ? 2 : 4
  const length = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true)
  if (length > MAX_HEADER_BYTES) fail(`byte 8: a header of ${length} bytes, at most ${MAX_HEADER_BYTES} are read`)
  const whole = 8 + lengthBytes + length
  if ((await source.peek(whole)).length < whole) fail('the file ends within its header')
  const text = new TextDecoder(major === 3 ? 'utf-8' : 'latin1').decode(source.take(whole).subarray(8 + lengthBytes))
  const value = new PythonLiteral(text).read()
  if (!(value instanceof Map)) return fail('the header is not a dictionary')
  return Object.fromEntries(value)
}

function layoutOf({ descr, fortran_order: isFortran, shape }: Record<string, unknown>): Layout {
  const sizes = Array.isArray(shape) ? shape : []
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 0)) fail('shape is not a list of whole numbers')
  if (typeof descr === 'string') return plainLayout(descr, isFortran === true, sizes)
  if (!Array.isArray(descr)) fail('descr is neither the name of a type nor a list of fields')
  if (sizes.length !== 1) fail(`expected a structured array of one dimension, found ${sizes.length}`)
  return { ...structuredLayout(descr), count: sizes[0], isFortran: false }
}

function plainLayout(descr: string, isFortran: boolean, sizes: readonly number[]): Layout {
  const [count, columns] = sizes
  if (sizes.length !== 2 || columns < 3 || columns > MAX_COLUMNS)
    fail(`expected an array of shape (N, 3 or more), found (${sizes.join(', ')})`)
  const { type, isLittleEndian } = typeOf(descr)
  const size = numberBytes(type)
  const column = (index: number): Column => ({
    offset: isFortran ? index * size * count : index * size,
    type,
    isLittleEndian,
  })
  return {
    count,
    rowBytes: columns * size,
    isFortran,
    coordinates: [column(0), column(1), column(2)],
    intensity: columns > 3 ? column(3) : undefined,
  }
}

function structuredLayout(fields: readonly unknown[]): Pick<Layout, 'rowBytes' | 'coordinates' | 'intensity'> {
  const columns = new Map<string, Column>()
  let rowBytes = 0
  for (const field of fields) {
    const [name, descr, shape] = Array.isArray(field) ? field : []
    if (typeof name !== 'string' || typeof descr !== 'string') return fail('descr has a field that is not (name, type)')
    const times = (Array.isArray(shape) ? shape : []).reduce((product: number, size) => product * Number(size), 1)
    // Padding and texts are passed over.
    const skipped = /^[|<>=]?([VS])(\d+)$/.exec(descr)
    const known = skipped ? null : typeOf(descr)
    if (known && times === 1) columns.set(name.toLowerCase(), { offset: rowBytes, ...known })
    rowBytes += times * (known ? numberBytes(known.type) : Number(skipped?.[2]))
    if (!Number.isSafeInteger(rowBytes) || rowBytes > MAX_HEADER_BYTES) fail('descr has rows that are too long')
  }
  const [x, y, z] = ['x', 'y', 'z'].map((name) => columns.get(name) ?? fail(`descr has no number ${name}`))
  return { rowBytes, coordinates: [x, y, z], intensity: columns.get('intensity') }
}

function typeOf(descr: string): Pick<Column, 'type' | 'isLittleEndian'> {
  const [, order, kind, bytes] = /^([|<>=]?)([a-zA-Z])(\d*)$/.exec(descr) ?? []
  const type = `${kind}${bytes}`
  if (kind === 'O') return fail('descr is an array of objects; an array of numbers is expected')
  if (!/^(?:[iu][1248]|f[248])$/.test(type))
    return fail(`descr "${descr.slice(0, 24)}" is not a number type that is read`)
  return { type: type as NumberType, isLittleEndian: order !== '>' }
}

function readersOf<Read>(
  { coordinates: [x, y, z], intensity }: Layout,
  read: (column: Column) => Read,
): PointReaders<Read> {
  return { coordinates: [read(x), read(y), read(z)], intensity: intensity && read(intensity) }
}

function readInRow({ offset, type, isLittleEndian }: Column): ReadNumber {
  const value = numberReader(type, isLittleEndian)
  return (view, at) => value(view, at + offset)
}

/** Columns that follow each other are held as a whole, since a point needs the first and the last of them. */
async function* pcdOfColumns(source: ByteSource, layout: Layout): AsyncGenerator<Uint8Array> {
  const { count, rowBytes } = layout
  const asked = count * rowBytes
  const bytes = await source.peek(asked)
  if (bytes.length < asked)
    fail(`byte ${source.offset + bytes.length}: the file ends after ${bytes.length} of ${asked} bytes of numbers`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const readers = readersOf(layout, ({ offset, type, isLittleEndian }) => {
    const value = numberReader(type, isLittleEndian)
    const size = numberBytes(type)
    return (point: number) => value(view, offset + point * size)
  })
  const writer = new PcdRowWriter(count, { intensity: readers.intensity !== undefined, colour: false })
  yield writer.header()
  for (let first = 0; first < count; first += 8192) {
    yield writer.rows(Math.min(8192, count - first), readers, (index) => first + index)
  }
}

/** The few literals that NumPy writes: dictionaries, tuples, lists, texts, numbers, True, False and None. */
class PythonLiteral {
  readonly #text: string
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): unknown {
    if (++this.#depth > 16) fail('the header is nested too deeply')
    const value = this.#value()
    this.#depth--
    return value
  }

  #value(): unknown {
    this.#space()
    const { [this.#at]: start } = this.#text
    if (start === '{') return this.#dictionary()
    if (start === '(') return this.#list(')')
    if (start === '[') return this.#list(']')
    if (start === "'" || start === '"') return this.#quoted(start)
    const word = /^[\w.+-]+/.exec(this.#text.slice(this.#at, this.#at + 64))?.[0]
    if (word === undefined) return fail(`the header cannot be read from character ${this.#at} on`)
    this.#at += word.length
    if (word === 'True' || word === 'False') return word === 'True'
    return word === 'None' ? null : Number(word.replace(/L$/, ''))
  }

  #dictionary(): Map<string, unknown> {
    const found = new Map<string, unknown>()
    this.#at++
    while (!this.#ends('}')) {
      const key = this.read()
      this.#expect(':')
      found.set(String(key), this.read())
      this.#comma('}')
    }
    return found
  }

  #list(end: string): unknown[] {
    const found: unknown[] = []
    this.#at++
    while (!this.#ends(end)) {
      found.push(this.read())
      this.#comma(end)
    }
    return found
  }

  #quoted(quote: string): string {
    const end = this.#text.indexOf(quote, this.#at + 1)
    if (end < 0) return fail('the header has a text that does not end')
    const text = this.#text.slice(this.#at + 1, end)
    this.#at = end + 1
    return text
  }

  #ends(end: string): boolean {
    this.#space()
    if (this.#text[this.#at] !== end) return false
    this.#at++
    return true
  }

  #comma(end: string): void {
    this.#space()
    if (this.#text[this.#at] !== end) this.#expect(',')
  }

  #expect(character: string): void {
    this.#space()
    if (this.#text[this.#at] !== character) fail(`the header has no "${character}" at character ${this.#at}`)
    this.#at++
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++
  }
}

function fail(message: string): never {
  throw new PcdError([{ message }])
}
