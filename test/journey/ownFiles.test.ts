import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { runCli } from '../../src/cli/run.ts'
import type { TagBody } from '../../src/client/types/admin.ts'
import type { IngestShown } from '../../src/client/types/ingests.ts'
import { Api, until } from '../support/apiClient.ts'
import { freePort } from '../support/freePort.ts'
import { pngOf } from '../support/samples.ts'
import { ServiceProcess } from '../support/serviceProcess.ts'
import { Tenant } from '../support/tenant.ts'

// Whoever comes with a folder: from own files to jobs by one command.

const ROOT = join(import.meta.dirname, '..', '..')
const TAG: TagBody = { operation: 'image2d', classes: [{ name: 'car', color: 'rgb(1, 2, 3)', instantiable: true }] }

let service: ServiceProcess
let folder: string

before(async () => {
  service = await ServiceProcess.start()
  folder = mkdtempSync(join(tmpdir(), 'fiducial-own-'))
})

after(async () => {
  await service.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** A folder of its own with these files. */
function folderOf(name: string, files: Readonly<Record<string, Uint8Array | string>>): string {
  const root = join(folder, name)
  mkdirSync(root, { recursive: true })
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}

const pictures = async (count: number): Promise<Record<string, Uint8Array>> =>
  Object.fromEntries(
    await Promise.all(
      Array.from({ length: count }, async (_, i) => [`day ${i % 2}/straße ${i}.png`, await pngOf(20, 10, i + 1)]),
    ),
  )

interface Said {
  code: number
  out: string
  err: string
}

const makeProject = (name: string) =>
  Tenant.create(new Api(service.baseUrl, service.adminKey), { name }, { boxes: TAG })

async function run(
  args: readonly string[],
  { answers, stop }: { answers?: string[]; stop?: AbortSignal } = {},
): Promise<Said> {
  const said = { out: '', err: '' }
  const code = await runCli(args, {
    env: { FIDUCIAL_URL: service.baseUrl, FIDUCIAL_KEY: service.adminKey },
    cwd: folder,
    out: (text) => {
      said.out += text
    },
    err: (text) => {
      said.err += text
    },
    read: () => assert.fail('nothing is read'),
    ...(answers && { terminal: { ask: async () => answers.shift() ?? '', redraw: () => undefined } }),
    ...(stop && { stopSignal: () => stop }),
  })
  return { code, ...said }
}

const ingest = (tenant: Tenant, path: string, ...more: string[]) => [
  ...['ingest', path, '--project', tenant.projectId, '--tag', 'boxes', '--json'],
  ...more,
]

const filesOf = async (tenant: Tenant) =>
  (await tenant.api.get<{ files: { name: string }[] }>(tenant.path('/files'))).files.map(({ name }) => name)

test('a folder becomes jobs; the second time nothing is sent or made again', async () => {
  const tenant = await makeProject('folder')
  const path = folderOf('twice', await pictures(5))
  const first = await run(ingest(tenant, path, '--yes', '--batch', 'May'))
  assert.equal(first.code, 0, first.err)
  const made: IngestShown = JSON.parse(first.out)
  assert.deepEqual([made.status, made.created, made.duplicates, made.layout], ['completed', 5, 0, 'images'])
  assert.match(first.err, /5 jobs, 5 frames, 5 files/)
  const sent = await filesOf(tenant)
  const second: IngestShown = JSON.parse((await run(ingest(tenant, path, '--yes'))).out)
  assert.deepEqual([second.status, second.created, second.duplicates], ['completed', 0, 5])
  assert.deepEqual(await filesOf(tenant), sent)
})

test('the plan is shown before anything is created, and a person may say no', async () => {
  const tenant = await makeProject('asked')
  const path = folderOf('asked', await pictures(2))
  const planned: IngestShown = JSON.parse((await run(ingest(tenant, path, '--dry-run'))).out)
  assert.deepEqual([planned.status, planned.plan?.jobs, planned.created], ['planned', 2, 0])
  const refused = await run(ingest(tenant, path), { answers: ['n'] })
  assert.equal(refused.code, 1)
  assert.match(refused.err, /nothing was created/)
  const agreed = await run(ingest(tenant, path), { answers: ['y'] })
  assert.equal(agreed.code, 0, agreed.err)
  assert.equal(JSON.parse(agreed.out).created, 2)
})

test('what is not understood ends with 2, and what is refused with 1', async () => {
  const tenant = await makeProject('refused')
  const path = folderOf('refused', { 'notes.txt': 'no pictures' })
  const unasked = await run(ingest(tenant, path))
  assert.equal(unasked.code, 2)
  assert.match(unasked.err, /--yes/)
  for (const args of [
    ingest(tenant, join(folder, 'nowhere'), '--yes'),
    ['ingest', path, 'https://data.example/a.png', '--tag', 'boxes', '--yes'],
    ingest(tenant, path, '--yes', '--options', '{'),
    ingest(tenant, 'https://data.example/a.png', '--yes', '--watch'),
  ])
    assert.equal((await run(args)).code, 2, args.join(' '))
  const failed = await run(ingest(tenant, path, '--yes'))
  assert.equal(failed.code, 1)
  assert.equal(JSON.parse(failed.out).error.code, 'LAYOUT_UNKNOWN')
  const unknownTag = await run(['ingest', path, '--project', tenant.projectId, '--tag', 'ghost', '--yes'])
  assert.equal(unknownTag.code, 1)
})

test('hidden files and links that leave the folder are not sent', async () => {
  const tenant = await makeProject('links')
  const [picture] = Object.values(await pictures(1))
  const outside = folderOf('outside', { 'secret.png': picture })
  const path = folderOf('links', { 'a.png': picture, '.hidden.png': picture, '.git/b.png': picture })
  symlinkSync(join(outside, 'secret.png'), join(path, 'link.png'))
  symlinkSync(outside, join(path, 'linked'))
  symlinkSync(path, join(path, 'loop'))
  const done = await run(ingest(tenant, path, '--yes'))
  assert.equal(JSON.parse(done.out).created, 1)
  assert.deepEqual(await filesOf(tenant), ['a.png'])
  assert.match(done.err, /not sent: link\.png: it is a link that leaves the folder/)
})

test('a watched folder gives jobs as files come, until it is interrupted', async () => {
  const tenant = await makeProject('watched')
  const [first, second] = Object.values(await pictures(2))
  const path = folderOf('watched', { 'first.png': first })
  const stop = new AbortController()
  const watching = run(ingest(tenant, path, '--yes', '--watch'), { stop: stop.signal })
  const names = async () =>
    (await tenant.api.get<{ jobs: { reference_id: string }[] }>(tenant.path('/jobs'))).jobs.map(
      (job) => job.reference_id,
    )
  await until(async () => (await names()).length === 1)
  writeFileSync(join(path, 'second.png'), second)
  await until(async () => (await names()).length === 2)
  assert.deepEqual((await names()).sort(), ['first.png', 'second.png'])
  stop.abort()
  assert.equal((await watching).code, 0)
})

/** The command as a person starts it, with the Node of the machine. */
function startQuickstart(dataDir: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn('node', [join(ROOT, 'bin', 'fiducial.mjs'), 'quickstart', ...args], {
    env: { PATH: process.env.PATH, HOME: dataDir, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  return { child, said }
}

test('quickstart starts a service, leads to the first job and ends with the service', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fiducial-quick-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const path = folderOf('quick', await pictures(3))
  const url = `http://127.0.0.1:${await freePort()}`
  const port = new URL(url).port
  const { child, said } = startQuickstart(dataDir, [path, '--classes', 'car,person', '--json'], { PORT: port })
  t.after(() => child.kill('SIGTERM'))
  await until(async () => said.out.includes('\n') || child.exitCode !== null || null)
  assert.equal(child.exitCode, null, said.err)
  const shown = JSON.parse(said.out)
  assert.equal(shown.url, url)
  assert.match(shown.link, new RegExp(`^${url}/setup#token=\\S+&next=%2Fjobs%2F[0-9a-f-]{36}$`))
  const page = await fetch(`${url}/v1/meta`)
  assert.equal(page.status, 200)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  assert.equal(code, 0, said.err)
  await assert.rejects(fetch(`${url}/v1/meta`), 'the service ended with the command')
})

test('quickstart on a running service adds a project and ends; without data it leaves nothing', async () => {
  const path = folderOf('quick again', await pictures(2))
  const done = await run(['quickstart', path, '--json'])
  assert.equal(done.code, 0, done.err)
  const shown = JSON.parse(done.out)
  assert.match(shown.link, new RegExp(`^${service.baseUrl}/jobs/`))
  assert.match(shown.batch_id, /^[0-9a-f-]{36}$/)
  assert.ok(shown.created > 0)
  const projects = async () =>
    (await new Api(service.baseUrl, service.adminKey).get<{ projects: unknown[] }>('/v1/projects')).projects.length
  const before = await projects()
  const empty = await run(['quickstart', folderOf('no data', { 'README.md': '# notes' }), '--json'])
  assert.equal(empty.code, 1)
  assert.match(empty.err, /has no data: expected pictures.*found 1 other files/)
  assert.equal(await projects(), before)
})
