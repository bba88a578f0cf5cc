import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AssistantEvaluation } from '../../src/client/types/assistants.ts'
import { until } from '../support/apiClient.ts'
import { open, queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { corners, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { Model } from './model.ts'

let stage: Stage
let tenant: Tenant
let person: Person
let model: Model
before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { boxes: { ...tagOf('image2d'), assist_wait_seconds: 3600 } })
  person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  model = await Model.start({})
})
after(async () => {
  await model.stop()
  await stage.clear()
})

const box = (left: number) => ({ label: 'car', coordinates: corners(left, 0.2, left + 0.1, 0.6) })
const answer = (scores: number[]) => ({
  data: { annotations: { rectangles: scores.map((_, index) => box(index / 10)) } },
  scores,
})
const register = (name: string, body: object = {}) =>
  stage.admin.put(tenant.path(`/assistants/${name}`), { carrier: 'http', url: model.url, ...body })

interface Suggested {
  suggestion_id: string
  record: { _id: string }
  score: number
}

async function suggested(jobId: string, assistant = 'boxer'): Promise<Suggested[]> {
  const body = { assistant, verb: 'predict', input: {} }
  const { run_id: runId } = await tenant.api.post<{ run_id: string }>(tenant.path(`/jobs/${jobId}/assist`), body)
  const run = await until(async () => {
    const now = await tenant.api.get<{ status: string; suggestions: Suggested[] }>(
      tenant.path(`/jobs/${jobId}/assist/${runId}`),
    )
    return now.status === 'completed' ? now : null
  })
  return run.suggestions
}

test('a record of the result that was a suggestion names the assistant, its version and the score (A15)', async () => {
  await register('boxer')
  model.answers['/predict'] = () => answer([0.9, 0.4])
  const jobId = await queuedImage(stage, tenant, 'boxes')
  await person.post(`/api/jobs/${jobId}/claim`, {})
  const [taken] = await suggested(jobId)
  const { version } = await open(person, jobId)
  const accepted = await person.post<{ version: number }>(`/api/jobs/${jobId}/suggestions/accept`, {
    suggestion_ids: [taken.suggestion_id],
    version,
  })
  await person.post(`/api/jobs/${jobId}/submit`, { version: accepted.version })
  const { result: url } = await tenant.reached(jobId, 'completed')
  const result = JSON.parse(await (await fetch(url!)).text())
  assert.deepEqual(
    result.data.annotations.rectangles.map((record: { _id: string; assistance?: object }) => [
      record._id,
      record.assistance,
    ]),
    [[taken.record._id, { assistant: 'boxer', version: '1', score: 0.9 }]],
  )
})

test('jobs are listed by uncertainty: 1 − the lowest score, 0.5 without suggestions, those never asked last (A12)', async () => {
  const asked: [number[] | null, string][] = []
  for (const scores of [[0.9, 0.8], null, [0.95, 0.1], []]) {
    const jobId = await queuedImage(stage, tenant, 'boxes')
    asked.push([scores, jobId])
    if (!scores) continue
    model.answers['/predict'] = () => answer(scores)
    await suggested(jobId)
  }
  const [sure, never, unsure, empty] = asked.map(([, jobId]) => jobId)
  const mine = new Set([sure, never, unsure, empty])
  const listed: string[] = []
  for (let token: string | null = ''; token !== null; ) {
    const more: string = token === '' ? '' : `&page_token=${token}`
    const page: { jobs: { job_id: string }[]; next_page_token: string | null } = await tenant.api.get(
      tenant.path(`/jobs?order=uncertainty&limit=1&stage=queued${more}`),
    )
    listed.push(...page.jobs.map(({ job_id: id }) => id))
    token = page.next_page_token
  }
  assert.deepEqual(
    listed.filter((id) => mine.has(id)),
    [unsure, empty, sure, never],
  )
})

test('people are not offered a job while an assistant predicts it, within the time that the tag allows', async () => {
  let answerNow = () => {}
  const asked = new Promise<void>((resolve) => {
    answerNow = resolve
  })
  model.answers['/predict'] = async () => {
    await asked
    return answer([0.7])
  }
  await register('eager', { auto: { verb: 'predict', on: 'queued' } })
  const other = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const queued = async () => {
    const { jobs } = await other.get<{ jobs: { jobId: string }[] }>('/api/queue')
    return jobs.some((row) => row.jobId === jobId)
  }
  await until(async () => (model.of('/predict').some(({ body }) => body.job.job_id === jobId) ? true : null))
  assert.equal(await queued(), false)
  answerNow()
  await until(async () => ((await queued()) ? true : null))
})

test('the predictions of a version are evaluated over the results of the same jobs, with its scores', async () => {
  await register('marker')
  const project = (path: string) => tenant.path(`/assistants/marker${path}`)
  assert.deepEqual(await tenant.api.post(project('/evaluate'), {}), {
    assistant: 'marker',
    version: '1',
    jobs: 0,
    jobs_total: 0,
    images: null,
    space: null,
    left_out: 0,
  })
  // The second box of each job is not there; the third job lacks what the model found, and has another.
  const jobs = [
    { scores: [0.9, 0.4], boxes: [box(0)] },
    { scores: [0.8, 0.3], boxes: [box(0)] },
    { scores: [0.7, 0.2], boxes: [box(0.7)] },
  ]
  for (const { scores, boxes } of jobs) {
    model.answers['/predict'] = () => answer(scores)
    const jobId = await queuedImage(stage, tenant, 'boxes')
    await suggested(jobId, 'marker')
    await tenant.submitResult(jobId, { annotations: { rectangles: boxes } })
    await tenant.reached(jobId, 'completed')
  }
  const made = await tenant.api.post<AssistantEvaluation>(project('/evaluate'), {})
  assert.deepEqual([made.jobs, made.jobs_total, made.space, made.left_out], [3, 3, null, 0])
  assert.equal(made.images?.interval, null)
  const { car } = made.images?.by_class ?? {}
  assert.deepEqual([car.truth, car.found, car.ar1?.toFixed(6)], [3, 6, '0.666667'])
  // By score two hits, then four misses: precision 1 up to a recall of 2/3.
  assert.equal(car.ap50?.toFixed(6), (67 / 101).toFixed(6))
  assert.deepEqual(car.curve.at(-1), { recall: 0.66, precision: 1, score: 0.8 })
  const ignoring = await tenant.api.post<AssistantEvaluation>(project('/evaluate'), { ignore: { labels: ['car'] } })
  assert.equal(ignoring.images, null)
  assert.equal((await tenant.api.post<AssistantEvaluation>(project('/evaluate'), { jobs: 1 })).jobs, 1)
  assert.equal((await tenant.api.post<AssistantEvaluation>(project('/evaluate'), { version: '6' })).jobs_total, 0)
  for (const [path, body, status] of [
    ['/evaluate', { ignore: { hidden: 3 } }, 400],
    ['/evaluate', { jobs: 0 }, 400],
    ['x/evaluate', {}, 404],
  ] as const) {
    assert.equal((await tenant.api.call('POST', project(path), { body })).status, status)
  }
})
