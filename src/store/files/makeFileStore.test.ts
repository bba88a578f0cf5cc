import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { makeFileStore, StorageUrlError } from './makeFileStore.ts'

const s3 = { endpoint: null, region: 'r', accessKeyId: 'AK', secretAccessKey: 'SK' }

test('file: takes a literal path, file:/// one with URL escapes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial 100% '))
  try {
    for (const url of [`file:${folder}/plain`, pathToFileURL(join(folder, 'escaped')).href]) {
      await makeFileStore(url, { s3, cacheDir: folder }).put(Buffer.from('x'))
    }
    assert.ok(existsSync(join(folder, 'plain')))
    assert.ok(existsSync(join(folder, 'escaped')))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a STORAGE_URL that names no storage, or a bucket without keys, is refused', () => {
  for (const url of ['', 'file:', 'file://host/path', '/data', 's3://', 's3:///key', 'https://bucket', 's3://Bucket']) {
    assert.throws(() => makeFileStore(url, { s3, cacheDir: '/nowhere' }), StorageUrlError, url)
  }
  assert.throws(
    () => makeFileStore('s3://b', { s3: { ...s3, secretAccessKey: '' }, cacheDir: '/nowhere' }),
    StorageUrlError,
  )
})
