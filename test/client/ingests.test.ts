import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { FiducialClient } from '../../src/client/fiducialClient.ts'
import { inFolder } from '../interchange/roundTrip.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let outside: string

before(async () => {
  stage = await setStage()
  const image = await pngOf(40, 30)
  stage.files.fallback = () => image
  outside = mkdtempSync(join(tmpdir(), 'fiducial-outside-'))
  writeFileSync(join(outside, 'secret.png'), image)
})
after(async () => {
  rmSync(outside, { recursive: true, force: true })
  await stage.clear()
})

/** A project of its own, and what its client sends. */
async function stranger(onCall: (method: string, path: string) => void = () => {}): Promise<FiducialClient> {
  const tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  return new FiducialClient({
    baseUrl: stage.service.baseUrl,
    apiKey: tenant.key,
    projectId: tenant.projectId,
    fetch: (input, init) => {
      onCall(init?.method ?? 'GET', new URL(String(input)).pathname.replace(/^.*\/projects\/[^/]+/, ''))
      return fetch(input, init)
    },
  })
}

async function drive(root: string, count: number): Promise<void> {
  mkdirSync(join(root, 'day 1'), { recursive: true })
  for (let i = 0; i < count; i++) writeFileSync(join(root, 'day 1', `straße ${i}.png`), await pngOf(20, 10, i + 1))
}

const poll = { pollMs: 50 }

test('a folder becomes jobs by one call, and by the same call again only what is new', () =>
  inFolder(async (root) => {
    await drive(root, 10)
    mkdirSync(join(root, '.git'))
    writeFileSync(join(root, '.git', 'hidden.png'), await pngOf(20, 10, 99))
    symlinkSync(join(outside, 'secret.png'), join(root, 'secret.png'))
    symlinkSync(outside, join(root, 'elsewhere'))
    // Latin-1, as archives of old systems leave it.
    writeFileSync(Buffer.concat([Buffer.from(join(root, 'stra')), Buffer.from([0xdf]), Buffer.from('e.png')]), 'old')
    const sent: string[] = []
    let uploads = 0
    const client = await stranger((method, path) => {
      if (method === 'POST' && path === '/files') uploads++
    })
    const ingest = await client.ingests.create(root, { tag: 'boxes' }, { onSent: ({ name }) => sent.push(name) })
    assert.deepEqual(ingest.leftOut, [
      { name: 'elsewhere', reason: 'it is a link that leaves the folder' },
      { name: 'secret.png', reason: 'it is a link that leaves the folder' },
      { name: 'stra\ufffde.png', reason: 'it is gone, or its name is not UTF-8' },
    ])
    const shown = await ingest.wait(poll)
    assert.deepEqual([shown.ingest_id, shown.status, shown.created], [ingest.ingest_id, 'completed', 10])
    const names = Array.from({ length: 10 }, (_, i) => `day 1/straße ${i}.png`)
    assert.deepEqual(sent.sort(), names)
    const jobs: string[] = []
    for await (const { reference_id } of client.jobs.iter({ ingest_id: ingest.ingest_id })) jobs.push(reference_id)
    assert.deepEqual(jobs.sort(), names)
    assert.equal(uploads, 10)

    writeFileSync(join(root, 'new.png'), await pngOf(20, 10, 50))
    const again = await (await client.ingests.create(root, { tag: 'boxes' })).wait(poll)
    assert.deepEqual([again.status, again.created, again.duplicates, uploads], ['completed', 1, 10, 11])
  }))

test('one file, addresses and files that are there already become jobs, a dry run only when it is started', () =>
  inFolder(async (root) => {
    await drive(root, 1)
    const client = await stranger()
    const path = join(root, 'day 1', 'straße 0.png')
    const one = await (await client.ingests.create(path, { tag: 'boxes' })).wait(poll)
    assert.deepEqual([one.status, one.created, one.plan?.sample[0].reference_id], ['completed', 1, 'straße 0.png'])

    const urls = [`${stage.files.baseUrl}/camera/a.png`, `${stage.files.baseUrl}/camera/b.png`]
    const seen: string[] = []
    const onProgress = ({ status }: { status: string }) => seen.push(status)
    const listed = await (await client.ingests.create(urls, { tag: 'boxes' })).wait({ ...poll, onProgress })
    assert.deepEqual([listed.status, listed.created, seen.at(-1)], ['completed', 2, 'completed'])

    const file = await client.files.upload(await pngOf(30, 30), { name: 'uploaded.png' })
    const other = await client.files.upload(await pngOf(31, 30), { name: 'by id.png' })
    const files = [file, other.file_id]
    const dry = await client.ingests.create({ files }, { tag: 'boxes', dry_run: true, batch_name: 'monday' })
    const planned = await dry.wait(poll)
    assert.deepEqual([planned.status, planned.created, planned.plan?.jobs], ['planned', 0, 2])
    await client.ingests.start(dry.ingest_id)
    const made = await client.ingests.wait(dry.ingest_id, poll)
    assert.deepEqual([made.status, made.created], ['completed', 2])
  }))

test('an address is read by the service, and what it says of it is the answer of the wait', async () => {
  const client = await stranger()
  stage.files.fallback = () => Buffer.from('no archive')
  try {
    const ingest = await client.ingests.create(`${stage.files.baseUrl}/drive.zip`, { tag: 'boxes' })
    const { status, error } = await ingest.wait(poll)
    assert.deepEqual([status, error?.code, ingest.leftOut], ['failed', 'ARCHIVE_INVALID', []])
  } finally {
    const image = await pngOf(40, 30)
    stage.files.fallback = () => image
  }
})

test('nothing is ingested of a folder that is empty, not there, refused or given up in the middle', () =>
  inFolder(async (root) => {
    let ingests = 0
    const client = await stranger((method, path) => {
      if (method === 'POST' && path === '/ingests') ingests++
    })
    await assert.rejects(client.ingests.create(root, { tag: 'boxes' }), /has no files/)
    await assert.rejects(client.ingests.create(join(root, 'nowhere'), { tag: 'boxes' }), /ENOENT/)
    await drive(root, 40)
    const stop = new AbortController()
    const reason = new Error('enough')
    const sent: string[] = []
    const onSent = ({ name }: { name: string }) => {
      if (sent.push(name) === 5) stop.abort(reason)
    }
    await assert.rejects(client.ingests.create(root, { tag: 'boxes' }, { signal: stop.signal, onSent }), reason)
    assert.ok(sent.length < 40, `${sent.length} files were sent`)

    let uploads = 0
    const refused = await stranger((method, path) => {
      if (method === 'POST' && path === '/ingests') ingests++
      if (method === 'POST' && path === '/files' && ++uploads >= 3) throw new TypeError('the line is cut')
    })
    await assert.rejects(refused.ingests.create(root, { tag: 'boxes' }), /cannot reach/)
    const before = uploads
    await refused.meta()
    assert.equal(uploads, before, 'nothing is sent once the call is over')
    assert.ok(uploads < 40, `${uploads} files were tried`)
    assert.equal(ingests, 0)
    const whole = await (await client.ingests.create(root, { tag: 'boxes' })).wait(poll)
    assert.deepEqual([whole.status, whole.created], ['completed', 40])
  }))
