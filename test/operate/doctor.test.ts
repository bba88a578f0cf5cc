import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { examineClock } from '../../src/operate/doctor/doctor.ts'
import { type Examined, Report } from '../../src/operate/doctor/examined.ts'
import { startS3Server } from '../../src/store/files/testing/s3Server.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { Api } from '../support/apiClient.ts'
import { fiducial } from '../support/commandLine.ts'
import { MailServer } from '../support/mailServer.ts'
import { ServiceProcess } from '../support/serviceProcess.ts'
import { Tenant } from '../support/tenant.ts'
import { DETECTOR_MANIFEST, installDetector, installModel, installSegmenter } from '../support/tinyModels.ts'

const SECRET_KEY = 'a key of thirty-two characters and more, the first'

let database: TestDatabase
let service: ServiceProcess
let folder: string
let settings: Record<string, string>

before(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'fiducial-doctor-'))
  const env = { SECRET_KEY, STORAGE_URL: `file:${join(folder, 'files')}` }
  service = await ServiceProcess.start({ databaseUrl: database.connectionString, env })
  const admin = new Api(service.baseUrl, service.adminKey)
  await Tenant.create(admin, { callback: { url: `http://127.0.0.1:${await closedPort()}/hook` } }, {})
  settings = {
    ...env,
    DATABASE_URL: database.connectionString,
    DATA_DIR: service.dataDir,
    ALLOW_NETWORKS: '127.0.0.0/8',
  }
})

