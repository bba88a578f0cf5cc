import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobPayloadAnswer } from '../../src/contract/payload.ts'
import { OWN_PAGE_HEADER } from '../../src/formats/workbench/ownPage.ts'
import { until } from '../support/apiClient.ts'
import { drawBox, open, queuedImage, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { corners, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { answerWith, Model } from './model.ts'

let stage: Stage
let tenant: Tenant
let person: Person
let model: Model
before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  model = await Model.start({})
})
after(async () => {
  await model.stop()
  await stage.clear()
})

interface Suggested {
  suggestion_id: string
  assistant: string
  verb: string
  record: { _id: string; label: string; source: string; type: string }
  score: number | null
  state: string
}
interface Run {
  status: string
  progress: number | null
  suggestions: Suggested[]
  findings: { text: string; severity: string }[]
  error: { code: string; message: string } | null
}

const register = (name: string, body: object = {}) =>
  stage.admin.put<{ state: string; version: string | null; verbs: string[]; new_secret?: string }>(
    tenant.path(`/assistants/${name}`),
    { carrier: 'http', url: model.url, ...body },
  )

async function claimed(): Promise<string> {
  const jobId = await queuedImage(stage, tenant, 'boxes')
  await person.post(`/api/jobs/${jobId}/claim`, {})
  return jobId
}

const ask = (jobId: string, assistant: string, verb: string, input: object = {}) =>
  person.post<{ run_id: string; suggestions: Suggested[] }>(`/api/jobs/${jobId}/assist`, { assistant, verb, input })

const ended = (jobId: string, runId: string) =>
  until(async () => {
    const run = await person.get<Run>(`/api/jobs/${jobId}/assist/${runId}`)
    return run.status === 'queued' || run.status === 'running' ? null : run
  })

const suggestions = async (jobId: string) =>
  (await person.get<{ suggestions: Suggested[] }>(`/api/jobs/${jobId}/suggestions`)).suggestions

const CARS = {
  data: {
    annotations: {
      rectangles: [
        { label: 'car', coordinates: corners(0.1, 0.2, 0.5, 0.6) },
        { label: 'car', coordinates: corners(0.6, 0.2, 0.9, 0.6) },
      ],
    },
  },
  scores: [0.9, 0.4],
}

test('an assistant is described when it is registered; its secret is shown once', async () => {
  const made = await register('boxer')
  assert.equal(made.state, 'ok')
  assert.equal(made.version, '1')
  assert.match(made.new_secret ?? '', /^whsec_/)
  const { assistants } = await stage.admin.get<{ assistants: Record<string, unknown>[] }>(tenant.path('/assistants'))
  assert.deepEqual(assistants[0].secret, { set: true, last4: made.new_secret?.slice(-4) })
  assert.equal('new_secret' in assistants[0], false)
})

test('an assistant may be sent back as it was received: its secrets stay, and go to no other origin', async () => {
  await register('keeper', { headers: { 'x-model-key': 'open-sesame' } })
  const path = tenant.path('/assistants/keeper')
  const kept = { carrier: 'http', headers: { 'x-model-key': { set: true } }, secret: { set: true } }
  const again = await stage.admin.put<{ new_secret?: string }>(path, { ...kept, url: `${model.url}/` })
  assert.equal(again.new_secret, undefined)
  assert.equal(model.asked.at(-1)?.headers['x-model-key'], 'open-sesame')
  const places = [model.url.replace('127.0.0.1', 'localhost'), 'https://elsewhere.example/model']
  for (const url of places) {
    const answer = await stage.admin.call('PUT', path, { body: JSON.stringify({ ...kept, url }) })
    assert.equal(answer.status, 400, url)
    const fields = answer.json?.error?.meta_data.failures.map(({ field, type }) => [field, type])
    assert.deepEqual(fields, [['headers.x-model-key', 'MISSING']])
  }
  const unset = { ...kept, url: model.url, headers: { constructor: { set: true } } }
  assert.equal((await stage.admin.call('PUT', path, { body: JSON.stringify(unset) })).status, 400)
})

