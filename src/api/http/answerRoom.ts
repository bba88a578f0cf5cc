import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './apiError.ts'
import type { BodyBudget, BodyRoom } from './bodyBudget.ts'

/** Answers up to this size are always sent: limits on connections bound their number. */
const SMALL_BYTES = 1024 * 1024
/** A reader who reads nothing for this long is cut off, since the answer stays in memory until it is read. */
const STALL_MS = 30_000

declare module 'fastify' {
  interface FastifyInstance {
    bodyBudget: BodyBudget
  }
}

/** The owner of the memory that a call takes. */
export const ownerOf = ({ keyHolder, session }: FastifyRequest): string =>
  keyHolder?.keyId ?? session?.userId ?? 'public'

const rooms = new WeakMap<FastifyReply, BodyRoom>()

/**
 * Holds room in the budget of bodies for a large answer until it is taken, so that slow readers of many do not fill the
 * memory. To be asked before the answer is made where its size can be guessed, and again when it is known.
 * @throws ApiError 503 while others hold it
 */
export function holdAnswer(reply: FastifyReply, bytes: number): void {
  if (bytes <= SMALL_BYTES) return
  const { bodyBudget } = reply.server
  const room = rooms.get(reply) ?? bodyBudget.open(ownerOf(reply.request))
  if (!rooms.has(reply)) reply.raw.once('close', () => room.release())
  rooms.set(reply, room)
  // An answer larger than the budget is sent alone.
  if (!room.growTo(Math.min(bytes, bodyBudget.totalBytes / 2))) {
    throw new ApiError('api_error', 'other answers hold the memory for answers at this moment; try again soon', {
      status: 503,
      headers: { 'retry-after': '2' },
    })
  }
}

/** From now on the reader must read the answer. */
export function cutOffStalled({ raw }: FastifyReply, stallMs = STALL_MS): void {
  // Requests that a test injects have no connection.
  if (raw.socket instanceof Socket) raw.setTimeout(stallMs, () => raw.destroy())
}
