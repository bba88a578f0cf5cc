import { gunzipSync } from 'node:zlib'
import { messageOf } from '../../formats/errors/messageOf.ts'
import { PickledObject, PickleError, type PickleValue, readPickle } from './pickle.ts'

const MAX_BYTES = 512 * 1024 * 1024

/** A table of pandas: columns of numbers or of any values, by name. */
export class DataFrame {
  readonly rows: number
  readonly #columns: ReadonlyMap<string, (row: number) => PickleValue>

  constructor(rows: number, columns: ReadonlyMap<string, (row: number) => PickleValue>) {
    this.rows = rows
    this.#columns = columns
  }

  has(name: string): boolean {
    return this.#columns.has(name)
  }

  /** NaN for what is not a number. @throws PickleError without such a column */
  number(name: string): (row: number) => number {
    const column = this.#column(name)
    return (row) => {
      const value = column(row)
      return typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : Number.NaN
    }
  }

  /** null for what is not text. @throws PickleError without such a column */
  text(name: string): (row: number) => string | null {
    const column = this.#column(name)
    return (row) => {
      const value = column(row)
      return typeof value === 'string' ? value : null
    }
  }

  #column(name: string): (row: number) => PickleValue {
    const column = this.#columns.get(name)
    if (column) return column
    throw new PickleError(`the table has no column ${name}`)
  }
}

/** Reads `*.pkl.gz` as to_pickle of pandas 1 and 2 writes it. @throws PickleError */
export function readDataFrame(packed: Uint8Array): DataFrame {
  let bytes: Uint8Array
  try {
    bytes = gunzipSync(packed, { maxOutputLength: MAX_BYTES })
  } catch (error) {
    throw new PickleError(`the file cannot be unpacked: ${messageOf(error)}`)
  }
  const frame = readPickle(bytes)
  if (nameOf(frame) !== 'DataFrame') throw new PickleError('the pickle is not a DataFrame')
  const state = frame instanceof PickledObject && frame.state instanceof Map ? frame.state : new Map()
  const { axes, blocks } = partsOf(state.get('_mgr') ?? state.get('_data') ?? null)
  const names = indexNames(axes[0] ?? null)
  const columns = new Map<string, (row: number) => PickleValue>()
  let rows = 0
  for (const { values, places } of blocks) {
    const block = arrayOf(values)
    const [items, count] = block.shape.length === 2 ? block.shape : [1, block.shape[0]]
    if (items > names.length) throw new PickleError('a block has more columns than the table')
    if (items > 0) rows = Math.max(rows, count)
    for (const [item, place] of placesOf(places, items).entries()) {
      const name = names[place]
      const at = block.isFortran ? (row: number) => item + row * items : (row: number) => item * count + row
      if (name !== undefined) columns.set(name, (row) => (row < count ? block.value(at(row)) : null))
    }
  }
  return new DataFrame(rows, columns)
}

interface Block {
  values: PickleValue
  places: PickleValue
}

/** Axes and blocks of a manager: pandas 1.3 and later give them to the class, earlier ones keep them as its state. */
function partsOf(manager: PickleValue): { axes: PickleValue[]; blocks: Block[] } {
  if (!(manager instanceof PickledObject)) throw new PickleError('the table has no blocks')
  const [blocks, axes] = listOf(manager.args)
  if (Array.isArray(blocks) && Array.isArray(axes)) {
    const parts = blocks.map((block) => (block instanceof PickledObject ? listOf(block.args) : []))
    return { axes, blocks: parts.map(([values = null, places = null]) => ({ values, places })) }
  }
  const versions = listOf(manager.state).at(-1)
  const current = versions instanceof Map ? versions.get('0.14.1') : null
  if (!(current instanceof Map)) throw new PickleError('the table has blocks of an unknown form')
  return {
    axes: listOf(current.get('axes') ?? null),
    blocks: listOf(current.get('blocks') ?? null).flatMap((block) =>
      block instanceof Map ? [{ values: block.get('values') ?? null, places: block.get('mgr_locs') ?? null }] : [],
    ),
  }
}

const listOf = (value: PickleValue): PickleValue[] => (Array.isArray(value) ? value : [])

/** The name of the class or function that an object is of. */
const nameOf = (value: PickleValue): string | null =>
  value instanceof PickledObject && isName(value.of) ? value.of.name : null

