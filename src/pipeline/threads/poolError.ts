import { DecodeError, type DecodeErrorType } from '../decode/DecodeError.ts'
import type { WireError } from './protocol.ts'

/** Why a job has no answer although it did not fail by itself. */
export type PoolErrorReason = 'TIME_LIMIT' | 'OUT_OF_MEMORY' | 'WORKER_LOST' | 'ABORTED' | 'CLOSED'

export class PoolError extends Error {
  override readonly name = 'PoolError'
  readonly reason: PoolErrorReason

  constructor(reason: PoolErrorReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

const DECODE_ERROR_TYPES: ReadonlySet<string> = new Set<DecodeErrorType>([
  'IMAGE_DECODE_FAILED',
  'INVALID_POINT_CLOUD',
  'FILE_TOO_LARGE',
])

/** The error a job threw, as the class it was where callers tell errors apart by it. */
export function fromWire(wire: WireError): Error {
  const known = wire.type !== null && DECODE_ERROR_TYPES.has(wire.type)
  const error = known
    ? new DecodeError(wire.type as DecodeErrorType, wire.message)
    : Object.assign(new Error(wire.message), { name: wire.name })
  if (wire.stack) error.stack = wire.stack
  return error
}