test('predict suggests boxes; what is accepted becomes ordinary work, and the rest is in no result', async () => {
  await register('boxer')
  model.answers['/predict'] = () => CARS
  const jobId = await claimed()
  const { run_id: runId } = await ask(jobId, 'boxer', 'predict')
  const run = await ended(jobId, runId)
  assert.equal(run.status, 'completed', JSON.stringify(run.error))
  const [first, second] = await suggestions(jobId)
  assert.deepEqual([first.score, second.score], [0.9, 0.4])
  assert.equal(first.record.source, 'machine')
  const { version, document } = await open(person, jobId)
  assert.equal(document.tracks.length, 0, 'suggestions are not in the document')
  const taken = await person.post<{ version: number }>(`/api/jobs/${jobId}/suggestions/accept`, {
    suggestion_ids: [first.suggestion_id],
    version,
  })
  assert.equal(taken.version, version + 1, 'one step')
  const after = await open(person, jobId)
  assert.deepEqual(
    after.document.tracks.map(({ id }: JobPayloadAnswer['document']['tracks'][number]) => id),
    [first.record._id],
  )
  await person.post(`/api/jobs/${jobId}/suggestions/drop`, { suggestion_ids: [second.suggestion_id] })
  assert.deepEqual(
    (await suggestions(jobId)).map(({ state }) => state),
    ['accepted', 'dropped'],
  )
  await person.post(`/api/jobs/${jobId}/suggestions/reopen`, {
    suggestion_ids: [first.suggestion_id, second.suggestion_id],
  })
  assert.deepEqual(
    (await suggestions(jobId)).map(({ state }) => state),
    ['open', 'open'],
    'decisions are taken back',
  )
})

test('the request carries signed addresses of the same files, but no sources and no people', async () => {
  const [asked] = model.of('/predict')
  const [file] = asked.body.job.files
  assert.equal(file.field, 'data.image_url')
  assert.equal(asked.body.job.data.image_url, file.url)
  const image = await fetch(file.url)
  assert.equal(image.status, 200)
  assert.equal((await fetch(`${file.url.slice(0, -4)}0000`)).status, 404)
  assert.equal((await fetch(file.url.replace(/until=\d+/, 'until=9999999999'))).status, 404)
  assert.ok(!asked.text.includes(stage.files.baseUrl), 'no source URL')
  assert.ok(!asked.text.includes(person.userId), 'no person')
  assert.match(String(asked.headers['webhook-signature']), /^v1,/)
})

test('a new predict replaces the open suggestions of the one before', async () => {
  const jobId = await claimed()
  for (let i = 0; i < 2; i++) await ended(jobId, (await ask(jobId, 'boxer', 'predict')).run_id)
  assert.deepEqual(
    (await suggestions(jobId)).map(({ state }) => state),
    ['replaced', 'replaced', 'open', 'open'],
  )
})

test('an answer that could not be handed in fails the run with the place, and suggests nothing', async () => {
  const jobId = await claimed()
  const wrong: [unknown, RegExp][] = [
    [
      { data: { annotations: { rectangles: [{ label: 'tree', coordinates: corners(0, 0, 1, 1) }] } } },
      /rectangles\[0\]\.label/,
    ],
    [{ data: { annotations: { rectangles: [{ label: 'car', coordinates: corners(0, 0, 2, 1) }] } } }, /coordinates/],
    [{ data: { annotations: {} }, scores: [1] }, /scores/],
    [[], /an object/],
  ]
  for (const [answer, message] of wrong) {
    model.answers['/predict'] = () => answer
    const run = await ended(jobId, (await ask(jobId, 'boxer', 'predict')).run_id)
    assert.equal(run.error?.code, 'INVALID_ANSWER')
    assert.match(run.error?.message ?? '', message)
  }
  assert.deepEqual(await suggestions(jobId), [])
})

test('a stream tells progress, and its last line is the answer', async () => {
  model.answers['/predict'] = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.write('{"progress": 0.5}\n')
    response.end(`${JSON.stringify({ result: CARS })}\n`)
    return null
  }
  const jobId = await claimed()
  const run = await ended(jobId, (await ask(jobId, 'boxer', 'predict')).run_id)
  assert.equal(run.status, 'completed', JSON.stringify(run.error))
  assert.equal(run.suggestions.length, 2)
})

