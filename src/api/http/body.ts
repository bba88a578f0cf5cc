import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { textFaults } from '../../formats/json/textFaults.ts'
import { JsonTextError } from '../../json/jsonTextError.ts'
import { JsonMeter } from '../../json/meter.ts'
import { MAX_DEPTH, parseJson } from '../../json/text.ts'
import { errorCode } from '../../store/postgres/errors.ts'
import { ApiError, ClientGone } from './apiError.ts'
import type { BodyRoom } from './bodyBudget.ts'
import { BodyBytes } from './bodyBytes.ts'
import { watchPace } from './bodyPace.ts'

export interface BodyLimits {
  /** Unpacked. */
  maxBytes: number
  /** Values of a JSON body, counted as it arrives; undefined where bytes alone bound it, and its reader the depth. */
  maxValues?: number
}

const UNZIP_BYTES = 256 * 1024

export const bodyTooLarge = (maxBytes: number) => new ApiError('FS_0013', `the body is larger than ${maxBytes} bytes`)

const noRoom = () =>
  new ApiError('api_error', 'other bodies hold the memory for bodies at this moment; try again soon', {
    status: 503,
    headers: { 'retry-after': '2' },
  })

/**
 * Reads a whole body, and unpacks gzip. It is refused as early as possible: by its announced length before anything is
 * read, otherwise at the byte where it exceeds a limit. The connection stays open, so that a client that is still sending can read the refusal.
 */
export async function readBody(request: IncomingMessage, limits: BodyLimits, room: BodyRoom): Promise<Buffer> {
  const { maxBytes, maxValues } = limits
  const announced = Number(request.headers['content-length'] ?? Number.NaN)
  const isZipped = refuseOtherEncoding(request)
  if (announced > maxBytes) throw bodyTooLarge(maxBytes)
  if (!isZipped && announced > 0 && !room.growTo(announced)) throw noRoom()
  const meter =
    maxValues === undefined
      ? null
      : new JsonMeter({ depth: MAX_DEPTH, values: maxValues, parts: Number.POSITIVE_INFINITY })
  const bytes = new BodyBytes(maxBytes, isZipped ? Number.NaN : announced)
  let length = 0
  const stream = isZipped ? unzipped(request) : request
  const pace = watchPace(request)
  const pieces: AsyncIterator<Buffer> = stream.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      const next = await pace.inPace(pieces.next())
      if (next.done) break
      length += next.value.length
      if (length > maxBytes) throw bodyTooLarge(maxBytes)
      if (!room.growTo(length)) throw noRoom()
      if (meter) push(meter, next.value)
      bytes.push(next.value)
    }
  } catch (error) {
    if (isZipped) stopUnzipping(request, stream)
    // The rest is read and discarded, as the server does with bodies that no handler reads: the connection serves the
    // next call only afterwards. While the iterator listens, nothing flows.
    void pieces.return?.().then(() => request.resume())
    throw readingError(error, request)
  } finally {
    pace.stop()
  }
  return bytes.whole()
}

function refuseOtherEncoding({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding']?.trim().toLowerCase()
  if (!encoding || encoding === 'identity') return false
  if (encoding === 'gzip' || encoding === 'x-gzip') return true
  throw new ApiError('GE_0001', 'Content-Encoding: gzip or none was expected', { status: 415 })
}

function unzipped(request: IncomingMessage): Readable {
  const gunzip = createGunzip({ chunkSize: UNZIP_BYTES })
  request.once('error', (error) => gunzip.destroy(error))
  request.once('close', () => {
    if (!request.complete) gunzip.destroy(new ClientGone())
  })
  return request.pipe(gunzip)
}

function stopUnzipping(request: IncomingMessage, gunzip: Readable): void {
  request.unpipe(gunzip as never)
  gunzip.on('error', () => {})
  gunzip.destroy()
}

function push(meter: JsonMeter, chunk: Buffer): void {
  try {
    meter.push(chunk)
  } catch (error) {
    throw asRefusal(error)
  }
}

function readingError(error: unknown, request: IncomingMessage): unknown {
  if (error instanceof ApiError || error instanceof ClientGone) return error
  if (request.destroyed && !request.complete) return new ClientGone()
  if (/^Z_|^ERR_(ZLIB|BUFFER)/.test(errorCode(error) ?? ''))
    return new ApiError('GE_0001', 'the body is not valid gzip')
  return error
}

/** Parses a whole JSON body; throws a 400 that describes its fault. */
export function readJsonBody(bytes: Uint8Array, maxValues?: number): unknown {
  try {
    return parseJson(bytes, maxValues)
  } catch (error) {
    throw asRefusal(error)
  }
}

function asRefusal(error: unknown): unknown {
  if (!(error instanceof JsonTextError)) return error
  return new ApiError('GE_0001', error.message, { failures: textFaults(error) })
}
