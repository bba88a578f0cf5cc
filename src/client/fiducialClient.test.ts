import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  refusal,
  type ScriptedAnswer,
  type SeenRequest,
  startScriptedServer,
  success,
} from '../../test/scripted-server.ts'
import { FiducialClient } from './fiducialClient.ts'
import { FiducialError } from './fiducialError.ts'
import type { JobBody } from './types/jobs.ts'

const PROJECT = '11111111-1111-4111-8111-111111111111'
const JOB = '22222222-2222-4222-8222-222222222222'

const job = (n: number): JobBody => ({
  reference_id: `ref-${n}`,
  tag: 'boxes',
  data: { image_url: `https://example.com/${n}.jpg` },
})
const created = (reference: string) => ({ job_id: JOB, reference_id: reference, tag: 'boxes', warnings: [] })
const samePayload = refusal(409, 'FS_0001', { job_id: JOB, same_payload: true })

/** A client whose pauses take no time and are written down. */
async function start(t: TestContext, answer: (request: SeenRequest, index: number) => ScriptedAnswer | undefined) {
  const server = await startScriptedServer(answer)
  t.after(() => server.close())
  const pauses: number[] = []
  let nowMs = 0
  const client = new FiducialClient({
    baseUrl: `${server.baseUrl}/`,
    apiKey: 'fid_key',
    projectId: PROJECT,
    timing: {
      random: () => 1,
      nowMs: () => nowMs,
      sleep: async (ms) => {
        pauses.push(ms)
        nowMs += ms
      },
    },
  })
  return { client, server, pauses }
}

const inTurn = (answers: readonly ScriptedAnswer[]) => (_: SeenRequest, index: number) =>
  answers[Math.min(index, answers.length - 1)]

test('a job is sent with the key to the project and comes back with its id', async (t) => {
  const { client, server } = await start(t, () => success(created('ref-1')))
  const made = await client.jobs.create(job(1))
  assert.deepEqual(made, { ...created('ref-1'), existing: false })
  const [request] = server.seen
  assert.equal(`${request.method} ${request.url}`, `POST /v0/projects/${PROJECT}/jobs`)
  assert.equal(request.headers['x-api-key'], 'fid_key')
  assert.deepEqual(request.json, job(1))
})

test('a refusal is an error with status, code, request id and every failure', async (t) => {
  const failures = [{ field: 'data.image_url', type: 'INVALID_URL' }]
  const { client, server } = await start(t, () => refusal(400, 'FS_0003', { failures }))
  await assert.rejects(client.jobs.create(job(1)), (error) => {
    assert.ok(error instanceof FiducialError)
    const { status, code, requestId, attempts } = error
    assert.deepEqual(
      { status, code, requestId, attempts },
      { status: 400, code: 'FS_0003', requestId: 'req-1', attempts: 1 },
    )
    assert.deepEqual(error.failures, failures)
    return true
  })
  assert.equal(server.seen.length, 1)
})

for (const [what, fault] of [
  ['a dropped connection', { drop: true }],
  ['502', { status: 502, body: '<html>' }],
  ['503', refusal(503, 'api_error')],
  ['504', { status: 504 }],
  ['429', refusal(429, 'rate_limited')],
] as const) {
  test(`a job is sent again after ${what}`, async (t) => {
    const { client, server } = await start(t, inTurn([fault, success(created('ref-1'))]))
    assert.equal((await client.jobs.create(job(1))).job_id, JOB)
    assert.equal(server.seen.length, 2)
    assert.equal(server.seen[0].text, server.seen[1].text)
  })
}

test('when the answer to a job was lost, the 409 of the second attempt is success with the first job', async (t) => {
  const { client } = await start(t, inTurn([{ drop: true }, samePayload]))
  assert.deepEqual(await client.jobs.create(job(1)), { ...created('ref-1'), existing: true })
})

test('a 409 to the first attempt stays a refusal, unless existing jobs are accepted', async (t) => {
  const { client } = await start(t, () => samePayload)
  await assert.rejects(client.jobs.create(job(1)), { code: 'FS_0001' })
  assert.equal((await client.jobs.create(job(1), { existing: 'accept' })).existing, true)
})

test('a 409 for another payload is never success', async (t) => {
  const other = refusal(409, 'FS_0001', { job_id: JOB, same_payload: false })
  const { client } = await start(t, inTurn([{ drop: true }, other]))
  await assert.rejects(client.jobs.create(job(1), { existing: 'accept' }), { code: 'FS_0001' })
})

test('a call that must not happen twice is not sent again when its outcome is unknown', async (t) => {
  const { client, server } = await start(t, () => ({ drop: true }))
  await assert.rejects(client.admin.createKey('k', ['read']), { code: 'network_error', status: 0 })
  await assert.rejects(client.jobs.submitResult(JOB, {}), { code: 'network_error' })
  assert.equal(server.seen.length, 2)
})