after(async () => {
  await service.remove()
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function closedPort(): Promise<number> {
  const server = createTcpServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

interface Answer {
  code: number
  /** Of the checks, those of one part that are not well. */
  faults: (part: Examined['part']) => Examined[]
  checks: Examined[]
}

async function doctor(env: Record<string, string>, ...args: string[]): Promise<Answer> {
  const { code, said } = await fiducial(env, '--json', 'doctor', ...args)
  const { checks } = JSON.parse(said) as { checks: Examined[] }
  const faults = (part: Examined['part']) => checks.filter((one) => one.part === part && one.state !== 'ok')
  return { code, faults, checks }
}

/** It fails with one fault that says this, and what to do. */
async function assertFails(env: Record<string, string>, part: Examined['part'], found: RegExp, advice: RegExp) {
  const answer = await doctor(env)
  assert.equal(answer.code, 1)
  const [fault, ...others] = answer.faults(part)
  assert.deepEqual(others, [])
  assert.equal(fault.state, 'failed')
  assert.match(fault.found, found)
  assert.match(fault.advice ?? '', advice)
}

test('next to a running service all parts are well, and an unreachable receiver is a warning', async () => {
  const { code, said } = await fiducial(settings, 'doctor')
  assert.equal(code, 0, said)
  for (const line of [/settings +ok/, /database +ok +PostgreSQL 1/, /storage +ok/, /clock +ok/])
    assert.match(said, line)
  assert.match(said, /egress +warning +callbacks to http:\/\/127\.0\.0\.1:\d+: connect ECONNREFUSED/)
  assert.match(said, /firewall between/)
})

test('on a new folder nothing is wrong, and nothing is made', async () => {
  const dataDir = join(folder, 'new')
  const { code, checks } = await doctor({ DATA_DIR: dataDir })
  assert.equal(code, 0)
  assert.deepEqual([...new Set(checks.map(({ state }) => state))], ['ok'])
  assert.equal(existsSync(dataDir), false)
})

test('a setting that the service would refuse is named, and the checks end there', async () => {
  await assertFails(
    { ...settings, TRUST_PROXY: 'true' },
    'settings',
    /TRUST_PROXY: true would trust/,
    /docs\/operations/,
  )
  await assertFails({ ...settings, ALLOW_NETWORKS: 'ten' }, 'settings', /ALLOW_NETWORKS: "ten"/, /docs\/operations/)
  await assertFails({ ...settings, ROLES: 'worker' }, 'settings', /BASE_URL is not set/, /Set BASE_URL/)
})

test('addresses that would give passwords or callers away are warnings', async () => {
  const open = await doctor({ ...settings, BASE_URL: 'http://annotate.example.com' })
  assert.match(open.faults('settings')[0].found, /in the clear/)
  const proxied = await doctor({ ...settings, BASE_URL: 'https://annotate.example.com' })
  assert.match(proxied.faults('settings')[0].advice ?? '', /TRUST_PROXY/)
  assert.deepEqual([open.code, proxied.code], [0, 0])
})

test('a server of emails that is away or refuses the password is a warning that does not tell the password', async () => {
  const mail = await MailServer.start()
  const SMTP_FROM = 'labels@example.com'
  const good = await doctor({ ...settings, SMTP_URL: mail.url, SMTP_FROM })
  assert.deepEqual([good.code, good.faults('email')], [0, []])
  const wrong = await doctor({ ...settings, SMTP_URL: mail.url.replace('pass%20word', 'secret-of-mine'), SMTP_FROM })
  await mail.stop()
  const away = await doctor({ ...settings, SMTP_URL: mail.url, SMTP_FROM })
  for (const { code, faults } of [wrong, away]) {
    const [{ state, found, advice }] = faults('email')
    assert.deepEqual([code, state], [0, 'warning'])
    assert.match(advice ?? '', /SMTP_URL/)
    assert.ok(!`${found} ${advice}`.includes('secret-of-mine'))
  }
  await assertFails({ ...settings, SMTP_URL: 'smtp://mail.example.com' }, 'settings', /SMTP_FROM/, /./)
})

test('an unreachable or missing database and a wrong password give different messages', async () => {
  const at = (change: (url: URL) => void) => {
    const url = new URL(database.connectionString)
    change(url)
    return { ...settings, DATABASE_URL: url.href }
  }
  const port = await closedPort()
  const away = { ...settings, DATABASE_URL: `postgresql://someone@127.0.0.1:${port}/fiducial` }
  await assertFails(away, 'database', /ECONNREFUSED/, /host, port and database of DATABASE_URL/)
  await assertFails(
    at((url) => {
      url.pathname = '/not_there'
    }),
    'database',
    /does not exist/,
    /createdb/,
  )
})

test('a master key that does not open the secrets, or none, is found before the start', async () => {
  const other = { ...settings, SECRET_KEY: 'a key of thirty-two characters and more, another' }
  await assertFails(other, 'database', /does not open the secrets/, /started with first/)
  const { SECRET_KEY: _, ...keyless } = settings
  const dataDir = mkdtempSync(join(folder, 'keyless-'))
  await assertFails({ ...keyless, DATA_DIR: dataDir }, 'database', /no master key/, /secret-key/)
  assert.equal(existsSync(join(dataDir, 'secret-key')), false)
})

test('a database of a newer version, and one with pending migrations, give different messages', async () => {
  const own = await createTestDatabase()
  try {
    const env = { ...settings, DATABASE_URL: own.connectionString, STORAGE_URL: `file:${join(folder, 'another')}` }
    await own.pool.query('delete from schema_migrations where number = (select max(number) from schema_migrations)')
    const behind = await doctor(env)
    assert.match(behind.faults('database')[0].found, /1 migrations are pending/)
    assert.equal(behind.code, 0)
    await own.pool.query("insert into schema_migrations (number, name, sha256) values (9999, 'later', '')")
    await assertFails(env, 'database', /newer than the program/, /version of the program/)
  } finally {
    await own.drop()
  }
})

test('the storage of another database and a bucket that refuses the key are found', async () => {
  const own = await createTestDatabase()
  const bucket = await startS3Server()
  try {
    await assertFails(
      { ...settings, DATABASE_URL: own.connectionString },
      'storage',
      /belongs to another database/,
      /STORAGE_URL/,
    )
    const s3 = {
      ...settings,
      DATABASE_URL: own.connectionString,
      STORAGE_URL: 's3://bucket/place',
      S3_ENDPOINT: bucket.endpoint,
      S3_REGION: bucket.region,
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    }
    assert.deepEqual((await doctor(s3)).faults('storage'), [])
    const wrong = { ...s3, S3_SECRET_ACCESS_KEY: 'another' }
    await assertFails(wrong, 'storage', /does not take files: .*403|SignatureDoesNotMatch/, /S3_SECRET_ACCESS_KEY/)
  } finally {
    await bucket.close()
    await own.drop()
  }
})

test('an address that the service should reach is connected to through the guard, without a request', async () => {
  let requests = 0
  const server = createServer(() => requests++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const reached = await doctor(settings, '--reach', url)
    assert.equal(reached.code, 0)
    assert.equal(requests, 0)
    const guarded = await doctor({ ...settings, ALLOW_NETWORKS: '' }, '--reach', url)
    assert.equal(guarded.code, 1)
    assert.match(guarded.faults('egress')[0].advice ?? '', /ALLOW_NETWORKS/)
  } finally {
    server.close()
  }
})

test('models that pages would not be offered, or could not run, are warnings that say why', async () => {
  const models = join(service.dataDir, 'models')
  installSegmenter(service.dataDir, 'clicker')
  installModel(service.dataDir, 'empty', { 'manifest.json': JSON.stringify(DETECTOR_MANIFEST), 'detector.onnx': '' })
  installDetector(service.dataDir, 'Mine')
  installModel(service.dataDir, 'pointer', {
    'manifest.json': JSON.stringify(DETECTOR_MANIFEST),
    'detector.onnx': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12\n',
  })
  installModel(service.dataDir, 'partial', { 'manifest.json': JSON.stringify(DETECTOR_MANIFEST) })
  writeFileSync(join(models, 'loose.onnx'), 'a network')
  const { code, checks, faults } = await doctor(settings)
  assert.equal(code, 0)
  const [clicker] = checks.filter(({ part, state }) => part === 'models' && state === 'ok')
  assert.match(clicker.found, /^clicker, version/)
  assert.deepEqual(
    faults('models')
      .map(({ found }) => found)
      .sort(),
    [
      'Mine is not offered because of its name',
      'empty does not work: detector.onnx is empty',
      'loose.onnx is not offered: it is not a folder',
      'partial does not work: there is no file detector.onnx',
      'pointer does not work: detector.onnx is a pointer of Git LFS, not the network: run "git lfs pull"',
    ],
  )
  const workerOnly = await doctor({ ...settings, ROLES: 'worker', BASE_URL: service.baseUrl })
  assert.deepEqual(workerOnly.faults('models'), [])
  rmSync(models, { recursive: true })
  writeFileSync(models, 'not a folder')
  assert.match((await doctor(settings)).faults('models')[0].found, /cannot be read: ENOTDIR/)
})

test('a clock that is minutes off is a warning with the direction', async () => {
  const report = new Report('clock')
  await examineClock(database.pool, report, () => Date.now() + 120_000)
  await examineClock(database.pool, report, () => Date.now() - 120_000)
  assert.deepEqual(
    report.all.map(({ state }) => state),
    ['warning', 'warning'],
  )
  assert.match(report.all[0].found, /120\.\d s ahead of/)
  assert.match(report.all[1].found, /1(19|20)\.\d s behind/)
})
