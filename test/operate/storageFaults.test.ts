import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type StorageFault, startS3Server } from '../../src/store/files/testing/s3Server.ts'
import { createTestDatabase } from '../database.ts'
import { Api, Unanswered, until } from '../support/apiClient.ts'
import { FileServer } from '../support/fileServer.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { ServiceProcess } from '../support/serviceProcess.ts'
import { Tenant } from '../support/tenant.ts'

/** Of eleven requests five fail. */
const TROUBLE: readonly (StorageFault | null)[] = [503, null, 'reset', null, null, 'cut', null, 'lost', null, 500, null]
const TURNS = 1000
const JOBS = 3

/** An answer that had begun cannot be turned into a refusal: its connection breaks. */
function brokenOff(error: unknown): null {
  if (error instanceof Unanswered) return null
  throw error
}

test('while the bucket answers SlowDown, breaks connections and cuts files off, every job ends well and every result is whole', async () => {
  const [database, storage, files] = [await createTestDatabase(), await startS3Server(), await FileServer.start()]
  const env = {
    STORAGE_URL: 's3://bucket/place',
    S3_ENDPOINT: storage.endpoint,
    S3_REGION: storage.region,
    S3_ACCESS_KEY_ID: storage.accessKeyId,
    S3_SECRET_ACCESS_KEY: storage.secretAccessKey,
  }
  const service = await ServiceProcess.start({ databaseUrl: database.connectionString, env })
  try {
    const tenant = await Tenant.create(new Api(service.baseUrl, service.adminKey), {}, { boxes: tagOf('image2d') })
    storage.failures.push(...Array<typeof TROUBLE>(TURNS).fill(TROUBLE).flat())
    const complete = async (name: string, width: number) => {
      const image_url = files.put(`/${name}.png`, await pngOf(width, 9))
      const jobId = await tenant.submit({ reference_id: name, tag: 'boxes', data: { image_url } })
      await tenant.reached(jobId, 'queued')
      const path = tenant.path(`/jobs/${jobId}/result`)
      await until(async () => (await tenant.api.call('POST', path, { body: { data: ONE_BOX } })).status === 200)
      return tenant.reached(jobId, 'completed')
    }
    const records = await Promise.all(Array.from({ length: JOBS }, (_, n) => complete(`job-${n}`, 8 + n)))
    const failed = storage.failures.length
    assert.ok(failed < TROUBLE.length * TURNS && failed > 0, 'the trouble lasted from the first job to the last')
    for (const [path, { sha256 }] of storage.objects) {
      const name = path.split('/').at(-1) ?? ''
      if (name.length === 64) assert.equal(sha256, name)
    }
    // Nothing is in the cache, and every answer is whole or says to come again.
    rmSync(join(service.dataDir, 'cache'), { recursive: true, force: true })
    for (const { result, reference_id } of records) {
      const read = await until(async () => {
        const answer = await tenant.api.call('GET', result ?? '').catch(brokenOff)
        if (answer === null || answer.status === 503) return null
        assert.equal(answer.status, 200)
        return answer.bytes
      })
      assert.equal((JSON.parse(read.toString()) as { reference_id: string }).reference_id, reference_id)
    }
  } finally {
    await service.remove()
    await files.stop()
    await storage.close()
    await database.drop()
  }
})