test('segment answers at once with a box; a newer call of the same person ends the older', async () => {
  const waiting: (() => void)[] = []
  model.answers['/segment'] = async ({ body }) => {
    if (body.input.sequence === 1) await new Promise<void>((resolve) => waiting.push(resolve))
    return { box: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 }, score: 0.7 }
  }
  const jobId = await claimed()
  const input = { label: 'car', prompts: { points: [{ x: 0.2, y: 0.2, positive: true }] } }
  const body = { assistant: 'boxer', verb: 'segment', input: { ...input, sequence: 1 } }
  const older = person.refused('POST', `/api/jobs/${jobId}/assist`, body)
  await until(async () => (waiting.length > 0 ? true : null))
  const { suggestions: made } = await ask(jobId, 'boxer', 'segment', { ...input, sequence: 2 })
  assert.equal(made[0].record.type, 'rectangle')
  assert.equal(made[0].score, 0.7)
  const { status, code } = await older
  assert.deepEqual([status, code], [409, 'SUPERSEDED'])
  for (const go of waiting) go()
  const sessions = new Set(model.of('/segment').map(({ body }) => body.session))
  assert.equal(sessions.size, 1)
})

test('preliminary findings of an assistant are visible, but are not suggestions yet', async () => {
  const go = Promise.withResolvers<void>()
  const [first] = CARS.data.annotations.rectangles
  model.answers['/predict'] = async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.write(`{"partial":{"data":{"annotations":{"rectangles":[{"label":"tree"}]}}}}\n`)
    response.write(
      `${JSON.stringify({ partial: { data: { annotations: { rectangles: [first] } }, scores: [0.9] } })}\n`,
    )
    await go.promise
    response.end(`${JSON.stringify({ result: CARS })}\n`)
    return null
  }
  const jobId = await claimed()
  const { run_id: runId } = await ask(jobId, 'boxer', 'predict')
  const seen = await until(async () => {
    const run = await person.get<Run>(`/api/jobs/${jobId}/assist/${runId}`)
    return run.suggestions.length > 0 ? run : null
  })
  assert.equal(seen.status, 'running')
  const [{ suggestion_id, record, score, state }] = seen.suggestions
  assert.deepEqual([record.label, score, state, seen.suggestions.length], ['car', 0.9, 'preview', 1])
  assert.deepEqual(await suggestions(jobId), [])
  const accept = { suggestion_ids: [suggestion_id], version: 0 }
  assert.equal((await person.refused('POST', `/api/jobs/${jobId}/suggestions/accept`, accept)).status, 400)
  go.resolve()
  const run = await ended(jobId, runId)
  assert.deepEqual(
    run.suggestions.map((one) => one.state),
    ['open', 'open'],
  )
})

