import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { takes, watchFor } from '../../../../test/support/time.ts'
import { silentLog } from '../../postgres/log.ts'
import { enqueue, type NewTask } from './enqueue.ts'
import { listenForTasks, TaskHint } from './hint.ts'
import { type TaskHandler, TaskRunner, type TaskRunnerOptions } from './runner.ts'
import { completeTasks } from './settle.ts'
import type { Task } from './task.ts'

let db: TestDatabase
before(async () => {
  db = await createTestDatabase()
})
beforeEach(() => db.pool.query('truncate tasks'))
after(() => db.drop())

const A = '11111111-1111-4111-8111-111111111111'
const B = '22222222-2222-4222-8222-222222222222'

const many = (count: number, projectId = A): NewTask[] =>
  Array.from({ length: count }, () => ({ projectId, kind: 'validate', subjectId: randomUUID() }))

function runner(t: TestContext, handler: Partial<TaskHandler>, more: Partial<TaskRunnerOptions> = {}): TaskRunner {
  const unexpected = async () => assert.fail('not expected to be called')
  const worker = new TaskRunner({
    pool: db.pool,
    kinds: ['validate'],
    handler: { run: unexpected, failPoisoned: unexpected, ...handler },
    slots: 4,
    projectCap: 4,
    leaseSeconds: 60,
    workerId: 'test',
    log: silentLog,
    pollMs: 20,
    ...more,
  })
  // Also when the test fails: a worker left over would take the tasks of the next.
  t.after(() => worker.stop(0))
  return worker
}

const remaining = async () => (await db.pool.query<{ n: number }>('select count(*) as n from tasks')).rows[0].n

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt++) {
    if (await holds()) return
    await sleep(10)
  }
  assert.fail('it did not come to hold')
}

test('every task is run once, never more than the slots at a time', async (t) => {
  await enqueue(db.pool, [...many(60), ...many(40, B)])
  const seen: number[] = []
  let most = 0
  const worker = runner(t, {
    run: async (task) => {
      most = Math.max(most, worker.runningCount)
      seen.push(task.id)
      await takes(1)
      await completeTasks(db.pool, [task])
    },
  })
  worker.start()
  await until(async () => (await remaining()) === 0)
  await worker.stop(1000)
  assert.equal(seen.length, 100)
  assert.equal(new Set(seen).size, 100)
  assert.ok(most <= 4)
})

test('a project whose tasks hang does not keep another from being served', async (t) => {
  await enqueue(db.pool, many(50))
  const served: Task[] = []
  const worker = runner(
    t,
    {
      run: async (task, signal) => {
        if (task.projectId === A) await takes(60_000, signal)
        served.push(task)
        await completeTasks(db.pool, [task])
      },
    },
    { projectCap: 3 },
  )
  worker.start()
  await until(() => worker.runningCount === 3)
  await enqueue(db.pool, many(5, B))
  worker.wake()
  await until(() => served.length === 5)
  await worker.stop(0)
})

test('a handler that throws has its task put off, without an attempt where the database was unavailable', async (t) => {
  await enqueue(db.pool, many(3))
  let calls = 0
  const worker = runner(t, {
    run: async (task) => {
      calls++
      if (calls === 1) throw new Error('a bug')
      if (calls === 2) throw Object.assign(new Error('the machine of the project is down'), { code: '08006' })
      await completeTasks(db.pool, [task])
    },
  })
  worker.start()
  await until(async () => calls === 3 && worker.runningCount === 0)
  await worker.stop(1000)
  const { rows } = await db.pool.query(
    'select attempts, note, lease_token, due_at > now() as later from tasks order by attempts',
  )
  assert.deepEqual(rows, [
    { attempts: 0, note: 'the database was unavailable', lease_token: null, later: true },
    { attempts: 1, note: 'a bug', lease_token: null, later: true },
  ])
})

test('a worker that stops waits for quick tasks and releases the others, without a death', async (t) => {
  await enqueue(db.pool, many(3))
  let started = 0
  const worker = runner(t, {
    run: async (task, signal) => {
      started++
      if (started === 1) await takes(100)
      else await takes(60_000, signal)
      await completeTasks(db.pool, [task])
    },
  })
  worker.start()
  await until(() => started === 3)
  await worker.stop(300)
  const { rows } = await db.pool.query('select attempts, deaths, lease_token from tasks')
  assert.deepEqual(rows, [
    { attempts: 0, deaths: 0, lease_token: null },
    { attempts: 0, deaths: 0, lease_token: null },
  ])
})

test('leases are renewed while the handler works', async (t) => {
  await enqueue(db.pool, many(1))
  const release = Promise.withResolvers<void>()
  let runs = 0
  const handler: Partial<TaskHandler> = {
    run: async (task) => {
      runs++
      await release.promise
      assert.equal((await completeTasks(db.pool, [task])).size, 1)
    },
  }
  const workers = [runner(t, handler, { leaseSeconds: 0.5 }), runner(t, handler, { leaseSeconds: 0.5 })]
  for (const worker of workers) worker.start()
  await watchFor(1500)
  release.resolve()
  await until(async () => (await remaining()) === 0)
  await Promise.all(workers.map((worker) => worker.stop(1000)))
  assert.equal(runs, 1)
})

