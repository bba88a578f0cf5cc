/** A class or function that a pickle names. It is never called. */
export interface PickledName {
  module: string
  name: string
}

/** What a pickle wants to be called or made, with what it was given: data alone. */
export class PickledObject {
  readonly of: PickleValue
  readonly args: PickleValue
  state: PickleValue = null

  constructor(of: PickleValue, args: PickleValue) {
    this.of = of
    this.args = args
  }
}

export type PickleValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | PickledName
  | PickledObject
  | PickleValue[]
  | Map<PickleValue, PickleValue>

/** The bytes are not a pickle of plain data. */
export class PickleError extends Error {
  override readonly name = 'PickleError'
}

/** Limits the memory of what a file describes: each step makes one value at most. */
const MAX_STEPS = 5_000_000

/**
 * Reads Python's pickles of protocols 2 to 5 as data. Nothing is imported, made or called: names of classes and
 * functions stay names, and the reader of the data decides which it knows. Formula: pickletools of Python.
 * @throws PickleError
 */
export function readPickle(bytes: Uint8Array): PickleValue {
  return new PickleMachine(bytes).run()
}

type Step = (machine: PickleMachine) => void

class PickleMachine {
  readonly #view: DataView
  readonly #bytes: Uint8Array
  readonly #memo = new Map<number, PickleValue>()
  #stack: PickleValue[] = []
  #marks: PickleValue[][] = []
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  run(): PickleValue {
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      const code = this.uint(1)
      if (code === STOP) return this.pop()
      const step = STEPS.get(code)
      if (!step) throw this.fault(`operation 0x${code.toString(16)} is not read`)
      step(this)
    }
    throw this.fault(`it has more than ${MAX_STEPS} operations`)
  }

  fault(message: string): PickleError {
    return new PickleError(`byte ${this.#at}: ${message}`)
  }

  take(length: number): Uint8Array {
    const end = this.#at + length
    if (end > this.#bytes.length) throw this.fault('the pickle ends too early')
    const part = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return part
  }

  uint(bytes: 1 | 2 | 4): number {
    const part = this.take(bytes)
    return part.reduce((sum, byte, index) => sum + byte * 2 ** (8 * index), 0)
  }

  length8(): number {
    this.take(8)
    const length = this.#view.getBigUint64(this.#at - 8, true)
    if (length > BigInt(this.#bytes.length)) throw this.fault('the pickle ends too early')
    return Number(length)
  }

  int32(): number {
    this.take(4)
    return this.#view.getInt32(this.#at - 4, true)
  }

  float64(): number {
    this.take(8)
    return this.#view.getFloat64(this.#at - 8)
  }

  text(length: number): string {
    return new TextDecoder().decode(this.take(length))
  }

  line(): string {
    const end = this.#bytes.indexOf(0x0a, this.#at)
    if (end < 0) throw this.fault('the pickle ends too early')
    const text = this.text(end - this.#at)
    this.#at++
    return text
  }

  push(value: PickleValue): void {
    this.#stack.push(value)
  }

  pop(): PickleValue {
    const value = this.#stack.pop()
    if (value === undefined) throw this.fault('it takes a value that is not there')
    return value
  }

  top(): PickleValue {
    const value = this.#stack.at(-1)
    if (value === undefined) throw this.fault('it takes a value that is not there')
    return value
  }

  popped(count: number): PickleValue[] {
    return Array.from({ length: count }, () => this.pop()).reverse()
  }

  mark(): void {
    this.#marks.push(this.#stack)
    this.#stack = []
  }

  sinceMark(): PickleValue[] {
    const values = this.#stack
    const before = this.#marks.pop()
    if (!before) throw this.fault('it takes values from a mark that is not there')
    this.#stack = before
    return values
  }

  put(place = this.#memo.size): void {
    this.#memo.set(place, this.top())
  }

  get(place: number): void {
    const value = this.#memo.get(place)
    if (value === undefined) throw this.fault(`value ${place} is not kept`)
    this.push(value)
  }

  append(values: readonly PickleValue[]): void {
    const list = this.top()
    if (!Array.isArray(list)) throw this.fault('it appends to what is not a list')
    for (const value of values) list.push(value)
  }

  set(values: readonly PickleValue[]): void {
    const map = this.top()
    if (!(map instanceof Map)) throw this.fault('it sets a member of what is not a dict')
    for (let index = 0; index + 1 < values.length; index += 2) map.set(values[index], values[index + 1])
  }

  build(): void {
    const state = this.pop()
    const made = this.top()
    if (!(made instanceof PickledObject)) throw this.fault('it gives a state to what is not an object')
    made.state = state
  }

  reduce(): void {
    const [of, args] = this.popped(2)
    this.push(new PickledObject(of, args))
  }
}

const STOP = 0x2e

/** By the codes of pickletools. */
const STEPS: ReadonlyMap<number, Step> = new Map<number, Step>([
  [0x80, (m) => void m.take(1)],
  [0x95, (m) => void m.take(8)],
  [0x28, (m) => m.mark()],
  [0x30, (m) => void m.pop()],
  [0x31, (m) => void m.sinceMark()],
  [0x32, (m) => m.push(m.top())],
  [0x4e, (m) => m.push(null)],
  [0x88, (m) => m.push(true)],
  [0x89, (m) => m.push(false)],
  [0x4a, (m) => m.push(m.int32())],
  [0x4b, (m) => m.push(m.uint(1))],
  [0x4d, (m) => m.push(m.uint(2))],
  [0x8a, (m) => m.push(signed(m.take(m.uint(1))))],
  [0x47, (m) => m.push(m.float64())],
  [0x43, (m) => m.push(m.take(m.uint(1)))],
  [0x42, (m) => m.push(m.take(m.uint(4)))],
  [0x8e, (m) => m.push(m.take(m.length8()))],
  [0x96, (m) => m.push(m.take(m.length8()))],
  [0x8c, (m) => m.push(m.text(m.uint(1)))],
  [0x58, (m) => m.push(m.text(m.uint(4)))],
  [0x8d, (m) => m.push(m.text(m.length8()))],
  [0x5d, (m) => m.push([])],
  [0x61, (m) => m.append(m.popped(1))],
  [0x65, (m) => m.append(m.sinceMark())],
  [0x29, (m) => m.push([])],
  [0x74, (m) => m.push(m.sinceMark())],
  [0x85, (m) => m.push(m.popped(1))],
  [0x86, (m) => m.push(m.popped(2))],
  [0x87, (m) => m.push(m.popped(3))],
  [0x7d, (m) => m.push(new Map())],
  [0x73, (m) => m.set(m.popped(2))],
  [0x75, (m) => m.set(m.sinceMark())],
  [0x68, (m) => m.get(m.uint(1))],
  [0x6a, (m) => m.get(m.uint(4))],
  [0x71, (m) => m.put(m.uint(1))],
  [0x72, (m) => m.put(m.uint(4))],
  [0x94, (m) => m.put()],
  [0x63, (m) => m.push({ module: m.line(), name: m.line() })],
  [
    0x93,
    (m) => {
      const [module, name] = m.popped(2)
      m.push({ module: String(module), name: String(name) })
    },
  ],
  [0x52, (m) => m.reduce()],
  [0x81, (m) => m.reduce()],
  [0x62, (m) => m.build()],
])

function signed(bytes: Uint8Array): bigint {
  let value = 0n
  for (let index = bytes.length - 1; index >= 0; index--) value = (value << 8n) | BigInt(bytes[index])
  return bytes.length > 0 && (bytes[bytes.length - 1] & 0x80) !== 0 ? value - (1n << BigInt(8 * bytes.length)) : value
}
