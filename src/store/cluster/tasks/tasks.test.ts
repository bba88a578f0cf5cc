import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { watchFor } from '../../../../test/support/time.ts'
import { withTransaction } from '../../postgres/transactions.ts'
import { claim, renewTask, type TaskClaim } from './claim.ts'
import { enqueue, type NewTaskOf } from './enqueue.ts'
import { readTaskMetrics } from './metrics.ts'
import { completeTasks, fail, postpone, releaseTask, reportIsolatedCrash, retryLater } from './settle.ts'

let db: TestDatabase
before(async () => {
  db = await createTestDatabase()
})
beforeEach(() => db.pool.query('truncate tasks, failed_tasks'))
after(() => db.drop())

const A = '11111111-1111-4111-8111-111111111111'
const B = '22222222-2222-4222-8222-222222222222'
const C = '33333333-3333-4333-8333-333333333333'

type Kind = 'validate' | 'assemble' | 'export'
const many = (
  count: number,
  projectId = A,
  more: { kind?: Kind; priority?: number; delayMs?: number } = {},
): NewTaskOf<Kind>[] =>
  Array.from({ length: count }, () => ({ projectId, kind: 'validate', subjectId: randomUUID(), ...more }))

const take = (limit: number, more: Partial<TaskClaim> = {}) =>
  claim(db.pool, { kinds: ['validate'], limit, workerId: 'w', leaseSeconds: 60, ...more })

/** As if the worker that has them had been silent for longer than its lease. */
const expireLeases = () =>
  db.pool.query(`update tasks set leased_until = now() - interval '1 s' where lease_token is not null`)

const remaining = async () => (await db.pool.query<{ n: number }>('select count(*) as n from tasks')).rows[0].n

test('workers claiming at the same time never get the same task, and together get all of them', async () => {
  await enqueue(db.pool, [...many(300, A), ...many(100, B), ...many(7, C)])
  const claimed: number[] = []
  await Promise.all(
    Array.from({ length: 8 }, async (_, worker) => {
      for (let misses = 0; misses < 3; ) {
        const tasks = await take(9, { workerId: `w${worker}` })
        if (tasks.length === 0) misses++
        claimed.push(...tasks.map((task) => task.id))
      }
    }),
  )
  assert.equal(claimed.length, 407)
  assert.equal(new Set(claimed).size, 407)
})

test('a task carries what it was given', async () => {
  const subjectId = randomUUID()
  await enqueue(db.pool, [{ projectId: B, kind: 'validate', subjectId, payload: { round: 2 }, priority: 9 }])
  const [task] = await take(1)
  const { projectId, kind, payload, priority, attempts, deaths, poisoned } = task
  assert.deepEqual(
    { projectId, kind, payload, priority, attempts, deaths, poisoned, subjectId: task.subjectId },
    {
      projectId: B,
      kind: 'validate',
      payload: { round: 2 },
      priority: 9,
      attempts: 0,
      deaths: 0,
      poisoned: false,
      subjectId,
    },
  )
})

test('a paused worker can neither finish, renewTask, put off, fail nor release what another has taken', async () => {
  await enqueue(db.pool, many(1))
  const [paused] = await take(1)
  await expireLeases()
  const [taken] = await take(1)
  assert.equal(taken.id, paused.id)
  assert.equal((await completeTasks(db.pool, [paused])).size, 0)
  assert.equal(await retryLater(db.pool, paused, 0, ''), false)
  assert.equal(await postpone(db.pool, paused, 0, ''), false)
  assert.equal(await fail(db.pool, paused, ''), false)
  assert.equal(await releaseTask(db.pool, [paused]), 0)
  assert.equal(await reportIsolatedCrash(db.pool, paused, ''), false)
  assert.deepEqual(await renewTask(db.pool, [paused], 60), new Set())
  assert.deepEqual(await completeTasks(db.pool, [paused]), new Set())
  assert.equal((await completeTasks(db.pool, [taken])).size, 1)
  assert.equal((await completeTasks(db.pool, [taken])).size, 0)
})

test('a task finished in a transaction that rolls back is not finished', async () => {
  await enqueue(db.pool, many(1))
  const [task] = await take(1)
  const rolledBack = withTransaction(db.pool, async (client) => {
    assert.equal((await completeTasks(client, [task])).size, 1)
    throw new Error('on second thoughts')
  })
  await assert.rejects(rolledBack, /second thoughts/)
  assert.equal((await completeTasks(db.pool, [task])).size, 1)
})

test('while a lease is renewed no other worker gets the task', async () => {
  await enqueue(db.pool, many(1))
  const [task] = await take(1, { leaseSeconds: 0.05 })
  assert.deepEqual(await renewTask(db.pool, [task], 60), new Set([task.id]))
  await watchFor(80)
  assert.deepEqual(await take(1), [])
})

test('within a project the highest priority goes first, then what is due longest; what is not due waits', async () => {
  await enqueue(db.pool, [
    { ...many(1)[0], payload: { round: 0 }, priority: 10, delayMs: 60_000 },
    { ...many(1)[0], payload: { round: 2 }, priority: 5, delayMs: -1000 },
    { ...many(1)[0], payload: { round: 3 }, priority: 5 },
    { ...many(1)[0], payload: { round: 1 }, priority: 9 },
    { ...many(1)[0], payload: { round: 4 }, priority: 1, delayMs: -9000 },
  ])
  const order: unknown[] = []
  for (let [task] = await take(1); task; [task] = await take(1)) order.push(task.payload)
  assert.deepEqual(
    order,
    [1, 2, 3, 4].map((round) => ({ round })),
  )
})