const isName = (value: PickleValue): value is { module: string; name: string } =>
  typeof value === 'object' && value !== null && 'module' in value

function indexNames(index: PickleValue): (string | undefined)[] {
  const [, members] = index instanceof PickledObject ? listOf(index.args) : []
  const data = members instanceof Map ? members.get('data') : null
  const { shape, value } = arrayOf(data ?? null)
  return Array.from({ length: shape[0] ?? 0 }, (_, at) => {
    const name = value(at)
    return typeof name === 'string' ? name : undefined
  })
}

/** Where the rows of a block stand among the columns: a slice, or a list of numbers. */
function placesOf(places: PickleValue, items: number): number[] {
  if (nameOf(places) === 'slice' && places instanceof PickledObject) {
    const [start, , step] = listOf(places.args)
    const [first, by] = [typeof start === 'number' ? start : 0, typeof step === 'number' ? step : 1]
    return Array.from({ length: items }, (_, item) => first + item * by)
  }
  const { value } = arrayOf(places)
  return Array.from({ length: items }, (_, item) => Number(value(item)))
}

interface NumpyArray {
  shape: number[]
  isFortran: boolean
  value(at: number): PickleValue
}

const MAX_ITEMS = 2 ** 31

/** @throws PickleError where it is not an array, or has fewer values than it says */
function arrayOf(given: PickleValue): NumpyArray {
  const name = nameOf(given)
  if (!(given instanceof PickledObject) || (name !== '_reconstruct' && name !== '_frombuffer'))
    throw new PickleError('a value is not an array of NumPy')
  const buffer = listOf(given.args)
  const [, shape, type, order, content] =
    name === '_frombuffer' ? [null, buffer[2], buffer[1], buffer[3] === 'F', buffer[0]] : listOf(given.state)
  const sizes = listOf(shape ?? null).map(Number)
  const count = sizes.reduce((product, size) => product * size, 1)
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 0) || count > MAX_ITEMS)
    throw new PickleError('an array has an impossible shape')
  const isFortran = order === true
  if (Array.isArray(content)) {
    if (content.length < count) throw new PickleError('an array is shorter than it says')
    return { shape: sizes, isFortran, value: (at) => content[at] ?? null }
  }
  const bytes = bytesOf(content ?? null)
  const { size, read } = numbersOf(type ?? null)
  if (!bytes || bytes.length < count * size) throw new PickleError('an array is shorter than it says')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { shape: sizes, isFortran, value: (at) => read(view, at * size) }
}

/** Protocol 2 has bytes as text that Latin-1 encodes. */
function bytesOf(value: PickleValue): Uint8Array | null {
  if (value instanceof Uint8Array) return value
  const [text] = value instanceof PickledObject && nameOf(value) === 'encode' ? listOf(value.args) : []
  return typeof text === 'string' ? new Uint8Array(Buffer.from(text, 'latin1')) : null
}

type ReadValue = (view: DataView, at: number) => number | bigint | boolean

const READERS: Readonly<Record<string, (isLittle: boolean) => ReadValue>> = {
  f8: (isLittle) => (view, at) => view.getFloat64(at, isLittle),
  f4: (isLittle) => (view, at) => view.getFloat32(at, isLittle),
  i8: (isLittle) => (view, at) => view.getBigInt64(at, isLittle),
  i4: (isLittle) => (view, at) => view.getInt32(at, isLittle),
  i2: (isLittle) => (view, at) => view.getInt16(at, isLittle),
  i1: () => (view, at) => view.getInt8(at),
  u8: (isLittle) => (view, at) => view.getBigUint64(at, isLittle),
  u4: (isLittle) => (view, at) => view.getUint32(at, isLittle),
  u2: (isLittle) => (view, at) => view.getUint16(at, isLittle),
  u1: () => (view, at) => view.getUint8(at),
  b1: () => (view, at) => view.getUint8(at) !== 0,
}

function numbersOf(type: PickleValue): { size: number; read: ReadValue } {
  const [code] = type instanceof PickledObject ? listOf(type.args) : []
  const [, order] = type instanceof PickledObject ? listOf(type.state) : []
  const reader = typeof code === 'string' && Object.hasOwn(READERS, code) ? READERS[code] : undefined
  if (!reader) throw new PickleError(`numbers of type ${String(code)} are not read`)
  return { size: Number(String(code).slice(1)), read: reader(order !== '>') }
}
