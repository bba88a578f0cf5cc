import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallbackReceiver } from '../callbackReceiver.ts'
import { Api, until } from '../support/apiClient.ts'
import { FileServer } from '../support/fileServer.ts'
import { poolerSkip, startPooledDatabase } from '../support/pooler.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { ServiceProcess, StartFailed } from '../support/serviceProcess.ts'
import { Tenant } from '../support/tenant.ts'

test('behind PgBouncer in transaction mode jobs go from submission to the received callback; without the direct address the start says what is missing', {
  skip: poolerSkip,
}, async () => {
  const database = await startPooledDatabase()
  const [files, receiver] = [await FileServer.start(), await CallbackReceiver.start()]
  let service: ServiceProcess | null = null
  try {
    await assert.rejects(
      ServiceProcess.start({ databaseUrl: database.poolerUrl }),
      (error) => error instanceof StartFailed && /does not start: .*set DATABASE_DIRECT_URL/.test(error.message),
    )
    const env = { DATABASE_DIRECT_URL: database.connectionString }
    service = await ServiceProcess.start({ databaseUrl: database.poolerUrl, env })
    const admin = new Api(service.baseUrl, service.adminKey)
    const tenant = await Tenant.create(admin, { callback: { url: receiver.url } }, { image: tagOf('image2d') })
    const image_url = files.put('/1.png', await pngOf(8, 8))
    const submit = (n: number) => tenant.submit({ reference_id: `job ${n}`, tag: 'image', data: { image_url } })
    // More at once than there are connections to the server.
    const jobs = await Promise.all(Array.from({ length: 40 }, (_, n) => submit(n)))
    await Promise.all(jobs.map((jobId) => tenant.reached(jobId, 'queued')))
    await Promise.all(jobs.map((jobId) => tenant.submitResult(jobId, ONE_BOX)))
    await Promise.all(jobs.map((jobId) => tenant.reached(jobId, 'completed')))
    await until(async () => new Set(receiver.received.map(({ webhookId }) => webhookId)).size === jobs.length)
    assert.equal((await admin.call('GET', '/readyz')).status, 200)
  } finally {
    await service?.remove()
    await receiver.stop()
    await files.stop()
    await database.drop()
  }
})
