import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { QueueRowAnswer } from '../../src/contract/queue.ts'
import { until } from '../support/apiClient.ts'
import { drawBox, open, queuedImage, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { corners, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

const TRUTH = { annotations: { rectangles: [{ label: 'car', coordinates: corners(0.1, 0.2, 0.5, 0.6) }] } }
const NOTHING = { annotations: { rectangles: [] } }

const tenantWith = (checks: object) => Tenant.create(stage.admin, {}, { boxes: tagOf('image2d', checks) })
const join = (tenant: Tenant, role: 'annotator' | 'manager' | 'reviewer') =>
  Person.join(stage.admin, role, [tenant.projectId])

async function taken(person: Person, body: object = {}): Promise<QueueRowAnswer> {
  const { job } = await person.post<{ job: QueueRowAnswer | null }>('/api/next', body)
  assert.ok(job, 'there is work')
  return job
}

/** The right box. */
async function submit(person: Person, jobId: string): Promise<void> {
  const { version, tag } = await open(person, jobId)
  await save(person, jobId, version, [drawBox(tag.classes[0].classId)])
  await person.post(`/api/jobs/${jobId}/submit`, { version: version + 1 })
}

async function gold(tenant: Tenant, truth: object): Promise<string> {
  const jobId = await queuedImage(stage, tenant, 'boxes')
  await tenant.submitResult(jobId, TRUTH)
  await tenant.reached(jobId, 'completed')
  await stage.admin.put(tenant.path(`/jobs/${jobId}/gold`), { data: truth })
  return jobId
}

interface Row {
  key: string
  overturned?: number
  review: { accepted: number; fixed: number; rejected: number; score: number | null }
  gold: { n: number; score: number | null; passed: number }
  by_figure: { tp?: number; only_b?: number }
}
const rowOf = async (tenant: Tenant, person: Person, by: 'person' | 'reviewer' = 'person') =>
  (await stage.admin.get<{ rows: Row[] }>(tenant.path(`/quality?by=${by}`))).rows.find(
    ({ key }) => key === person.userId,
  )

interface ShownContest {
  contest_id: string
  job_id: string
  tag: string
  kind: string
  source_job_id: string | null
  score_before: number | null
  score: number | null
  state: string
  answer: string | null
}
const contestsOf = async (tenant: Tenant, query = '') =>
  (await stage.admin.get<{ contests: ShownContest[] }>(tenant.path(`/contests${query}`))).contests
const noticesOf = async (tenant: Tenant, lead: Person) =>
  (await lead.get<{ notices: { kind: string }[] }>(`/api/notices?project_id=${tenant.projectId}`)).notices.map(
    ({ kind }) => kind,
  )

test('a wrong ground truth is appealed and corrected: scores, figures and the pause are computed again, with a trace', async () => {
  const tenant = await tenantWith({ gold: { share: 1, pass: 0.8, action: 'pause' } })
  const sources = []
  for (let i = 0; i < 10; i++) sources.push(await gold(tenant, i < 3 ? NOTHING : TRUTH))
  await queuedImage(stage, tenant, 'boxes')
  const [ann, other, lead] = [
    await join(tenant, 'annotator'),
    await join(tenant, 'annotator'),
    await join(tenant, 'manager'),
  ]
  const copies = []
  for (let i = 0; i < 10; i++) {
    const { jobId } = await taken(ann)
    await submit(ann, jobId)
    copies.push(jobId)
  }
  const scored = (passed: number) =>
    until(async () => {
      const row = await rowOf(tenant, ann)
      // Sums by person and by class are read one after the other.
      const records = (row?.by_figure.tp ?? 0) + (row?.by_figure.only_b ?? 0)
      return row?.gold.n === 10 && row.gold.passed === passed && records === 10 ? row : null
    })
  const before = await scored(7)
  assert.deepEqual([before.gold.score, before.by_figure.tp, before.by_figure.only_b], [0.7, 7, 3])
  assert.deepEqual(await noticesOf(tenant, lead), ['person_paused'])
  // The person contests without being shown that it was gold; no one else can.
  const comment = 'There is a car.'
  assert.equal((await other.refused('POST', `/api/jobs/${copies[0]}/contest`, { comment })).status, 404)
  for (const jobId of copies) await ann.post(`/api/jobs/${jobId}/contest`, { comment })
  assert.equal((await ann.refused('POST', `/api/jobs/${copies[0]}/contest`, { comment })).code, 'JOB_STATE')
  const own = await ann.get<{ contests: object[] }>(`/api/me/contests?project_id=${tenant.projectId}`)
  assert.equal(own.contests.length, 10)
  assert.doesNotMatch(JSON.stringify(own), /gold|score|source/)
  assert.equal((await tenant.api.call('GET', tenant.path('/contests'))).status, 403)
  assert.deepEqual((await noticesOf(tenant, lead)).sort(), ['contest_opened', 'person_paused'])
  const wrong = (await contestsOf(tenant, '?state=open')).filter(({ score }) => score === 0)
  assert.deepEqual(
    wrong.map((one) => [one.kind, one.score_before]),
    Array.from({ length: 3 }, () => ['gold', 0]),
  )
  assert.deepEqual(new Set(wrong.map((one) => one.source_job_id)), new Set(sources.slice(0, 3)))
  // The truth is corrected by a document, or by what the person submitted on their copy of that job.
  const [bySubmission, ...byDocument] = wrong
  const put = (source: string | null, body: object) =>
    ['PUT', `/api${tenant.path(`/jobs/${source}/gold`)}`, body] as const
  const named = (copy: string) => ({ from: 'submission', job_id: copy })
  const another = await lead.refused(...put(bySubmission.source_job_id, named(byDocument[0].job_id)))
  assert.deepEqual([another.status, another.code], [404, 'resource_error'])
  const unnamed = await lead.refused(...put(bySubmission.source_job_id, { from: 'submission' }))
  assert.equal(unnamed.code, 'GE_0002')
  await lead.ok(...put(bySubmission.source_job_id, named(bySubmission.job_id)))
  for (const { source_job_id: source } of byDocument) await lead.ok(...put(source, { data: TRUTH }))
  const one = await lead.get<{ gold: { job_id: string }[] }>(
    `/api${tenant.path(`/gold?job_id=${bySubmission.source_job_id}`)}`,
  )
  assert.deepEqual(
    one.gold.map(({ job_id: jobId }) => jobId),
    [bySubmission.source_job_id],
  )
  const now = await scored(10)
  assert.deepEqual([now.gold.score, now.by_figure.tp, now.by_figure.only_b], [1, 10, 0])
  assert.deepEqual(await noticesOf(tenant, lead), ['contest_opened'], 'the pause had no reason')
  for (const { contest_id: id } of wrong) {
    await lead.post(`/api${tenant.path(`/contests/${id}`)}`, { decision: 'uphold', answer: 'You are right.' })
  }
  const upheld = await contestsOf(tenant, '?state=upheld')
  assert.deepEqual(
    upheld.map((one) => [one.score_before, one.score, one.answer]),
    Array.from({ length: 3 }, () => [0, 1, 'You are right.']),
  )
  const again = `/api${tenant.path(`/contests/${upheld[0].contest_id}`)}`
  assert.equal((await lead.refused('POST', again, { decision: 'dismiss' })).status, 404)
  for (const { contest_id: id } of await contestsOf(tenant, '?state=open')) {
    await lead.post(`/api${tenant.path(`/contests/${id}`)}`, { decision: 'dismiss' })
  }
  assert.deepEqual(await noticesOf(tenant, lead), [])
})

test('a lead is notified of open appeals of a tag until the last is decided, whatever is open in other tags', async () => {
  const tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d'), other: tagOf('image2d') })
  const [ann, lead] = [await join(tenant, 'annotator'), await join(tenant, 'manager')]
  for (const tag of ['boxes', 'boxes', 'other', 'other']) {
    await queuedImage(stage, tenant, tag)
    const { jobId } = await taken(ann, { tag })
    await submit(ann, jobId)
    await ann.post(`/api/jobs/${jobId}/contest`, { comment: 'There is a car.' })
  }
  const decide = async (tag: string) => {
    const contest = (await contestsOf(tenant, '?state=open')).find((one) => one.tag === tag)
    await lead.post(`/api${tenant.path(`/contests/${contest?.contest_id}`)}`, { decision: 'dismiss' })
    return noticesOf(tenant, lead)
  }
  assert.equal((await decide('boxes')).length, 2)
  assert.equal((await decide('boxes')).length, 1)
})

test('gold that people fail who pass all other gold is questioned, until its truth is corrected', async () => {
  const tenant = await tenantWith({ gold: { share: 1, pass: 0.8, action: 'flag' } })
  const doubtful = await gold(tenant, NOTHING)
  for (let i = 0; i < 3; i++) await gold(tenant, TRUTH)
  await queuedImage(stage, tenant, 'boxes')
  const lead = await join(tenant, 'manager')
  for (const person of [await join(tenant, 'annotator'), await join(tenant, 'annotator')]) {
    for (let i = 0; i < 4; i++) await submit(person, (await taken(person)).jobId)
  }
  interface Marked {
    job_id: string
    questioned: boolean
    mean_score: number | null
    good_people: { had: number; failed: number }
  }
  const listed = async () => (await stage.admin.get<{ gold: Marked[] }>(tenant.path('/gold'))).gold
  const marked = await until(async () => {
    const list = await listed()
    return list.some((one) => one.questioned) ? list : null
  })
  assert.deepEqual(
    marked.filter((one) => one.questioned).map((one) => [one.job_id, one.good_people]),
    [[doubtful, { had: 2, failed: 2 }]],
  )
  assert.ok((await noticesOf(tenant, lead)).includes('gold_questioned'))
  await stage.admin.put(tenant.path(`/jobs/${doubtful}/gold`), { data: TRUTH })
  const corrected = await until(async () =>
    (await listed()).find((one) => one.job_id === doubtful && one.mean_score === 1),
  )
  assert.equal(corrected?.questioned, false)
  assert.ok(!(await noticesOf(tenant, lead)).includes('gold_questioned'))
})

test('a review that does not hold is withdrawn, and the figures of its reviewer say so', async () => {
  const tenant = await tenantWith({ review: true })
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const [ann, rita, lead] = [
    await join(tenant, 'annotator'),
    await join(tenant, 'reviewer'),
    await join(tenant, 'manager'),
  ]
  assert.equal((await taken(ann)).jobId, jobId)
  assert.equal((await ann.refused('POST', `/api/jobs/${jobId}/contest`, { comment: 'No.' })).code, 'JOB_STATE')
  await submit(ann, jobId)
  await rita.post(`/api/jobs/${jobId}/claim`)
  await rita.post(`/api/jobs/${jobId}/review`, { decision: 'reject', comment: 'Too loose.', version: 1 })
  assert.equal((await rowOf(tenant, ann))?.review.rejected, 1)
  const { contest_id: id } = await ann.post<{ contest_id: string }>(`/api/jobs/${jobId}/contest`, {
    comment: 'It fits.',
  })
  await lead.post(`/api${tenant.path(`/contests/${id}`)}`, { decision: 'uphold' })
  const { review } = (await rowOf(tenant, ann)) ?? {}
  assert.deepEqual(review, { accepted: 1, fixed: 0, rejected: 0, score: 1 })
  const reviewer = await rowOf(tenant, rita, 'reviewer')
  assert.deepEqual([reviewer?.overturned, reviewer?.review.rejected, reviewer?.review.score], [1, 1, 0])
  assert.equal((await rita.refused('GET', `/api${tenant.path('/quality?by=reviewer')}`)).status, 403)
  const { reviews } = await stage.admin.get<{ reviews: object[] }>(tenant.path(`/jobs/${jobId}/quality`))
  assert.deepEqual(reviews, [{ outcome: 'rejected', score: 1, overturned: true }])
})
