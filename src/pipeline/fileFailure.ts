import { EgressError } from '../egress/errors.ts'
import type { FileFailureType } from '../model/fileFailureType.ts'
import { PoolError } from '../threads/poolError.ts'
import { DecodeError } from './decode/DecodeError.ts'

export type FileKind = 'image' | 'cloud'

/** The fault of the file in a field. */
export interface FileError {
  field: string
  type: FileFailureType
  /** For people: the expectation and what came. */
  message: string
}

export interface FileFailure extends FileError {
  /** How often it may be tried again: temporary faults by all of DOWNLOAD_RETRIES, wrong files twice, others never. */
  retries: 'all' | 'two' | 'none'
  /** The wait that the server asked for. */
  retryAfterMs?: number
}

/** What went wrong with one file, in words for the customer; null for faults that are not the file's. */
export function fileFailure(error: unknown, field: string, kind: FileKind): FileFailure | null {
  if (error instanceof EgressError) {
    const { message, retryAfterMs } = error
    if (error.kind === 'stopped') return null
    if (error.kind === 'forbidden') return { field, type: 'FORBIDDEN_ADDRESS', message, retries: 'none' }
    if (error.kind === 'too_large') return { field, type: 'FILE_TOO_LARGE', message, retries: 'none' }
    const type = kind === 'image' ? 'INVALID_IMAGE_LINK' : 'INVALID_POINT_CLOUD_LINK'
    return { field, type, message, retries: error.kind === 'temporary' ? 'all' : 'two', retryAfterMs }
  }
  if (error instanceof DecodeError) {
    const retries = error.type === 'FILE_TOO_LARGE' ? 'none' : 'two'
    return { field, type: error.type, message: error.message, retries }
  }
  if (error instanceof PoolError && (error.reason === 'TIME_LIMIT' || error.reason === 'OUT_OF_MEMORY')) {
    const type = kind === 'image' ? 'IMAGE_DECODE_FAILED' : 'INVALID_POINT_CLOUD'
    return { field, type, message: 'The file takes too much time or memory to read.', retries: 'two' }
  }
  return null
}

/** The `error` of a failed job, as callbacks and records carry it. */
export function failedError(failures: readonly FileError[]) {
  const [first] = failures
  const others = failures.length > 1 ? ` (and ${failures.length - 1} more)` : ''
  return {
    code: 'FS_0003',
    message: `the data could not be used: ${first.field}: ${first.message}${others}`,
    meta_data: { failures: failures.map(({ field, type }) => ({ field, type })) },
  }
}