test('a person who waits for an answer hears how far it is, and sees what was found so far', async () => {
  const box = (width: number) => ({ box: { x: 0.1, y: 0.1, width, height: 0.2 }, score: 0.7 })
  const isSeen = Promise.withResolvers<void>()
  model.answers['/segment'] = async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.write(`{"progress":0.25}\n${JSON.stringify({ partial: box(0.1) })}\n`)
    await isSeen.promise
    response.end(`${JSON.stringify({ result: box(0.2) })}\n`)
    return null
  }
  const jobId = await claimed()
  const input = { label: 'car', prompts: { points: [{ x: 0.2, y: 0.2, positive: true }] } }
  const body = { assistant: 'boxer', verb: 'segment', input }
  const lines = async () => {
    const answer = await fetch(`${person.baseUrl}/api/jobs/${jobId}/assist`, {
      method: 'POST',
      headers: {
        cookie: person.cookie ?? '',
        [OWN_PAGE_HEADER]: '1',
        accept: 'application/x-ndjson',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    let text = ''
    for await (const piece of answer.body ?? []) {
      text += Buffer.from(piece).toString('utf8')
      if (text.includes('"partial"')) isSeen.resolve()
    }
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  const [progress, partial, last] = await lines()
  assert.deepEqual(progress, { progress: 0.25 })
  assert.equal(partial.partial.suggestions[0].state, 'preview')
  assert.deepEqual([last.success, last.data.suggestions[0].state], [true, 'open'])
  assert.equal(
    (await ask(jobId, 'boxer', 'segment', input)).suggestions.length,
    1,
    'who takes no lines gets one answer',
  )

  model.answers['/segment'] = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.end('{"progress":0.25}\n{"result":{"box":7}}\n')
    return null
  }
  assert.equal((await lines())[1].error.code, 'INVALID_ANSWER')
})

test('requests during a drag are answered, but not kept or counted as suggested', async () => {
  model.answers['/segment'] = () => ({ box: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 }, score: 0.7 })
  const figures = async () =>
    (
      await stage.admin.get<{ assistants: { name: string; calls: number; suggested: number }[] }>(
        tenant.path('/assistants'),
      )
    ).assistants.find(({ name }) => name === 'boxer') ?? assert.fail('boxer is there')
  const jobId = await claimed()
  const before = await figures()
  const input = { label: 'car', prompts: { points: [{ x: 0.2, y: 0.2, positive: true }] } }
  const body = { assistant: 'boxer', verb: 'segment', input, preview: true }
  const made = await person.post<{ suggestions: Suggested[] }>(`/api/jobs/${jobId}/assist`, body)
  assert.deepEqual([made.suggestions[0].state, made.suggestions[0].score], ['preview', 0.7])
  assert.deepEqual(await suggestions(jobId), [])
  const after = await figures()
  assert.deepEqual([after.calls - before.calls, after.suggested - before.suggested], [1, 0])
  const predict = { assistant: 'boxer', verb: 'predict', preview: true }
  assert.equal((await person.refused('POST', `/api/jobs/${jobId}/assist`, predict)).status, 400)
})

test('a cancelled run closes the connection to the assistant', async () => {
  model.answers['/predict'] = () => new Promise(() => {})
  const jobId = await claimed()
  const { run_id: runId } = await ask(jobId, 'boxer', 'predict')
  const before = model.of('/predict').length
  await until(async () =>
    model.of('/predict').length > before - 1 && model.asked.at(-1)?.path === '/predict' ? true : null,
  )
  const gone = model.gone
  await person.ok('DELETE', `/api/jobs/${jobId}/assist/${runId}`)
  await until(async () => (model.gone > gone ? true : null))
  assert.equal((await ended(jobId, runId)).status, 'cancelled')
})

test('slow, dead, redirecting and failing assistants lead to messages, and the job continues', async () => {
  const jobId = await claimed()
  const run = async (answer: Model['answers'][string], code: string) => {
    model.answers['/review'] = answer
    const { error } = await ended(jobId, (await ask(jobId, 'quick', 'review')).run_id)
    assert.equal(error?.code, code)
    assert.ok(!error?.message.includes('127.0.0.1'), 'no address in the message')
  }
  await register('quick', { timeout_seconds: 1 })
  await run(() => new Promise(() => {}), 'TIMEOUT')
  await run((_, response) => answerWith(response, 500, 'secret'), 'HTTP_ERROR')
  await run((_, response) => answerWith(response, 302, '', { location: 'http://localhost/' }), 'REDIRECT')
  await run((_, response) => {
    response.destroy()
    return null
  }, 'UNREACHABLE')
  await run((_, response) => answerWith(response, 200, '<html>'), 'INVALID_ANSWER')
  const { version, tag } = await open(person, jobId)
  await save(person, jobId, version, [drawBox(tag.classes[0].classId)])
})

test('one that was away when it was asked what it is counts as there again with its first answer', async () => {
  await register('late')
  const { '/describe': describe } = model.answers
  model.answers['/describe'] = (_, response) => {
    response.destroy()
    return null
  }
  assert.equal((await stage.admin.post<{ state: string }>(tenant.path('/assistants/late/test'))).state, 'down')
  model.answers['/describe'] = describe
  model.answers['/review'] = () => ({ findings: [] })
  const jobId = await claimed()
  assert.equal((await ended(jobId, (await ask(jobId, 'late', 'review')).run_id)).status, 'completed')
  const { assistants } = await stage.admin.get<{ assistants: { name: string; state: string; problem: unknown }[] }>(
    tenant.path('/assistants'),
  )
  const { state, problem } = assistants.find(({ name }) => name === 'late')!
  assert.deepEqual([state, problem], ['ok', null])
})

test('review gives findings', async () => {
  const jobId = await claimed()
  model.answers['/review'] = () => ({ findings: [{ text: 'no car marked', severity: 'warning' }] })
  const { findings } = await ended(jobId, (await ask(jobId, 'quick', 'review')).run_id)
  assert.deepEqual(findings, [{ text: 'no car marked', severity: 'warning', score: null }])
})

test('auto asks for each job that is validated, once', async () => {
  model.answers['/predict'] = () => CARS
  await register('eager', { auto: { verb: 'predict', on: 'queued' } })
  const jobId = await queuedImage(stage, tenant, 'boxes')
  await person.post(`/api/jobs/${jobId}/claim`, {})
  const made = await until(async () => {
    const found = await suggestions(jobId)
    return found.length > 0 ? found : null
  })
  assert.deepEqual(
    made.map(({ assistant, state }) => [assistant, state]),
    [
      ['eager', 'open'],
      ['eager', 'open'],
    ],
  )
  await stage.admin.ok('DELETE', tenant.path('/assistants/eager'))
})

test('beyond its daily calls an assistant is not asked: people see when it continues, automatic runs wait', {
  timeout: 60_000,
}, async () => {
  const sparing = await Tenant.create(stage.admin, {}, { boxes: { ...tagOf('image2d'), assist_wait_seconds: 3600 } })
  const worker = await Person.join(stage.admin, 'annotator', [sparing.projectId])
  const path = sparing.path('/assistants/sparing')
  const put = (callsPerDay: number | null) =>
    stage.admin.put<{ calls_today: number }>(path, {
      carrier: 'http',
      url: model.url,
      calls_per_day: callsPerDay,
      auto: { verb: 'predict', on: 'queued' },
    })
  model.answers['/predict'] = () => CARS
  model.answers['/segment'] = () => ({ box: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 }, score: 0.7 })
  await put(2)
  const first = await queuedImage(stage, sparing, 'boxes')
  const found = async (jobId: string) =>
    (await worker.get<{ suggestions: Suggested[] }>(`/api/jobs/${jobId}/suggestions`)).suggestions.length || null
  const offered = () => until(async () => (await worker.post<{ job: { jobId: string } | null }>('/api/next')).job)
  assert.equal((await offered()).jobId, first)
  await until(() => found(first))
  const input = { label: 'car', prompts: { points: [{ x: 0.2, y: 0.2, positive: true }] } }
  const body = { assistant: 'sparing', verb: 'segment', input }
  await worker.post(`/api/jobs/${first}/assist`, body)
  const asked = model.asked.length
  for (const more of [{}, { verb: 'predict', input: {} }]) {
    const refused = await worker.call('POST', `/api/jobs/${first}/assist`, { ...body, ...more })
    assert.deepEqual([refused.status, refused.json?.error?.code], [429, 'DAILY_LIMIT'])
    const seconds = Number(refused.headers['retry-after'])
    assert.ok(seconds >= 1 && seconds <= 86_400)
    assert.match(refused.json?.error?.message ?? '', /T00:00:00/)
  }
  // A job whose pre-annotation waits for tomorrow is offered at once.
  const second = await queuedImage(stage, sparing, 'boxes')
  await until(async () => {
    const { jobs } = await worker.get<{ jobs: { jobId: string }[] }>('/api/queue')
    return jobs.some(({ jobId }) => jobId === second) || null
  })
  assert.equal(await found(second), null)
  assert.equal(model.asked.length, asked, 'nothing was asked')
  assert.equal((await put(null)).calls_today, 2)
  await until(() => found(second))
})

