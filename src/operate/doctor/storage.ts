import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { checkStorage, WrongStorageError } from '../../store/cluster/files/storageMarker.ts'
import { StorageFullError } from '../../store/files/fileStore.ts'
import { makeFileStore, StorageUrlError } from '../../store/files/makeFileStore.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { type Report, reasonOf } from './examined.ts'

/** @param db with the service's tables; null: the marker is not compared */
export async function examineStorage(config: Config, db: Queryable | null, report: Report): Promise<void> {
  const { storageUrl, s3, dataDir } = config
  if (storageUrl.startsWith('file:') && !existsSync(dataDir)) {
    report.ok(`none yet: the first start makes ${storageUrl}`)
    return
  }
  try {
    const files = makeFileStore(storageUrl, { s3, cacheDir: join(dataDir, 'cache') })
    await files.prepare()
    await files.ready()
    if (db) await checkStorage(db, files)
    report.ok(storageUrl)
  } catch (error) {
    if (error instanceof WrongStorageError) report.failed(error.message, 'See docs/operations.md, STORAGE_URL.')
    else report.failed(`${storageUrl} cannot be used: ${reasonOf(error)}`, adviceFor(error, storageUrl))
  }
}

function adviceFor(error: unknown, storageUrl: string): string {
  if (error instanceof StorageUrlError) return 'Correct the setting; docs/operations.md lists them all.'
  if (error instanceof StorageFullError) return 'Free some space.'
  if (storageUrl.startsWith('file:')) return 'Run this, and the service, as the account that owns the folder.'
  const reason = reasonOf(error)
  if (/skewed/i.test(reason)) return 'Set the clock of this machine (NTP).'
  if (/SignatureDoesNotMatch|InvalidAccessKeyId|403/.test(reason)) {
    return 'Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY; the key needs Get, Put, Delete and List on the bucket.'
  }
  if (/NoSuchBucket|404/.test(reason)) return 'Create the bucket, or correct STORAGE_URL.'
  return 'Check S3_ENDPOINT and S3_REGION.'
}
