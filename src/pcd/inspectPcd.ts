import { PcdError, type PcdProblem } from './pcdError.ts'
import type { PcdHeader } from './pcdHeader.ts'
import type { PcdLimits } from './pcdLimits.ts'
import { PcdReader } from './pcdReader.ts'
import type { PcdBounds } from './pointStore.ts'

/** What a person wants to know about a PCD file, as plain data. */
export interface PcdInspection {
  /** Whether the service accepts the file. */
  accepted: boolean
  bytes: number
  header?: PcdHeader
  pointCount?: number
  finiteCount?: number
  nanCount?: number
  /** Bounds of the finite points, metres. */
  bounds?: PcdBounds
  /** The precision that keeps every digit of the coordinates. */
  precision?: 'float32' | 'float64'
  /** Fields that are shown in addition to x y z. */
  shown?: string[]
  /** Fields that are not used. */
  skipped?: string[]
  tooLarge?: boolean
  problems: readonly PcdProblem[]
}

/** Reads a whole file and reports its content; a refused file is a result here, not an error. */
export async function inspectPcd(
  source: AsyncIterable<Uint8Array> | Uint8Array,
  limits: PcdLimits,
): Promise<PcdInspection> {
  const reader = new PcdReader(limits)
  let bytes = 0
  try {
    for await (const chunk of source instanceof Uint8Array ? [source] : source) {
      bytes += chunk.length
      reader.push(chunk)
    }
    const { header, pointCount, finiteCount, bounds, positions, intensity, rgb } = reader.end()
    const shown = [...(intensity ? ['intensity'] : []), ...(rgb ? ['rgb', 'rgba'] : [])]
    const names = header.fields.map((field) => field.name)
    const isShown = (name: string) => shown.includes(name.toLowerCase())
    return {
      accepted: true,
      bytes,
      header,
      pointCount,
      finiteCount,
      nanCount: pointCount - finiteCount,
      ...(bounds && { bounds }),
      precision: positions instanceof Float64Array ? 'float64' : 'float32',
      shown: names.filter(isShown),
      skipped: names.filter((name) => !isShown(name) && !/^[xyz]$/i.test(name)),
      problems: [],
    }
  } catch (error) {
    if (!(error instanceof PcdError)) throw error
    return {
      accepted: false,
      bytes,
      ...(reader.header && { header: reader.header }),
      ...(error.tooLarge && { tooLarge: true }),
      problems: error.problems,
    }
  }
}
