import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { until } from '../../test/support/apiClient.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import { IsolatedTaskProcess } from './alone.ts'

const folder = mkdtempSync(join(tmpdir(), 'fiducial-alone-'))
after(() => rmSync(folder, { recursive: true }))

const request = { connectionString: 'postgresql://nouser@127.0.0.1:1/none', baseUrl: 'http://x', task: {} as Task }
const never = new AbortController().signal

/** A process that does this when it is given its request. */
function child(source: string): URL {
  const path = join(folder, `${Math.random()}.mjs`)
  writeFileSync(path, source)
  return pathToFileURL(path)
}
/** Carries out one request in a process that does this when it is given it. */
async function carryOut(what: string, signal = never) {
  return new IsolatedTaskProcess(child(`process.on('message', () => { ${what} })`)).run(request, signal)
}
const begin = (then: string) => `process.send('began', () => { ${then} })`
const settle = `process.send('settled', () => process.disconnect())`

test('a process that says so has settled its task', async () => {
  assert.equal(await carryOut(begin(settle)), 'settled')
})

test('a process that ends in the middle of the work, however, has died of it', async () => {
  for (const end of [`process.kill(process.pid, 'SIGKILL')`, 'process.abort()', 'process.exit(7)', 'process.exit(0)']) {
    assert.equal(await carryOut(begin(end)), 'died', end)
  }
  assert.equal(await carryOut(begin(`setImmediate(() => { throw new Error('from nowhere') })`)), 'died')
})

test('a process that says what went wrong has not died of its task', async () => {
  const words = begin(`process.send({ failed: 'the disk is full' }, () => process.exit(1))`)
  await assert.rejects(carryOut(words), /the disk is full/)
})

test('a process that cannot start says nothing about its task', async () => {
  const isolated = new IsolatedTaskProcess(child('import "./missing.mjs"'))
  await assert.rejects(isolated.run(request, never), /did not start: exit code 1/)
})

test('a process is ended when its task is aborted', async () => {
  const abort = new AbortController()
  const running = carryOut(begin('setInterval(() => {}, 1000)'), abort.signal)
  abort.abort()
  assert.equal(await running, 'died')
})

test('tasks run one after another in one process, until one of them kills it', async () => {
  const log = join(folder, 'processes')
  const source = `
    import { appendFileSync } from 'node:fs'
    process.on('message', ({ task }) => {
      appendFileSync(${JSON.stringify(log)}, process.pid + '\\n')
      process.send('began', () => { task.kind === 'kills' ? process.exit(7) : process.send('settled') })
    })
    process.on('disconnect', () => process.exit())`
  const isolated = new IsolatedTaskProcess(child(source))
  const run = (kind: string) => isolated.run({ ...request, task: { kind } as Task }, never)
  const outcomes = [await run('a'), await run('b'), await run('kills'), await run('c')]
  isolated.close()
  assert.deepEqual(outcomes, ['settled', 'settled', 'died', 'settled'])
  const pids = readFileSync(log, 'utf8').trim().split('\n')
  assert.equal(new Set(pids.slice(0, 3)).size, 1)
  assert.equal(new Set(pids).size, 2)
})

test('tasks that arrive together run one after another, each with its own outcome', async () => {
  const source = `
    process.on('message', async ({ task }) => {
      process.send('began')
      await new Promise((go) => setTimeout(go, 20))
      if (task.kind === 'kills') process.exit(7)
      process.send(task.kind === 'fails' ? { failed: 'the disk is full' } : 'settled')
    })
    process.on('disconnect', () => process.exit())`
  const isolated = new IsolatedTaskProcess(child(source))
  const run = (kind: string) => isolated.run({ ...request, task: { kind } as Task }, never)
  const [settled, failed, died, next] = await Promise.allSettled(['settles', 'fails', 'kills', 'settles'].map(run))
  isolated.close()
  assert.deepEqual(settled, { status: 'fulfilled', value: 'settled' })
  assert.match(String(failed.status === 'rejected' && failed.reason), /the disk is full/)
  assert.deepEqual(died, { status: 'fulfilled', value: 'died' })
  assert.deepEqual(next, { status: 'fulfilled', value: 'settled' })
})

test('a task that is aborted before its turn touches no other', async () => {
  const source = `
    process.on('message', () => process.send('began', () => setTimeout(() => process.send('settled'), 50)))
    process.on('disconnect', () => process.exit())`
  const isolated = new IsolatedTaskProcess(child(source))
  const abort = new AbortController()
  const both = [isolated.run(request, never), isolated.run(request, abort.signal)]
  abort.abort()
  assert.deepEqual(await Promise.all(both), ['settled', 'died'])
  isolated.close()
})

test('a database that is unavailable is not held against the task', async () => {
  process.env.DATA_DIR = folder
  const task = { id: 1, kind: 'validate', projectId: crypto.randomUUID(), subjectId: crypto.randomUUID() } as Task
  const isolated = new IsolatedTaskProcess()
  await assert.rejects(isolated.run({ ...request, task }, never), /ECONNREFUSED/)
  isolated.close()
})

test('a process that says nothing, or gets no further, is given up', async () => {
  const limits = { silenceMs: 400, standstillMs: 1500 }
  const isolated = (what: string) =>
    new IsolatedTaskProcess(child(`process.on('message', () => { ${begin(what)} })`), 1000, limits).run(request, never)
  assert.equal(await isolated('for (;;) {}'), 'died')
  assert.equal(await isolated('setInterval(() => process.send({ progress: 7 }), 50)'), 'died')
  const moving = `let n = 0
    const timer = setInterval(() => {
      if (n++ < 40) return process.send({ progress: n })
      clearInterval(timer)
      ${settle}
    }, 50)`
  assert.equal(await isolated(moving), 'settled', 'for longer than either limit')
})

test('a process that is stuck in a loop ends with the one that started it', async () => {
  const watch = JSON.stringify(new URL('../threads/parentWatch.ts', import.meta.url).href)
  const stuck = child(`import { endWithParent } from ${watch}
    endWithParent()
    setTimeout(() => { process.send(process.pid, () => { for (;;) {} }) }, 300)`)
  const parent = child(`import { fork } from 'node:child_process'
    fork(${JSON.stringify(stuck.pathname)}).once('message', (pid) => process.send(pid))
    setInterval(() => {}, 1000)`)
  const started = fork(parent, { execArgv: [] })
  const [pid] = (await once(started, 'message')) as [number]
  started.kill('SIGKILL')
  await until(async () => (isAlive(pid) ? null : true))
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/status`, 'utf8').includes('State:\tZ')
  } catch {
    return false
  }
}
