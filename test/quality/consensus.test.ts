import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { KeyCreated } from '../../src/client/types/admin.ts'
import type { JobRecord } from '../../src/client/types/jobs.ts'
import type { PersonPair } from '../../src/client/types/quality.ts'
import type { QueueRowAnswer } from '../../src/contract/queue.ts'
import type { Edit } from '../../src/model/document/operations/documentOperation.ts'
import { withTransaction } from '../../src/store/postgres/transactions.ts'
import { lockJobs } from '../../src/store/project/jobs/jobs.ts'
import { lockChecks, pausePerson, resumePerson } from '../../src/store/project/quality/personChecks.ts'
import { openConsensusCopy } from '../../src/workflow/quality/consensus.ts'
import { tellOfShortConsensus } from '../../src/workflow/quality/shortConsensus.ts'
import { until } from '../support/apiClient.ts'
import { drawBox, open, queuedImage, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

const tenantWith = (annotators: number, more: object = {}) =>
  Tenant.create(stage.admin, {}, { boxes: tagOf('image2d', { consensus: { annotators, agreement: 0.9 }, ...more }) })
const join = (tenant: Tenant, role: 'annotator' | 'manager' | 'reviewer') =>
  Person.join(stage.admin, role, [tenant.projectId])
const team = (tenant: Tenant, count: number) =>
  Promise.all(Array.from({ length: count }, () => join(tenant, 'annotator')))

const next = async (person: Person, body: object = {}) =>
  (await person.post<{ job: QueueRowAnswer | null }>('/api/next', body)).job

/** Draws a box and submits. */
async function work(person: Person, jobId: string, edit: (classId: string) => Edit = drawBox): Promise<string> {
  const { version, tag } = await open(person, jobId)
  await save(person, jobId, version, [edit(tag.classes[0].classId)])
  return (await person.post<{ stage: string }>(`/api/jobs/${jobId}/submit`, { version: version + 1 })).stage
}

/** A box elsewhere. */
function otherBox(classId: string): Edit {
  const edit: Edit = JSON.parse(JSON.stringify(drawBox(classId)).replace('"left":0.1', '"left":0.45'))
  return edit
}

interface Delivered {
  consensus?: object
  review?: object
  annotations: { rectangles: { agreement?: number }[] }
}

async function delivered({ result }: JobRecord): Promise<Delivered> {
  const response = await fetch(String(result))
  const document: { data: Delivered } = JSON.parse(await response.text())
  return document.data
}

interface JobQuality {
  consensus: {
    wanted: number
    n: number
    waiting_for: string | null
    agreement: number | null
    pairs: { a: string; b: string; score: number }[]
    outcome: string
  }
}
const qualityOf = async (tenant: Tenant, jobId: string, api: Pick<Person, 'get'> = tenant.api) =>
  (await api.get<JobQuality>(tenant.path(`/jobs/${jobId}/quality`))).consensus

/** Id and stage of each job that the person may list. */
async function ownJobs(person: Person, tenant: Tenant): Promise<[string, string][]> {
  const { jobs } = await person.get<{ jobs: JobRecord[] }>(`/api${tenant.path('/jobs')}`)
  return jobs.map(({ job_id, stage }) => [job_id, stage])
}

test('three people annotate a job alone, agree, and it is completed once, with what they agreed on', async () => {
  const tenant = await tenantWith(3)
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const people = await team(tenant, 4)
  const [ann, ben, cleo, dan] = people
  for (const person of [ann, ben, cleo]) assert.equal((await next(person))?.jobId, jobId)
  assert.equal(await next(dan), null)
  assert.equal((await dan.refused('GET', `/api/jobs/${jobId}`)).status, 404)
  await work(ann, jobId)
  const own = await open(ben, jobId)
  assert.deepEqual([own.version, own.document.tracks.length], [0, 0])
  assert.deepEqual(own.lease?.userId, ben.userId)
  await work(ben, jobId)
  // Until the last of them nothing is to be seen of it, but for the copies of those who have them.
  assert.equal((await tenant.record(jobId)).stage, 'in_progress')
  assert.deepEqual(await ownJobs(dan, tenant), [])
  assert.deepEqual(await ownJobs(cleo, tenant), [[jobId, 'in_progress']])
  const before = await qualityOf(tenant, jobId)
  assert.deepEqual([before.wanted, before.n, before.waiting_for, before.agreement], [3, 2, null, null])
  const compare = { body: { a: 'result', b: 'result' } }
  assert.equal((await tenant.api.call('POST', tenant.path(`/jobs/${jobId}/compare`), compare)).status, 409)
  assert.equal((await ann.refused('POST', `/api${tenant.path(`/jobs/${jobId}/compare`)}`, compare.body)).status, 409)
  await work(cleo, jobId)
  const record = await tenant.reached(jobId, 'completed')
  assert.deepEqual([record.result_version, record.annotations], [1, 1])
  const agreed = await delivered(record)
  assert.deepEqual(agreed.consensus, { annotators: 3, agreement: 1, outcome: 'medoid' })
  assert.deepEqual([agreed.review, agreed.annotations.rectangles[0].agreement], [undefined, 1])
  const made = await qualityOf(tenant, jobId)
  assert.deepEqual([made.n, made.agreement, made.outcome, made.pairs.length], [3, 1, 'medoid', 3])
  assert.deepEqual([made.pairs[0].a, made.pairs[0].b], [ann.userId, ben.userId])
  const usage = await tenant.api.get<{ rows: unknown[] }>(tenant.path('/usage'))
  assert.equal(usage.rows.length, 1)
  const { events } = await tenant.api.get<{ events: unknown[] }>(tenant.path('/events'))
  assert.equal(JSON.stringify(events).split('"COMPLETED"').length - 1, 1)
  assert.equal((await open(ann, jobId)).job.stage, 'completed')
  assert.deepEqual(await ownJobs(ann, tenant), [[jobId, 'completed']])
})

test('a reviewer who is none of the annotators decides where they disagree, object by object', async () => {
  const tenant = await tenantWith(2)
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const [ann] = await team(tenant, 1)
  const [rita, rob] = [await join(tenant, 'reviewer'), await join(tenant, 'reviewer')]
  for (const person of [ann, rita]) assert.equal((await next(person))?.jobId, jobId)
  await work(ann, jobId)
  await work(rita, jobId, otherBox)
  await tenant.reached(jobId, 'in_review')
  const { outcome, agreement } = await qualityOf(tenant, jobId)
  assert.deepEqual([outcome, agreement], ['open', 0])
  assert.equal(await next(rita, { kind: 'review' }), null)
  assert.equal((await rita.refused('POST', `/api/jobs/${jobId}/claim`)).status, 409)
  assert.equal((await next(rob, { kind: 'review' }))?.jobId, jobId)
  const path = `/api/jobs/${jobId}/candidates`
  const found = await rob.get<{
    medoid: string
    candidates: { candidate: string; document: { tracks: { id: string }[] } }[]
    differences: {
      objects: Record<string, string | null>
      tracks: Record<string, string | null>
      frame: number
      state: string
    }[]
  }>(path)
  assert.deepEqual([found.medoid, found.candidates.map(({ candidate }) => candidate)], ['A', ['A', 'B']])
  assert.ok(found.candidates.every(({ document }) => document.tracks.length === 1))
  assert.deepEqual(
    found.differences.map(({ objects, state }) => [Object.values(objects).map((id) => id !== null), state]),
    [
      [[true, false], 'missing'],
      [[false, true], 'missing'],
    ],
  )
  for (const { candidate, document } of found.candidates) {
    const named = found.differences.flatMap(({ tracks, frame }) => (frame === 0 ? (tracks[candidate] ?? []) : []))
    assert.deepEqual(
      named,
      document.tracks.map(({ id }) => id),
    )
  }
  assert.doesNotMatch(JSON.stringify(found), new RegExp(`${ann.userId}|${rita.userId}`))
  assert.equal((await ann.refused('GET', path)).status, 403)
  const { status, code } = await rob.refused('POST', `/api/jobs/${jobId}/review`, {
    decision: 'reject',
    comment: 'No.',
    version: 0,
  })
  assert.deepEqual([status, code], [409, 'JOB_STATE'])
  const { version, document } = await open(rob, jobId)
  assert.equal(document.tracks.length, 1)
  await rob.post(`/api/jobs/${jobId}/review`, { decision: 'accept', version })
  const record = await tenant.reached(jobId, 'completed')
  const decided = await delivered(record)
  assert.deepEqual(decided.consensus, { annotators: 2, agreement: 0, outcome: 'adjudicated' })
  assert.deepEqual([decided.review, decided.annotations.rectangles[0].agreement], [{ outcome: 'accepted' }, 0.5])
  const worstOf = async ({ userId }: Person) => {
    const path = tenant.path(`/quality/worst?user_id=${userId}`)
    return (await tenant.api.get<{ jobs: { job_id: string }[] }>(path)).jobs.map(({ job_id }) => job_id)
  }
  assert.deepEqual([await worstOf(ann), await worstOf(rita), await worstOf(rob)], [[jobId], [jobId], []])
  const rows = await tenant.api.get<{ rows: { key: string; consensus: { n: number; agreement: number } }[] }>(
    tenant.path('/quality?by=person'),
  )
  assert.deepEqual(rows.rows.find(({ key }) => key === ann.userId)?.consensus, { n: 1, agreement: 0 })
})

test('how well each two people agree is counted over all their jobs, with names for managers alone', async () => {
  const tenant = await tenantWith(3, { review: false })
  const [ann, ben, cleo] = await team(tenant, 3)
  const [lead, rita] = [await join(tenant, 'manager'), await join(tenant, 'reviewer')]
  for (const edit of [drawBox, otherBox]) {
    const jobId = await queuedImage(stage, tenant, 'boxes')
    for (const person of [ann, ben, cleo]) assert.equal((await next(person))?.jobId, jobId)
    for (const person of [ann, ben]) await work(person, jobId)
    await work(cleo, jobId, edit)
    await until(async () => (await qualityOf(tenant, jobId)).agreement !== null)
  }
  const path = tenant.path('/quality/pairs')
  const ofKey = (await tenant.api.get<{ pairs: PersonPair[] }>(path)).pairs
  const agreements = ofKey.map(({ a, b, jobs, agreement, ranked }) => [
    [a, b].includes(cleo.userId),
    a < b,
    jobs,
    agreement,
    ranked,
  ])
  assert.deepEqual(agreements.sort(), [
    [false, true, 2, 1, false],
    [true, true, 2, 0.5, false],
    [true, true, 2, 0.5, false],
  ])
  assert.ok(ofKey.every((pair) => !('name_a' in pair) && pair.interval && pair.interval.low < pair.agreement))
  const { pairs } = await lead.get<{ pairs: PersonPair[] }>(`/api${path}?user_id=${cleo.userId}`)
  assert.equal(pairs.length, 2)
  assert.ok(pairs.every(({ name_a, name_b }) => [name_a, name_b].includes(cleo.email)))
  assert.deepEqual((await lead.get<{ pairs: object[] }>(`/api${path}?to=2020-01-01`)).pairs, [])
  assert.equal((await rita.refused('GET', `/api${path}`)).status, 403)
})

test('how far people agree counts on the days of their submissions, however late they are compared', async () => {
  const tenant = await tenantWith(3, { review: false })
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const [ann, ben] = await team(tenant, 2)
  for (const person of [ann, ben]) await next(person)
  await work(ann, jobId)
  await work(ben, jobId)
  const { pool } = stage.database
  const before = async ({ userId }: Person, days: number) => {
    const at = new Date(Date.now() - days * 86_400_000)
    const { rowCount } = await pool.query(
      `update assignments set ended_at = $4
       where project_id = $1 and job_id = $2 and user_id = $3 and purpose = 'consensus'`,
      [tenant.projectId, jobId, userId, at],
    )
    assert.equal(rowCount, 1)
    return at.toISOString().slice(0, 10)
  }
  const [moved, later] = [await before(ann, 4), await before(ben, 2)]
  await stage.admin.call('PATCH', tenant.path(`/jobs/${jobId}`), { body: { consensus_annotators: 2 } })
  await until(async () => (await qualityOf(tenant, jobId)).agreement !== null)
  const { rows } = await tenant.api.get<{ rows: { key: string; consensus: { n: number } }[] }>(
    tenant.path(`/quality?by=day&user_id=${ann.userId}`),
  )
  assert.deepEqual(
    rows.filter(({ consensus }) => consensus.n > 0).map(({ key }) => key),
    [moved],
  )
  const pairsOf = async (query: string) =>
    (await tenant.api.get<{ pairs: PersonPair[] }>(tenant.path(`/quality/pairs${query}`))).pairs.length
  assert.deepEqual([await pairsOf(`?to=${later}T23:59:59Z`), await pairsOf(`?to=${later}`)], [1, 0])
})

test("a newcomer's first submission that the others agree with is reviewed as their first work, and counts", async () => {
  const review = { share: 0, first_jobs_of_person: 1 }
  const tenant = await tenantWith(2, { review })
  const [ann, ben] = await team(tenant, 2)
  const reached: string[] = []
  for (let i = 0; i < 2; i++) {
    const jobId = await queuedImage(stage, tenant, 'boxes')
    for (const person of [ann, ben]) assert.equal((await next(person))?.jobId, jobId)
    // Of documents that are alike that of the first is taken.
    for (const person of [ann, ben]) await work(person, jobId)
    reached.push(
      await until(async () => {
        const { stage: now } = await tenant.record(jobId)
        return now === 'in_progress' || now === 'queued' ? null : now
      }),
    )
  }
  assert.equal(reached[0], 'in_review')
  assert.notEqual(reached[1], 'in_review')
  const rob = await join(tenant, 'reviewer')
  const jobId = (await next(rob, { kind: 'review' }))?.jobId ?? ''
  const { version, tag } = await open(rob, jobId)
  await save(rob, jobId, version, [otherBox(tag.classes[0].classId)])
  await rob.post(`/api/jobs/${jobId}/review`, { decision: 'accept', version: version + 1 })
  // One of two boxes was there.
  const score = 2 / 3
  const counted = await until(async () => {
    const { rows } = await tenant.api.get<{ rows: { key: string; review: { fixed: number; score: number | null } }[] }>(
      tenant.path('/quality?by=person'),
    )
    const fixed = rows.filter(({ review: { fixed } }) => fixed > 0)
    return fixed.length > 0 && fixed.every(({ review: of }) => of.score !== null) ? fixed : null
  })
  assert.deepEqual(
    counted.map(({ key, review: of }) => [key, of.fixed, of.score]),
    [[ann.userId, 1, score]],
  )
  const worst = await tenant.admin.get<{ jobs: { source: string; over: string[] }[] }>(tenant.path('/quality/worst'))
  assert.deepEqual(
    worst.jobs.map(({ source, over }) => [source, over]),
    [['review', ['result-1', 'candidate-A']]],
  )
})

test('work that people agreed on and a review rejects is decided by all of their documents', async () => {
  const tenant = await tenantWith(2, { review: true })
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const [ann, ben] = await team(tenant, 2)
  const rob = await join(tenant, 'reviewer')
  for (const person of [ann, ben]) await next(person)
  for (const person of [ann, ben]) await work(person, jobId)
  await tenant.reached(jobId, 'in_review')
  assert.equal((await next(rob, { kind: 'review' }))?.jobId, jobId)
  const { version } = await open(rob, jobId)
  const decided = await rob.post<{ stage: string }>(`/api/jobs/${jobId}/review`, {
    decision: 'reject',
    comment: 'Not like this.',
    version,
  })
  assert.equal(decided.stage, 'in_review')
  assert.equal((await qualityOf(tenant, jobId)).outcome, 'open')
  assert.equal((await next(rob, { kind: 'review' }))?.jobId, jobId)
  await rob.post(`/api/jobs/${jobId}/review`, { decision: 'accept', version: (await open(rob, jobId)).version })
  await tenant.reached(jobId, 'completed')
  assert.equal((await qualityOf(tenant, jobId)).outcome, 'adjudicated')
})

test('a place is free again when its lease ends, the person skips or releases; no job is given twice', async () => {
  const tenant = await tenantWith(2)
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const [ann, ben, cleo, dan] = await team(tenant, 4)
  for (const person of [ann, ben]) await next(person)
  await ann.post(`/api/jobs/${jobId}/skip`, { reason: 'Too dark.' })
  assert.equal(await next(ann), null)
  assert.equal((await qualityOf(tenant, jobId)).waiting_for, 'people')
  assert.equal((await next(cleo))?.jobId, jobId)
  // Silent for too long, with work saved: the draft stays cleo's, the place goes to dan.
  const { tag } = await open(cleo, jobId)
  await save(cleo, jobId, 0, [drawBox(tag.classes[0].classId)])
  await cleo.post(`/api/jobs/${jobId}/release`)
  assert.equal((await next(dan))?.jobId, jobId)
  assert.equal(await next(cleo), null)
  assert.equal((await cleo.refused('POST', `/api/jobs/${jobId}/claim`)).status, 409)
  assert.equal((await open(cleo, jobId)).document.tracks.length, 1)
  await dan.post(`/api/jobs/${jobId}/release`)
  assert.equal((await next(cleo))?.jobId, jobId)
  await cleo.post(`/api/jobs/${jobId}/submit`, { version: 1 })
  assert.equal(await next(dan), null)
  await work(ben, jobId)
  await tenant.reached(jobId, 'completed')
})

test('fewer people than wanted: the manager asks for fewer, and the job continues with those who have submitted', async () => {
  const tenant = await tenantWith(3)
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const [ann, ben] = await team(tenant, 2)
  await next(ann)
  await work(ann, jobId)
  await next(ben)
  const path = tenant.path(`/jobs/${jobId}`)
  const asking = (consensus_annotators: number) => ({ body: { consensus_annotators } })
  assert.equal((await tenant.api.call('PATCH', path, asking(2))).status, 403)
  assert.equal((await stage.admin.call('PATCH', path, asking(0))).json?.error?.code, 'GE_0002')
  interface Listed {
    jobs: { consensus_annotators?: number }[]
  }
  assert.equal((await stage.admin.get<Listed>(tenant.path('/jobs'))).jobs[0].consensus_annotators, 3)
  assert.equal((await tenant.api.get<Listed>(tenant.path('/jobs'))).jobs[0].consensus_annotators, undefined)
  assert.equal((await stage.admin.call('PATCH', path, asking(1))).status, 200)
  await tenant.reached(jobId, 'completed')
  // Who was still at it hears so.
  assert.equal((await ben.refused('POST', `/api/jobs/${jobId}/heartbeat`)).meta.reason, 'LEASE_LOST')
  assert.equal((await stage.admin.call('PATCH', path, asking(2))).status, 409)
  const unbegun = await queuedImage(stage, tenant, 'boxes')
  assert.equal((await stage.admin.call('PATCH', tenant.path(`/jobs/${unbegun}`), asking(1))).status, 200)
  assert.equal((await next(ann))?.jobId, unbegun)
  await work(ann, unbegun)
  await tenant.reached(unbegun, 'completed')
})

test('managers are notified of jobs for which there are too few people, until there are enough', async () => {
  const tenant = await tenantWith(2)
  const [ann, ben, cleo] = await team(tenant, 3)
  const lead = await join(tenant, 'manager')
  const { pool } = stage.database
  const short = async () => {
    await tellOfShortConsensus(pool, 0)
    const { notices } = await lead.get<{ notices: { job_id: string }[] }>(`/api/notices?project_id=${tenant.projectId}`)
    return notices.map(({ job_id }) => job_id).sort()
  }
  // Managers annotate too where there is no one else.
  const first = await queuedImage(stage, tenant, 'boxes')
  assert.deepEqual(await short(), [])
  const pause = (isPaused: boolean) =>
    withTransaction(pool, async (db) => {
      for (const { userId } of [ann, ben, lead]) {
        const of = { projectId: tenant.projectId, tag: 'boxes', userId }
        await lockChecks(db, of)
        await (isPaused ? pausePerson(db, of, 'gold') : resumePerson(db, of))
      }
    })
  await pause(true)
  // Of jobs that no one has started the oldest is named, of others each.
  const second = await queuedImage(stage, tenant, 'boxes')
  assert.deepEqual(await short(), [first])
  assert.equal((await next(cleo))?.jobId, first)
  assert.deepEqual(await short(), [first, second].sort())
  await pause(false)
  assert.deepEqual(await short(), [])
  await stage.admin.post(tenant.path('/jobs/actions'), {
    action: 'assign',
    value: { user_id: ann.userId },
    job_ids: [second],
  })
  await until(async () => ((await short()).includes(second) ? true : null))
  await stage.admin.post(tenant.path(`/jobs/${second}/cancel`))
  assert.deepEqual(await short(), [])
})

test('keys take a place each, cancelling and taking over end all leases', async () => {
  const tenant = await tenantWith(2)
  const [byKeys, cancelled, takenOver] = [
    await queuedImage(stage, tenant, 'boxes'),
    await queuedImage(stage, tenant, 'boxes'),
    await queuedImage(stage, tenant, 'boxes'),
  ]
  const nothing = { annotations: { rectangles: [] } }
  const first = await tenant.submitResult(byKeys, nothing)
  assert.equal(first.stage, 'in_progress')
  const body = { data: nothing }
  assert.equal((await tenant.api.call('POST', tenant.path(`/jobs/${byKeys}/result`), { body })).status, 409)
  const { key } = await stage.admin.post<KeyCreated>(tenant.path('/keys'), { name: 'other', scopes: ['annotate'] })
  await tenant.api.with(key).post(tenant.path(`/jobs/${byKeys}/result`), body)
  await tenant.reached(byKeys, 'completed')

  const [ann] = await team(tenant, 1)
  const lead = await join(tenant, 'manager')
  assert.equal((await next(ann))?.jobId, cancelled)
  await tenant.api.post(tenant.path(`/jobs/${cancelled}/cancel`))
  assert.notEqual((await ann.call('POST', `/api/jobs/${cancelled}/heartbeat`)).status, 200)
  assert.equal((await next(ann))?.jobId, takenOver)
  await lead.post(`/api/jobs/${takenOver}/take-over`)
  assert.notEqual((await ann.call('POST', `/api/jobs/${takenOver}/heartbeat`)).status, 200)
  await work(lead, takenOver)
  await tenant.reached(takenOver, 'completed')
})

test('who comes between two others, after the last place was taken, gets the next job', async () => {
  const tenant = await tenantWith(2)
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const [one, other, late] = await team(tenant, 3)
  for (const person of [one, other]) assert.equal((await next(person))?.jobId, jobId)
  const { pool } = stage.database
  // The queue was read before the other got the last place: what it says of the job is no longer so.
  const placed = await withTransaction(pool, async (db) => {
    const [job] = await lockJobs(db, tenant.projectId, [jobId])
    return job && openConsensusCopy(db, { type: 'user', userId: late.userId, role: 'annotator' }, job)
  })
  assert.equal(placed, null)
})

test('with many people at once every job gets exactly the wanted number, none of them twice', async () => {
  const tenant = await tenantWith(3)
  const jobs = await Promise.all(Array.from({ length: 6 }, () => queuedImage(stage, tenant, 'boxes')))
  const people = await team(tenant, 5)
  await Promise.all(
    people.map(async (person) => {
      for (let idle = 0; idle < 3; ) {
        const job = await next(person)
        if (job) await work(person, job.jobId)
        else idle++
      }
    }),
  )
  await until(async () => {
    const records = await Promise.all(jobs.map((jobId) => tenant.record(jobId)))
    return records.every(({ stage: reached }) => reached === 'completed')
  })
  for (const jobId of jobs) {
    const { n, pairs } = await qualityOf(tenant, jobId)
    assert.equal(n, 3)
    assert.equal(new Set(pairs.flatMap(({ a, b }) => [a, b])).size, 3)
  }
})
