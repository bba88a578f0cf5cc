import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { cloudForm, FORM_BYTES, pcdOfCloud } from '../../formats/clouds/cloudFile.ts'
import type { PointLayout } from '../../formats/clouds/pointLayout.ts'
import { PcdError, problemText } from '../../pcd/pcdError.ts'
import { DEFAULT_PCD_LIMITS, type PcdLimits, WRITTEN_PCD_LIMITS } from '../../pcd/pcdLimits.ts'
import { type PcdCloud, readPcd } from '../../pcd/pcdReader.ts'
import type { PcdBounds } from '../../pcd/pointStore.ts'
import { DecodeError } from './DecodeError.ts'
import { lasOfLaz } from './laz.ts'
import { medianOf } from './median.ts'

/** What the pipeline needs to know of a cloud; coordinates in metres, in the file's own frame. */
export interface CloudSummary {
  pointCount: number
  /** Points without a NaN coordinate; rays without a return have NaN. */
  finiteCount: number
  /** Bounds of the finite points; null if there are none. */
  bounds: PcdBounds | null
  /** Component-wise median of the finite points; null if there are none. */
  medianM: [number, number, number] | null
  isAscii: boolean
  /** The type that stores the file's numbers without loss. */
  precision: 'f32' | 'f64'
  hasIntensity: boolean
  hasRgb: boolean
}

export interface CloudLimits extends PcdLimits {
  /** Called with the file's size before it is read; may throw to put the work off. */
  admit: (bytes: number) => void
}

export interface CloudOptions extends Partial<CloudLimits> {
  /** How a file without a header holds its points. */
  layout?: PointLayout | null
  /** Where a cloud of another form is written as PCD; the file must not be there yet. */
  pcdPath?: string
}

export interface OpenedCloud {
  cloud: PcdCloud
  /** The file is of another form than PCD. */
  isConverted: boolean
}

const CHUNK_BYTES = 1 << 20
/** How many times its bytes a compressed cloud has once it is unpacked, at most but for odd ones. */
const LAZ_RATIO = 10

/**
 * Reads a downloaded point cloud whole: PCD, PLY, LAS, LAZ, NPY, or raw numbers where `layout` says how they lie.
 *
 * @throws DecodeError `INVALID_POINT_CLOUD` with the first faults and their places, or `FILE_TOO_LARGE`
 */
export async function openCloud(path: string, options: CloudOptions = {}): Promise<OpenedCloud> {
  const limits = { ...DEFAULT_PCD_LIMITS, ...options }
  const { size } = await stat(path)
  if (size > limits.maxBytes) {
    throw new DecodeError('FILE_TOO_LARGE', `The file has ${size} bytes; at most ${limits.maxBytes} are allowed.`)
  }
  try {
    return await readAs(path, size, limits)
  } catch (error) {
    if (!(error instanceof PcdError)) throw error
    const faults = error.problems.map(problemText).join('; ')
    throw new DecodeError(error.tooLarge ? 'FILE_TOO_LARGE' : 'INVALID_POINT_CLOUD', `The point cloud: ${faults}`)
  }
}

async function readAs(path: string, sizeBytes: number, options: CloudOptions & PcdLimits): Promise<OpenedCloud> {
  const { layout = null, pcdPath } = options
  const limits = { maxBytes: options.maxBytes, maxPoints: options.maxPoints }
  const form = cloudForm(await startOf(path), layout)
  options.admit?.(form === 'laz' ? sizeBytes * LAZ_RATIO : sizeBytes)
  if (form === 'pcd') return { cloud: await readPcd(chunksOf(path), limits), isConverted: false }
  const file = { form: form === 'laz' ? ('las' as const) : form, sizeBytes, layout }
  const bytes = form === 'laz' ? lasOfLaz(await readFile(path)) : chunksOf(path)
  const pcd = pcdOfCloud({ ...file, bytes }, limits)
  const written = { ...WRITTEN_PCD_LIMITS, maxPoints: limits.maxPoints }
  if (pcdPath === undefined) return { cloud: await readPcd(pcd, written), isConverted: true }
  await pipeline(pcd, createWriteStream(pcdPath, { flags: 'wx' }))
  return { cloud: await readPcd(chunksOf(pcdPath), written), isConverted: true }
}

const chunksOf = (path: string): AsyncIterable<Uint8Array> => createReadStream(path, { highWaterMark: CHUNK_BYTES })

async function startOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(FORM_BYTES), 0, FORM_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
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
      // A point with one NaN coordinate is invalid: none of its coordinates counts.
      const sum = positions[at] + positions[at + 1] + positions[at + 2]
      if (!Number.isNaN(sum)) values[used++] = positions[at + axis]
    }
    return medianOf(values.subarray(0, used))
  }
  return [medianOfAxis(0), medianOfAxis(1), medianOfAxis(2)]
}
