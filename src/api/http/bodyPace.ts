import type { IncomingMessage } from 'node:http'
import { ApiError } from './apiError.ts'

/** Each window after the first has to bring so much; two that do not, one after the other, end the connection. */
const WINDOW_MS = 10_000
const BYTES_A_WINDOW = 10 * 1024

const slowBody = () =>
  new ApiError('GE_0001', 'the body came slower than 1 KiB a second', {
    status: 408,
    headers: { connection: 'close' },
  })

/**
 * Watches that a body keeps coming: at least 1 KiB a second after the first 10 seconds, counted on the wire. Who falls
 * short for 20 seconds is refused, and the connection closed: a thousand such connections must not pile up.
 * `tooSlow` is rejected then, and never resolved.
 */
export function watchPace({ socket }: IncomingMessage): { tooSlow: Promise<never>; stop(): void } {
  const { promise: tooSlow, reject } = Promise.withResolvers<never>()
  tooSlow.catch(() => {})
  let before = socket.bytesRead
  let windows = 0
  let slow = 0
  const timer = setInterval(() => {
    const came = socket.bytesRead - before
    before = socket.bytesRead
    windows++
    slow = windows > 1 && came < BYTES_A_WINDOW ? slow + 1 : 0
    if (slow < 2) return
    clearInterval(timer)
    reject(slowBody())
    // The answer goes out first.
    setTimeout(() => socket.destroy(), 1000).unref()
  }, WINDOW_MS)
  timer.unref()
  return { tooSlow, stop: () => clearInterval(timer) }
}
