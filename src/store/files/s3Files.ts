import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { S3mini, S3ServiceError } from 's3mini'
import {
  assertSha256,
  type BeforePlacing,
  type ByteRange,
  FileMissingError,
  type FileSource,
  type FileStore,
  MARKER_NAME,
  type ShownAs,
  StorageError,
  StorageFullError,
  type StoredFile,
} from './fileStore.ts'
import { LocalCache } from './localCache.ts'
import { type Pieces, S3PartialUploads } from './s3PartialUploads.ts'
import { writeTemporary } from './temporaryFile.ts'

export interface S3FilesOptions {
  bucket: string
  /** Without slashes at its ends; may be empty. */
  prefix: string
  /** Null: AWS in the region. */
  endpoint: string | null
  region: string
  accessKeyId: string
  secretAccessKey: string
  cacheDir: string
  cacheBytes: number
  presignedReads: boolean
}

const RETRY_DELAYS_MS = [100, 500]
/** Timeout for sending a file. */
const REQUEST_TIMEOUT_MS = 10 * 60_000
/** Until an answer begins, all tries together: people and balancers wait for it. */
const ANSWER_TIMEOUT_MS = 10_000
/** A file that is larger is sent in parts of this size: each is sent again alone, and S3 takes 5 GiB in one request. */
const PART_BYTES = 64 * 1024 * 1024
/**
 * How long a signed address is valid, and how long the same one is returned, so that browsers can cache its content.
 */
const ADDRESS_S = 600
const SAME_ADDRESS_MS = 240_000
const ADDRESSES_KEPT = 10_000
const MISSING = 404
const STORAGE_FULL = 507

/**
 * Files as objects of one bucket. What comes in is first written to this machine, because only then are hash and length
 * known; the copy stays in the cache, where the worker that stored a file soon reads it again.
 */
export class S3Files implements FileStore {
  readonly #client: S3mini
  readonly #prefix: string
  readonly #cache: LocalCache
  readonly #fetching = new Map<string, Promise<string>>()
  readonly #presignedReads: boolean
  readonly #addresses = new Map<string, { address: string; untilMs: number }>()
  readonly partialUploads: S3PartialUploads
  #isPrepared = false

