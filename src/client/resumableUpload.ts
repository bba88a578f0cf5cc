import { errorOfAnswer, FiducialError } from './fiducialError.ts'
import { type ClientScope, inProject } from './scope.ts'
import { delayMs } from './transport.ts'

const TUS = { 'tus-resumable': '1.0.0' }
/** Refusals after which an upload resumes from what the service kept: lost answers, other writers, overload. */
const GOES_ON: ReadonlySet<number> = new Set([0, 409, 423, 429, 502, 503, 504])

interface Sending {
  name: string
  pieceBytes: number
  signal?: AbortSignal
}

/**
 * Sends bytes piece by piece by tus 1.0, and resumes where a connection broke. Answers the id of the file.
 * @throws FiducialError, or the reason of the signal, after which the upload is given up
 */
export async function uploadInPieces(scope: ClientScope, content: Blob, sending: Sending): Promise<string> {
  const { name, pieceBytes, signal } = sending
  const metadata = `relative_path ${btoa(String.fromCharCode(...new TextEncoder().encode(name)))}`
  const address = inProject(scope, '/uploads')
  const begin = { 'upload-length': String(content.size), 'upload-metadata': metadata }
  const made = await withRetries(scope, () => call(scope, 'POST', address, { headers: begin, signal }), signal)
  const place = `${address}/${made.get('location')?.split('/').at(-1) ?? ''}`
  const send = (offset: number) =>
    call(scope, 'PATCH', place, {
      headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      body: content.slice(offset, offset + pieceBytes),
      signal,
    })
  try {
    for (let offset = 0; ; ) {
      const from = offset
      // After a failure the service says what it kept; that it kept more counts as a success.
      const kept = await withRetries(
        scope,
        () => send(from),
        signal,
        () => call(scope, 'HEAD', place, { signal }),
      )
      offset = Number(kept.get('upload-offset'))
      if (offset === content.size) return kept.get('x-file-id') ?? ''
    }
  } catch (error) {
    if (signal?.aborted) await call(scope, 'DELETE', place, {}).catch(() => {})
    throw error
  }
}

/** Answers the headers. `look`: the call to send after a failure, instead of the same call again. */
async function withRetries(
  scope: ClientScope,
  send: () => Promise<Headers>,
  signal?: AbortSignal,
  look: () => Promise<Headers> = send,
): Promise<Headers> {
  const { transport } = scope
  for (let attempt = 1, next = send; ; attempt++, next = look) {
    try {
      return await next()
    } catch (error) {
      const mayGoOn = error instanceof FiducialError && GOES_ON.has(error.status)
      if (!mayGoOn || attempt >= transport.retries.attempts) throw error
      await transport.timing.sleep(delayMs(transport, attempt, null), signal)
    }
  }
}

interface Piece {
  headers?: Record<string, string>
  body?: Blob
  signal?: AbortSignal
}

async function call(scope: ClientScope, method: string, path: string, piece: Piece): Promise<Headers> {
  const { transport } = scope
  const headers = { 'x-api-key': transport.apiKey, ...TUS, ...piece.headers }
  try {
    const { body = null, signal } = piece
    const response = await transport.fetch(transport.baseUrl + path, {
      method,
      headers,
      body,
      signal,
      redirect: 'error',
    })
    if (response.ok) return response.headers
    const answer: unknown = await response.json().catch(() => null)
    throw errorOfAnswer(response.status, answer)
  } catch (error) {
    if (error instanceof FiducialError || piece.signal?.aborted) throw error
    const message = `cannot reach ${transport.baseUrl}`
    throw new FiducialError(message, { status: 0, code: 'network_error', cause: error })
  }
}
