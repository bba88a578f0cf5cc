import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import type { QueueRowAnswer } from '../../src/contract/queue.ts'
import { distributeDatabase } from '../../src/operate/distribution/distribute.ts'
import { CallbackReceiver } from '../callbackReceiver.ts'
import { Api } from '../support/apiClient.ts'
import { dropDividedDatabase, makeCitusDatabase } from '../support/citus.ts'
import { FileServer } from '../support/fileServer.ts'
import { drawBox, open, queuedImage, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { ONE_BOX, tagOf } from '../support/samples.ts'
import { ServiceProcess } from '../support/serviceProcess.ts'
import { Tenant } from '../support/tenant.ts'

const urls = process.env.FIDUCIAL_TEST_CITUS?.split(',') ?? []

/** Rows of every table. */
async function countRows(databaseUrl: string): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       order by c.relname`,
    )
    const counts = new Map<string, number>()
    for (const { name } of tables) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`)
      counts.set(name, rows[0].count)
    }
    return counts
  } finally {
    await client.end()
  }
}

const WARNING = 'fiducial database distribute'
const warnings = (service: ServiceProcess) => service.output.split(WARNING).length - 1
const next = async (person: Person) =>
  (await person.post<{ job: QueueRowAnswer | null }>('/api/next', { tag: 'shared' })).job

async function work(person: Person, jobId: string): Promise<void> {
  const { version, tag } = await open(person, jobId)
  await save(person, jobId, version, [drawBox(tag.classes[0].classId)])
  await person.post(`/api/jobs/${jobId}/submit`, { version: version + 1 })
}

test('a filled database is distributed with all its data, and work continues where it was', {
  skip: urls.length === 0 && 'npm run citus runs it on a cluster',
}, async () => {
  const name = `fiducial_test_filled_${Date.now().toString(36)}`
  const databaseUrl = await makeCitusDatabase(urls, name)
  const [files, receiver] = [await FileServer.start(), await CallbackReceiver.start()]
  const service = await ServiceProcess.start({ databaseUrl })
  try {
    assert.equal(warnings(service), 1, service.output)
    const admin = new Api(service.baseUrl, service.adminKey)
    const stage = { files }
    const callback = { url: receiver.url }
    const plain = await Tenant.create(admin, { callback }, { boxes: tagOf('image2d') })
    const consensus = { annotators: 2, agreement: 0.9 }
    const shared = await Tenant.create(admin, { callback }, { shared: tagOf('image2d', { consensus }) })
    const done = await queuedImage(stage, plain, 'boxes')
    await plain.submitResult(done, ONE_BOX)
    const before = await plain.reached(done, 'completed')
    const waiting = await queuedImage(stage, plain, 'boxes')
    const both = await queuedImage(stage, shared, 'shared')
    const [ann, ben] = await Promise.all(
      ['annotator', 'annotator'].map(() => Person.join(admin, 'annotator', [plain.projectId, shared.projectId])),
    )
    await ann.post(`/api/jobs/${waiting}/claim`)
    for (const person of [ann, ben]) assert.ok(await next(person))
    await work(ann, both)
    await service.stop()

    const counts = await countRows(databaseUrl)
    const env = { DATABASE_URL: databaseUrl }
    const { statements } = await distributeDatabase(env, { dryRun: true })
    assert.deepEqual(await countRows(databaseUrl), counts)
    assert.deepEqual((await distributeDatabase(env, { dryRun: false })).statements, statements)
    assert.deepEqual(await countRows(databaseUrl), counts)
    assert.deepEqual((await distributeDatabase(env, { dryRun: false })).statements, [])

    await service.start()
    assert.equal(warnings(service), 1, service.output)
    assert.deepEqual(await plain.record(done), before)
    await work(ann, waiting)
    await plain.reached(waiting, 'completed')
    await work(ben, both)
    assert.equal((await shared.reached(both, 'completed')).annotations, 1)
  } finally {
    await service.remove()
    await receiver.stop()
    await files.stop()
    await dropDividedDatabase(urls, name)
  }
})