  constructor(options: S3FilesOptions) {
    const endpoint = (options.endpoint ?? `https://s3.${options.region}.amazonaws.com`).replace(/\/+$/, '')
    this.#client = new S3mini({
      endpoint: `${endpoint}/${options.bucket}`,
      region: options.region,
      accessKeyId: options.accessKeyId,
      secretAccessKey: options.secretAccessKey,
      requestAbortTimeout: REQUEST_TIMEOUT_MS,
    })
    this.#prefix = options.prefix
    this.#presignedReads = options.presignedReads
    this.#cache = new LocalCache(options.cacheDir, options.cacheBytes)
    this.partialUploads = new S3PartialUploads(this.#pieces(), (source, beforePlacing) =>
      this.put(source, beforePlacing),
    )
  }

  async put(source: FileSource, beforePlacing?: BeforePlacing): Promise<StoredFile> {
    const { path, sha256, bytes } = await writeTemporary(this.#cache.temporary, source)
    try {
      await beforePlacing?.(sha256)
      if ((await this.stat(sha256))?.bytes !== bytes) await this.#upload(this.#keyOf(sha256), path, sha256)
      await this.#cache.adopt(path, sha256, bytes)
    } catch (error) {
      await rm(path, { force: true }).catch(() => {})
      throw error
    }
    return { sha256, bytes }
  }

  async open(sha256: string, { start = 0, end }: ByteRange = {}): Promise<Readable> {
    const whole = start === 0 && end === undefined
    const key = this.#keyOf(sha256)
    const answer = await this.#attempt(() =>
      this.#client.getObjectRaw(key, whole, start, end === undefined ? undefined : end + 1),
    )
    // The two type declarations differ although the objects are the same.
    return Readable.from(answer.body ? piecesOf(answer.body as ReadableStream<Uint8Array>) : [], { objectMode: false })
  }

  async readAll(sha256: string): Promise<Buffer> {
    const bytes = Buffer.concat(await (await this.open(sha256)).toArray())
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw damaged()
    return bytes
  }

  async readAddress(sha256: string, { contentType, contentDisposition }: ShownAs): Promise<string | null> {
    if (!this.#presignedReads) return null
    const name = [sha256, contentType, contentDisposition].join('\n')
    const given = this.#addresses.get(name)
    if (given && given.untilMs > performance.now()) return given.address
    const address = await this.#client.getPresignedUrl('GET', this.#keyOf(sha256), ADDRESS_S, {
      'response-content-type': contentType,
      'response-cache-control': 'private, max-age=31536000, immutable',
      ...(contentDisposition === undefined ? {} : { 'response-content-disposition': contentDisposition }),
    })
    if (this.#addresses.size >= ADDRESSES_KEPT) this.#addresses.clear()
    this.#addresses.set(name, { address, untilMs: performance.now() + SAME_ADDRESS_MS })
    return address
  }

  async stat(sha256: string): Promise<{ bytes: number } | null> {
    const bytes = await this.#lengthOf(this.#keyOf(sha256))
    return bytes === null ? null : { bytes }
  }

  async remove(sha256: string): Promise<void> {
    await this.#cache.remove(sha256)
    await this.#delete(this.#keyOf(sha256))
  }

  async localPath(sha256: string): Promise<string> {
    const cached = await this.#cache.find(sha256)
    if (cached) return cached
    const running = this.#fetching.get(sha256)
    if (running) return running
    const fetching = this.#fetch(sha256).finally(() => this.#fetching.delete(sha256))
    this.#fetching.set(sha256, fetching)
    return fetching
  }

  async prepare(): Promise<void> {
    try {
      await this.#attempt(() => this.#client.putObject(this.#probe(), 'ready', 'text/plain'))
      await this.#attempt(() => this.#client.getContentLength(this.#probe()))
    } catch (error) {
      const cause = error instanceof StorageError ? (error.cause ?? error) : error
      throw new StorageError(`the storage does not take files: ${cause instanceof Error ? cause.message : cause}`, {
        cause: error,
      })
    }
    this.#isPrepared = true
  }

  async ready(): Promise<void> {
    if ((await this.#lengthOf(this.#probe())) === null) throw bucketGone()
  }

  async hasRoom(): Promise<boolean> {
    return true
  }

  async readMarker(): Promise<string | null> {
    const key = `${this.#folder()}${MARKER_NAME}`
    try {
      const answer = await this.#attempt(() => this.#client.getObjectRaw(key))
      return (await within(answer.text(), ANSWER_TIMEOUT_MS)).trim()
    } catch (error) {
      if (error instanceof FileMissingError) return null
      throw error
    }
  }

  async writeMarker(text: string): Promise<void> {
    const key = `${this.#folder()}${MARKER_NAME}`
    await this.#attempt(() => this.#client.putObject(key, `${text}\n`, 'text/plain'))
  }

  /** A key that always exists: if it is missing, the bucket, or our prefix in it, no longer exists. */
  #probe(): string {
    return `${this.#folder()}ready`
  }

  sweepTemporary(olderThanMs: number): Promise<number> {
    return this.#cache.sweepTemporary(olderThanMs)
  }

  #pieces(): Pieces {
    const client = this.#client
    const keyOf = (name: string) => `${this.#folder()}${name}`
    return {
      put: async (name, bytes) => {
        const type = 'application/octet-stream'
        await this.#attempt(() => client.putObject(keyOf(name), bytes, type), REQUEST_TIMEOUT_MS)
      },
      read: (name) => this.#read(keyOf(name)),
      exists: async (name) => (await this.#lengthOf(keyOf(name))) !== null,
      remove: (name) => this.#delete(keyOf(name)),
    }
  }

  async *#read(key: string): AsyncGenerator<Uint8Array> {
    const answer = await this.#attempt(() => this.#client.getObjectRaw(key))
    if (answer.body) yield* piecesOf(answer.body as ReadableStream<Uint8Array>)
  }

  #lengthOf(key: string): Promise<number | null> {
    return orNull(this.#attempt(() => this.#client.getContentLength(key)))
  }

  async #delete(key: string): Promise<void> {
    await orNull(this.#attempt(() => this.#client.deleteObject(key)))
  }

  #folder(): string {
    return this.#prefix === '' ? '' : `${this.#prefix}/`
  }

  #keyOf(sha256: string): string {
    assertSha256(sha256)
    return `${this.#folder()}${sha256.slice(0, 2)}/${sha256}`
  }

  async #upload(key: string, path: string, sha256: string): Promise<void> {
    const file = await openAsBlob(path)
    if (file.size > PART_BYTES) return this.#uploadParts(key, file)
    // The storage compares it with what arrived: the signature does not cover the payload.
    const checksum = { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') }
    await this.#attempt(
      () => this.#client.putObject(key, file, 'application/octet-stream', undefined, checksum, file.size),
      REQUEST_TIMEOUT_MS,
    )
  }

  async #uploadParts(key: string, file: Blob): Promise<void> {
    const uploadId = await this.#attempt(() => this.#client.getMultipartUploadId(key, 'application/octet-stream'))
    try {
      const parts: Awaited<ReturnType<S3mini['uploadPart']>>[] = []
      for (let start = 0; start < file.size; start += PART_BYTES) {
        const part = file.slice(start, start + PART_BYTES)
        const number = parts.length + 1
        parts.push(await this.#attempt(() => this.#client.uploadPart(key, uploadId, part, number), REQUEST_TIMEOUT_MS))
      }
      await this.#attempt(() => this.#client.completeMultipartUpload(key, uploadId, parts), REQUEST_TIMEOUT_MS)
      const stored = await this.#attempt(() => this.#client.getContentLength(key))
      if (stored !== file.size) throw damaged()
    } catch (error) {
      // Otherwise its parts would stay in the bucket, invisible and billed.
      await this.#client.abortMultipartUpload(key, uploadId).catch(() => {})
      throw error
    }
  }

  async #fetch(sha256: string): Promise<string> {
    const body = await this.open(sha256)
    const written = await writeTemporary(this.#cache.temporary, body)
    if (written.sha256 === sha256) return this.#cache.adopt(written.path, sha256, written.bytes)
    await rm(written.path, { force: true })
    throw damaged()
  }

  /** Whether the bucket, or our prefix in it, no longer exists: then a missing file was not deleted by us. */
  async #isGone(): Promise<boolean> {
    if (!this.#isPrepared) return false
    return within(this.#client.getContentLength(this.#probe()), ANSWER_TIMEOUT_MS).then(
      () => false,
      (error) => statusOf(error) === MISSING,
    )
  }

  /** One request, made again where the storage is only out of breath; errors in the store's own terms. */
  async #attempt<T>(request: () => Promise<T>, timeoutMs = ANSWER_TIMEOUT_MS): Promise<T> {
    const untilMs = performance.now() + timeoutMs
    for (let attempt = 0; ; attempt++) {
      try {
        return await within(request(), untilMs - performance.now())
      } catch (error) {
        if (error instanceof StorageError) throw error
        const status = statusOf(error)
        if (status === MISSING)
          throw (await this.#isGone()) ? bucketGone() : new FileMissingError('The file is not in the storage.')
        if (status === STORAGE_FULL) throw new StorageFullError('The storage is full.', { cause: error })
        const isTemporary = status === null || status === 429 || status >= 500
        if (!isTemporary || attempt === RETRY_DELAYS_MS.length) {
          throw new StorageError(`The storage failed${status ? ` with HTTP ${status}` : ''}.`, { cause: error })
        }
        await sleep(RETRY_DELAYS_MS[attempt])
      }
    }
  }
}

