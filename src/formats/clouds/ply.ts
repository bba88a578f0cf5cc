import { PcdError } from '../../pcd/pcdError.ts'
import { MAX_HEADER_BYTES, MAX_LINE_BYTES, type PcdLimits } from '../../pcd/pcdLimits.ts'
import type { ByteSource } from './byteSource.ts'
import { type NumberType, numberBytes, numberReader, type ReadNumber } from './numberType.ts'
import { checkPointCount, PcdRowWriter, type PointReaders, type PointRows, pcdOfRows } from './pointRows.ts'

const TYPES = new Map<string, NumberType>([
  ['char', 'i1'],
  ['int8', 'i1'],
  ['uchar', 'u1'],
  ['uint8', 'u1'],
  ['short', 'i2'],
  ['int16', 'i2'],
  ['ushort', 'u2'],
  ['uint16', 'u2'],
  ['int', 'i4'],
  ['int32', 'i4'],
  ['uint', 'u4'],
  ['uint32', 'u4'],
  ['float', 'f4'],
  ['float32', 'f4'],
  ['double', 'f8'],
  ['float64', 'f8'],
])

const INTENSITIES = ['intensity', 'scalar_intensity', 'reflectance', 'reflectivity']
const COLOURS = ['red', 'green', 'blue']
/** Points that are parsed together, of text. */
const LINES_A_PIECE = 8192

interface Property {
  name: string
  type: NumberType
  /** The type of a list's length; null for a single number. */
  countType: NumberType | null
}

interface Element {
  name: string
  count: number
  properties: Property[]
}

interface Header {
  format: 'ascii' | 'binary_little_endian' | 'binary_big_endian'
  before: Element[]
  vertices: Element
  lines: number
}

/**
 * Converts the vertices of a PLY file (ASCII, little-endian, big-endian) to a PCD, in their order.
 *
 * @throws PcdError with the line or byte of the first fault
 */
export async function* pcdOfPly(source: ByteSource, limits: PcdLimits): AsyncGenerator<Uint8Array> {
  const { format, before, vertices, lines } = await readHeader(source)
  checkPointCount(vertices.count, limits)
  if (format === 'ascii') {
    const skipped = before.reduce((sum, { count }) => sum + count, 0)
    yield* pcdOfLines(source, vertices, { next: lines + 1, skipped })
    return
  }
  const isLittleEndian = format === 'binary_little_endian'
  for (const element of before) await skipElement(source, element, isLittleEndian)
  yield* pcdOfRows(source, binaryRows(vertices, isLittleEndian))
}

async function readHeader(source: ByteSource): Promise<Header> {
  let format: Header['format'] | null = null
  const elements: Element[] = []
  for (let line = 1; ; line++) {
    const words = await headerLine(source, line)
    const [word, ...rest] = words
    if (word === 'end_header') return wholeHeader(format, elements, line)
    if (line === 1 || word === 'comment' || word === 'obj_info' || word === undefined) continue
    if (word === 'format') {
      const [name, version] = rest
      if (name !== 'ascii' && name !== 'binary_little_endian' && name !== 'binary_big_endian')
        fail(`expected format ascii, binary_little_endian or binary_big_endian, found "${name ?? ''}"`, line)
      if (version !== '1.0') fail(`expected version 1.0, found "${version ?? ''}"`, line)
      format = name
    } else if (word === 'element') {
      const [name, count] = rest
      if (rest.length !== 2 || !/^\d{1,15}$/.test(count)) fail('expected "element NAME COUNT"', line)
      elements.push({ name, count: Number(count), properties: [] })
    } else if (word === 'property') {
      const element = elements.at(-1)
      if (!element) fail('a property before the first element', line)
      element.properties.push(property(rest, line))
    } else fail(`expected a PLY header line, found "${word.slice(0, 24)}"`, line)
  }
}

async function headerLine(source: ByteSource, line: number): Promise<string[]> {
  let wanted = 256
  for (;;) {
    const bytes = await source.peek(wanted)
    const end = bytes.subarray(0, MAX_LINE_BYTES).indexOf(10)
    if (end >= 0) {
      const text = new TextDecoder('latin1').decode(source.take(end + 1))
      if (source.offset > MAX_HEADER_BYTES) fail(`no end_header in the first ${MAX_HEADER_BYTES} bytes`, line)
      return text.split(/[\s]+/).filter((word) => word !== '')
    }
    if (bytes.length < wanted) fail('the file ends within its header: expected end_header', line)
    if (wanted >= MAX_LINE_BYTES) fail(`longer than ${MAX_LINE_BYTES} bytes`, line)
    wanted = MAX_LINE_BYTES
  }
}

function property(words: readonly string[], line: number): Property {
  const isList = words[0] === 'list'
  const [countName, typeName, name] = isList ? words.slice(1) : ['', ...words]
  const type = TYPES.get(typeName ?? '')
  const countType = isList ? TYPES.get(countName ?? '') : null
  if (!type || countType === undefined || name === undefined || words.length !== (isList ? 4 : 2))
    fail('expected "property TYPE NAME" or "property list TYPE TYPE NAME" of known types', line)
  return { name: name.toLowerCase(), type, countType }
}

