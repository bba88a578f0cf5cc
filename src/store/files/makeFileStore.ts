import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileStore } from './fileStore.ts'
import { LocalFiles } from './localFiles.ts'
import { S3Files } from './s3Files.ts'

export interface FileStoreOptions {
  s3: { endpoint: string | null; region: string; accessKeyId: string; secretAccessKey: string }
  /** The folder for copies of remote files; unused with `file:`. */
  cacheDir: string
  cacheBytes?: number
  /** `presigned`: readers outside are led to the bucket. */
  reads?: string
}

export class StorageUrlError extends Error {}

const DEFAULT_CACHE_BYTES = 10 * 1024 ** 3

/**
 * The store a STORAGE_URL names: `file:` and a path taken literally, `file:///` and a path with URL escapes, or
 * `s3://bucket/prefix`.
 * @throws StorageUrlError
 */
export function makeFileStore(storageUrl: string, options: FileStoreOptions): FileStore {
  const { reads = 'proxy' } = options
  if (reads !== 'proxy' && reads !== 'presigned')
    throw new StorageUrlError(`STORAGE_READS: expected proxy or presigned; got "${reads}"`)
  if (reads === 'presigned' && !storageUrl.startsWith('s3:'))
    throw new StorageUrlError('STORAGE_READS: presigned needs a STORAGE_URL of a bucket')
  if (storageUrl.startsWith('file:///')) return new LocalFiles(fileURLToPath(storageUrl))
  if (/^file:(?!\/\/)./.test(storageUrl)) return new LocalFiles(resolve(storageUrl.slice('file:'.length)))
  const match = /^s3:\/\/([a-z0-9][a-z0-9._-]*)(?:\/(.*))?$/.exec(storageUrl)
  if (!match) throw new StorageUrlError(`STORAGE_URL: expected file:PATH or s3://bucket/prefix; got "${storageUrl}"`)
  if (!options.s3.accessKeyId || !options.s3.secretAccessKey) {
    throw new StorageUrlError('STORAGE_URL names a bucket: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed')
  }
  return new S3Files({
    ...options.s3,
    bucket: match[1],
    prefix: (match[2] ?? '').replace(/^\/+|\/+$/g, ''),
    cacheDir: options.cacheDir,
    presignedReads: reads === 'presigned',
    cacheBytes: options.cacheBytes ?? DEFAULT_CACHE_BYTES,
  })
}