const orNull = <T>(request: Promise<T>): Promise<T | null> =>
  request.catch((error: unknown) => {
    if (error instanceof FileMissingError) return null
    throw error
  })

function statusOf(error: unknown): number | null {
  if (error instanceof S3ServiceError) return error.status
  // getContentLength wraps what went wrong.
  return error instanceof Error && error.cause instanceof S3ServiceError ? error.cause.status : null
}

const damaged = () => new StorageError('The storage answered bytes that are not the file.')

const bucketGone = () => new StorageError('The bucket, or our place in it, is gone.')

/** A file as it comes: that it breaks off or falls silent is an error of the storage, after which one waits for it. */
async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), ANSWER_TIMEOUT_MS)
      if (done) return
      yield value
    }
  } catch (error) {
    throw error instanceof StorageError ? error : new StorageError('The storage broke off a file.', { cause: error })
  } finally {
    reader.cancel().catch(() => {})
  }
}

/** The storage may be silent without closing anything. */
async function within<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  const late = new AbortController()
  const deadline = sleep(Math.max(0, timeoutMs), null, { signal: late.signal, ref: false }).then(() => {
    throw new StorageError('The storage did not answer in time.')
  })
  deadline.catch(() => {})
  try {
    return await Promise.race([answer, deadline])
  } finally {
    late.abort()
    answer.catch(() => {})
  }
}
