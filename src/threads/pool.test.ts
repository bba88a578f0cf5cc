import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { takes, watchFor } from '../../test/support/time.ts'
import { ThreadPool } from './pool.ts'
import { PoolError, type PoolErrorReason } from './poolError.ts'
import { TestError } from './testError.ts'
import type { TestJobs } from './testJobs.ts'
import { WorkRoom } from './workRoom.ts'

const registryUrl = new URL('./testJobs.ts', import.meta.url)
const revive = (wire: { type: string | null; message: string }) =>
  wire.type === 'TEST' ? new TestError(wire.message) : null
const pools: Array<ThreadPool<TestJobs>> = []
const newPool = (size: number, maxHeapMb = 128) => {
  const pool = new ThreadPool<TestJobs>({ registryUrl, size, maxHeapMb, revive })
  pools.push(pool)
  return pool
}
after(() => Promise.all(pools.map((pool) => pool.close())))

const LANE = { lane: 'project', timeLimitMs: 30_000 }
const failsWith = (reason: PoolErrorReason) => (error: unknown) => {
  assert.ok(error instanceof PoolError, String(error))
  assert.equal(error.reason, reason)
  return true
}

/** Occupies a thread until opened; resolves `started` when the job runs. */
async function blockThread(
  pool: ThreadPool<TestJobs>,
  options: Partial<typeof LANE & { signal: AbortSignal; transfer: ArrayBuffer[] }> = {},
) {
  const gate = new SharedArrayBuffer(8)
  const flags = new Int32Array(gate)
  const done = pool.run('hold', { gate }, { ...LANE, ...options })
  await Atomics.waitAsync(flags, 1, 0).value
  return {
    done,
    open() {
      Atomics.store(flags, 0, 1)
      Atomics.notify(flags, 0)
    },
  }
}

test('a job gets its input and its answer comes back', async () => {
  const answer = await newPool(1).run('echo', { name: 'a', list: new Float64Array([1, NaN]) }, LANE)
  assert.deepEqual(answer, { name: 'a', list: new Float64Array([1, NaN]) })
})

test('buffers move in both directions without a copy left behind', async () => {
  const pool = newPool(1)
  const bytes = new Uint8Array(1000).fill(3)
  const echoed = (await pool.run('echo', bytes, { ...LANE, transfer: [bytes.buffer] })) as Uint8Array
  assert.equal(bytes.length, 0)
  assert.equal(echoed[999], 3)
  assert.deepEqual(await pool.run('lend', 4, LANE), new Uint8Array([9, 9, 9, 9]))
})

test('a thread gives up the buffers of a large job when it is done, not when it has the next', async () => {
  const pool = newPool(1)
  const size = 100 * 1024 * 1024
  const bytes = new Uint8Array(size)
  assert.equal(await pool.run('measure', bytes, { ...LANE, transfer: [bytes.buffer] }), size)
  // The thread may still be about it when it has the first of these jobs.
  let heldBytes = size
  for (let n = 0; n < 100 && heldBytes >= size; n++) {
    await nextTurn()
    heldBytes = await pool.run('bufferBytes', null, LANE)
  }
  assert.ok(heldBytes < size, `${heldBytes} bytes are held`)
})

test('large inputs of all pools share one room: what does not fit waits, small work does not, and the largest runs alone', async () => {
  const MIB = 1024 * 1024
  const room = new WorkRoom(3 * MIB)
  const made = [1, 2].map(() => {
    const pool = new ThreadPool<TestJobs>({ registryUrl, size: 2, maxHeapMb: 128, revive, room })
    pools.push(pool)
    return pool
  })
  const large = (pool: ThreadPool<TestJobs>, mib: number) => {
    const { buffer } = new Uint8Array(mib * MIB)
    return pool.run('echo', buffer, { ...LANE, transfer: [buffer] })
  }
  const held = await blockThread(made[0], { transfer: [new ArrayBuffer(2 * MIB)] })
  const ended: string[] = []
  const note = (name: string) => () => ended.push(name)
  const waiting = [
    large(made[1], 2).then(note('second')),
    large(made[0], 5).then(note('largest')),
    made[1].run('echo', 1, LANE).then(note('small')),
    large(made[1], 1).then(note('fits')),
  ]
  await waiting[2]
  await watchFor(200)
  assert.deepEqual(ended, ['small'], 'the turn of the one before comes first')
  assert.equal(made[0].waiting + made[1].waiting, 3)
  held.open()
  await Promise.all([held.done, ...waiting])
  assert.deepEqual(ended.toSorted(), ['fits', 'largest', 'second', 'small'])
  assert.ok(room.hasRoomFor(3 * MIB))
})