test('pauses double up to the limit, Retry-After makes them longer, and attempts end', async (t) => {
  const { client, pauses, server } = await start(t, (_, index) =>
    index === 1 ? { ...refusal(503, 'api_error'), headers: { 'retry-after': '7' } } : refusal(503, 'api_error'),
  )
  await assert.rejects(client.project.stats(), { status: 503, attempts: 6 })
  assert.deepEqual(pauses, [500, 7000, 2000, 4000, 8000])
  assert.equal(server.seen.length, 6)
})

test('an address where another service answers is named as such', async (t) => {
  const { client } = await start(t, () => ({ body: '<html>hello</html>', headers: { 'content-type': 'text/html' } }))
  await assert.rejects(client.jobs.get(JOB), { code: 'unreadable_answer' })
})

test('the key does not follow a redirect', async (t) => {
  const other = await startScriptedServer(() => success({}))
  t.after(() => other.close())
  const { client } = await start(t, () => ({ status: 302, headers: { location: other.baseUrl } }))
  await assert.rejects(client.jobs.get(JOB), FiducialError)
  assert.equal(other.seen.length, 0)
})

test("the caller's signal ends a call with its own reason", async (t) => {
  const { client } = await start(t, () => refusal(503, 'api_error'))
  const reason = new Error('enough')
  await assert.rejects(client.jobs.get(JOB, { signal: AbortSignal.abort(reason) }), reason)
})

test('ids cannot lead out of their place in a path', async (t) => {
  const { client, server } = await start(t, () => success({}))
  await client.admin.tag('a/../b?c')
  assert.equal(server.seen[0].url, `/v1/projects/${PROJECT}/tags/a%2F..%2Fb%3Fc`)
})

test('a call that needs a project says so when there is none', async (t) => {
  const { server } = await start(t, () => success({}))
  const client = new FiducialClient({ baseUrl: server.baseUrl, apiKey: 'k' })
  await assert.rejects(async () => client.jobs.get(JOB), { code: 'no_project' })
  await client.forProject(PROJECT).jobs.get(JOB)
  assert.equal(server.seen.length, 1)
})

test('all jobs of a batch come page by page', async (t) => {
  const { client, server } = await start(t, ({ url }) => {
    const isSecond = url.includes('page_token=next')
    const jobs = isSecond ? [{ id: 'c' }] : [{ id: 'a' }, { id: 'b' }]
    return success({ jobs, next_page_token: isSecond ? null : 'next' })
  })
  const ids: string[] = []
  for await (const { id } of client.batches.jobs('b1')) ids.push(id)
  assert.deepEqual(ids, ['a', 'b', 'c'])
  assert.equal(server.seen.length, 2)
})

test('a filter that the list of jobs does not have is refused before anything is sent, for results too', async (t) => {
  const { client, server } = await start(t, () => success({ jobs: [], next_page_token: null }))
  // Not of a literal, which the types refuse.
  const misspelt = { tag: 'boxes', state: 'completed' }
  await assert.rejects(client.jobs.iter(misspelt).next(), { name: 'TypeError', message: /no filter state; there are/ })
  await assert.rejects(client.results.iter(misspelt).next(), TypeError)
  assert.equal(server.seen.length, 0)
  await client.jobs.iter({ tag: 'boxes', 'metadata.drive': '7' }).next()
  assert.equal(server.seen[0].url, `/v1/projects/${PROJECT}/jobs?limit=100&tag=boxes&metadata.drive=7`)
})

test('events come in order from the cursor on, and end with the last', async (t) => {
  const { client, server } = await start(t, ({ url }) => {
    const after = Number(new URL(url, 'http://x').searchParams.get('after'))
    const events = [after + 1, after + 2]
      .filter((n) => n <= 4)
      .map((n) => ({ cursor: String(n), body: { annotations: [] } }))
    return success({ events, next_cursor: events.at(-1)?.cursor ?? String(after) })
  })
  const cursors: string[] = []
  for await (const { cursor } of client.project.events({ after: '0' })) cursors.push(cursor)
  assert.deepEqual(cursors, ['1', '2', '3', '4'])
  assert.equal(server.seen.length, 3)
})

test('events are followed past the end until the caller has enough', async (t) => {
  const { client, pauses } = await start(t, (_, index) =>
    success({ events: index === 2 ? [{ cursor: '1', body: { annotations: [] } }] : [], next_cursor: '0' }),
  )
  for await (const { cursor } of client.project.events({ follow: true, pollMs: 50 })) {
    assert.equal(cursor, '1')
    break
  }
  assert.deepEqual(pauses, [50, 50])
})

test('the ledger is read to its end', async (t) => {
  const { client, server } = await start(t, ({ url }) =>
    success({ rows: [{ job_id: url }], next_page_token: url.includes('page_token') ? null : 'p2' }),
  )
  const rows = []
  for await (const row of client.project.usage({ from: new Date(0) })) rows.push(row)
  assert.equal(rows.length, 2)
  assert.match(server.seen[1].url, /from=1970-01-01T00%3A00%3A00.000Z&page_token=p2/)
})

