import { setImmediate as nextTurn } from 'node:timers/promises'

/** So much is copied in about a millisecond. */
const COPY_BYTES = 4 * 1024 * 1024

/** One joined buffer, copied in slices: copying hundreds of megabytes in one step would delay every call. */
export async function joinedInTurns(chunks: readonly Uint8Array[], length: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(length)
  let at = 0
  let copied = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
    copied += chunk.length
    if (copied < COPY_BYTES) continue
    copied = 0
    await nextTurn()
  }
  return whole
}
