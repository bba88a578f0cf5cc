import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobComparison } from '../../src/client/types/jobs.ts'
import type { ClassConfusion, WorstObject, WorstWork } from '../../src/client/types/quality.ts'
import type { JobPayloadAnswer } from '../../src/contract/payload.ts'
import type { QueueAnswer, QueueRowAnswer } from '../../src/contract/queue.ts'
import type { DraftAnswer } from '../../src/contract/work.ts'
import { until } from '../support/apiClient.ts'
import { batchOf, drawBox, open, queuedImage, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { corners, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

/** The box that `drawBox` draws. */
const TRUTH = { annotations: { rectangles: [{ label: 'car', coordinates: corners(0.1, 0.2, 0.5, 0.6) }] } }
const NOTHING = { annotations: { rectangles: [] } }
const ALWAYS = { share: 1, pass: 0.8, action: 'pause', feedback: false } as const

const tenantWith = (checks: object) => Tenant.create(stage.admin, {}, { boxes: tagOf('image2d', checks) })
const join = (tenant: Tenant, role: 'annotator' | 'manager' | 'reviewer') =>
  Person.join(stage.admin, role, [tenant.projectId])

/** A completed job whose result, or the document, is its truth. */
async function goldJob(tenant: Tenant, truth: object = { from: 'result' }, more: object = {}): Promise<string> {
  const jobId = await queuedImage(stage, tenant, 'boxes', { priority_weight: 3, metadata: { scene: 'fog' }, ...more })
  await tenant.submitResult(jobId, TRUTH)
  await tenant.reached(jobId, 'completed')
  await stage.admin.put(tenant.path(`/jobs/${jobId}/gold`), truth)
  return jobId
}

const next = async (person: Person) => (await person.post<{ job: QueueRowAnswer | null }>('/api/next')).job
async function taken(person: Person): Promise<QueueRowAnswer> {
  const job = await next(person)
  assert.ok(job, 'there is work')
  return job
}

/** Submits the job with the right box, or with nothing. */
async function submit(person: Person, jobId: string, isRight: boolean): Promise<string> {
  const { version, tag } = await open(person, jobId)
  if (isRight) await save(person, jobId, version, [drawBox(tag.classes[0].classId)])
  const body = { version: version + (isRight ? 1 : 0) }
  return (await person.post<{ stage: string }>(`/api/jobs/${jobId}/submit`, body)).stage
}

interface Listed {
  job_id: string
  batch_id: string
  assignee: string | null
  deadline: string | null
}

interface Worst {
  jobs: WorstWork[]
  objects: WorstObject[]
}

interface Quality {
  rows: {
    key: string
    jobs: number
    gold?: { n: number; score: number | null; passed: number | null; training: { n: number; score: number | null } }
  }[]
}
const byPerson = async (tenant: Tenant, person: Person, api = stage.admin) =>
  (await api.get<Quality>(tenant.path('/quality?by=person'))).rows.find(({ key }) => key === person.userId)
const scored = (tenant: Tenant, person: Person, count: number) =>
  until(async () => {
    const row = await byPerson(tenant, person)
    const { n = 0, training } = row?.gold ?? {}
    return n + (training?.n ?? 0) >= count ? row : null
  })

const confusions = async (tenant: Tenant, query = '') =>
  (await stage.admin.get<{ confusion: ClassConfusion[] }>(tenant.path(`/quality/confusion${query}`))).confusion

/** Everything that tells one kind of job from another: names of members and kinds of values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)]))
}

test('a gold job looks to its annotator like any other, through every call that they have', async () => {
  const tenant = await tenantWith({ gold: { ...ALWAYS, share: 0.5 } })
  for (let i = 0; i < 6; i++) await goldJob(tenant)
  for (let i = 0; i < 16; i++)
    await queuedImage(stage, tenant, 'boxes', { priority_weight: 3, metadata: { scene: 'fog' } })
  const ann = await join(tenant, 'annotator')
  const seen: { row: QueueRowAnswer; payload: JobPayloadAnswer; isGold: boolean }[] = []
  // By chance the first eight are of one kind.
  const isOneKind = () => seen.every(({ isGold }) => isGold === seen[0].isGold)
  while (seen.length < 8 || (seen.length < 16 && isOneKind())) {
    const row = await taken(ann)
    const payload = await open(ann, row.jobId)
    const { status } = await tenant.api.call('GET', tenant.path(`/jobs/${row.jobId}`))
    assert.match(row.jobId, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.equal(row.jobId.slice(9, 13), tenant.projectId.slice(9, 13), 'as in all ids of jobs of the project')
    seen.push({ row, payload, isGold: status === 404 })
    assert.notEqual(await submit(ann, row.jobId, true), 'in_progress')
  }
  const gold = seen.filter(({ isGold }) => isGold)
  const ordinary = seen.filter(({ isGold }) => !isGold)
  assert.ok(gold.length > 0 && ordinary.length > 0, `${gold.length} of ${seen.length}`)
  assert.equal(new Set(seen.map(({ row }) => row.jobId)).size, seen.length)
  assert.equal(new Set(seen.map(({ row }) => row.referenceId)).size, seen.length)
  for (const { row, payload } of gold) {
    assert.deepEqual(shapeOf(row), shapeOf(ordinary[0].row))
    assert.deepEqual(shapeOf(payload), shapeOf(ordinary[0].payload))
    assert.deepEqual([row.projectId, row.priorityWeight], [tenant.projectId, 3])
    assert.equal(payload.job.projectId, tenant.projectId)
  }
  // They come in the order in which the jobs were sent.
  const times = seen.map(({ row }) => row.createdAt)
  assert.deepEqual(times, [...times].sort())

  // Records, lists, comparisons, pictures and links.
  const path = (jobId: string, rest = '') => `/api${tenant.path(`/jobs/${jobId}${rest}`)}`
  const recordOf = (jobId: string) =>
    until(async () => {
      const record = await ann.get<Record<string, unknown>>(path(jobId))
      return record.stage === 'completed' ? record : null
    })
  const plain = await recordOf(ordinary[0].row.jobId)
  for (const { row, payload } of gold) {
    const record = await recordOf(row.jobId)
    assert.deepEqual(shapeOf(record), shapeOf(plain))
    assert.deepEqual([record.project_id, record.metadata], [tenant.projectId, { scene: 'fog' }])
    const viewed = String(record.viewer_url).replace('/view/', '/api/view/')
    for (const url of [String(record.result), viewed]) assert.equal((await fetch(url)).status, 200, url)
    const compared = await ann.post<JobComparison>(path(row.jobId, '/compare'), { a: 'result', b: 'result' })
    assert.equal(compared.score, 1)
    const { frames } = payload.content
    const file = 'image' in frames[0] ? frames[0].image.file : null
    assert.equal((await ann.call('GET', `${payload.files.base}${file}`)).status, 200)
    const referenced = await ann.get<{ job_id: string }>(`/api${tenant.path(`/jobs?reference_id=${row.referenceId}`)}`)
    assert.equal(referenced.job_id, row.jobId)
  }
  const listed = await ann.get<{ jobs: { job_id: string }[] }>(`/api${tenant.path('/jobs')}`)
  assert.deepEqual(listed.jobs.map((job) => job.job_id).sort(), seen.map(({ row }) => row.jobId).sort())
  const rows = await ann.get<{ jobs: { jobId: string }[] }>(`/api/projects/${tenant.projectId}/jobs?limit=3`)
  assert.equal(rows.jobs.length, 3)
  for (const { row } of seen) {
    const { status } = await ann.refused('GET', `/api/jobs/${row.jobId}/feedback`)
    assert.equal(status, 404)
  }
})

test('where several people annotate jobs of the tag, gold is submitted, shown and answered like those jobs', async () => {
  const checks = { review: true, consensus: { annotators: 2, agreement: 0.9 }, gold: { ...ALWAYS, share: 0.5 } }
  const tenant = await tenantWith({})
  for (let i = 0; i < 6; i++) await goldJob(tenant)
  await stage.admin.put(tenant.path('/tags/boxes'), tagOf('image2d', checks))
  const alike = { priority_weight: 3, metadata: { scene: 'fog' } }
  for (let i = 0; i < 12; i++) await queuedImage(stage, tenant, 'boxes', alike)
  const ann = await join(tenant, 'annotator')
  const seen: { jobId: string; isGold: boolean; shown: object }[] = []
  const isOneKind = () => seen.every(({ isGold }) => isGold === seen[0].isGold)
  while (seen.length < 6 || (seen.length < 12 && isOneKind())) {
    const row = await taken(ann)
    const payload = shapeOf(await open(ann, row.jobId))
    const { status } = await tenant.api.call('GET', tenant.path(`/jobs/${row.jobId}`))
    const submitted = await submit(ann, row.jobId, true)
    const { status: contested, json } = await ann.call('POST', `/api/jobs/${row.jobId}/contest`, { comment: 'Why?' })
    const shown = { row: shapeOf(row), payload, submitted, contested, answer: shapeOf(json?.error) }
    seen.push({ jobId: row.jobId, isGold: status === 404, shown })
  }
  const gold = seen.filter(({ isGold }) => isGold)
  const ordinary = seen.filter(({ isGold }) => !isGold)
  assert.ok(gold.length > 0 && ordinary.length > 0, `${gold.length} of ${seen.length}`)
  await scored(tenant, ann, gold.length)
  for (const { jobId, shown } of gold) {
    assert.deepEqual(shown, ordinary[0].shown)
    const recordOf = (id: string) => ann.get<{ stage: string }>(`/api${tenant.path(`/jobs/${id}`)}`)
    const [one, other] = [await recordOf(jobId), await recordOf(ordinary[0].jobId)]
    assert.equal(one.stage, other.stage)
    assert.deepEqual(shapeOf(one), shapeOf(other))
  }
})

test('gold among jobs that several people annotate completes when such jobs do', async () => {
  const checks = { consensus: { annotators: 2, agreement: 0.9 }, review: false }
  const tenant = await tenantWith(checks)
  const [ann, ben] = [await join(tenant, 'annotator'), await join(tenant, 'annotator')]
  const real = await queuedImage(stage, tenant, 'boxes')
  for (const person of [ann, ben]) assert.equal((await taken(person)).jobId, real)
  for (const person of [ann, ben]) await submit(person, real, true)
  await tenant.reached(real, 'completed')
  await stage.admin.put(tenant.path(`/jobs/${real}/gold`), { from: 'result' })
  await stage.admin.put(tenant.path('/tags/boxes'), tagOf('image2d', { ...checks, gold: ALWAYS }))
  await queuedImage(stage, tenant, 'boxes')
  const cleo = await join(tenant, 'annotator')
  const { jobId } = await taken(cleo)
  await submit(cleo, jobId, true)
  await until(async () => ((await open(cleo, jobId)).job.stage === 'completed' ? true : null))
})

test('gold shows the batch, the assignment and the deadline of the job in whose place it comes', async () => {
  const tenant = await tenantWith({ gold: ALWAYS })
  for (const name of ['may', 'june', 'july']) {
    const { batch_id } = await tenant.api.post<{ batch_id: string }>(tenant.path('/batch'), { name })
    await goldJob(tenant, { from: 'result' }, { batch_id })
  }
  const { batch_id } = await tenant.api.post<{ batch_id: string }>(tenant.path('/batch'), { name: 'october' })
  const ann = await join(tenant, 'annotator')
  const [first, second] = [
    await queuedImage(stage, tenant, 'boxes', { batch_id }),
    await queuedImage(stage, tenant, 'boxes', { batch_id }),
  ]
  await stage.admin.put(tenant.path('/groups/night'), { user_ids: [ann.userId] })
  for (const [jobId, value] of [
    [first, { user_id: ann.userId, deadline: '2031-01-01T00:00:00Z' }],
    [second, { group: 'night', deadline: '2032-01-01T00:00:00Z' }],
  ] as const)
    await stage.admin.post(tenant.path('/jobs/actions'), { action: 'assign', job_ids: [jobId], value })
  await until(async () => {
    const { jobs } = await tenant.api.get<{ jobs: { deadline: string | null }[] }>(tenant.path('/jobs'))
    return jobs.filter(({ deadline }) => deadline !== null).length === 2
  })
  const shown = async (jobId: string) => {
    const { jobs } = await ann.get<{ jobs: Listed[] }>(`/api${tenant.path('/jobs')}`)
    const listed = jobs.find(({ job_id }) => job_id === jobId)
    return [listed?.batch_id, listed?.assignee, listed?.deadline?.slice(0, 4)]
  }
  const { jobId } = await taken(ann)
  assert.ok(jobId !== first && jobId !== second, 'it is gold')
  assert.deepEqual(await shown(jobId), [batch_id, ann.userId, '2031'])
  await submit(ann, jobId, true)
  await stage.admin.put(tenant.path('/tags/boxes'), tagOf('image2d', { gold: { ...ALWAYS, share: 0 } }))
  assert.equal((await taken(ann)).jobId, first)
  await submit(ann, first, true)
  await stage.admin.put(tenant.path('/tags/boxes'), tagOf('image2d', { gold: ALWAYS }))
  const ofGroup = (await taken(ann)).jobId
  assert.notEqual(ofGroup, second)
  assert.deepEqual(await shown(ofGroup), [batch_id, 'night', '2032'])
  const { tag } = await open(ann, ofGroup)
  await save(ann, ofGroup, 0, [drawBox(tag.classes[0].classId)])
  await ann.post(`/api/jobs/${ofGroup}/release`)
  assert.equal((await taken(ann)).jobId, ofGroup, 'saved work comes back to its person')
})

test('nothing of gold reaches the customer', async () => {
  const tenant = await tenantWith({ gold: ALWAYS, review: false })
  const source = await goldJob(tenant)
  const waiting = await queuedImage(stage, tenant, 'boxes')
  const read = async () => {
    const paths = [
      '/jobs',
      '/usage',
      '/events',
      '/progress?bucket=day',
      '/quality/confusion',
      '/quality/worst',
      '/quality/classes',
      '/quality/pairs',
      '/tags',
    ]
    const answers = await Promise.all(paths.map((path) => tenant.api.get<object>(tenant.path(path))))
    const counted = await tenant.api.get<object>(`/v0/projects/${tenant.projectId}/details`)
    return JSON.stringify([...answers, counted]).replaceAll(/"(age_seconds|active_seconds|at|low|high)":[^,}]+/g, '')
  }
  const before = await read()
  const ann = await join(tenant, 'annotator')
  const { jobId } = await taken(ann)
  assert.notEqual(jobId, waiting)
  await submit(ann, jobId, false)
  await scored(tenant, ann, 1)
  const { pool } = stage.database
  await until(async () => {
    const { rows } = await pool.query('select 1 from jobs where id = $1 and stage = $2', [jobId, 'completed'])
    return rows[0] ?? null
  })
  assert.equal(await read(), before)
  assert.doesNotMatch(before, /gold|training/)
  const worst = await stage.admin.get<Worst>(tenant.path('/quality/worst'))
  assert.deepEqual(
    worst.jobs.map((row) => [row.job_id, row.source, row.score, row.over]),
    [[jobId, 'gold', 0, ['truth', 'submission-1']]],
  )
  assert.deepEqual(
    worst.objects.map(({ state, label }) => [state, label]),
    [['missing', 'car']],
  )
  for (const [method, rest] of [
    ['GET', ''],
    ['GET', '/deliveries'],
    ['GET', '/quality'],
    ['POST', '/cancel'],
    ['POST', '/callback'],
  ] as const) {
    assert.equal((await tenant.api.call(method, tenant.path(`/jobs/${jobId}${rest}`))).status, 404, rest)
  }
  for (const path of ['/gold', `/jobs/${source}/gold`]) {
    const { status } = await tenant.api.call(path === '/gold' ? 'GET' : 'PUT', tenant.path(path), {
      body: path === '/gold' ? undefined : { from: 'result' },
    })
    assert.equal(status, 403)
  }
  const shown = await tenant.api.get<Quality>(tenant.path('/quality?by=person'))
  assert.equal(shown.rows.find(({ key }) => key === ann.userId)?.jobs, 1)
  assert.ok(shown.rows.every((row) => row.gold === undefined))
  const ofJob = await tenant.api.get<object>(tenant.path(`/jobs/${source}/quality`))
  assert.ok(!('gold' in ofJob))
  // The operator sees what it was.
  const known = await stage.admin.get<{ gold: object }>(tenant.path(`/jobs/${jobId}/quality`))
  assert.deepEqual(known.gold, { score: 0, passed: false, source_job_id: source })
  const list = await stage.admin.get<{ gold: { job_id: string; given: number; mean_score: number }[] }>(
    tenant.path('/gold'),
  )
  assert.deepEqual(
    list.gold.map(({ job_id, given, mean_score }) => [job_id, given, mean_score]),
    [[source, 1, 0]],
  )
  // Its data stay until it is no gold any more.
  assert.equal((await stage.admin.call('DELETE', tenant.path(`/jobs/${source}/data`))).status, 409)
  await stage.admin.call('DELETE', tenant.path(`/jobs/${source}/gold`))
  assert.equal((await stage.admin.call('DELETE', tenant.path(`/jobs/${source}/data`))).status, 200)
  assert.equal((await ann.refused('GET', `/api/jobs/${jobId}`)).status, 410)
})

test('annotators of a project with gold see their own jobs alone, and get new ones by Next', async () => {
  const tenant = await tenantWith({ gold: { ...ALWAYS, share: 0 } })
  const [first, second] = [await queuedImage(stage, tenant, 'boxes'), await queuedImage(stage, tenant, 'boxes')]
  const [ann, rita] = [await join(tenant, 'annotator'), await join(tenant, 'reviewer')]
  assert.deepEqual((await ann.get<QueueAnswer>('/api/queue')).jobs, [])
  assert.equal((await ann.refused('GET', `/api/jobs/${second}`)).status, 404)
  assert.equal((await ann.refused('GET', `/api${tenant.path(`/jobs/${second}`)}`)).status, 404)
  assert.equal((await ann.refused('GET', `/api${tenant.path('/exports')}`)).status, 403)
  const { status, code, meta } = await ann.refused('POST', `/api/jobs/${second}/claim`)
  assert.deepEqual([status, code, meta.reason], [409, 'JOB_STATE', 'NEXT_ONLY'])
  assert.equal((await taken(ann)).jobId, first)
  await ann.post(`/api/jobs/${first}/release`)
  assert.equal((await ann.refused('GET', `/api/jobs/${first}`)).status, 404)
  assert.equal((await rita.get<QueueAnswer>('/api/queue')).jobs.length, 2)
})

test('work that arrives after the annotator lost the job is answered so, and kept as a draft', async () => {
  const tenant = await tenantWith({ gold: { ...ALWAYS, share: 0 } })
  const [ann, boss, stranger] = [
    await join(tenant, 'annotator'),
    await join(tenant, 'manager'),
    await join(tenant, 'annotator'),
  ]
  const [takenOver, cancelled] = [await queuedImage(stage, tenant, 'boxes'), await queuedImage(stage, tenant, 'boxes')]
  for (const [jobId, take] of [
    [takenOver, () => boss.post(`/api/jobs/${takenOver}/take-over`)],
    [cancelled, () => tenant.api.post(tenant.path(`/jobs/${cancelled}/cancel`), {})],
  ] as const) {
    assert.equal((await taken(ann)).jobId, jobId)
    const { version, tag } = await open(ann, jobId)
    const late = batchOf(version, [drawBox(tag.classes[0].classId)])
    await take()
    assert.equal((await ann.refused('POST', `/api/jobs/${jobId}/operations`, late)).status, 409)
    assert.equal((await ann.refused('POST', `/api/jobs/${jobId}/heartbeat`, {})).status, 409)
    const draft = await ann.post<DraftAnswer>(`/api/jobs/${jobId}/drafts`, late)
    assert.equal(draft.operationCount, 1)
    const { drafts } = await ann.get<{ drafts: DraftAnswer[] }>(`/api/jobs/${jobId}/drafts`)
    assert.deepEqual(
      drafts.map(({ draftId }) => draftId),
      [draft.draftId],
    )
    assert.equal((await stranger.refused('POST', `/api/jobs/${jobId}/drafts`, late)).status, 404)
  }
  assert.equal((await ann.refused('GET', `/api/jobs/${takenOver}`)).status, 404)
})

test('a job that was given back comes again, and no gold in its place', async () => {
  const tenant = await tenantWith({ gold: { ...ALWAYS, share: 0 } })
  for (let i = 0; i < 2; i++) await goldJob(tenant)
  const first = await queuedImage(stage, tenant, 'boxes')
  const ann = await join(tenant, 'annotator')
  assert.equal((await taken(ann)).jobId, first)
  await ann.post(`/api/jobs/${first}/release`)
  await stage.admin.put(tenant.path('/tags/boxes'), tagOf('image2d', { gold: ALWAYS }))
  assert.equal((await taken(ann)).jobId, first)
  await ann.post(`/api/jobs/${first}/release`)
  const ben = await join(tenant, 'annotator')
  assert.notEqual((await taken(ben)).jobId, first, 'to someone else it is new')
})

test('a person below the pass score gets no more work of the tag until a manager allows it', async () => {
  const tenant = await tenantWith({ gold: ALWAYS })
  for (let i = 0; i < 11; i++) await goldJob(tenant)
  const waiting = await queuedImage(stage, tenant, 'boxes')
  const [ann, lead] = [await join(tenant, 'annotator'), await join(tenant, 'manager')]
  for (let i = 0; i < 10; i++) {
    const { jobId } = await taken(ann)
    await submit(ann, jobId, i < 5)
  }
  const { gold } = (await scored(tenant, ann, 10)) ?? {}
  assert.deepEqual([gold?.n, gold?.score, gold?.passed], [10, 0.5, 5])
  const [ofCars] = (await stage.admin.get<Quality>(tenant.path('/quality?by=class'))).rows
  assert.deepEqual(
    [ofCars.key, ofCars.gold],
    ['car', { n: 10, score: 2 / 3, passed: null, training: { n: 0, score: null, passed: null } }],
  )
  const found = await confusions(tenant, `?user_id=${ann.userId}`)
  assert.deepEqual(found, [
    { a: 'car', b: 'car', count: 5 },
    { a: 'car', b: null, count: 5 },
  ])
  assert.deepEqual(await confusions(tenant, `?user_id=${lead.userId}`), [])
  const path = `/api${tenant.path(`/quality/confusion?user_id=${ann.userId}`)}`
  const rita = await join(tenant, 'reviewer')
  assert.equal((await rita.refused('GET', path)).status, 403)
  assert.equal(await next(ann), null)
  assert.equal((await ann.refused('POST', `/api/jobs/${waiting}/claim`)).code, 'JOB_STATE')
  const notices = () =>
    lead.get<{ notices: { kind: string; user_id: string; tag: string }[] }>(
      `/api/notices?project_id=${tenant.projectId}`,
    )
  const [notice] = (await notices()).notices
  assert.deepEqual([notice.kind, notice.user_id, notice.tag], ['person_paused', ann.userId, 'boxes'])
  assert.equal((await ann.refused('GET', `/api/notices?project_id=${tenant.projectId}`)).status, 403)
  const resume = `/api/projects/${tenant.projectId}/people/${ann.userId}/resume`
  await lead.post(resume, { tag: 'boxes' })
  assert.deepEqual((await notices()).notices, [])
  assert.equal((await lead.refused('POST', resume, { tag: 'boxes' })).code, 'JOB_STATE')
  assert.ok(await next(ann))
})

test('no one gets gold twice, or gold of their own work, and they work on when none is left', async () => {
  const tenant = await tenantWith({ gold: { ...ALWAYS, share: 0 } })
  const [ann, ben, lead] = [
    await join(tenant, 'annotator'),
    await join(tenant, 'annotator'),
    await join(tenant, 'manager'),
  ]
  const own = await queuedImage(stage, tenant, 'boxes')
  assert.equal((await taken(ann)).jobId, own)
  await submit(ann, own, true)
  await tenant.reached(own, 'completed')
  await lead.ok('PUT', `/api${tenant.path(`/jobs/${own}/gold`)}`, { data: TRUTH })
  await stage.admin.put(tenant.path('/tags/boxes'), tagOf('image2d', { gold: ALWAYS }))
  const waiting = [await queuedImage(stage, tenant, 'boxes'), await queuedImage(stage, tenant, 'boxes')]
  assert.equal((await taken(ann)).jobId, waiting[0])
  const copy = await taken(ben)
  assert.ok(!waiting.includes(copy.jobId))
  // Released and asked again, it is the same job; then it was used up.
  await ben.post(`/api/jobs/${copy.jobId}/release`)
  assert.equal((await taken(ben)).jobId, copy.jobId)
  await submit(ben, copy.jobId, true)
  assert.equal((await taken(ben)).jobId, waiting[1])
  const { notices } = await lead.get<{ notices: { kind: string; user_id: string }[] }>(
    `/api/notices?project_id=${tenant.projectId}`,
  )
  assert.deepEqual(
    notices.map(({ kind, user_id }) => [kind, user_id]).sort(),
    [
      ['gold_used_up', ann.userId],
      ['gold_used_up', ben.userId],
    ].sort(),
  )
})

test('a gold job goes through review like an ordinary one, by people who had nothing to do with its source', async () => {
  const tenant = await tenantWith({ gold: ALWAYS, review: true })
  const source = await queuedImage(stage, tenant, 'boxes')
  const [ann, rita, rob] = [
    await join(tenant, 'annotator'),
    await join(tenant, 'reviewer'),
    await join(tenant, 'reviewer'),
  ]
  await tenant.submitResult(source, TRUTH)
  assert.equal((await taken(rita)).jobId, source)
  await rita.post(`/api/jobs/${source}/review`, { decision: 'accept', version: 0 })
  await tenant.reached(source, 'completed')
  await stage.admin.put(tenant.path(`/jobs/${source}/gold`), { from: 'result' })
  await queuedImage(stage, tenant, 'boxes')
  const { jobId } = await taken(ann)
  assert.equal(await submit(ann, jobId, true), 'in_review')
  const reviews = { kind: 'review' }
  assert.equal((await rita.post<{ job: QueueRowAnswer | null }>('/api/next', reviews)).job, null)
  const { job } = await rob.post<{ job: QueueRowAnswer | null }>('/api/next', reviews)
  assert.deepEqual([job?.jobId, job?.projectId], [jobId, tenant.projectId])
  await rob.post(`/api/jobs/${jobId}/review`, { decision: 'reject', comment: 'Again.', version: 1 })
  assert.equal((await taken(ann)).jobId, jobId)
  await ann.post(`/api/jobs/${jobId}/submit`, { version: 1 })
  await rob.post(`/api/jobs/${jobId}/claim`)
  await rob.post(`/api/jobs/${jobId}/review`, { decision: 'accept', version: 1 })
  await until(async () => ((await open(ann, jobId)).job.stage === 'completed' ? true : null))
})

test('training precedes real work, shows the ground truth afterwards, and is repeated until it is passed', async () => {
  const tenant = await tenantWith({ training: { jobs: 2, pass: 0.9 } })
  for (let i = 0; i < 4; i++) await goldJob(tenant, { data: TRUTH })
  const waiting = await queuedImage(stage, tenant, 'boxes')
  const [ann, lead] = [await join(tenant, 'annotator'), await join(tenant, 'manager')]
  const train = async (isRight: boolean) => {
    const { jobId } = await taken(ann)
    assert.notEqual(jobId, waiting)
    await submit(ann, jobId, isRight)
    return ann.get<JobComparison & { passed: boolean }>(`/api/jobs/${jobId}/feedback`)
  }
  const wrong = await train(false)
  assert.deepEqual([wrong.score, wrong.passed, wrong.only_a.length], [0, false, 1])
  await train(true)
  await scored(tenant, ann, 2)
  const right = await train(true)
  assert.deepEqual([right.score, right.passed], [1, true])
  await train(true)
  const { gold } = (await scored(tenant, ann, 4)) ?? {}
  assert.deepEqual([gold?.n, gold?.training.n], [0, 4])
  // What it found counts in no other figure.
  assert.deepEqual((await stage.admin.get<Quality>(tenant.path('/quality?by=class'))).rows, [])
  assert.deepEqual(await confusions(tenant), [])
  assert.equal((await taken(ann)).jobId, waiting)
  // Someone for whom there is too little gold waits, and the manager is told.
  const ben = await join(tenant, 'annotator')
  await queuedImage(stage, tenant, 'boxes')
  for (const isRight of [false, false, false, false]) {
    const { jobId } = await until(() => next(ben))
    await submit(ben, jobId, isRight)
  }
  await scored(tenant, ben, 4)
  assert.equal(await next(ben), null)
  const { notices } = await lead.get<{ notices: { kind: string }[] }>(`/api/notices?project_id=${tenant.projectId}`)
  assert.deepEqual(
    notices.map(({ kind }) => kind),
    ['training_used_up'],
  )
})

test('a training that a wrong truth failed is passed when the truth is corrected', async () => {
  const tenant = await tenantWith({ training: { jobs: 1, pass: 0.9 } })
  const source = await goldJob(tenant, { data: NOTHING })
  const waiting = await queuedImage(stage, tenant, 'boxes')
  const ann = await join(tenant, 'annotator')
  await submit(ann, (await taken(ann)).jobId, true)
  await scored(tenant, ann, 1)
  assert.equal(await next(ann), null, 'there is no other gold')
  await stage.admin.put(tenant.path(`/jobs/${source}/gold`), { from: 'result' })
  await until(async () => ((await byPerson(tenant, ann))?.gold?.training.score === 1 ? true : null))
  assert.equal((await taken(ann)).jobId, waiting)
})

test('a training that is made shorter, longer or ended meanwhile keeps no one waiting', async () => {
  const training = (jobs: number) => ({ training: { jobs, pass: 0.9 } })
  const tenant = await tenantWith(training(3))
  const change = (checks: object) => stage.admin.put(tenant.path('/tags/boxes'), tagOf('image2d', checks))
  for (let i = 0; i < 3; i++) await goldJob(tenant)
  const waiting = await queuedImage(stage, tenant, 'boxes')
  const [ann, ben] = [await join(tenant, 'annotator'), await join(tenant, 'annotator')]
  for (let i = 0; i < 2; i++) await submit(ann, (await taken(ann)).jobId, true)
  await scored(tenant, ann, 2)
  await change(training(1))
  assert.equal((await taken(ann)).jobId, waiting, 'two of one are done')
  await ann.post(`/api/jobs/${waiting}/release`)
  await change(training(9))
  for (let i = 0; i < 3; i++) await submit(ben, (await taken(ben)).jobId, true)
  await scored(tenant, ben, 3)
  assert.equal(await next(ben), null, 'there is no gold for nine')
  await change(training(2))
  assert.equal((await taken(ben)).jobId, waiting, 'three of two are done')
  await ben.post(`/api/jobs/${waiting}/release`)
  const cleo = await join(tenant, 'annotator')
  await change(training(9))
  for (let i = 0; i < 3; i++) await submit(cleo, (await taken(cleo)).jobId, false)
  assert.equal(await next(cleo), null)
  await change({})
  assert.equal((await taken(cleo)).jobId, waiting)
})

test('gold and its settings are refused where they make no sense', async () => {
  const tenant = await tenantWith({})
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const put = async (body: object) => {
    const { status, json } = await stage.admin.call('PUT', tenant.path(`/jobs/${jobId}/gold`), { body })
    return [status, json?.error?.code]
  }
  assert.deepEqual(await put({ from: 'result' }), [409, 'JOB_STATE'])
  assert.deepEqual(await put({ from: 'there' }), [400, 'GE_0002'])
  assert.deepEqual(await put({ data: { annotations: { rectangles: [{ label: 'lorry' }] } } }), [400, 'FS_0003'])
  assert.equal((await put({ data: NOTHING }))[0], 200)
  await stage.admin.call('DELETE', tenant.path(`/jobs/${jobId}/gold`))
  const again = await stage.admin.call('DELETE', tenant.path(`/jobs/${jobId}/gold`))
  assert.deepEqual([again.status, again.json?.error?.code], [404, 'resource_error'])
  for (const checks of [{ gold: { share: 2 } }, { training: { jobs: 0 } }, { consensus: { annotators: 1 } }]) {
    const body = tagOf('image2d', checks as never)
    const { status, json } = await stage.admin.call('PUT', tenant.path('/tags/boxes'), { body })
    assert.deepEqual([status, json?.error?.code], [400, 'GE_0002'])
  }
})
