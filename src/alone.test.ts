import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { runTaskAlone } from './alone.ts'
import type { Task } from './store/tasks/task.ts'

const folder = mkdtempSync(join(tmpdir(), 'fiducial-alone-'))
after(() => rmSync(folder, { recursive: true }))

const order = { connectionString: 'postgresql://nobody@127.0.0.1:1/none', baseUrl: 'http://x', task: {} as Task }
const never = new AbortController().signal

/** A process that does this when it is given its order. */
function child(source: string): URL {
  const path = join(folder, `${Math.random()}.mjs`)
  writeFileSync(path, source)
  return pathToFileURL(path)
}
const onOrder = (what: string) => child(`process.once('message', () => { ${what} })`)
const begin = (then: string) => `process.send({ began: true }, () => { ${then} })`

test('a process that ends well has settled its task', async () => {
  assert.equal(await runTaskAlone(order, never, onOrder(begin('process.exit(0)'))), 'settled')
})

test('a process that ends in the middle of the work, however, has died of it', async () => {
  for (const end of [`process.kill(process.pid, 'SIGKILL')`, 'process.abort()', 'process.exit(7)']) {
    assert.equal(await runTaskAlone(order, never, onOrder(begin(end))), 'died', end)
  }
  const thrown = begin(`setImmediate(() => { throw new Error('from nowhere') })`)
  assert.equal(await runTaskAlone(order, never, onOrder(thrown)), 'died')
})

test('a process that says what went wrong has not died of its task', async () => {
  const words = begin(`process.send({ failed: 'the disk is full' }, () => process.exit(1))`)
  await assert.rejects(runTaskAlone(order, never, onOrder(words)), /the disk is full/)
})

test('a process that cannot start says nothing about its task', async () => {
  await assert.rejects(runTaskAlone(order, never, child('import "./missing.mjs"')), /did not start: exit code 1/)
})

test('a process that is told to stop is ended', async () => {
  const abort = new AbortController()
  const running = runTaskAlone(order, abort.signal, onOrder(begin('setInterval(() => {}, 1000)')))
  abort.abort()
  assert.equal(await running, 'died')
})

test('a database that is away is not held against the task', async () => {
  process.env.DATA_DIR = folder
  const task = { id: 1, kind: 'validate', projectId: crypto.randomUUID(), subjectId: crypto.randomUUID() } as Task
  await assert.rejects(runTaskAlone({ ...order, task }, never), /ECONNREFUSED/)
})
