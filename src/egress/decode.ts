import { pipeline, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, type Gunzip } from 'node:zlib'
import { brokenOff, EgressError } from './errors.ts'

type Bytes = AsyncIterable<Uint8Array>

/**
 * Undoes the content encoding that some servers apply although they were asked not to. It holds one piece at a time, so
 * the reader's limit bounds a decompression bomb.
 * @throws EgressError `permanent` for other encodings and broken data, immediately or while reading; `temporary` where
 * the compressed stream is cut.
 */
export function decodeBody(encoding: string | undefined, body: Bytes): Bytes {
  switch ((encoding ?? '').trim().toLowerCase()) {
    case '':
    case 'identity':
    // S3 stores the encoding as metadata of chunked uploads, although the stored object is no longer chunked.
    case 'aws-chunked':
      return body
    case 'gzip':
    case 'x-gzip':
      return decompress(body, () => createGunzip())
    case 'br':
      return decompress(body, () => createBrotliDecompress())
    case 'deflate':
      // Some servers send a zlib header (RFC 9110), some do not: the low half byte distinguishes them.
      return decompress(body, (first) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw()))
    default:
      throw new EgressError('permanent', 'The answer has a content encoding that is not supported.')
  }
}

async function* decompress(
  body: Bytes,
  makeDecoder: (firstByte: number) => Gunzip | ReturnType<typeof createBrotliDecompress>,
) {
  const source = body[Symbol.asyncIterator]()
  const first = await source.next()
  if (first.done) return
  const decoder = makeDecoder(first.value[0])
  pipeline(Readable.from(prepend(first.value, source)), decoder, () => {})
  try {
    yield* decoder
  } catch (error) {
    if (error instanceof EgressError) throw error
    if (error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR') throw brokenOff(error)
    throw new EgressError('permanent', 'The answer could not be decompressed.', { cause: error })
  }
}

async function* prepend(first: Uint8Array, rest: AsyncIterator<Uint8Array>) {
  try {
    yield first
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}
