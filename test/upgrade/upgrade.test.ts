import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { CallbackReceiver } from '../callbackReceiver.ts'
import { createTestDatabase } from '../database.ts'
import { Api, until } from '../support/apiClient.ts'
import { fiducial } from '../support/commandLine.ts'
import { open } from '../support/office.ts'
import { PASSWORD, Person } from '../support/person.ts'
import { ONE_BOX } from '../support/samples.ts'
import { makeFolder, ServiceProcess } from '../support/serviceProcess.ts'
import { type Left, SECRET_KEY } from './left.ts'

const kept = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory())

interface Row {
  stage: string
  result: string | null
  annotations: number
  metadata: object
}

for (const { name } of kept) {
  test(`an installation of version ${name} is restored, upgraded, and continues`, async () => {
    const folder = join(import.meta.dirname, name)
    const { images, clouds, jobs, annotator } = JSON.parse(readFileSync(join(folder, 'left.json'), 'utf8')) as Left
    const database = await createTestDatabase({ migrated: false })
    const place = makeFolder()
    const receiver = await CallbackReceiver.start()
    let service: ServiceProcess | null = null
    try {
      // Git keeps no empty folders, and a backup is never written to.
      cpSync(folder, join(place, 'backup'), { recursive: true })
      const env = { SECRET_KEY, STORAGE_URL: `file:${join(place, 'files')}` }
      const settings = { ...env, DATABASE_URL: database.connectionString, DATA_DIR: join(place, 'data') }
      const restored = await fiducial(settings, 'backup', 'restore', join(place, 'backup'))
      assert.equal(restored.code, 0, restored.said)
      service = await ServiceProcess.start({ databaseUrl: database.connectionString, env })
      const admin = new Api(service.baseUrl, service.adminKey)
      const [image, cloud] = [admin.with(images.key), admin.with(clouds.key)]
      const path = (rest: string) => `/v1/projects/${images.projectId}${rest}`
      const record = (jobId: string) => image.get<Row>(path(`/jobs/${jobId}`))

      const stages = Object.fromEntries(
        await Promise.all(
          Object.entries(jobs).map(async ([name, jobId]) => {
            const { projectId } = name === 'queued' ? clouds : images
            const { stage } = await admin.get<Row>(`/v1/projects/${projectId}/jobs/${jobId}`)
            return [name, stage]
          }),
        ),
      )
      assert.deepEqual(stages, {
        completed: 'completed',
        inReview: 'in_review',
        inProgress: 'in_progress',
        cancelled: 'cancelled',
        failed: 'failed',
        queued: 'queued',
      })
      const done = await record(jobs.completed)
      assert.deepEqual([done.annotations, done.metadata], [1, { city: 'Jena' }])
      const document = (await (await fetch(done.result ?? '')).json()) as { data: typeof ONE_BOX }
      assert.equal(document.data.annotations.rectangles[0].label, ONE_BOX.annotations.rectangles[0].label)
      const { rules } = await admin.get<{ rules: { match: string }[] }>(path('/attachment_access'))
      assert.deepEqual(
        rules.map(({ match }) => match),
        ['https://data.example.com/'],
      )
      assert.equal(
        (await cloud.get<{ stage: string }>(`/v1/projects/${clouds.projectId}/jobs/${jobs.queued}`)).stage,
        'queued',
      )

      // Secrets open: the callback that follows is signed and carries the service key of before.
      await admin.put(path('/callback'), { url: receiver.url, service_key: 'a service key' })
      await admin.post(path(`/jobs/${jobs.inReview}/review`), { decision: 'accept' })
      await until(async () => (await record(jobs.inReview)).stage === 'completed')
      await until(async () => receiver.received.length > 0)
      assert.equal(receiver.received[0].headers['x-service-key'], 'a service key')

      const person = new Person(service.baseUrl)
      await person.post('/api/sign-in', { email: annotator, password: PASSWORD })
      const work = await open(person, jobs.inProgress)
      assert.equal(work.document.tracks.length, 1)
    } finally {
      await service?.remove()
      await receiver.stop()
      rmSync(place, { recursive: true, force: true })
      await database.drop()
    }
  })
}

test('a backup of a later version is refused, with nothing written', async () => {
  const database = await createTestDatabase({ migrated: false })
  const place = makeFolder()
  try {
    cpSync(join(import.meta.dirname, kept[0].name), join(place, 'backup'), { recursive: true })
    const file = join(place, 'backup', 'manifest.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { migrations: string[] }
    manifest.migrations[manifest.migrations.length - 1] += '0'
    writeFileSync(file, JSON.stringify(manifest))
    const settings = { SECRET_KEY, DATABASE_URL: database.connectionString, DATA_DIR: join(place, 'data') }
    const { code, said } = await fiducial(settings, 'backup', 'restore', join(place, 'backup'))
    assert.equal(code, 1)
    assert.match(said, /made by a later version/)
    const { rows } = await database.pool.query(`select to_regclass('projects') as projects`)
    assert.deepEqual(rows, [{ projects: null }])
  } finally {
    rmSync(place, { recursive: true, force: true })
    await database.drop()
  }
})

test('there is something to open', () => assert.ok(kept.length > 0))
