import { setTimeout as sleep } from 'node:timers/promises'
import type { EgressAnswer, EgressClient } from './client.ts'
import { startDeadline } from './deadline.ts'
import { EgressError } from './errors.ts'
import { type S3Access, type S3Request, signS3 } from './s3.ts'

export interface S3Upload {
  /** `s3://bucket/key` */
  object: URL
  access: S3Access
  source: UploadSource
  /** Whose upload it is: slow names of one lane do not delay the others. */
  lane: string
  /** Waits between attempts at one request. */
  retriesMs: readonly number[]
  signal?: AbortSignal
  /** The size of one request, which is held in memory. */
  partBytes?: number
}

export interface UploadSource {
  bytes: number
  /** Hexadecimal; stored with the object, so that an upload that finished but was not confirmed is recognized. */
  sha256: string
  contentType: string
  /** The bytes from start to end, which is not among them. */
  read(start: number, end: number): Promise<Uint8Array>
}

/** S3 accepts parts from 5 MiB, and at most 10,000 of them. */
const PART_BYTES = 64 * 1024 * 1024
const MAX_PARTS = 10_000
const REQUEST_MS = 10 * 60_000
const ANSWER_BYTES = 65_536
const SHA256_HEADER = 'x-amz-meta-sha256'
const ONLY_IF_NEW = { 'if-none-match': '*' }

/**
 * Writes an object that must not exist yet, in parts if it is large. An existing object with the same content counts as
 * written.
 * @throws EgressError, `permanent` with `httpStatus` 412 where the name is taken by other content.
 */
export async function uploadToS3(client: EgressClient, upload: S3Upload): Promise<void> {
  const { source, partBytes = PART_BYTES } = upload
  const bucket = new Bucket(client, upload)
  // Not every store supports the condition, so an existing object is looked for first.
  if (await bucket.holds(source.sha256)) return
  const about = { 'content-type': source.contentType, [SHA256_HEADER]: source.sha256 }
  try {
    if (source.bytes <= partBytes) {
      const body = await source.read(0, source.bytes)
      await bucket.send({ method: 'PUT', headers: { ...about, ...ONLY_IF_NEW }, body })
    } else await uploadParts(bucket, source, about, Math.max(partBytes, Math.ceil(source.bytes / MAX_PARTS)))
  } catch (error) {
    // An attempt whose answer was lost may have written it.
    if (error instanceof EgressError && error.httpStatus === 412 && (await bucket.holds(source.sha256))) return
    throw error
  }
}

async function uploadParts(
  bucket: Bucket,
  source: UploadSource,
  headers: Readonly<Record<string, string>>,
  partBytes: number,
): Promise<void> {
  const started = await bucket.send({ method: 'POST', query: { uploads: '' }, headers })
  const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(started.text)?.[1]
  if (uploadId === undefined) throw new EgressError('permanent', 'The bucket did not start an upload in parts.')
  try {
    const parts: string[] = []
    for (let start = 0; start < source.bytes; start += partBytes) {
      const partNumber = parts.length + 1
      const body = await source.read(start, Math.min(source.bytes, start + partBytes))
      const { etag } = await bucket.send({ method: 'PUT', query: { partNumber: String(partNumber), uploadId }, body })
      parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`)
    }
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    const done = await bucket.send({ method: 'POST', query: { uploadId }, headers: ONLY_IF_NEW, body })
    // The answer begins before the parts are joined, so its status does not say how that went.
    if (done.text.includes('<Error>')) throw new EgressError('temporary', 'The bucket could not join the parts.')
  } catch (error) {
    await bucket.send({ method: 'DELETE', query: { uploadId } }).catch(() => {})
    throw error
  }
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** One object of a bucket: each request is tried again where the bucket is only out of breath. */
class Bucket {
  readonly #client: EgressClient
  readonly #upload: S3Upload

  constructor(client: EgressClient, upload: S3Upload) {
    this.#client = client
    this.#upload = upload
  }

  /** Whether the object is there with this content. A bucket that does not show its objects answers as if it were not. */
  async holds(sha256: string): Promise<boolean> {
    try {
      return (await this.send({ method: 'HEAD' })).sha256 === sha256
    } catch (error) {
      if (error instanceof EgressError && error.kind === 'permanent') return false
      throw error
    }
  }

  async send(request: S3Request): Promise<{ text: string; etag: string; sha256: string }> {
    const { retriesMs, signal } = this.#upload
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#sendOnce(request)
      } catch (error) {
        const mayTryAgain = error instanceof EgressError && error.kind === 'temporary' && attempt < retriesMs.length
        if (!mayTryAgain) throw error
        await sleep(retriesMs[attempt], null, { signal })
      }
    }
  }

  async #sendOnce(request: S3Request): Promise<{ text: string; etag: string; sha256: string }> {
    const { object, access, lane, signal } = this.#upload
    const { method, body } = request
    const signed = signS3(object, request, access, Date.now())
    const deadline = startDeadline(REQUEST_MS, signal)
    try {
      const url = this.#client.parse(signed.url)
      const answer = await this.#client.send({ method, url, headers: signed.headers, body, lane, deadline })
      const text = await textOf(answer)
      const { statusCode: httpStatus, headers } = answer
      if (httpStatus < 200 || httpStatus > 299) {
        // 409: another write of the same name is in progress.
        const isTemporary = httpStatus >= 500 || [408, 409, 425, 429].includes(httpStatus)
        const message = `The bucket answered with HTTP ${httpStatus}.`
        throw new EgressError(isTemporary ? 'temporary' : 'permanent', message, { httpStatus })
      }
      return { text, etag: String(headers.etag ?? ''), sha256: String(headers[SHA256_HEADER] ?? '') }
    } finally {
      deadline.clear()
    }
  }
}

/** The beginning of an answer; those that matter are short. */
async function textOf(answer: EgressAnswer): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
      pieces.push(piece)
      bytes += piece.length
      if (bytes > ANSWER_BYTES) break
    }
  } catch (error) {
    throw new EgressError('temporary', 'The answer broke off before its end.', { cause: error })
  }
  return Buffer.concat(pieces).toString('utf8')
}
