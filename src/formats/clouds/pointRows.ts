import { headerText } from '../../pcd/headerText.ts'
import { PcdError } from '../../pcd/pcdError.ts'
import { type PcdField, pointBytes } from '../../pcd/pcdHeader.ts'
import type { PcdLimits } from '../../pcd/pcdLimits.ts'
import type { ByteSource } from './byteSource.ts'
import type { ReadNumber } from './numberType.ts'

/** What a cloud keeps of each point. */
export interface PointReaders<Read> {
  /** x, y and z, metres. */
  coordinates: readonly [Read, Read, Read]
  intensity?: Read | undefined
  /** 0xRRGGBB. */
  colour?: Read | undefined
}

/** Points as rows of equal length, which follow each other to the end of the file or of their section. */
export interface PointRows extends PointReaders<ReadNumber> {
  count: number
  rowBytes: number
}

/** Rows that are written together. */
const ROWS_A_PIECE = 8192

/** Refuses a number of points before anything is read or held for them. @throws PcdError */
export function checkPointCount(count: number, limits: PcdLimits): void {
  if (count === 0) throw new PcdError([{ message: 'the cloud has 0 points' }])
  if (count <= limits.maxPoints) return
  throw new PcdError([{ message: `${count} points, at most ${limits.maxPoints} are allowed` }], true)
}

/**
 * Writes points as binary PCD, in their order: x y z as float64, so that each is exactly what the file said, then
 * intensity and rgb where there are any.
 */
export class PcdRowWriter {
  readonly #fields: readonly PcdField[]
  readonly #rowBytes: number
  readonly #count: number

  constructor(count: number, has: { intensity: boolean; colour: boolean }) {
    this.#count = count
    this.#fields = [
      ...['x', 'y', 'z'].map((name): PcdField => ({ name, size: 8, type: 'F', count: 1 })),
      ...(has.intensity ? [{ name: 'intensity', size: 4, type: 'F', count: 1 } as const] : []),
      ...(has.colour ? [{ name: 'rgb', size: 4, type: 'U', count: 1 } as const] : []),
    ]
    this.#rowBytes = pointBytes(this.#fields)
  }

  header(): Uint8Array {
    const text = headerText({ fields: this.#fields, width: this.#count, height: 1, encoding: 'binary' })
    return new TextEncoder().encode(text)
  }

  /** `point(index)` answers the readers' values of one of the `count` points. */
  rows<Row>(count: number, readers: PointReaders<(row: Row) => number>, rowAt: (index: number) => Row): Uint8Array {
    const { coordinates, intensity, colour } = readers
    const view = new DataView(new ArrayBuffer(count * this.#rowBytes))
    for (let index = 0, at = 0; index < count; index++) {
      const row = rowAt(index)
      for (const read of coordinates) {
        view.setFloat64(at, read(row), true)
        at += 8
      }
      if (intensity) {
        view.setFloat32(at, intensity(row), true)
        at += 4
      }
      if (colour) {
        view.setUint32(at, colour(row), true)
        at += 4
      }
    }
    return new Uint8Array(view.buffer)
  }
}

/** The rows at the source's place as a PCD. @throws PcdError where they end too early */
export async function* pcdOfRows(source: ByteSource, rows: PointRows): AsyncGenerator<Uint8Array> {
  const { count, rowBytes, coordinates, intensity, colour } = rows
  const writer = new PcdRowWriter(count, { intensity: intensity !== undefined, colour: colour !== undefined })
  yield writer.header()
  for (let done = 0; done < count; ) {
    const asked = Math.min(ROWS_A_PIECE, count - done)
    const bytes = await source.peek(asked * rowBytes)
    const whole = Math.min(asked, Math.floor(bytes.length / rowBytes))
    if (whole === 0) {
      throw new PcdError([
        { message: `byte ${source.offset + bytes.length}: the file ends after ${done} of ${count} points` },
      ])
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, whole * rowBytes)
    const at = (read: ReadNumber) => (place: number) => read(view, place)
    yield writer.rows(
      whole,
      {
        coordinates: [at(coordinates[0]), at(coordinates[1]), at(coordinates[2])],
        intensity: intensity && at(intensity),
        colour: colour && at(colour),
      },
      (index) => index * rowBytes,
    )
    source.take(whole * rowBytes)
    done += whole
  }
}
