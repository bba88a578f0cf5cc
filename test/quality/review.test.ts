import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { KeyCreated, Tag } from '../../src/client/types/admin.ts'
import type {
  PersonClassFigures,
  PersonDayFigures,
  QualityRow,
  WorstObject,
  WorstWork,
} from '../../src/client/types/quality.ts'
import { foldSums } from '../../src/store/project/quality/sums.ts'
import type { Api } from '../support/apiClient.ts'
import { drawBox, open, queuedImage, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant
let reader: Api
let people: Record<'ann' | 'rita' | 'lead', Person>

before(async () => {
  stage = await setStage()
  const newcomers = { share: 0, first_jobs_of_person: 2 }
  tenant = await Tenant.create(
    stage.admin,
    {},
    {
      newcomers: tagOf('image2d', { review: newcomers }),
      all: tagOf('image2d', { review: { share: 1 } }),
    },
  )
  const projects = [tenant.projectId]
  people = {
    ann: await Person.join(stage.admin, 'annotator', projects),
    rita: await Person.join(stage.admin, 'reviewer', projects),
    lead: await Person.join(stage.admin, 'manager', projects),
  }
  const { key } = await stage.admin.post<KeyCreated>(tenant.path('/keys'), { name: 'reader', scopes: ['read'] })
  reader = tenant.api.with(key)
})
after(() => stage.clear())

const NEARLY = [0.1, 0.2, 0.5, 0.6]
const rectangle = (label: string, [left, top, right, bottom]: number[]) => ({
  label,
  coordinates: [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ],
})

/** Annotated with one box and submitted: where the job stands then. */
async function submitted(tag: string): Promise<{ jobId: string; stage: string }> {
  const { ann } = people
  const jobId = await queuedImage(stage, tenant, tag)
  await ann.post(`/api/jobs/${jobId}/claim`)
  const car = (await open(ann, jobId)).tag.classes[0].classId
  await save(ann, jobId, 0, [drawBox(car)])
  const { stage: reached } = await ann.post<{ stage: string }>(`/api/jobs/${jobId}/submit`, { version: 1 })
  return { jobId, stage: reached }
}

interface Quality {
  rows: {
    key: string | null
    name?: string | null
    jobs: number
    review?: { accepted: number; fixed: number; rejected: number; score: number | null }
    ranked?: boolean
    intervals: Record<string, { low: number; high: number } | null>
    by_figure: { tp?: number; only_a?: number; recall?: number | null; n?: number }
  }[]
}
const quality = async (by: string, api: Pick<Api, 'get'> = reader) =>
  (await api.get<Quality>(tenant.path(`/quality?by=${by}`))).rows

async function untilSeen<T>(look: () => Promise<T>, isThere: (seen: T) => boolean): Promise<T> {
  for (let waited = 0; ; waited += 100) {
    const seen = await look()
    if (isThere(seen)) return seen
    assert.ok(waited < 20_000, `still ${JSON.stringify(seen)}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('a share and the first jobs of each person are kept with the tag, and faulty ones refused', async () => {
  const path = tenant.path('/tags/newcomers')
  const { review } = await stage.admin.get<Tag>(path)
  assert.deepEqual(review, { share: 0, first_jobs_of_person: 2 })
  for (const wrong of [{ share: 2 }, { share: 'x' }, { first_jobs_of_person: 3 }, { share: 0.5, sahre: 1 }]) {
    const { status, json } = await stage.admin.call('PUT', path, { body: tagOf('image2d', { review: wrong as never }) })
    assert.deepEqual([status, json?.error?.code], [400, 'GE_0002'])
    assert.match(String(json?.error?.meta_data.failures[0].field), /^review/)
  }
})

test('the first two jobs of a person are reviewed, the third is not, and work of keys meets the share alone', async () => {
  const stages = [await submitted('newcomers'), await submitted('newcomers'), await submitted('newcomers')]
  assert.deepEqual(
    stages.map(({ stage: reached }) => reached === 'in_review'),
    [true, true, false],
  )
  const byKey = await queuedImage(stage, tenant, 'newcomers')
  assert.notEqual((await tenant.submitResult(byKey, { annotations: { rectangles: [] } })).stage, 'in_review')
  const drawn = await queuedImage(stage, tenant, 'all')
  assert.equal((await tenant.submitResult(drawn, { annotations: { rectangles: [] } })).stage, 'in_review')
})

test('a submission that is undone and repeated counts once', async () => {
  const { ann } = people
  const jobsOf = async () => (await quality('person')).find(({ key }) => key === ann.userId)?.jobs ?? 0
  const before = await jobsOf()
  const undoFor = (undo_seconds: number) => stage.admin.call('PATCH', tenant.path(''), { body: { undo_seconds } })
  await undoFor(30)
  const { jobId } = await submitted('all')
  await ann.post(`/api/jobs/${jobId}/submit/undo`)
  assert.equal(await jobsOf(), before)
  await undoFor(0)
  await ann.post(`/api/jobs/${jobId}/submit`, { version: 1 })
  assert.equal(await jobsOf(), before + 1)
})

test('a job that was drawn stays with its reviewers, however often it comes back', async () => {
  const { ann, rita } = people
  const { jobId } = await submitted('all')
  await stage.admin.put(tenant.path('/tags/all'), tagOf('image2d', { review: { share: 0 } }))
  await rita.post(`/api/jobs/${jobId}/claim`)
  await rita.post(`/api/jobs/${jobId}/review`, { decision: 'reject', comment: 'Again.', version: 1 })
  await ann.post(`/api/jobs/${jobId}/claim`)
  const again = await ann.post<{ stage: string }>(`/api/jobs/${jobId}/submit`, { version: 1 })
  assert.equal(again.stage, 'in_review')
  await stage.admin.put(tenant.path('/tags/all'), tagOf('image2d', { review: { share: 1 } }))
})

test('reviews of a job: rejected, then fixed, scored by the first submission', async () => {
  const { ann, rita, lead } = people
  const { jobId } = await submitted('all')
  await rita.post(`/api/jobs/${jobId}/claim`)
  await rita.post(`/api/jobs/${jobId}/review`, { decision: 'reject', comment: 'One is missing.', version: 1 })
  await ann.post(`/api/jobs/${jobId}/claim`)
  await ann.post(`/api/jobs/${jobId}/submit`, { version: 1 })
  await rita.post(`/api/jobs/${jobId}/claim`)
  const car = (await open(rita, jobId)).tag.classes[0]
  await save(rita, jobId, 1, [drawBox(car.classId)])
  await rita.post(`/api/jobs/${jobId}/review`, { decision: 'accept', version: 2 })
  const path = tenant.path(`/jobs/${jobId}/quality`)
  const look = () => reader.get<{ reviews: { outcome: string; score: number | null }[] }>(path)
  const { reviews } = await untilSeen(look, (seen) => seen.reviews[1].score !== null)
  assert.deepEqual(
    reviews.map(({ outcome }) => outcome),
    ['rejected', 'fixed'],
  )
  assert.equal(reviews[0].score, null)
  assert.ok(Math.abs((reviews[1].score ?? 0) - 2 / 3) < 1e-9)
  const classes = await untilSeen(
    () => quality('class'),
    (rows) => rows.length > 0,
  )
  assert.deepEqual([classes[0].key, classes[0].by_figure.only_a], [car.name, 1])
  const [own] = (await quality('person')).filter(({ key }) => key === ann.userId)
  assert.equal(own.name, undefined)
  assert.ok(own.review)
  assert.deepEqual([own.review.fixed, own.review.rejected], [1, 2])
  const { review: around } = own.intervals
  assert.ok(around && around.low < 2 / 3 && around.high > 2 / 3 && around.high - around.low > 0.3)
  assert.deepEqual([own.ranked, own.intervals.consensus, 'gold' in own.intervals], [false, null, false])
  assert.ok((classes[0].intervals.recall?.low ?? 1) < (classes[0].by_figure.recall ?? 0))
  const [known] = (await lead.get<Quality>(`/api${tenant.path('/quality?by=person')}`)).rows.filter(
    ({ key }) => key === ann.userId,
  )
  assert.equal(known.name, ann.email)
  const { confusion } = await reader.get<{ confusion: object[] }>(tenant.path('/quality/confusion?tag=all'))
  assert.deepEqual(confusion, [
    { a: car.name, b: car.name, count: 1 },
    { a: car.name, b: null, count: 1 },
  ])
  const worst = await reader.get<{ jobs: WorstWork[]; objects: WorstObject[] }>(tenant.path('/quality/worst?tag=all'))
  const [job, ...others] = worst.jobs
  assert.deepEqual([job.job_id, job.source, others], [jobId, 'review', []])
  assert.ok(Math.abs(job.score - 2 / 3) < 1e-9)
  const [missed, ...more] = worst.objects
  assert.deepEqual([missed.label, missed.state, missed.likeness, more], [car.name, 'missing', 0, []])
  // The result is there when it is assembled.
  await untilSeen(
    () => lead.get<{ documents: { name: string }[] }>(`/api/jobs/${jobId}/documents`),
    ({ documents }) => job.over?.every((wanted) => documents.some(({ name }) => name === wanted)) ?? false,
  )
  const ofPerson = async (path: string, { userId }: Person) =>
    reader.get<{ jobs: object[]; cells: PersonClassFigures[]; rows: { jobs: number }[] }>(
      tenant.path(`${path}user_id=${userId}`),
    )
  assert.deepEqual(
    [await ofPerson('/quality/worst?', ann), await ofPerson('/quality/worst?', rita)].map(({ jobs }) => jobs.length),
    [1, 0],
  )
  const { cells } = await ofPerson('/quality/classes?', ann)
  assert.deepEqual(
    cells.map(({ user_id, class: name, jobs, ranked, by_figure: { tp, only_a } }) => [
      user_id,
      name,
      jobs,
      ranked,
      tp,
      only_a,
    ]),
    [[ann.userId, car.name, 1, false, 1, 1]],
  )
  assert.deepEqual((await ofPerson('/quality?by=tag&', rita)).rows, [])
  assert.ok((await ofPerson('/quality?by=tag&', ann)).rows.some(({ jobs }) => jobs > 0))
  const named = await lead.get<{ cells: PersonClassFigures[] }>(`/api${tenant.path('/quality/classes')}`)
  assert.equal(named.cells[0].name, ann.email)
  const days = await lead.get<{ cells: PersonDayFigures[] }>(
    `/api${tenant.path(`/quality/days?user_id=${ann.userId}`)}`,
  )
  const { rows } = await reader.get<{ rows: QualityRow[] }>(tenant.path(`/quality?by=day&user_id=${ann.userId}`))
  assert.deepEqual(
    days.cells.map(({ name, day, jobs, objects, active_seconds }) => [name, day, jobs, objects, active_seconds]),
    rows.map(({ key, jobs, objects, active_seconds }) => [ann.email, key, jobs, objects, active_seconds]),
  )
  for (const path of [
    '/quality/classes',
    '/quality/days',
    `/quality?by=day&user_id=${ann.userId}`,
    `/quality/worst?user_id=${ann.userId}`,
  ])
    assert.equal((await rita.refused('GET', `/api${tenant.path(path)}`)).status, 403, path)
  const seen = await rita.get<{ jobs: WorstWork[] }>(`/api${tenant.path('/quality/worst')}`)
  assert.deepEqual([seen.jobs[0].job_id, seen.jobs[0].over], [jobId, null], 'who handed in what is for managers')
})

test('unchanged accepted work scores 1, also from programs, on the day of the submission', async () => {
  const jobId = await queuedImage(stage, tenant, 'all')
  await tenant.submitResult(jobId, { annotations: { rectangles: [rectangle('car', NEARLY)] } })
  await people.rita.post(`/api/jobs/${jobId}/claim`)
  await people.rita.post(`/api/jobs/${jobId}/review`, { decision: 'accept', version: 0 })
  const { reviews } = await reader.get<{ reviews: object[] }>(tenant.path(`/jobs/${jobId}/quality`))
  assert.deepEqual(reviews, [{ outcome: 'accepted', score: 1 }])
  const machines = (await quality('person')).find(({ key }) => key === null)
  assert.deepEqual([machines?.review?.accepted, machines?.review?.score], [1, 1])
  const [today] = await quality('day')
  assert.equal(today.key, new Date().toISOString().slice(0, 10))
  assert.equal((await quality('tag')).length, 2)
})

test('figures are the same before and after what came is summed up, each sum once', async () => {
  const { pool } = stage.database
  const waiting = () => pool.query('select 1 from tasks where project_id = $1', [tenant.projectId])
  await untilSeen(waiting, ({ rows }) => rows.length === 0)
  const before = [await quality('person'), await quality('tag')]
  await Promise.all([foldSums(pool, tenant.projectId), foldSums(pool, tenant.projectId)])
  const { rows } = await pool.query('select 1 from quality_changes where project_id = $1', [tenant.projectId])
  assert.equal(rows.length, 0)
  assert.deepEqual([await quality('person'), await quality('tag')], before)
})

test('who sees figures: managers of everyone, reviewers of no single person, annotators their own up to yesterday', async () => {
  const { ann, rita, lead } = people
  const path = `/api${tenant.path('/quality')}`
  const status = async (person: Person, query: string) => (await person.call('GET', `${path}${query}`)).status
  assert.deepEqual(
    [await status(lead, '?by=person'), await status(rita, '?by=person'), await status(ann, '?by=tag')],
    [200, 403, 403],
  )
  assert.equal(await status(rita, '?by=class'), 200)
  assert.equal(await status(lead, '?from=soon'), 400)
  const own = await ann.get<{ days: object[] }>(`/api/me/quality?project_id=${tenant.projectId}`)
  assert.deepEqual(own.days, [])
  const stranger = await Person.join(stage.admin, 'annotator')
  assert.equal((await stranger.call('GET', `/api/me/quality?project_id=${tenant.projectId}`)).status, 404)
})
