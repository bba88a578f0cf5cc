import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answer, Api, dataOf, inParallel, type Sending, until } from '../support/apiClient.ts'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { FileServer } from '../support/fileServer.ts'
import { tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'
import { takes } from '../support/time.ts'

let cluster: Cluster
let files: FileServer
let imageUrl: string
let tenant: Tenant
let both: Api[]
before(async () => {
  files = await FileServer.start()
  imageUrl = files.put('/1.png', Buffer.from('no picture'))
  cluster = await startCluster({ first: 'api,worker', second: 'api,worker' })
  const admin = new Api(cluster.first.baseUrl, cluster.first.adminKey)
  tenant = await Tenant.create(admin, {}, { image: tagOf('image2d') })
  await admin.put(tenant.path('/callback'), { events: ['PENDING', 'COMPLETED', 'FAILED'] })
  both = [tenant.api, new Api(cluster.second.baseUrl, tenant.key)]
})
after(async () => {
  await cluster?.clear()
  await files.stop()
})

// What it names is no picture: the job fails at once, and its events are what is looked at.
const body = (reference_id: string, more: object = {}) => ({
  reference_id,
  tag: 'image',
  data: { image_url: imageUrl, ...more },
})

/** How many calls were answered that they should be sent again. */
let putOff = 0

/** Sends it until it is answered: a service on a busy machine says 503, and whether the job was created is open. */
async function submitTo(api: Api, sending: Sending): Promise<Answer> {
  for (;;) {
    const answer = await api.call('POST', `/v0/projects/${tenant.projectId}/jobs`, sending)
    if (answer.status !== 503) return answer
    putOff++
    await takes(100)
  }
}

test('exactly one of 100 submissions of one reference_id at once, over two processes, creates a job', async () => {
  const numbers = Array.from({ length: 100 }, (_, n) => n)
  for (let round = 0; round < 3; round++) {
    putOff = 0
    const sending = { body: body(`race-${round}`) }
    const answers = await inParallel(numbers, 100, (n) => submitTo(both[n % 2], sending))
    const { rows } = await cluster.database.pool.query<{ id: string }>('select id from jobs where reference_id = $1', [
      `race-${round}`,
    ])
    assert.equal(rows.length, 1)
    const [{ id: job_id }] = rows
    const created = answers.filter((answer) => answer.status === 200)
    for (const answer of created) assert.equal(dataOf<{ job_id: string }>(answer).job_id, job_id)
    assert.ok(created.length === 1 || (created.length === 0 && putOff > 0), `${created.length} calls created it`)
    const refused = answers.filter((answer) => answer.status !== 200)
    for (const { status, json } of refused) {
      assert.equal(status, 409)
      assert.equal(json?.error?.code, 'FS_0001')
      assert.equal(json?.error?.meta_data.job_id, job_id)
      assert.equal(json?.error?.meta_data.same_payload, true)
    }
  }
})

test('an Idempotency-Key used 50 times at once, over two processes, gives one answer', async () => {
  const numbers = Array.from({ length: 50 }, (_, n) => n)
  const sending = { body: body('once'), headers: { 'idempotency-key': 'the same' } }
  const answers = await inParallel(numbers, 50, (n) => submitTo(both[n % 2], sending))
  for (const { status } of answers) assert.equal(status, 200)
  assert.equal(new Set(answers.map((answer) => dataOf<{ job_id: string }>(answer).job_id)).size, 1)
})

test('pages and the events feed skip and repeat nothing while two processes write', async () => {
  const { batch_id } = await tenant.api.post<{ batch_id: string }>(tenant.path('/batch'), { name: 'under load' })
  const acknowledged: string[] = []
  let writing = true
  const write = async (writer: number) => {
    const api = both[writer % 2]
    for (let n = 0; n < 40; n++) {
      const single = n % 4 !== 0
      const bodies = Array.from({ length: single ? 1 : 5 }, (_, i) => ({ ...body(`w${writer}-${n}-${i}`), batch_id }))
      if (single) acknowledged.push((await api.ok<{ job_id: string }>('POST', tenant.path('/jobs'), bodies[0])).job_id)
      else {
        const { results } = await api.ok<{ results: { data: { job_id: string } }[] }>(
          'POST',
          tenant.path('/jobs/bulk'),
          bodies,
        )
        acknowledged.push(...results.map((result) => result.data.job_id))
      }
    }
  }
  const walk = async (api: Api): Promise<string[]> => {
    const ids: string[] = []
    let query = ''
    for (;;) {
      const page = await api.get<{ jobs: { id: string }[]; next_page_token: string | null }>(
        `/v0/projects/${tenant.projectId}/batch/${batch_id}${query}`,
      )
      ids.push(...page.jobs.map((job) => job.id))
      if (page.next_page_token === null) return ids
      query = `?page_token=${page.next_page_token}`
    }
  }
  const readPages = async () => {
    let before: string[] = []
    while (writing) {
      const known = [...acknowledged]
      const now = await walk(both[before.length % 2])
      assert.equal(new Set(now).size, now.length, 'a page repeated a job')
      const seen = new Set(now)
      assert.deepEqual(
        known.filter((id) => !seen.has(id)),
        [],
        'a job that was acknowledged before the walk began was skipped',
      )
      // Jobs come in the order of commits: what came later stands behind what was there.
      assert.deepEqual(now.slice(0, before.length), before)
      before = now
    }
  }
  const follow = followEvents()
  const reading = readPages()
  await Promise.all([0, 1, 2, 3, 4, 5].map(write))
  writing = false
  await reading
  const all = await walk(tenant.api)
  assert.deepEqual(new Set(all), new Set(acknowledged))
  assert.equal(all.length, acknowledged.length)
  await until(async () => {
    const { rows } = await cluster.database.pool.query(`select 1 from jobs where stage <> 'failed' limit 1`)
    return rows.length === 0
  })
  const events = await follow.end()
  const { rows } = await cluster.database.pool.query<{ id: string }>('select id from jobs')
  const wanted = rows.flatMap(({ id }) => [`${id} PENDING`, `${id} FAILED`]).sort()
  assert.deepEqual([...events].sort(), wanted)
})

/** Reads the feed from its start, on and on, by both processes in turn. */
function followEvents() {
  const events: string[] = []
  let cursor: string | null = null
  let ending = false
  const run = async () => {
    for (let turn = 0; ; turn++) {
      const last = ending
      const query: string = cursor === null ? '' : `?after=${cursor}`
      const page: {
        events: { body: { annotations: { job_id: string; status: string }[] } }[]
        next_cursor: string
      } = await both[turn % 2].get(tenant.path(`/events${query}`))
      events.push(
        ...page.events.map(({ body: { annotations } }) => `${annotations[0].job_id} ${annotations[0].status}`),
      )
      cursor = page.next_cursor
      if (last && page.events.length === 0) return events
      // A reader that has seen all asks again a moment later, as those of customers do.
      if (page.events.length === 0) await takes(20)
    }
  }
  const running = run()
  return {
    end: () => {
      ending = true
      return running
    },
  }
}
