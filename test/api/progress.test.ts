import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ProjectStats } from '../../src/client/types/project.ts'
import { until } from '../support/apiClient.ts'
import { queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { ONE_BOX, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

interface Progress {
  buckets: {
    from: string
    stages: Record<string, { entered: number; left: number; frames: number; objects: number; active_seconds: number }>
    rework: number
    callbacks: Record<'delivered' | 'failed' | 'given_up', number> &
      Record<'delay_seconds' | 'delay_p50_seconds' | 'delay_p95_seconds', number | null>
  }[]
  oldest: Record<string, { job_id: string; age_seconds: number }>
  estimate: { at: string; low: string; high: string | null } | null
}

let stage: Stage
let tenant: Tenant
before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, { review: true }, { boxes: tagOf('image2d') })
})
after(() => stage.clear())

const progress = (query = '') => tenant.api.get<Progress>(tenant.path(`/progress${query}`))
const sum = ({ buckets }: Progress, name: string, what: 'entered' | 'left' | 'objects' | 'frames') =>
  buckets.reduce((total, { stages }) => total + stages[name][what], 0)

test('entered minus left is what is in a stage now; rework, the oldest job and the estimate follow', async () => {
  assert.equal((await progress()).estimate, null)
  const ids = []
  for (let i = 0; i < 4; i++) ids.push(await queuedImage(stage, tenant, 'boxes'))
  await tenant.submitResult(ids[0], ONE_BOX)
  await tenant.admin.post(tenant.path(`/jobs/${ids[0]}/review`), { decision: 'reject', comment: 'again' })
  await tenant.submitResult(ids[0], ONE_BOX)
  await tenant.admin.post(tenant.path(`/jobs/${ids[0]}/review`), { decision: 'accept' })
  await tenant.reached(ids[0], 'completed')
  await tenant.api.post(tenant.path(`/jobs/${ids[1]}/cancel`), {})
  const now = await progress('?bucket=hour')
  const counts = Object.fromEntries(
    Object.keys(now.buckets[0].stages).map((name) => [name, sum(now, name, 'entered') - sum(now, name, 'left')]),
  )
  const none = { created: 0, validating: 0, in_progress: 0, in_review: 0, assembling: 0, failed: 0 }
  assert.deepEqual(counts, { ...none, queued: 2, completed: 1, cancelled: 1 })
  assert.deepEqual([sum(now, 'completed', 'objects'), sum(now, 'completed', 'frames')], [1, 1])
  assert.equal(
    now.buckets.reduce((total, { rework }) => total + rework, 0),
    1,
  )
  assert.equal(now.oldest.queued.job_id, ids[2])
  const daysLeft = (Date.parse(String(now.estimate?.at)) - Date.now()) / 86_400_000
  assert.ok(Math.abs(daysLeft - 2) < 0.01, `${daysLeft} days for two jobs at one a day`)
  const stats = await tenant.api.get<ProjectStats>(`/v1/projects/${tenant.projectId}/stats`)
  assert.equal(sum(now, 'completed', 'entered'), stats.completed_jobs)
})

test('callbacks that arrived, attempts that failed, and the delay stand in the bucket of now', async () => {
  const { receiver } = stage
  const ofNow = async () => (await progress('?bucket=hour')).buckets.slice(-2).map(({ callbacks }) => callbacks)
  const sums = async () =>
    (await ofNow()).reduce((total, { delivered, failed }) => [total[0] + delivered, total[1] + failed], [0, 0])
  assert.deepEqual(await sums(), [0, 0])
  assert.deepEqual([(await ofNow())[1].delay_seconds, (await ofNow())[1].delay_p95_seconds], [null, null])
  let refusals = 1
  receiver.answer = () => ({ status: refusals-- > 0 ? 503 : 200 })
  const url = receiver.url
  await tenant.admin.put(tenant.path('/callback'), { url, service_key: 'key of the receiver' })
  const jobId = await queuedImage(stage, tenant, 'boxes')
  await tenant.submitResult(jobId, ONE_BOX)
  await tenant.admin.post(tenant.path(`/jobs/${jobId}/review`), { decision: 'accept' })
  await tenant.reached(jobId, 'completed')
  await until(async () => (await sums())[1] === 1)
  // The next attempt would be in some seconds.
  await tenant.api.post(tenant.path(`/jobs/${jobId}/callback`), {})
  await until(async () => (await sums())[0] === 1)
  const arrived = (await ofNow()).find(({ delivered }) => delivered === 1)
  const { delay_seconds: delay, delay_p50_seconds: half, delay_p95_seconds: most } = arrived ?? {}
  assert.ok(delay && delay > 0 && delay < 120)
  assert.ok(half && half === most && Math.abs(half / delay - 1) < 0.05, `${half} of ${delay}`)
})

test('a span of more buckets than one answer may have is refused', async () => {
  const { status, json } = await tenant.api.call('GET', tenant.path('/progress?bucket=hour&from=2020-01-01'))
  assert.deepEqual([status, json?.error?.code], [400, 'GE_0002'])
})

test('a class that is added reaches the jobs that wait, and not those that were started', async () => {
  const { projectId } = tenant
  const person = await Person.join(stage.admin, 'annotator', [projectId])
  await tenant.admin.put(tenant.path('/tags/growing'), tagOf('image2d'))
  const [started, waiting] = [await queuedImage(stage, tenant, 'growing'), await queuedImage(stage, tenant, 'growing')]
  const classesOf = async (jobId: string) => {
    const opened = await person.get<{ tag: { classes: { name: string }[] } }>(`/api/jobs/${jobId}`)
    return opened.tag.classes.map(({ name }) => name)
  }
  await person.post(`/api/jobs/${started}/claim`, {})
  const tag = tagOf('image2d')
  await tenant.admin.put(tenant.path('/tags/growing'), {
    ...tag,
    classes: [...tag.classes, { name: 'tram', color: '#0000ff' }],
  })
  await person.post(`/api/jobs/${waiting}/claim`, {})
  assert.ok((await classesOf(waiting)).includes('tram'))
  assert.ok(!(await classesOf(started)).includes('tram'))
})
