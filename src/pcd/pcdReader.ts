import { AsciiPoints } from './asciiPoints.ts'
import { BinaryPoints } from './binaryPoints.ts'
import { type ColumnPlan, cloudPlan, labelPlan } from './columnPlan.ts'
import { CompressedPoints } from './compressedPoints.ts'
import { HeaderReader } from './headerReader.ts'
import { PcdError, PcdProblems } from './pcdError.ts'
import type { PcdHeader } from './pcdHeader.ts'
import type { PcdLimits } from './pcdLimits.ts'
import { type PcdBounds, PointStore } from './pointStore.ts'

export type PcdPrecision = 'auto' | 'f32' | 'f64'

/** A point cloud in its file's order; NaN points keep their place. */
export interface PcdCloud {
  header: PcdHeader
  pointCount: number
  /** Points without a NaN coordinate. */
  finiteCount: number
  /**
   * x y z of each point, metres. `auto`: Float32Array if every number of the file can be restored from it (its decimal
   * digits in ASCII, its bits in binary), otherwise Float64Array with all numbers correctly rounded. Text becomes
   * float32 via float64: it is one unit off only if a text of many digits is within 2^-53 of a float32 midpoint.
   */
  positions: Float32Array | Float64Array
  /** As in the file, not normalised. */
  intensity?: Float32Array
  /** Three a point. */
  rgb?: Uint8Array
  /** Bounds of the finite points; absent if there are none. */
  bounds?: PcdBounds
}

interface Payload {
  push(chunk: Uint8Array): void
  end(): void
}

interface ReadPoints {
  header: PcdHeader
  store: PointStore
}

/** The part of reading that clouds and labels share: limits, header, payload. */
class PayloadReader {
  #read: ReadPoints | undefined
  readonly #limits: PcdLimits
  readonly #problems = new PcdProblems()
  readonly #headerReader: HeaderReader
  readonly #plan: (header: PcdHeader, problems: PcdProblems) => ColumnPlan
  #payload: Payload | undefined
  #bytes = 0
  #failure: unknown

  constructor(limits: PcdLimits, plan: (header: PcdHeader, problems: PcdProblems) => ColumnPlan) {
    this.#limits = limits
    this.#headerReader = new HeaderReader(limits, this.#problems)
    this.#plan = plan
  }

  push(chunk: Uint8Array): void {
    this.#failing(() => {
      this.#bytes += chunk.length
      if (this.#bytes > this.#limits.maxBytes) {
        throw new PcdError([{ message: `larger than ${this.#limits.maxBytes} bytes` }], true)
      }
      if (this.#payload !== undefined) return this.#payload.push(chunk)
      const read = this.#headerReader.push(chunk)
      if (read) this.#begin(read.header).push(chunk.subarray(read.start))
    })
  }

  end(): ReadPoints {
    this.#failing(() => (this.#payload ?? this.#begin(this.#headerReader.end())).end())
    if (!this.#read) throw new Error('a cloud that ended has a header')
    return this.#read
  }

  get header(): PcdHeader | undefined {
    return this.#read?.header
  }

  #begin(header: PcdHeader): Payload {
    const plan = this.#plan(header, this.#problems)
    const store = new PointStore(plan.columns)
    this.#read = { header, store }
    if (header.encoding === 'ascii') {
      const headerLines = this.#headerReader.lineCount
      this.#payload = new AsciiPoints(header, plan, store, this.#problems, headerLines)
    } else if (header.encoding === 'binary') this.#payload = new BinaryPoints(header, plan, store, this.#problems)
    else this.#payload = new CompressedPoints(header, plan, store, this.#problems)
    return this.#payload
  }

  /**
   * Once a reader has refused a file, it refuses every further call: a caller that swallows the error cannot get half a
   * cloud.
   */
  #failing(work: () => void): void {
    if (this.#failure !== undefined) throw this.#failure
    try {
      work()
    } catch (error) {
      this.#failure = error
      throw error
    }
  }
}

/** Reads a cloud from chunks, in workers and the browser; it does not hold chunks, so the caller may reuse them. */
export class PcdReader {
  readonly #reader: PayloadReader
  readonly #precision: PcdPrecision

  constructor(limits: PcdLimits, precision: PcdPrecision = 'auto') {
    this.#reader = new PayloadReader(limits, cloudPlan)
    this.#precision = precision
  }

  /** What the file says of itself, once its header has been read. */
  get header(): PcdHeader | undefined {
    return this.#reader.header
  }

  /** @throws PcdError as soon as the file cannot become a cloud. */
  push(chunk: Uint8Array): void {
    this.#reader.push(chunk)
  }

  /** @throws PcdError with every fault that was seen. */
  end(): PcdCloud {
    const { header, store } = this.#reader.end()
    const pointCount = header.points
    return {
      header,
      pointCount,
      ...store.takePositions(pointCount, this.#precision),
      ...(store.columns.intensity && { intensity: store.takeIntensity(pointCount) }),
      ...(store.columns.rgb && { rgb: store.takeRgb(pointCount) }),
    }
  }
}

/** @throws PcdError when the file is refused; `tooLarge` when it is over a limit. */
export async function readPcd(
  bytes: AsyncIterable<Uint8Array> | Uint8Array,
  limits: PcdLimits,
  precision: PcdPrecision = 'auto',
): Promise<PcdCloud> {
  const reader = new PcdReader(limits, precision)
  await feed(reader, bytes)
  return reader.end()
}

/**
 * The labels of a labelled PCD in any encoding, one per point in the file's order, from the field `label_key`.
 * @throws PcdError if the file is refused, or a label is not a whole number from 0.
 */
export async function readLabels(
  bytes: AsyncIterable<Uint8Array> | Uint8Array,
  limits: PcdLimits,
): Promise<Uint32Array> {
  const reader = new PayloadReader(limits, labelPlan)
  await feed(reader, bytes)
  const { header, store } = reader.end()
  return store.takeLabels(header.points)
}

async function feed(
  reader: { push(chunk: Uint8Array): void },
  bytes: AsyncIterable<Uint8Array> | Uint8Array,
): Promise<void> {
  if (bytes instanceof Uint8Array) reader.push(bytes)
  else for await (const chunk of bytes) reader.push(chunk)
}