test('queued jobs of a filter are predicted again; jobs that people began are left alone', async () => {
  const again = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d'), other: tagOf('image2d') })
  const worker = await Person.join(stage.admin, 'annotator', [again.projectId])
  await stage.admin.put(again.path('/assistants/learning'), {
    carrier: 'http',
    url: model.url,
    tags: ['boxes'],
    auto: { verb: 'predict', on: 'queued' },
  })
  model.answers['/predict'] = () => CARS
  const [begun, waiting, other] = [
    await queuedImage(stage, again, 'boxes'),
    await queuedImage(stage, again, 'boxes'),
    await queuedImage(stage, again, 'other'),
  ]
  const statesOf = async (jobId: string) =>
    (await worker.get<{ suggestions: Suggested[] }>(`/api/jobs/${jobId}/suggestions`)).suggestions
  const made = (jobId: string, count: number) =>
    until(async () => {
      const found = await statesOf(jobId)
      return found.length === count ? found : null
    })
  const [first] = await made(begun, 2)
  await worker.post(`/api/jobs/${begun}/claim`, {})
  const accepting = { suggestion_ids: [first.suggestion_id], version: (await open(worker, begun)).version }
  await worker.post(`/api/jobs/${begun}/suggestions/accept`, accepting)
  await worker.post(`/api/jobs/${begun}/release`, {})
  await made(waiting, 2)
  const act = async (body: object) => {
    const asked = { action: 'assist', value: { assistant: 'learning' }, filter: {}, ...body }
    const { action_id: id } = await again.api.post<{ action_id: string }>(again.path('/jobs/actions'), asked)
    return until(async () => {
      type Shown = { status: string; progress: object; refusals: { job_id: string; code: string }[] }
      const shown = await again.api.get<Shown>(again.path(`/jobs/actions/${id}`))
      return shown.status === 'completed' ? shown : null
    })
  }
  const asked = model.of('/predict').length
  const rehearsed = await act({ dry_run: true })
  assert.deepEqual(rehearsed.progress, { total: 3, done: 1, refused: 2 })
  const refused = Object.fromEntries(rehearsed.refusals.map(({ job_id, code }) => [job_id, code]))
  assert.deepEqual(refused, { [begun]: 'JOB_STATE', [other]: 'GE_0002' })
  const { progress, refusals } = await act({})
  assert.deepEqual([progress, refusals], [rehearsed.progress, rehearsed.refusals])
  const states = (await made(waiting, 4)).map(({ state }) => state)
  assert.deepEqual(states, ['replaced', 'replaced', 'open', 'open'])
  assert.equal((await statesOf(begun)).length, 2)
  assert.equal(model.of('/predict').length, asked + 1)
  await act({})
  await made(waiting, 6)
  const refusal = async (value: object) => {
    const body = { action: 'assist', value, filter: {} }
    return (await again.api.call('POST', again.path('/jobs/actions'), { body })).json?.error?.meta_data.failures[0]
      .field
  }
  assert.equal(await refusal({ assistant: 'nobody' }), 'value.assistant')
  assert.equal(await refusal({ assistant: 'learning', verb: 'segment' }), 'value.verb')
  const { key } = await stage.admin.post<{ key: string }>(again.path('/keys'), { name: 'jobs', scopes: ['submit'] })
  const body = { action: 'assist', value: { assistant: 'learning' }, filter: {} }
  assert.equal((await stage.admin.with(key).call('POST', again.path('/jobs/actions'), { body })).status, 403)
})

