import type { EventEmitter } from 'node:events'
import { create } from 'laz-perf'
import { LAZ_BIT, POINT_FORMAT_OFFSET } from '../../formats/clouds/las.ts'
import { PcdError } from '../../pcd/pcdError.ts'

/** The part of laz-perf that is used; its own types refer to those of Emscripten. */
interface LazPerf {
  HEAPU8: Uint8Array
  _malloc(bytes: number): number
  LASZip: new () => {
    open(data: number, length: number): void
    getPoint(at: number): void
    getCount(): number
    getPointLength(): number
    delete(): void
  }
}

const HEADER_BYTES = 227
const POINTS_A_PIECE = 8192
/** Events of the process that the module listens to for its own ends; a service has its own ways. */
const EVENTS = ['uncaughtException', 'unhandledRejection'] as const

/**
 * The file as LAS, unpacked as it is read: its header and records, then its points.
 *
 * @throws PcdError where it is damaged
 */
export async function* lasOfLaz(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const pointsAt = checkedPointsAt(bytes)
  const head = Uint8Array.from(bytes.subarray(0, pointsAt))
  head[POINT_FORMAT_OFFSET] &= ~LAZ_BIT & 0x7f
  yield head
  const module = await newModule()
  const file = module._malloc(bytes.length)
  if (file === 0) fail(`${bytes.length} bytes do not fit into the memory of the decoder`)
  module.HEAPU8.set(bytes, file)
  const reader = new module.LASZip()
  try {
    unpacking(() => reader.open(file, bytes.length))
    const rowBytes = reader.getPointLength()
    const count = reader.getCount()
    const piece = module._malloc(POINTS_A_PIECE * rowBytes)
    for (let done = 0; done < count; done += POINTS_A_PIECE) {
      const some = Math.min(POINTS_A_PIECE, count - done)
      unpacking(() => {
        for (let i = 0; i < some; i++) reader.getPoint(piece + i * rowBytes)
      })
      yield module.HEAPU8.slice(piece, piece + some * rowBytes)
    }
  } finally {
    reader.delete()
  }
}

/** A module for each file: what damaged data does to its memory ends with it. */
async function newModule(): Promise<LazPerf> {
  const emitter: EventEmitter = process
  const before = new Map(EVENTS.map((event) => [event, new Set(emitter.listeners(event))]))
  const module: LazPerf = await create()
  for (const [event, listeners] of before) {
    for (const listener of emitter.listeners(event)) {
      if (!listeners.has(listener)) emitter.removeListener(event, listener as () => void)
    }
  }
  return module
}

/** Where the packed points begin. A file that was cut has lost the table of chunks at its end. */
function checkedPointsAt(bytes: Uint8Array): number {
  if (bytes.length < HEADER_BYTES) fail(`byte ${bytes.length}: the file ends within its header`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pointsAt = view.getUint32(96, true)
  if (pointsAt < HEADER_BYTES || pointsAt + 8 > bytes.length)
    fail(`byte ${bytes.length}: the file ends before its points`)
  const written = view.getBigInt64(pointsAt, true)
  // Writers that cannot go back leave -1 there, and the place of the table in the last eight bytes.
  const table = Number(written === -1n ? view.getBigInt64(bytes.length - 8, true) : written)
  if (table < pointsAt + 8 || table + 8 > bytes.length)
    fail(`byte ${bytes.length}: the file ends before its table of chunks at byte ${table}`)
  return pointsAt
}

function unpacking(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (error instanceof PcdError) throw error
    const reason = error instanceof Error ? `: ${error.message}` : ''
    fail(`the compressed points cannot be unpacked${reason}`)
  }
}

function fail(message: string): never {
  throw new PcdError([{ message }])
}
