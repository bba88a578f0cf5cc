import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { JsonTextError, parseJson } from '../../formats/json/text.ts'
import { ApiError } from './apiError.ts'

export const bodyTooLarge = (maxBytes: number) => new ApiError('FS_0013', `the body is larger than ${maxBytes} bytes`)

const badEncoding = (message: string) => new ApiError('GE_0001', message, { status: 400 })

/** What the server reads of a stream whose bytes on the wire are fewer than those that come out of it. */
interface Decoded extends Transform {
  receivedEncodedLength?: number
}

/** Opens a gzip body while it streams; its size is counted unpacked, so a bomb ends at the limit. */
export function unpack(request: FastifyRequest, payload: Readable, maxBytes: number): Readable {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase()
  if (!encoding || encoding === 'identity') return payload
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    throw new ApiError('GE_0001', 'Content-Encoding: gzip or none was expected', { status: 415 })
  }
  let received = 0
  let unpacked = 0
  const gunzip = createGunzip()
  const counted: Decoded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      unpacked += chunk.length
      if (unpacked > maxBytes) done(bodyTooLarge(maxBytes))
      else done(null, chunk)
    },
  })
  payload.on('data', (chunk: Buffer) => {
    received += chunk.length
    counted.receivedEncodedLength = received
  })
  payload.on('error', (error) => counted.destroy(error))
  gunzip.on('error', () => counted.destroy(badEncoding('the body is not valid gzip')))
  counted.on('error', () => {
    payload.unpipe(gunzip)
    payload.resume()
    gunzip.destroy()
  })
  payload.pipe(gunzip).pipe(counted)
  return counted
}

/** Parses a whole JSON body; throws the 400 that says what is wrong with it. */
export function readJson(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes)
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    const failures = error.field ? [{ field: error.field, type: 'INVALID_VALUE' as const }] : []
    throw new ApiError('GE_0001', error.message, { failures })
  }
}