test('figures are requested by range, tag and person', async (t) => {
  const cell = { user_id: 'u1', class: 'car', jobs: 12 }
  const { client, server } = await start(t, ({ url }) =>
    success(url.includes('/classes') ? { cells: [cell] } : { pairs: [{ a: 'u1', b: 'u2', jobs: 3 }], rows: [] }),
  )
  assert.deepEqual(await client.quality.classes({ from: '2026-11-01', tag: 'boxes', user_id: 'u1' }), [cell])
  assert.equal((await client.quality.pairs({ to: '2026-11-08' }))[0].b, 'u2')
  assert.deepEqual(await client.quality.rows('reviewer'), [])
  assert.deepEqual(
    server.seen.map(({ url }) => url.split('/quality')[1]),
    ['/classes?from=2026-11-01&tag=boxes&user_id=u1', '/pairs?to=2026-11-08', '?by=reviewer'],
  )
})

test('2,500 jobs go in three calls and every one gets its answer in order', async (t) => {
  const { client, server } = await start(t, ({ json }) =>
    success({
      results: (json as JobBody[]).map((body, index) => ({
        index,
        status: 200,
        success: true,
        data: created(body.reference_id),
      })),
    }),
  )
  const bodies = Array.from({ length: 2500 }, (_, n) => job(n))
  const references: string[] = []
  for await (const result of client.jobs.createMany(bodies)) {
    assert.ok(result.success)
    assert.equal(result.index, references.length)
    references.push(result.data.reference_id)
  }
  assert.deepEqual(
    references,
    bodies.map((body) => body.reference_id),
  )
  assert.deepEqual(
    server.seen.map(({ json }) => (json as unknown[]).length),
    [1000, 1000, 500],
  )
})

test('a bulk call is cut by bytes as well', async (t) => {
  const { client, server } = await start(t, ({ json }) =>
    success({
      results: (json as JobBody[]).map((_, index) => ({ index, status: 200, success: true, data: created('r') })),
    }),
  )
  const bytes = JSON.stringify(job(1)).length + 1
  for await (const result of client.jobs.createMany([job(1), job(2), job(3)], { chunkBytes: bytes * 2 }))
    assert.ok(result.success)
  assert.deepEqual(
    server.seen.map(({ json }) => (json as unknown[]).length),
    [2, 1],
  )
})

test('a bulk call repeats only the parts that the service could not take', async (t) => {
  const bad = {
    code: 'FS_0003',
    message: 'no',
    request_id: 'r',
    meta_data: { failures: [{ field: 'data', type: 'MISSING' }] },
  }
  const busy = { code: 'api_error', message: 'busy', request_id: 'r', meta_data: { failures: [] } }
  const { client, server } = await start(t, ({ json }, call) =>
    success({
      results: (json as JobBody[]).map((body, index) => {
        if (body.reference_id === 'ref-1') return { index, status: 400, success: false, error: bad }
        if (body.reference_id === 'ref-2' && call === 0) return { index, status: 503, success: false, error: busy }
        if (body.reference_id === 'ref-2')
          return {
            index,
            status: 409,
            success: false,
            error: { ...busy, code: 'FS_0001', meta_data: { job_id: JOB, same_payload: true } },
          }
        return { index, status: 200, success: true, data: created(body.reference_id) }
      }),
    }),
  )
  const results = []
  for await (const result of client.jobs.createMany([job(0), job(1), job(2)])) results.push(result)
  assert.deepEqual(
    results.map((result) => result.success),
    [true, false, true],
  )
  assert.ok(!results[1].success && results[1].error.failures[0].type === 'MISSING')
  assert.ok(results[2].success && results[2].data.existing)
  assert.deepEqual(
    server.seen.map(({ json }) => (json as unknown[]).length),
    [3, 1],
  )
})

test('waiting for a job ends with its end, and with a timeout when told to', async (t) => {
  const { client, pauses } = await start(t, (_, index) =>
    success({ status: index < 3 ? 'pending' : 'completed', stage: 'queued' }),
  )
  assert.equal((await client.jobs.wait(JOB)).status, 'completed')
  assert.deepEqual(pauses, [1000, 1500, 2250])
  const slow = await start(t, () => success({ status: 'pending', stage: 'validating' }))
  await assert.rejects(slow.client.jobs.wait(JOB, { timeoutMs: 2000 }), { code: 'timeout' })
  assert.deepEqual(slow.pauses, [1000, 1000])
})

test('the result document is fetched by its signed address, without the key', async (t) => {
  const document = { type: 'image2d', data: {} }
  const { client, server } = await start(t, ({ url, headers }) =>
    url.startsWith('/v1/attachments')
      ? { body: document }
      : success({ result: `http://${headers.host}/v1/attachments/1/result.json?sig=x` }),
  )
  assert.deepEqual(await client.jobs.result(JOB), document)
  assert.equal(server.seen[1].headers['x-api-key'], undefined)
})

test('ensuring a batch answers the one that has the name already', async (t) => {
  const { client } = await start(t, ({ method }) =>
    method === 'POST' ? refusal(409, 'BATCH_CREATION') : success({ batches: [{ id: 'b7', name: 'monday' }] }),
  )
  assert.equal(await client.batches.ensure({ name: 'monday' }), 'b7')
})