test('a project with a thousand tasks leaves room for one with few', async () => {
  await enqueue(db.pool, many(1000, A))
  await enqueue(db.pool, [...many(2, B), ...many(2, C)])
  const projects = (await take(8)).map((task) => task.projectId).sort()
  assert.deepEqual(projects, [A, A, A, A, B, B, C, C])
})

test('with one free slot at a time projects take turns', async () => {
  await enqueue(db.pool, [...many(50, A), ...many(50, B), ...many(50, C)])
  const turns: string[] = []
  let startAfter: string | undefined
  for (let i = 0; i < 6; i++) {
    const [task] = await take(1, { startAfter })
    startAfter = task.projectId
    turns.push(task.projectId)
  }
  assert.deepEqual(turns, [A, B, C, A, B, C])
})

test('a project never gets beyond its cap, counting the tasks that the worker holds', async () => {
  await enqueue(db.pool, [...many(50, A), ...many(3, B)])
  const held = new Map([[A, 4]])
  const projects = (await take(20, { projectCap: 6, held })).map((task) => task.projectId).sort()
  assert.deepEqual(projects, [A, A, B, B, B])
})

test('only the kinds asked for are claimed', async () => {
  await enqueue(db.pool, [...many(2), ...many(2, A, { kind: 'assemble' }), ...many(2, B, { kind: 'export' })])
  const tasks = await take(10, { kinds: ['export', 'assemble'] })
  assert.deepEqual(tasks.map((task) => task.kind).sort(), ['assemble', 'assemble', 'export', 'export'])
})

test('a task put off is claimed again when it is due, with one attempt more unless it waited for others', async () => {
  await enqueue(db.pool, many(1))
  const [task] = await take(1)
  assert.equal(await retryLater(db.pool, task, 60_000, 'no\0answer'), true)
  assert.deepEqual(await take(1), [])
  await db.pool.query(`update tasks set due_at = due_at - interval '1 minute'`)
  const [again] = await take(1)
  assert.equal(again.attempts, 1)
  assert.equal(again.deaths, 0)
  assert.equal(await postpone(db.pool, again, 0, 'waits for others'), true)
  assert.equal((await take(1))[0].attempts, 1)
})

test('a released task is free at once and counts no death and no attempt', async () => {
  await enqueue(db.pool, many(1))
  for (let i = 0; i < 5; i++) {
    const [task] = await take(1)
    assert.deepEqual([task.attempts, task.deaths], [0, 0])
    assert.equal(await releaseTask(db.pool, [task]), 1)
  }
})

test('a task given up leaves the queue and is kept for people to see', async () => {
  await enqueue(db.pool, many(1))
  const [task] = await take(1)
  assert.equal(await fail(db.pool, task, 'broken beyond repair'), true)
  assert.equal(await remaining(), 0)
  const { rows } = await db.pool.query('select subject_id, note from failed_tasks')
  assert.deepEqual(rows, [{ subject_id: task.subjectId, note: 'broken beyond repair' }])
})

test('after two workers died a task is only given to who runs it alone', async () => {
  await enqueue(db.pool, many(1))
  for (const deaths of [0, 1]) {
    const [task] = await take(1)
    assert.equal(task.deaths, deaths)
    await expireLeases()
  }
  assert.deepEqual(await take(1), [])
  const [task] = await take(1, { alone: true })
  assert.equal(task.deaths, 2)
  assert.equal((await completeTasks(db.pool, [task])).size, 1)
})

test('a task is never poisoned by services that are killed, however often', async () => {
  await enqueue(db.pool, many(1))
  for (let kill = 0; kill < 20; kill++) {
    const tasks = [...(await take(1)), ...(await take(1, { alone: true }))]
    assert.equal(tasks.length, 1)
    assert.equal(tasks[0].poisoned, false)
    await expireLeases()
  }
})

test('a task that kills three isolated processes is poisoned', async () => {
  await enqueue(db.pool, many(1))
  await db.pool.query('update tasks set deaths = 2')
  for (let death = 0; death < 3; death++) {
    const [task] = await take(1, { alone: true })
    assert.equal(task.poisoned, false)
    assert.equal(await reportIsolatedCrash(db.pool, task, 'out of memory'), true)
  }
  const [task] = await take(1, { alone: true })
  assert.equal(task.poisoned, true)
})

test('the metrics tell how much waits and for how long', async () => {
  await enqueue(db.pool, [...many(3, A, { delayMs: -30_000 }), ...many(2, B, { kind: 'export', delayMs: 60_000 })])
  await take(1)
  const { kinds, failed } = await readTaskMetrics(db.pool)
  assert.deepEqual(
    kinds.map(({ kind, waiting, leased }) => ({ kind, waiting, leased })),
    [
      { kind: 'export', waiting: 2, leased: 0 },
      { kind: 'validate', waiting: 3, leased: 1 },
    ],
  )
  assert.equal(kinds[0].oldestDueSeconds, 0)
  assert.ok(kinds[1].oldestDueSeconds >= 30)
  assert.equal(failed, 0)
})
