import { Readable } from 'node:stream'
import { FileMissingError, type FileStore } from '../../store/files/fileStore.ts'
import { ApiError } from './apiError.ts'
import { type ByteSpan, readRange } from './range.ts'
import type { Exchange } from './route.ts'
import { type Sent, sent } from './sent.ts'

export interface SentFile {
  sha256: string
  bytes: number
  contentType: string
}

/** Headers of a file that programs and browsers of other origins fetch by a signed link, which can be revoked. */
export const linkedFile = (name: string, disposition: 'inline' | 'attachment') => ({
  'cache-control': 'private, max-age=0, must-revalidate',
  'content-disposition': `${disposition}; filename="${name}"`,
  'access-control-allow-origin': '*',
})

/** Headers of a file that the service's own pages load by its hash. */
export const PAGE_FILE = {
  'cache-control': 'private, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * Sends a stored file, or the part that a Range requests. Files never change under their hash: it is the ETag, and a
 * file that a browser has already is not sent again.
 * @throws ApiError 410 if the file was removed, 416 outside of it.
 */
export async function sendFile(
  files: FileStore,
  file: SentFile,
  { request, reply }: Exchange,
  headers: Readonly<Record<string, string>>,
): Promise<Sent> {
  const etag = `"${file.sha256}"`
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'content-security-policy': "sandbox; default-src 'none'",
    ...headers,
  })
  if (namesEtag(request.headers['if-none-match'], etag)) {
    reply.code(304).send()
    return sent()
  }
  const span = askedSpan(request.headers, etag, file.bytes)
  const elsewhere = await addressElsewhere(files, file, request, headers['content-disposition'])
  if (elsewhere !== null) {
    // Before the signature expires, the browser requests it again.
    reply.header('cache-control', 'private, max-age=240').redirect(elsewhere, 302)
    return sent()
  }
  const { start, end } = span ?? { start: 0, end: file.bytes - 1 }
  if (span) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`)
  reply.type(file.contentType).header('content-length', end - start + 1)
  // An empty stream: for anything else Fastify would send its length instead of the file's.
  reply.send(request.method === 'HEAD' ? Readable.from([]) : await opened(files, file.sha256, span))
  return sent()
}

/** Where the storage itself answers; null for who reads through the service. @throws ApiError 410 */
async function addressElsewhere(
  files: FileStore,
  { sha256, contentType }: SentFile,
  { method, headers }: Exchange['request'],
  contentDisposition: string | undefined,
): Promise<string | null> {
  // Clients send their headers on to where they are led: a key is for the service alone.
  if (method !== 'GET' || headers['x-api-key'] !== undefined) return null
  const address = await files.readAddress(sha256, { contentType, contentDisposition })
  if (address !== null && !(await files.stat(sha256))) throw new ApiError('GONE', 'the file was removed')
  return address
}

function askedSpan(headers: Exchange['request']['headers'], etag: string, bytes: number): ByteSpan | null {
  const isOfThis = headers['if-range'] === undefined || headers['if-range'] === etag
  const asked = isOfThis ? readRange(headers.range, bytes) : null
  if (asked !== 'outside') return asked
  throw new ApiError('RANGE_NOT_SATISFIABLE', `the file has ${bytes} bytes`, {
    headers: { 'content-range': `bytes */${bytes}` },
  })
}

async function opened(files: FileStore, sha256: string, span: ByteSpan | null) {
  try {
    return await files.open(sha256, span ?? undefined)
  } catch (error) {
    if (!(error instanceof FileMissingError)) throw error
    throw new ApiError('GONE', 'the file was removed')
  }
}

/** If-None-Match is a list, and compares weakly (RFC 9110, 13.1.2). */
const namesEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*') ?? false
