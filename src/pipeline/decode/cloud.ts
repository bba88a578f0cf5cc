import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { PcdError, problemText } from '../../formats/pcd/pcdError.ts'
import { DEFAULT_PCD_LIMITS, type PcdLimits } from '../../formats/pcd/pcdLimits.ts'
import { type PcdCloud, readPcd } from '../../formats/pcd/pcdReader.ts'
import type { PcdBounds } from '../../formats/pcd/pointStore.ts'
import { DecodeError } from './DecodeError.ts'
import { medianOf } from './median.ts'

/** What the pipeline needs to know of a cloud; coordinates in metres, in the file's own frame. */
export interface CloudSummary {
  pointCount: number
  /** Points without a NaN coordinate; no returns have none. */
  finiteCount: number
  /** Of the finite points; null when there are none. */
  bounds: PcdBounds | null
  /** Component-wise median of the finite points; null when there are none. */
  medianM: [number, number, number] | null
  isAscii: boolean
  /** What holds the file's numbers without loss. */
  precision: 'f32' | 'f64'
  hasIntensity: boolean
  hasRgb: boolean
}

export interface CloudLimits extends PcdLimits {
  /** Called with the file's size before it is read; may throw to put the work off. */
  admit: (bytes: number) => void
}

/**
 * Reads a downloaded point cloud whole.
 *
 * @throws DecodeError `INVALID_POINT_CLOUD` with the first faults and their lines, or `FILE_TOO_LARGE`
 */
export async function openCloud(path: string, limits: Partial<CloudLimits> = {}): Promise<PcdCloud> {
  const { maxBytes, maxPoints } = { ...DEFAULT_PCD_LIMITS, ...limits }
  const { size } = await stat(path)
  if (size > maxBytes) {
    throw new DecodeError('FILE_TOO_LARGE', `The file has ${size} bytes; at most ${maxBytes} are allowed.`)
  }
  limits.admit?.(size)
  try {
    return await readPcd(createReadStream(path, { highWaterMark: 1 << 20 }), { maxBytes, maxPoints })
  } catch (error) {
    if (!(error instanceof PcdError)) throw error
    const faults = error.problems.map(problemText).join('; ')
    throw new DecodeError(error.tooLarge ? 'FILE_TOO_LARGE' : 'INVALID_POINT_CLOUD', `The point cloud: ${faults}`)
  }
}

export function summarizeCloud(cloud: PcdCloud): CloudSummary {
  return {
    pointCount: cloud.pointCount,
    finiteCount: cloud.finiteCount,
    bounds: cloud.bounds ?? null,
    medianM: cloud.finiteCount > 0 ? medianPoint(cloud) : null,
    isAscii: cloud.header.encoding === 'ascii',
    precision: cloud.positions instanceof Float32Array ? 'f32' : 'f64',
    hasIntensity: cloud.intensity !== undefined,
    hasRgb: cloud.rgb !== undefined,
  }
}

function medianPoint({ positions, finiteCount }: PcdCloud): [number, number, number] {
  const values = new Float64Array(finiteCount)
  const medianOfAxis = (axis: number) => {
    let used = 0
    for (let at = 0; at < positions.length; at += 3) {
      // A point with one NaN coordinate is no point: none of its coordinates counts.
      const sum = positions[at] + positions[at + 1] + positions[at + 2]
      if (!Number.isNaN(sum)) values[used++] = positions[at + axis]
    }
    return medianOf(values.subarray(0, used))
  }
  return [medianOfAxis(0), medianOfAxis(1), medianOfAxis(2)]
}