test('a worker that lost its lease is notified', async (t) => {
  await enqueue(db.pool, many(1))
  const told = Promise.withResolvers<unknown>()
  const worker = runner(
    t,
    {
      run: (_task, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            told.resolve(signal.reason)
            reject(signal.reason)
          })
        }),
    },
    { leaseSeconds: 0.3 },
  )
  worker.start()
  await until(() => worker.runningCount === 1)
  await db.pool.query(`update tasks set lease_token = gen_random_uuid(), leased_until = now() + interval '1 hour'`)
  assert.match(String(await told.promise), /lease was lost/)
  await worker.stop(0)
})

test('a task under which workers died runs alone, and is failed when its own processes die of it', async (t) => {
  await enqueue(db.pool, many(1))
  await db.pool.query('update tasks set deaths = 2')
  let processes = 0
  let failed = 0
  const worker = runner(t, {
    runAlone: async () => {
      processes++
      return 'died'
    },
    failPoisoned: async (task) => {
      failed++
      await completeTasks(db.pool, [task])
    },
  })
  worker.start()
  await until(async () => (await remaining()) === 0)
  await worker.stop(1000)
  assert.deepEqual([processes, failed], [3, 1])
})

test('tasks that have to run alone follow one another without waiting for a poll', async (t) => {
  await enqueue(db.pool, many(20))
  await db.pool.query('update tasks set deaths = 2')
  let most = 0
  let running = 0
  const runAlone = async (task: Task) => {
    most = Math.max(most, ++running)
    await completeTasks(db.pool, [task])
    running--
    return 'settled' as const
  }
  const worker = runner(t, { runAlone }, { pollMs: 600_000 })
  worker.start()
  await until(async () => (await remaining()) === 0)
  assert.equal(most, 1)
})

test('a free slot waits for others to be filled together, and not for long', async (t) => {
  await enqueue(db.pool, many(8))
  const { promise: end, resolve } = Promise.withResolvers<void>()
  let started = 0
  const run = async (task: Task) => {
    started++
    // Two hold their slots: fewer than claimTogether are ever free beside them.
    if (started <= 2) await end
    await completeTasks(db.pool, [task])
  }
  const worker = runner(t, { run }, { slots: 3, claimTogether: 2, pollMs: 600_000 })
  worker.start()
  await until(async () => (await remaining()) === 2)
  resolve()
  await until(async () => (await remaining()) === 0)
})

test('many hints in a short time lead to few looks, and what they announced is found', async (t) => {
  let looks = 0
  const pool = new Proxy(db.pool, {
    get(target, name) {
      if (name === 'query') looks++
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const worker = runner(t, { run: (task) => completeTasks(db.pool, [task]).then(() => {}) }, { pool, pollMs: 600_000 })
  worker.start()
  const from = performance.now()
  for (let n = 0; n < 50; n++) {
    worker.wake()
    await takes(4)
  }
  // One that runs alone is looked for at the start.
  assert.ok(looks <= 2 + (performance.now() - from) / 20, `${looks} looks`)
  await enqueue(db.pool, many(1))
  worker.wake()
  await until(async () => (await remaining()) === 0)
})

test('slots that have just waited long enough are filled at once, not at the next poll', async (t) => {
  await enqueue(db.pool, many(8))
  // Each look at the clock finds it on: the wait is over between one look and the next.
  let nowMs = 0
  t.mock.method(performance, 'now', () => {
    nowMs += 15
    return nowMs
  })
  const { promise: end, resolve } = Promise.withResolvers<void>()
  let started = 0
  const run = async (task: Task) => {
    started++
    if (started <= 2) await end
    await completeTasks(db.pool, [task])
  }
  const worker = runner(t, { run }, { slots: 3, claimTogether: 2, pollMs: 600_000 })
  worker.start()
  await until(async () => (await remaining()) === 2)
  resolve()
  await until(async () => (await remaining()) === 0)
})

test('a hint from another process wakes a worker long before its poll, also after the connection broke', async (t) => {
  const worker = runner(t, { run: async (task) => void (await completeTasks(db.pool, [task])) }, { pollMs: 600_000 })
  worker.start()
  const listener = listenForTasks(db.connectionString, silentLog, () => worker.wake())
  const listening = async () => {
    const { rows } = await db.pool.query(
      `select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
    )
    return rows.length === 1
  }
  const hint = new TaskHint(db.pool)
  for (let round = 0; round < 2; round++) {
    await until(listening)
    await takes(50)
    await enqueue(db.pool, many(3))
    hint.ring()
    await until(async () => (await remaining()) === 0)
    await db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'fiducial listens%'`,
    )
    await until(async () => !(await listening()))
  }
  await listener.close()
  await worker.stop(1000)
})