test('submission counts the fate of suggestions: kept, changed, dropped, untouched; repeated requests do not count', async () => {
  const box = (left: number) => ({ label: 'car', coordinates: corners(left, 0.2, left + 0.1, 0.6) })
  model.answers['/predict'] = () => ({ data: { annotations: { rectangles: [0, 0.2, 0.4, 0.6, 0.8].map(box) } } })
  await register('counted')
  const jobId = await claimed()
  await ended(jobId, (await ask(jobId, 'counted', 'predict')).run_id)
  const [kept, changed, dropped, replaced] = await suggestions(jobId)
  const { version } = await open(person, jobId)
  const ids = [kept, changed].map(({ suggestion_id }) => suggestion_id)
  await person.post(`/api/jobs/${jobId}/suggestions/accept`, { suggestion_ids: ids, version })
  await person.post(`/api/jobs/${jobId}/suggestions/drop`, { suggestion_ids: [dropped.suggestion_id] })
  await person.post(`/api/jobs/${jobId}/suggestions/drop`, { suggestion_ids: [replaced.suggestion_id], replaced: true })
  const shape = { type: 'rectangle', left: 0.2, top: 0.2, right: 0.35, bottom: 0.6 } as const
  const key = { kind: 'shape', frame: 0, id: changed.record._id, keyFrame: true, source: 'manual' } as const
  const edit = { type: 'setKeys', trackId: changed.record._id, sensorId: '', first: 0, last: 0 } as const
  await save(person, jobId, version + 1, [{ ...edit, keys: [{ ...key, hidden: false, linked: false, shape }] }])
  await person.post(`/api/jobs/${jobId}/submit`, { version: version + 2 })
  const figures = await until(async () => {
    const { assistants } = await stage.admin.get<{ assistants: Record<string, number | string>[] }>(
      tenant.path('/assistants'),
    )
    const row = assistants.find(({ name }) => name === 'counted')
    return row?.kept === 1 ? row : null
  })
  const { suggested, changed: more, dropped: less, untouched, kept_share } = figures
  assert.deepEqual({ suggested, more, less, untouched }, { suggested: 5, more: 1, less: 1, untouched: 1 })
  assert.equal(kept_share, 1 / 3)
})

