// node test/upgrade/make.ts FOLDER: makes a small installation of this version and backs it up. Every later version
// opens the folders that are kept here (upgrade.test.ts); make one for each release.
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CallbackReceiver } from '../callbackReceiver.ts'
import { createTestDatabase } from '../database.ts'
import { Api, until } from '../support/apiClient.ts'
import { fiducial } from '../support/commandLine.ts'
import { FileServer } from '../support/fileServer.ts'
import { drawBox, open, queuedCloud, queuedImage, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { ONE_BOX, tagOf } from '../support/samples.ts'
import { makeFolder, ServiceProcess } from '../support/serviceProcess.ts'
import type { Stage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import type { Left } from './left.ts'
import { SECRET_KEY } from './left.ts'

async function make(stage: Stage): Promise<Left> {
  const { admin, receiver } = stage
  const tags = { boxes: tagOf('image2d'), points: tagOf('segmentation3d') }
  const callback = { url: receiver.url, service_key: 'a service key' }
  const images = await Tenant.create(admin, { name: 'images', review: true, callback }, { boxes: tags.boxes })
  const clouds = await Tenant.create(
    admin,
    { name: 'clouds', base: 'POINT_CLOUD_SEGMENTATION' },
    { points: tags.points },
  )
  const annotator = await Person.join(admin, 'annotator', [images.projectId])
  await admin.put(images.path('/attachment_access'), {
    rules: [{ match: 'https://data.example.com/', headers: { authorization: 'a token' } }],
  })

  const completed = await queuedImage(stage, images, 'boxes', { metadata: { city: 'Jena' } })
  await images.submitResult(completed, ONE_BOX)
  await images.reached(completed, 'in_review')
  await admin.post(images.path(`/jobs/${completed}/review`), { decision: 'accept' })
  await images.reached(completed, 'completed')
  await until(async () => receiver.received.length > 0)

  const inReview = await queuedImage(stage, images, 'boxes')
  await images.submitResult(inReview, ONE_BOX)
  await images.reached(inReview, 'in_review')

  const inProgress = await queuedImage(stage, images, 'boxes')
  await annotator.post(`/api/jobs/${inProgress}/claim`)
  const { tag } = await open(annotator, inProgress)
  await save(annotator, inProgress, 0, [drawBox(tag.classes[0].classId)])

  const cancelled = await queuedImage(stage, images, 'boxes')
  await images.api.post(images.path(`/jobs/${cancelled}/cancel`), {})
  const failed = await images.submit({
    reference_id: 'failed',
    tag: 'boxes',
    data: { image_url: stage.files.put('/broken.png', Buffer.from('no image')) },
  })
  await until(async () => (await images.record(failed)).stage === 'failed')
  const queued = await queuedCloud(stage, clouds, 'points', 50)
  return {
    images: { projectId: images.projectId, key: images.key },
    clouds: { projectId: clouds.projectId, key: clouds.key },
    jobs: { completed, inReview, inProgress, cancelled, failed, queued },
    annotator: annotator.email,
  }
}

const folder = resolve(process.argv[2])
const database = await createTestDatabase()
const files = await FileServer.start()
const receiver = await CallbackReceiver.start()
const storage = makeFolder()
const env = { SECRET_KEY, STORAGE_URL: `file:${storage}`, LEASE_SECONDS: '60' }
const service = await ServiceProcess.start({ databaseUrl: database.connectionString, env })
const admin = new Api(service.baseUrl, service.adminKey)
const left = await make({ database, service, files, receiver, admin, clear: async () => {} })
const settings = { ...env, DATABASE_URL: database.connectionString, DATA_DIR: service.dataDir }
const { code, said } = await fiducial(settings, 'backup', 'create', folder)
if (code !== 0) throw new Error(said)
writeFileSync(join(folder, 'left.json'), `${JSON.stringify(left, null, 2)}\n`)
await service.remove()
await receiver.stop()
await files.stop()
await database.drop()
rmSync(storage, { recursive: true })
