import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startS3Server } from '../../src/store/files/testing/s3Server.ts'
import { createTestDatabase } from '../database.ts'
import { Api } from '../support/apiClient.ts'
import { FileServer } from '../support/fileServer.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import { ServiceProcess, StartFailed } from '../support/serviceProcess.ts'
import { Tenant } from '../support/tenant.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url)
const SECRET_KEY = 'a key of thirty-two characters and more, the first'
const refusal = (said: RegExp) => (error: unknown) => error instanceof StartFailed && said.test(error.message)

async function submitOne(service: ServiceProcess, files: FileServer): Promise<void> {
  const tenant = await Tenant.create(new Api(service.baseUrl, service.adminKey), {}, { image: tagOf('image2d') })
  const image_url = files.put('/1.png', await pngOf(8, 8))
  await tenant.reached(await tenant.submit({ reference_id: 'one', tag: 'image', data: { image_url } }), 'queued')
}

test('a storage of another database is refused at the start, unless it is accepted by name', async () => {
  const [first, second] = [await createTestDatabase(), await createTestDatabase()]
  const files = await FileServer.start()
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-storage-'))
  const [own, empty] = [join(folder, 'own'), join(folder, 'empty')]
  const start = (databaseUrl: string, storage: string, args: string[] = []) =>
    ServiceProcess.start({
      databaseUrl,
      env: { SECRET_KEY, STORAGE_URL: `file:${storage}` },
      entry: { url: MAIN, args },
    })
  const services: ServiceProcess[] = []
  const keep = async (starting: Promise<ServiceProcess>) => {
    const service = await starting
    services.push(service)
    return service
  }
  try {
    const service = await keep(start(first.connectionString, own))
    await submitOne(service, files)
    await service.stop()
    const marker = readFileSync(join(own, 'fiducial-database'), 'utf8')
    await assert.rejects(start(second.connectionString, own), refusal(/does not start: the storage belongs to another/))
    await assert.rejects(start(first.connectionString, empty), refusal(/has no marker of this database/))
    await assert.rejects(start(first.connectionString, own, ['--any-storage']), refusal(/--accept-new-storage or/))
    assert.equal(readFileSync(join(own, 'fiducial-database'), 'utf8'), marker)
    await (await keep(start(second.connectionString, own, ['--accept-new-storage']))).stop()
    assert.notEqual(readFileSync(join(own, 'fiducial-database'), 'utf8'), marker)
  } finally {
    for (const service of services) await service.remove()
    await files.stop()
    rmSync(folder, { recursive: true })
    await first.drop()
    await second.drop()
  }
})

test('a prefix of the bucket that is not the one of before is refused; storages from before the marker get one', async () => {
  const database = await createTestDatabase()
  const storage = await startS3Server()
  const files = await FileServer.start()
  const env = (prefix: string) => ({
    SECRET_KEY,
    STORAGE_URL: `s3://bucket/${prefix}`,
    S3_ENDPOINT: storage.endpoint,
    S3_REGION: storage.region,
    S3_ACCESS_KEY_ID: storage.accessKeyId,
    S3_SECRET_ACCESS_KEY: storage.secretAccessKey,
  })
  const service = await ServiceProcess.start({ databaseUrl: database.connectionString, env: env('place') })
  try {
    await submitOne(service, files)
    await service.stop()
    const wrong = ServiceProcess.start({ databaseUrl: database.connectionString, env: env('other') })
    await assert.rejects(wrong, refusal(/has no marker of this database/))
    // As an earlier version left it: files, and no marker on either side.
    storage.objects.delete('/bucket/place/fiducial-database')
    await database.pool.query('delete from database_identity')
    await service.start()
    assert.ok(storage.objects.has('/bucket/place/fiducial-database'))
  } finally {
    await service.remove()
    await storage.close()
    await files.stop()
    await database.drop()
  }
})