test('seconds saved an object are counted once a job, against unaided jobs of the same tag', async () => {
  const box = (left: number) => ({ label: 'car', coordinates: corners(left, 0.2, left + 0.1, 0.6) })
  model.answers['/predict'] = () => ({ data: { annotations: { rectangles: [0, 0.2].map(box) } } })
  const timed = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const worker = await Person.join(stage.admin, 'annotator', [timed.projectId])
  await stage.admin.put(timed.path('/assistants/timed'), { carrier: 'http', url: model.url, verbs: ['predict'] })
  const work = async (isHelped: boolean, seconds: number) => {
    const jobId = await queuedImage(stage, timed, 'boxes')
    await worker.post(`/api/jobs/${jobId}/claim`, {})
    if (isHelped) {
      const at = `/api/jobs/${jobId}`
      const { run_id } = await worker.post<{ run_id: string }>(`${at}/assist`, {
        assistant: 'timed',
        verb: 'predict',
        input: {},
      })
      const { suggestions: made } = await until(async () => {
        const run = await worker.get<Run>(`${at}/assist/${run_id}`)
        return run.status === 'completed' ? run : null
      })
      const ids = made.map(({ suggestion_id }) => suggestion_id)
      const { version } = await open(worker, jobId)
      await worker.post(`${at}/suggestions/accept`, { suggestion_ids: ids, version })
    } else {
      const { version, tag } = await open(worker, jobId)
      await save(worker, jobId, version, [drawBox(tag.classes[0].classId)])
    }
    const { version } = await open(worker, jobId)
    // The last sign of life lies ahead, so that a slow machine adds nothing.
    await stage.database.pool.query(
      "update active_times set active_ms = $2, last_beat_at = now() + interval '1 minute' where job_id = $1",
      [jobId, 1000 * seconds],
    )
    await worker.post(`/api/jobs/${jobId}/submit`, { version })
    await until(async () => {
      const asked = 'select is_timed from works where job_id = $1'
      const { rows } = await stage.database.pool.query<{ is_timed: boolean }>(asked, [jobId])
      return rows[0].is_timed ? true : null
    })
    const { assistants } = await stage.admin.get<{
      assistants: { seconds_saved_per_object: number | null; versions: { seconds_saved_per_object: number | null }[] }[]
    }>(timed.path('/assistants'))
    const [{ seconds_saved_per_object, versions }] = assistants
    const all = [seconds_saved_per_object, ...versions.map((one) => one.seconds_saved_per_object)]
    return all.map((seconds) => seconds && Math.round(seconds))
  }
  assert.deepEqual(await work(true, 10), [null, null])
  assert.deepEqual(await work(false, 30), [25, 25])
  assert.deepEqual(await work(false, 50), [35, 35])
  assert.deepEqual(await work(true, 30), [30, 30])
})

test('an invalid registration is refused with the field', async () => {
  const refusal = async (body: object, name = 'wrong') => {
    const { status, json } = await stage.admin.call('PUT', tenant.path(`/assistants/${name}`), { body })
    return [status, json?.error?.meta_data.failures[0]?.field]
  }
  const http = { carrier: 'http', url: model.url }
  assert.deepEqual(await refusal({ carrier: 'http' }), [400, 'url'])
  assert.deepEqual(await refusal({ carrier: 'queue', url: model.url, verbs: ['predict'] }), [400, 'url'])
  assert.deepEqual(await refusal({ carrier: 'queue' }), [400, 'verbs'])
  assert.deepEqual(await refusal({ ...http, headers: { Host: 'x' } }), [400, 'headers.Host'])
  assert.deepEqual(await refusal({ ...http, secret: 'whsec_short' }), [400, 'secret'])
  assert.deepEqual(await refusal({ ...http, tags: ['none'] }), [400, 'tags[0]'])
  assert.deepEqual(await refusal(http, 'Wrong'), [400, 'name'])
  assert.deepEqual(await refusal({ carrier: 'http', url: 'http://10.0.0.1/' }), [400, 'url'])
})
