import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChunkCache, prefetchOrder } from './chunkCache.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

function cacheOf(maxBytes: number) {
  const log: string[] = []
  const cache = new ChunkCache({
    load: async (url: string, signal) => {
      log.push(`load ${url}`)
      await settled()
      if (url === 'broken') throw new Error('404')
      if (signal.aborted) throw new Error('aborted')
      return { byteLength: 10 }
    },
    maxBytes,
    maxLoads: 1,
    onEvicted: (url) => log.push(`evict ${url}`),
  })
  const idle = async () => {
    for (let i = 0; i < 40; i++) await settled()
  }
  return { cache, log, idle }
}

test('frames are fetched nearest first, further ahead than back', () => {
  assert.deepEqual(prefetchOrder(5, 100, 3), [5, 6, 7, 4, 8, 3, 2])
  assert.deepEqual(prefetchOrder(0, 3, 3), [0, 1, 2])
})

test('a loaded chunk is not loaded again', async () => {
  const { cache, log, idle } = cacheOf(1000)
  cache.want(['a', 'b'])
  await idle()
  cache.want(['b', 'a'])
  await idle()
  assert.deepEqual(log, ['load a', 'load b'])
  assert.equal(cache.bytes, 20)
})

test('over the limit the least recently wanted goes, never the current one', async () => {
  const { cache, log, idle } = cacheOf(35)
  for (const url of ['a', 'b', 'c', 'a', 'd']) {
    cache.want([url])
    await idle()
  }
  assert.deepEqual(log, ['load a', 'load b', 'load c', 'load d', 'evict b'])
  assert.ok(cache.has('a') && cache.has('d'))
  const tiny = cacheOf(5)
  tiny.cache.want(['big'])
  await tiny.idle()
  assert.ok(tiny.cache.has('big'))
})

test('a load that no view wants any more is dropped, and a failed one says why and can be tried again', async () => {
  const { cache, log, idle } = cacheOf(1000)
  cache.want(['a', 'x'])
  cache.want(['x'])
  await idle()
  assert.equal(cache.has('a'), false)
  assert.equal(cache.failureOf('a'), null)
  cache.want(['broken', 'a'])
  await idle()
  assert.equal(cache.failureOf('broken'), '404')
  cache.retry()
  await idle()
  assert.equal(log.filter((line) => line === 'load broken').length, 2)
})

test('kept chunks may grow: their bytes count, and others make room for them', async () => {
  const { cache, log, idle } = cacheOf(25)
  cache.want(['a', 'b'])
  await idle()
  cache.grown('a', 10)
  assert.equal(cache.bytes, 20)
  assert.deepEqual(log, ['load a', 'load b', 'evict b'])
  cache.grown('b', 10)
  assert.equal(cache.bytes, 20, 'what is gone does not grow')
})
