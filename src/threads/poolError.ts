import type { WireError } from './protocol.ts'

/** Why a job has no answer although it did not fail itself. */
export type PoolErrorReason = 'TIME_LIMIT' | 'OUT_OF_MEMORY' | 'WORKER_LOST' | 'ABORTED' | 'CLOSED'

export class PoolError extends Error {
  override readonly name = 'PoolError'
  readonly reason: PoolErrorReason

  constructor(reason: PoolErrorReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/** Recreates an error in its own class, if callers distinguish errors by it; null for unknown errors. */
export type Revive = (wire: WireError) => Error | null

/** The error a job threw, on this side of the thread. */
export function fromWire(wire: WireError, revive: Revive): Error {
  const error = revive(wire) ?? Object.assign(new Error(wire.message), { name: wire.name })
  if (wire.stack) error.stack = wire.stack
  return error
}
