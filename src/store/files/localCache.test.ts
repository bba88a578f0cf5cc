import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LocalCache } from './localCache.ts'
import { writeTemporary } from './temporaryFile.ts'

const folder = mkdtempSync(join(tmpdir(), 'fiducial-cache-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('over its bound the cache gives up what was unused longest, never what was handed out just now', async () => {
  const cache = new LocalCache(folder, 1000)
  const add = async (fill: number) => {
    const { path, sha256, bytes } = await writeTemporary(cache.temporary, Buffer.alloc(400, fill))
    return { sha256, path: await cache.adopt(path, sha256, bytes) }
  }
  const [oldest, older, used] = [await add(1), await add(2), await add(3)]
  assert.ok(
    [oldest, older, used].every(({ path }) => existsSync(path)),
    'all in use: kept although over the bound',
  )
  for (const [hoursAgo, { path }] of [oldest, older, used].toReversed().entries()) {
    const at = new Date(Date.now() - (hoursAgo + 1) * 3_600_000)
    utimesSync(path, at, at)
  }
  assert.equal(await cache.find(older.sha256), older.path)
  const added = await add(4)
  assert.equal(await cache.find(oldest.sha256), null)
  assert.equal(await cache.find(used.sha256), null)
  assert.equal(await cache.find(older.sha256), older.path)
  assert.equal(await cache.find(added.sha256), added.path)
})
