import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTestDatabase } from '../database.ts'
import { Api } from '../support/apiClient.ts'
import { fiducial } from '../support/commandLine.ts'
import { FileServer } from '../support/fileServer.ts'
import { gatewaySkip, S3Gateway } from '../support/s3Gateway.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { makeFolder, ServiceProcess, StartFailed } from '../support/serviceProcess.ts'
import { Tenant } from '../support/tenant.ts'

const SECRET_KEY = 'a key of thirty-two characters and more, the first'

interface Moved {
  copied: number
  present: number
  missing: string[]
}

test('files move from disk into a bucket and back: copied while the service runs, the rest when it stopped, and every result opens', {
  skip: gatewaySkip,
}, async () => {
  const database = await createTestDatabase()
  const place = makeFolder()
  const gateway = await S3Gateway.start(join(place, 'gateway'))
  const data = await FileServer.start()
  const [disk, bucket, other] = [
    `file:${join(place, 'one')}`,
    `s3://${S3Gateway.bucket}/place`,
    `file:${join(place, 'two')}`,
  ]
  const env = { SECRET_KEY, ...gateway.settings() }
  const start = (storage: string) =>
    ServiceProcess.start({ databaseUrl: database.connectionString, env: { ...env, STORAGE_URL: storage } })
  const move = async (from: string, to: string, ...more: string[]) => {
    const settings = {
      ...env,
      DATABASE_URL: database.connectionString,
      DATA_DIR: join(place, 'data'),
      STORAGE_URL: from,
    }
    const { code, said } = await fiducial(settings, '--json', 'storage', 'move', to, ...more)
    return code === 0 ? (JSON.parse(said) as Moved) : said
  }
  const services: ServiceProcess[] = []
  try {
    const first = await start(disk)
    services.push(first)
    const tenant = await Tenant.create(new Api(first.baseUrl, first.adminKey), {}, { boxes: tagOf('image2d') })
    const complete = async (api: Tenant['api'], name: string, width: number) => {
      const image_url = data.put(`/${name}.png`, await pngOf(width, 9))
      const body = { reference_id: name, tag: 'boxes', data: { image_url } }
      const { job_id } = await api.post<{ job_id: string }>(`/v0/projects/${tenant.projectId}/jobs`, body)
      return job_id
    }
    const done = async (name: string, width: number) => {
      const jobId = await complete(tenant.api, name, width)
      await tenant.reached(jobId, 'queued')
      await tenant.submitResult(jobId, ONE_BOX)
      await tenant.reached(jobId, 'completed')
      return jobId
    }
    const jobs = [await done('before', 8)]
    const early = await move(disk, bucket)
    assert.ok(typeof early !== 'string' && early.copied > 0 && early.missing.length === 0, JSON.stringify(early))
    jobs.push(await done('meanwhile', 16))
    assert.match(String(await move(disk, bucket, '--finish')), /the service is running/)
    await first.stop()
    await assert.rejects(start(bucket), (error) => error instanceof StartFailed && /has no marker/.test(error.message))
    const late = await move(disk, bucket, '--finish')
    assert.ok(typeof late !== 'string' && late.copied > 0, JSON.stringify(late))
    assert.ok(late.present >= early.copied - 1)

    const second = await start(bucket)
    services.push(second)
    const there = new Api(second.baseUrl, tenant.key)
    const open = async (api: Api, jobId: string) => {
      const { result } = await api.get<{ result: string }>(tenant.path(`/jobs/${jobId}`))
      const whole = Buffer.from(await (await fetch(result)).arrayBuffer())
      const part = await fetch(result, { headers: { range: 'bytes=2-5' } })
      assert.deepEqual([part.status, await part.text()], [206, whole.subarray(2, 6).toString()])
      return (JSON.parse(whole.toString()) as { reference_id: string }).reference_id
    }
    assert.deepEqual(await Promise.all(jobs.map((jobId) => open(there, jobId))), ['before', 'meanwhile'])
    await second.stop()
    const back = await move(bucket, other, '--finish')
    assert.ok(typeof back !== 'string' && back.missing.length === 0, JSON.stringify(back))
    const third = await start(other)
    services.push(third)
    assert.equal(await open(new Api(third.baseUrl, tenant.key), jobs[1]), 'meanwhile')
    assert.match(String(await move(disk, `s3://no-such-bucket/place`)), /does not take files/)
  } finally {
    for (const service of services) await service.remove()
    await data.stop()
    await gateway.stop()
    await database.drop()
    rmSync(place, { recursive: true, force: true })
  }
})