test('room that is held by a job that is ended, aborted or lost is given back', async () => {
  const MIB = 1024 * 1024
  const room = new WorkRoom(MIB)
  const pool = new ThreadPool<TestJobs>({ registryUrl, size: 1, maxHeapMb: 128, revive, room })
  pools.push(pool)
  const own = () => ({ ...LANE, transfer: [new ArrayBuffer(MIB)] })
  await assert.rejects(pool.run('loop', null, { ...own(), timeLimitMs: 100 }), failsWith('TIME_LIMIT'))
  await assert.rejects(pool.run('exit', null, own()), failsWith('WORKER_LOST'))
  await assert.rejects(pool.run('refuse', null, own()))
  const abort = new AbortController()
  const running = pool.run('loop', null, { ...own(), signal: abort.signal })
  const behind = pool.run('echo', 1, { ...own(), signal: abort.signal })
  takes(100).then(() => abort.abort())
  await assert.rejects(running, failsWith('ABORTED'))
  await assert.rejects(behind, failsWith('ABORTED'))
  assert.equal(await pool.run('echo', 2, own()), 2)
  assert.ok(room.hasRoomFor(MIB))
})

test('an error of a custom class keeps its class on this side; a fault keeps its name and its stack', async () => {
  const pool = newPool(1)
  await assert.rejects(pool.run('refuse', null, LANE), (error) => {
    assert.ok(error instanceof TestError)
    assert.equal(error.type, 'TEST')
    assert.equal(error.message, 'no picture')
    return true
  })
  await assert.rejects(pool.run('fault', null, LANE), (error: Error) => {
    assert.equal(error.name, 'RangeError')
    assert.match(error.stack ?? '', /testJobs\.ts/)
    return true
  })
  assert.equal(await pool.run('echo', 1, LANE), 1)
})

test('an answer or an input that cannot cross threads, or an unknown job, is an error and not silence', async () => {
  const pool = newPool(1)
  await assert.rejects(pool.run('unclonable', null, LANE), { name: 'DataCloneError' })
  await assert.rejects(
    pool.run('echo', () => 1, LANE),
    { name: 'DataCloneError' },
  )
  await assert.rejects(pool.run('toString' as 'echo', null, LANE), /no job is called toString/)
  assert.equal(await pool.run('echo', 1, LANE), 1)
})

test('a job in an endless loop is ended at its limit and the pool continues', async () => {
  const pool = newPool(1)
  const looping = pool.run('loop', null, { lane: 'a', timeLimitMs: 100 })
  const behind = pool.run('echo', 'next', LANE)
  await assert.rejects(looping, failsWith('TIME_LIMIT'))
  assert.equal(await behind, 'next')
})

test('a job that ends its thread, crashes it or exhausts its memory is an error and the pool continues', async () => {
  const pool = newPool(1, 48)
  const answers = [
    assert.rejects(pool.run('exit', null, LANE), failsWith('WORKER_LOST')),
    assert.rejects(pool.run('crashLater', null, LANE), failsWith('WORKER_LOST')),
    assert.rejects(pool.run('hoard', null, LANE), failsWith('OUT_OF_MEMORY')),
  ]
  assert.equal(await pool.run('echo', 'still here', LANE), 'still here')
  await Promise.all(answers)
})

