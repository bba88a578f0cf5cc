import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { IMAGE_PROJECT } from '../../../test/support/imageProject.ts'
import { AssistError } from '../../model/assistants/assistant.ts'
import { type Assistant, findAssistant, putAssistant } from '../../store/project/assistants/assistants.ts'
import { insertProject } from '../../store/project/projects/projects.ts'
import { InteractiveCalls } from './interactive.ts'

const KEY = Buffer.alloc(32, 1)
let database: TestDatabase
let assistant: Assistant
let processes: [InteractiveCalls, InteractiveCalls]
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

beforeEach(async () => {
  const { pool } = database
  const projectId = await insertProject(pool, KEY, IMAGE_PROJECT)
  const limits = { timeoutSeconds: 30, maxInFlight: 2, callsPerDay: null }
  await putAssistant(pool, KEY, {
    projectId,
    name: 'a',
    carrier: 'http',
    url: 'https://model.example',
    version: null,
    headers: {},
    secret: 'whsec_',
    settings: { verbs: null, tags: null, auto: null, ...limits, kind: null, map: {} },
  })
  assistant = (await findAssistant(pool, projectId, 'a')) ?? assert.fail('the assistant is there')
  processes = [new InteractiveCalls(pool), new InteractiveCalls(pool)]
})

interface Held {
  session: string
  end(): void
  ended: Promise<string>
}

/** A call that goes on until it is ended; `ended` is `done` or the code it failed with. */
function held(calls: InteractiveCalls, personId: string, isPreview = false): Promise<Held> {
  const { promise, resolve, reject } = Promise.withResolvers<Held>()
  const run = calls.run(
    { assistant, personId, jobId: 'job', isPreview },
    new AbortController().signal,
    (signal, session) => {
      const call = Promise.withResolvers<string>()
      signal.addEventListener('abort', () => call.reject(new AssistError('CANCELLED', 'aborted')))
      resolve({ session, end: () => call.resolve('done'), ended })
      return call.promise
    },
  )
  const ended = run.catch((error: AssistError) => error.code)
  run.catch(reject)
  return promise
}

const failed = (code: string) => (error: unknown) => error instanceof AssistError && error.code === code

test('an assistant is never asked more at once than it allows, whichever process asks', async () => {
  const [one, other] = processes
  const calls = [await held(one, 'ada'), await held(other, 'bo')]
  await assert.rejects(held(one, 'cy'), failed('BUSY'))
  await assert.rejects(held(other, 'cy'), failed('BUSY'))
  calls[0].end()
  assert.equal(await calls[0].ended, 'done')
  calls.push(await held(other, 'cy'))
  for (const { end } of calls) end()
})

test('the requests of a process that died stop counting when their places expire', async () => {
  const [one, other] = processes
  const calls = [await held(one, 'ada'), await held(one, 'bo')]
  await assert.rejects(held(other, 'cy'), failed('BUSY'))
  // As if the process had renewed nothing for so long.
  await database.pool.query(`update assistant_sessions set call_until = now() - interval '1 second', call_id = null`)
  calls.push(await held(other, 'cy'))
  for (const { end } of calls) end()
})

test('a newer question of the same person ends the older one in another process, and both have one session', async () => {
  const [one, other] = processes
  const older = await held(one, 'ada')
  const newer = await held(other, 'ada')
  assert.equal(await older.ended, 'SUPERSEDED')
  assert.equal(newer.session, older.session)
  newer.end()
  const stranger = await held(other, 'bo')
  assert.notEqual(stranger.session, older.session)
  stranger.end()
  await database.pool.query(`update assistant_sessions set asked_at = now() - interval '11 minutes'`)
  await stranger.ended
  await newer.ended
  const later = await held(one, 'ada')
  assert.notEqual(later.session, older.session)
  later.end()
})

test('a question that is only looked at ends none that its person waits for, and leaves a place to others', async () => {
  const [one, other] = processes
  const looked = await held(one, 'ada', true)
  await assert.rejects(held(other, 'bo', true), failed('BUSY'))
  const waited = await held(other, 'ada')
  assert.equal(await looked.ended, 'SUPERSEDED')
  await assert.rejects(held(one, 'ada', true), failed('SUPERSEDED'))
  await assert.rejects(held(other, 'ada', true), failed('SUPERSEDED'))
  waited.end()
  assert.equal(await waited.ended, 'done')
  ;(await held(one, 'ada', true)).end()
})
