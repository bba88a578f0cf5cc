import { PcdError } from '../../pcd/pcdError.ts'
import type { PcdLimits } from '../../pcd/pcdLimits.ts'
import type { ByteSource } from './byteSource.ts'
import { type NumberType, numberBytes, numberReader, type ReadNumber } from './numberType.ts'
import { checkPointCount, pcdOfRows } from './pointRows.ts'

/** How a raw file without a header holds its points: one number of `type` for each field, little-endian. */
export interface PointLayout {
  fields: readonly string[]
  type: 'float32' | 'float64'
}

const TYPES: Readonly<Record<PointLayout['type'], NumberType>> = { float32: 'f4', float64: 'f8' }

/**
 * Converts a raw file to a PCD, in its order.
 *
 * @param sizeBytes of the whole file
 * @throws PcdError where it is not a whole number of points
 */
export async function* pcdOfRawRows(
  source: ByteSource,
  { fields, type }: PointLayout,
  sizeBytes: number,
  limits: PcdLimits,
): AsyncGenerator<Uint8Array> {
  const size = numberBytes(TYPES[type])
  const rowBytes = size * fields.length
  const count = Math.floor(sizeBytes / rowBytes)
  if (count * rowBytes !== sizeBytes) {
    const expected = `a multiple of ${rowBytes} bytes (${fields.length} × ${type}, as point_layout says)`
    throw new PcdError([{ message: `byte ${count * rowBytes}: expected ${expected}, found ${sizeBytes} bytes` }])
  }
  checkPointCount(count, limits)
  const value = numberReader(TYPES[type], true)
  const read = (name: string): ReadNumber => {
    const offset = size * fields.indexOf(name)
    return (view, at) => value(view, at + offset)
  }
  yield* pcdOfRows(source, {
    count,
    rowBytes,
    coordinates: [read('x'), read('y'), read('z')],
    intensity: fields.includes('intensity') ? read('intensity') : undefined,
  })
}
