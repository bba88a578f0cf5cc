import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { FiducialClient } from '../../src/client/fiducialClient.ts'
import { inFolder } from '../interchange/roundTrip.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
})
after(() => stage.clear())

const clientWith = (options: { fetch?: typeof fetch } = {}) =>
  new FiducialClient({
    baseUrl: stage.service.baseUrl,
    apiKey: tenant.key,
    projectId: tenant.projectId,
    timing: { sleep: async () => {} },
    ...options,
  })

const bytesOf = async (stream: ReadableStream<Uint8Array>) => Buffer.from(await new Response(stream).arrayBuffer())

test('a picture of this machine becomes a job in two calls', () =>
  inFolder(async (folder) => {
    const png = await pngOf(24, 16)
    const path = join(folder, 'street.png')
    writeFileSync(path, png)
    const client = clientWith()
    const file = await client.files.upload(path)
    assert.deepEqual([file.name, file.size, file.kind], ['street.png', png.length, 'image'])
    assert.ok((await bytesOf(await client.files.download(file.file_id))).equals(png))
    const { job_id } = await client.jobs.create({ reference_id: 'own file', tag: 'boxes', file })
    await tenant.reached(job_id, 'queued')
    await assert.rejects(client.files.delete(file.file_id), /uses this file/)
    await assert.rejects(client.files.upload(png), /give one/)
    const named = await client.files.upload(new File([new Uint8Array(png)], 'named.png'))
    assert.equal(named.name, 'named.png')
    await client.files.delete(named.file_id)
    const names: string[] = []
    for await (const { name } of client.files.list()) names.push(name)
    assert.deepEqual(names, ['street.png'])
  }))

test('an upload in pieces goes on after answers that are lost, and is whole in the end', async () => {
  const bytes = randomBytes(2_500_000)
  let calls = 0
  const flaky: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init)
    // Every second piece arrives, and its answer does not.
    if (init?.method === 'PATCH' && calls++ % 2 === 1) throw new TypeError('connection lost')
    return answer
  }
  const client = clientWith({ fetch: flaky })
  const file = await client.files.upload(bytes, { name: 'drive/1.bin', pieceBytes: 400_000 })
  assert.deepEqual([file.name, file.size], ['drive/1.bin', bytes.length])
  assert.ok((await bytesOf(await client.files.download(file.file_id))).equals(bytes))
  assert.equal(calls, 7)
})

test('an upload that is given up leaves nothing', async () => {
  const stop = new AbortController()
  const stopping: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init)
    if (init?.method === 'PATCH') stop.abort(new Error('enough'))
    return answer
  }
  const client = clientWith({ fetch: stopping })
  const options = { name: 'given up.bin', pieceBytes: 1000, signal: stop.signal }
  await assert.rejects(client.files.upload(randomBytes(5000), options))
  const { rows } = await stage.database.pool.query<{ rows: number }>(
    `select count(*) as rows from uploads where project_id = $1`,
    [tenant.projectId],
  )
  assert.equal(rows[0].rows, 0)
})
