import type { IncomingMessage } from 'node:http'
import { ApiError, ClientGone } from './apiError.ts'
import { bodyTooLarge } from './body.ts'
import { watchPace } from './bodyPace.ts'

/**
 * A body piece by piece as it arrives, if it is too large to hold. It is refused as early as possible, by its announced
 * length or at the byte where it exceeds the limit; the rest is discarded.
 */
export async function* streamBody(request: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity')
    throw new ApiError('GE_0001', 'files must be sent without Content-Encoding', { status: 415 })
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw bodyTooLarge(maxBytes)
  const pace = watchPace(request)
  const pieces: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false })
  let length = 0
  try {
    for (;;) {
      const next = await pace.inPace(pieces.next())
      if (next.done) break
      length += next.value.length
      if (length > maxBytes) throw bodyTooLarge(maxBytes)
      yield next.value
    }
  } catch (error) {
    // The rest is read and discarded: the connection serves the next call only when it is through.
    void pieces.return?.().then(() => request.resume())
    throw request.destroyed && !request.complete ? new ClientGone() : error
  } finally {
    pace.stop()
  }
}
