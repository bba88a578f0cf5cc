import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { startS3Server } from '../../src/store/files/testing/s3Server.ts'
import { createTestDatabase } from '../database.ts'
import { Api, until } from '../support/apiClient.ts'
import { FileServer } from '../support/fileServer.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { ServiceProcess, StartFailed } from '../support/serviceProcess.ts'
import { TcpProxy } from '../support/tcpProxy.ts'
import { Tenant } from '../support/tenant.ts'

const refusal = (said: RegExp) => (error: unknown) => error instanceof StartFailed && said.test(error.message)

test('a SECRET_KEY that does not open what is stored is refused at the start, with the reason', async () => {
  const database = await createTestDatabase()
  const options = { databaseUrl: database.connectionString }
  const right = { SECRET_KEY: 'a key of thirty-two characters and more, the first' }
  const service = await ServiceProcess.start({ ...options, env: right })
  try {
    await Tenant.create(new Api(service.baseUrl, service.adminKey), {}, {})
    await service.stop()
    const env = { SECRET_KEY: 'a key of thirty-two characters and more, another' }
    await assert.rejects(ServiceProcess.start({ ...options, env }), refusal(/does not start: SECRET_KEY does not open/))
    await service.start()
  } finally {
    await service.remove()
    await database.drop()
  }
})

test('a database that does not answer is a reason in one line, and the doctor is named', () =>
  assert.rejects(
    ServiceProcess.start({ databaseUrl: 'postgresql://someone@127.0.0.1:9/none' }),
    (error) =>
      error instanceof StartFailed &&
      /does not start: the database does not answer \(ECONNREFUSED\)\. "fiducial doctor"/.test(error.message) &&
      !/at .*pg/.test(error.message),
  ))

/** A storage that refuses everything in the way of the real ones. */
async function refusing(status: number, code: string): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>told so</Message></Error>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const S3 = { STORAGE_URL: 's3://bucket/place', S3_ACCESS_KEY_ID: 'TESTKEY', S3_SECRET_ACCESS_KEY: 'test secret' }

test('a bucket that is missing or forbidden is refused at the start, with the answer of the storage', async () => {
  const database = await createTestDatabase()
  try {
    for (const [status, code] of [
      [404, 'NoSuchBucket'],
      [403, 'AccessDenied'],
    ] as const) {
      const server = await refusing(status, code)
      const env = { ...S3, S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
      const start = ServiceProcess.start({ databaseUrl: database.connectionString, env })
      await assert.rejects(start, refusal(/does not start: the storage does not take files/))
      server.close()
    }
  } finally {
    await database.drop()
  }
})

test('a storage that falls silent or loses its bucket: readyz in 2 s, files 503 in 15 s, never 410', async () => {
  const database = await createTestDatabase()
  const storage = await startS3Server()
  const { hostname, port } = new URL(storage.endpoint)
  const proxy = await TcpProxy.start({ host: hostname, port: Number(port) })
  const files = await FileServer.start()
  const env = {
    ...S3,
    S3_REGION: storage.region,
    S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
    S3_ACCESS_KEY_ID: storage.accessKeyId,
    S3_SECRET_ACCESS_KEY: storage.secretAccessKey,
  }
  const service = await ServiceProcess.start({ databaseUrl: database.connectionString, env })
  try {
    const tenant = await Tenant.create(new Api(service.baseUrl, service.adminKey), {}, { image: tagOf('image2d') })
    const image_url = files.put('/1.png', await pngOf(8, 8))
    const jobId = await tenant.submit({ reference_id: 'one', tag: 'image', data: { image_url } })
    await tenant.reached(jobId, 'queued')
    await tenant.submitResult(jobId, ONE_BOX)
    const { result } = await tenant.reached(jobId, 'completed')
    const readFile = async () => {
      rmSync(join(service.dataDir, 'cache'), { recursive: true, force: true })
      const startMs = performance.now()
      const { status } = await tenant.api.call('GET', result!)
      return { status, ms: performance.now() - startMs }
    }
    assert.equal((await readFile()).status, 200)
    const kept = new Map(storage.objects)
    storage.objects.clear()
    assert.equal((await readFile()).status, 503)
    await until(async () => (await tenant.api.call('GET', '/readyz')).status === 503)
    for (const [path, object] of kept) storage.objects.set(path, object)
    await until(async () => (await tenant.api.call('GET', '/readyz')).status === 200)
    proxy.freeze()
    const silent = await readFile()
    assert.equal(silent.status, 503)
    assert.ok(silent.ms < 15_000, `answered after ${Math.round(silent.ms)} ms`)
    const startMs = performance.now()
    await tenant.api.call('GET', '/readyz')
    assert.ok(performance.now() - startMs < 8000)
    proxy.thaw()
    await until(async () => (await readFile()).status === 200)
  } finally {
    await service.remove()
    proxy.stop()
    await storage.close()
    await files.stop()
    await database.drop()
  }
})