function wholeHeader(format: Header['format'] | null, elements: readonly Element[], lines: number): Header {
  if (!format) return fail('the header has no format')
  const place = elements.findIndex(({ name }) => name === 'vertex')
  if (place < 0) return fail('the header has no element vertex')
  const { [place]: vertices } = elements
  for (const axis of ['x', 'y', 'z']) {
    const times = vertices.properties.filter(({ name }) => name === axis).length
    if (times !== 1) fail(`element vertex has ${axis} ${times} times, once is expected`)
  }
  const list = vertices.properties.find(({ countType }) => countType !== null)
  if (list) fail(`element vertex has the list ${list.name}; single numbers are expected`)
  return { format, before: elements.slice(0, place), vertices, lines }
}

/** Readers of a vertex by how one property is read: its place among the values, or its byte. */
function readersOf<Read>(
  { properties }: Element,
  read: (place: number) => Read,
  colour: (parts: readonly [Read, Read, Read]) => Read,
): PointReaders<Read> {
  const placeOf = (name: string) => properties.findIndex((one) => one.name === name)
  const intensity = properties.findIndex(({ name }) => INTENSITIES.includes(name))
  const bytes = COLOURS.map((name) => properties.findIndex((one) => one.name === name && one.type === 'u1'))
  const [red, green, blue] = bytes
  return {
    coordinates: [read(placeOf('x')), read(placeOf('y')), read(placeOf('z'))],
    intensity: intensity < 0 ? undefined : read(intensity),
    colour: bytes.includes(-1) ? undefined : colour([read(red), read(green), read(blue)]),
  }
}

function binaryRows(vertices: Element, isLittleEndian: boolean): PointRows {
  const offsets: number[] = []
  let rowBytes = 0
  for (const { type } of vertices.properties) {
    offsets.push(rowBytes)
    rowBytes += numberBytes(type)
  }
  const read = (place: number): ReadNumber => {
    const value = numberReader(vertices.properties[place].type, isLittleEndian)
    const { [place]: offset } = offsets
    return (view, at) => value(view, at + offset)
  }
  const readers = readersOf<ReadNumber>(
    vertices,
    read,
    ([r, g, b]) =>
      (view, at) =>
        (r(view, at) << 16) | (g(view, at) << 8) | b(view, at),
  )
  return { ...readers, count: vertices.count, rowBytes }
}

/** Rows with lists have to be walked one by one. */
async function skipElement(source: ByteSource, { name, count, properties }: Element, isLittleEndian: boolean) {
  const early = (row: number) =>
    fail(`byte ${source.offset}: the file ends within row ${row} of ${count} of element ${name}`)
  if (properties.every(({ countType }) => countType === null)) {
    const rowBytes = properties.reduce((sum, { type }) => sum + numberBytes(type), 0)
    const skipped = await source.skip(count * rowBytes)
    if (skipped < count * rowBytes) early(Math.floor(skipped / rowBytes))
    return
  }
  for (let row = 0; row < count; row++) {
    for (const { type, countType } of properties) {
      let values = 1
      if (countType !== null) {
        const length = numberBytes(countType)
        const bytes = await source.peek(length)
        if (bytes.length < length) early(row)
        values = numberReader(countType, isLittleEndian)(new DataView(bytes.buffer, bytes.byteOffset, length), 0)
        source.take(length)
        if (!(values >= 0)) fail(`byte ${source.offset}: a list of ${values} values`)
      }
      const length = values * numberBytes(type)
      if ((await source.skip(length)) < length) early(row)
    }
  }
}

async function* pcdOfLines(
  source: ByteSource,
  vertices: Element,
  at: { next: number; skipped: number },
): AsyncGenerator<Uint8Array> {
  const readers = readersOf<(row: Float64Array) => number>(
    vertices,
    (place) => (row) => row[place],
    ([r, g, b]) =>
      (row) =>
        (r(row) << 16) | (g(row) << 8) | b(row),
  )
  const { count } = vertices
  const writer = new PcdRowWriter(count, { intensity: !!readers.intensity, colour: !!readers.colour })
  yield writer.header()
  let rows: Float64Array[] = []
  let done = 0
  let line = at.next
  for await (const text of textLines(source, at.next)) {
    if (line++ < at.next + at.skipped) continue
    rows.push(parsedLine(text, vertices, line - 1))
    done++
    if (rows.length === LINES_A_PIECE || done === count) {
      yield writer.rows(rows.length, readers, (index) => rows[index])
      rows = []
    }
    if (done === count) return
  }
  fail(`the file ends after ${done} of ${count} points`, line)
}

async function* textLines(source: ByteSource, first: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('latin1')
  let open = ''
  let line = first
  for await (const chunk of source.rest()) {
    const lines = (open + decoder.decode(chunk)).split('\n')
    open = lines.pop() ?? ''
    line += lines.length
    if (open.length > MAX_LINE_BYTES) fail(`longer than ${MAX_LINE_BYTES} bytes`, line)
    yield* lines
  }
  if (open.trim() !== '') yield open
}

const NUMBER = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|nan|inf(?:inity)?)$/i

function parsedLine(text: string, { properties }: Element, line: number): Float64Array {
  const words = text.trim().split(/\s+/)
  if (words.length !== properties.length) {
    const found = words[0] === '' ? 0 : words.length
    fail(`expected ${properties.length} numbers, found ${found}`, line)
  }
  const row = new Float64Array(words.length)
  for (const [place, word] of words.entries()) {
    const value = Number(word)
    if (Number.isNaN(value) && !NUMBER.test(word)) fail(`"${word.slice(0, 24)}" is not a number`, line)
    row[place] = /inf/i.test(word) ? (word.startsWith('-') ? -Infinity : Infinity) : value
  }
  return row
}

function fail(message: string, line?: number): never {
  throw new PcdError([line === undefined ? { message } : { line, message }])
}