test('a job of another project is not starved by a project with many', async () => {
  const pool = newPool(1)
  const order = new SharedArrayBuffer(4 * 400)
  const place = new SharedArrayBuffer(4)
  const blocker = await blockThread(pool)
  const all = Array.from({ length: 300 }, (_, i) =>
    pool.run('log', { text: String(i + 1000), order, place }, { ...LANE, lane: 'many' }),
  )
  for (let i = 0; i < 3; i++) all.push(pool.run('log', { text: String(i), order, place }, { ...LANE, lane: 'few' }))
  assert.equal(pool.waiting, 303)
  blocker.open()
  await Promise.all([...all, blocker.done])
  assert.deepEqual([...new Int32Array(order)].slice(0, 7), [1000, 0, 1001, 1, 1002, 2, 1003])
})

test('one project cannot hold every thread: work of others finds one at once, however much of the first waits', async () => {
  const pool = new ThreadPool<TestJobs>({ registryUrl, size: 3, mostOfLane: 2, maxHeapMb: 128, revive })
  pools.push(pool)
  const held = await Promise.all([blockThread(pool), blockThread(pool)])
  const [loud, other] = [{ ...LANE }, { ...LANE, lane: 'other' }]
  let answers = 0
  const large = () => ({ transfer: [new ArrayBuffer(2 * 1024 * 1024)] })
  const waiting = Array.from({ length: 20 }, (_, i) =>
    pool.run('echo', i, { ...loud, isLong: i % 3 === 1, ...(i % 3 === 2 && large()) }).then(() => answers++),
  )
  for (const more of [{}, { isLong: true }, large()]) {
    assert.equal(await pool.run('echo', 'other', { ...other, ...more }), 'other')
  }
  assert.deepEqual([answers, pool.waiting], [0, 20])
  held[0].open()
  await Promise.all(waiting)
  held[1].open()
  await Promise.all(held.map(({ done }) => done))
})

test('an aborted job answers at once, waiting or running, and its thread is free for others', async () => {
  const pool = newPool(1)
  const running = new AbortController()
  const waiting = new AbortController()
  const looping = await blockThread(pool, { signal: running.signal })
  const queued = pool.run('echo', 1, { ...LANE, signal: waiting.signal })
  waiting.abort()
  await assert.rejects(queued, failsWith('ABORTED'))
  running.abort()
  await assert.rejects(looping.done, failsWith('ABORTED'))
  await assert.rejects(pool.run('echo', 1, { ...LANE, signal: running.signal }), failsWith('ABORTED'))
  assert.equal(await pool.run('echo', 2, LANE), 2)
})

test('heavy jobs run one at a time, also after one of them was ended', async () => {
  const pool = newPool(3)
  const counter = new SharedArrayBuffer(8)
  const ended = assert.rejects(pool.run('heavyLoop', null, { lane: 'x', timeLimitMs: 200 }), failsWith('TIME_LIMIT'))
  await Promise.all([
    ended,
    ...Array.from({ length: 6 }, (_, i) => pool.run('heavy', { counter }, { ...LANE, lane: `p${i % 2}` })),
  ])
  assert.deepEqual([...new Int32Array(counter)], [0, 1])
})

test('closing drops what waits, lets a running job finish in its grace, and ends the others', async () => {
  const pool = newPool(2)
  const quick = await blockThread(pool)
  const endless = await blockThread(pool)
  const queued = pool.run('echo', 1, LANE)
  const refused = assert.rejects(queued, failsWith('CLOSED'))
  const ended = assert.rejects(endless.done, failsWith('CLOSED'))
  const closed = pool.close(300)
  quick.open()
  await quick.done
  await Promise.all([refused, ended, closed])
  await assert.rejects(pool.run('echo', 1, LANE), failsWith('CLOSED'))
})

test('jobs are refused, not kept waiting, when the threads do not start', async () => {
  const pool = new ThreadPool<TestJobs>({ registryUrl: new URL('./missing.ts', import.meta.url), size: 2 })
  pools.push(pool)
  await assert.rejects(pool.run('echo', 1, LANE), failsWith('WORKER_LOST'))
})
