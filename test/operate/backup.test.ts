import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { Api, until } from '../support/apiClient.ts'
import { fiducial } from '../support/commandLine.ts'
import { FileServer } from '../support/fileServer.ts'
import { Person } from '../support/person.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { makeFolder, ServiceProcess } from '../support/serviceProcess.ts'
import { Tenant } from '../support/tenant.ts'

const SECRET_KEY = 'a key of thirty-two characters and more, the first'

/** Every row of every table, without what a start of the service itself writes. */
async function contents({ pool }: TestDatabase): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  )
  const all: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(`select md5(t::text) as line from "${name}" t order by 1`)
    if (name !== 'schema_migrations') all[name] = rows.map(({ line }) => line)
  }
  return all
}

test('a backup made while the service runs is verified, restored elsewhere, and serves the same; a wrong key, damage and a place in use are refused', async () => {
  const [first, second] = [await createTestDatabase(), await createTestDatabase({ migrated: false })]
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-backup-'))
  const [backup, here, there] = ['backup', 'here', 'there'].map((name) => join(folder, name))
  const files = await FileServer.start()
  const service = await ServiceProcess.start({
    databaseUrl: first.connectionString,
    env: { SECRET_KEY, STORAGE_URL: `file:${here}` },
  })
  const source = {
    SECRET_KEY,
    DATABASE_URL: first.connectionString,
    STORAGE_URL: `file:${here}`,
    DATA_DIR: join(folder, 'a'),
  }
  const target = {
    SECRET_KEY,
    DATABASE_URL: second.connectionString,
    STORAGE_URL: `file:${there}`,
    DATA_DIR: join(folder, 'b'),
  }
  let drill: ServiceProcess | null = null
  try {
    const admin = new Api(service.baseUrl, service.adminKey)
    const image = { ...tagOf('image2d'), instructions: 'Ünïcode \u2028 and "quotes"\nin lines' }
    const tenant = await Tenant.create(admin, {}, { image })
    await Person.join(admin, 'annotator', [tenant.projectId])
    const image_url = files.put('/1.png', await pngOf(8, 8))
    const jobId = await tenant.submit({ reference_id: 'one', tag: 'image', data: { image_url } })
    await tenant.reached(jobId, 'queued')
    await tenant.submitResult(jobId, ONE_BOX)
    const { result } = await tenant.reached(jobId, 'completed')
    const made = await fiducial(source, 'backup', 'create', backup)
    assert.equal(made.code, 0, made.said)
    await service.stop()
    const before = await contents(first)
    const document = await filesOf(here)
    assert.ok(result && before.jobs.length === 1)
    assert.equal((await fiducial({}, 'backup', 'verify', backup)).code, 0)
    assert.match((await fiducial(source, 'backup', 'create', backup)).said, /is not empty/)

    const wrong = { ...target, SECRET_KEY: 'a key of thirty-two characters and more, another' }
    assert.match((await fiducial(wrong, 'backup', 'restore', backup)).said, /SECRET_KEY does not open/)
    const { SECRET_KEY: _, ...keyless } = target
    assert.match((await fiducial(keyless, 'backup', 'restore', backup)).said, /does not hold the master key/)
    assert.match((await fiducial(source, 'backup', 'restore', backup)).said, /belongs to a database|not empty/)

    const restored = await fiducial(target, 'backup', 'restore', backup)
    assert.equal(restored.code, 0, restored.said)
    const after = await contents(second)
    for (const table of ['projects', 'tags', 'jobs', 'job_payloads', 'users', 'results', 'usage_rows', 'audit_log'])
      assert.deepEqual(after[table], before[table], table)
    assert.deepEqual(await filesOf(there), document)
    assert.match((await fiducial(target, 'backup', 'restore', backup)).said, /belongs to a database|not empty/)

    drill = await ServiceProcess.start({
      databaseUrl: second.connectionString,
      env: { SECRET_KEY, STORAGE_URL: `file:${there}` },
    })
    const restoredAdmin = new Api(drill.baseUrl, drill.adminKey)
    const record = await restoredAdmin.get<{ status: string }>(`/v1/projects/${tenant.projectId}/jobs/${jobId}`)
    assert.equal(record.status, 'completed')
    // What PostgreSQL numbers itself goes on: the job is checked and queued like any other.
    const body = { reference_id: 'two', tag: 'image', data: { image_url } }
    const again = await restoredAdmin.post<{ job_id: string }>(`/v1/projects/${tenant.projectId}/jobs`, body)
    await until(
      async () =>
        (await restoredAdmin.get<{ stage: string }>(`/v1/projects/${tenant.projectId}/jobs/${again.job_id}`)).stage ===
        'queued',
    )

    appendFileSync(join(backup, 'tables', 'jobs.jsonl'), '{}\n')
    assert.match((await fiducial({}, 'backup', 'verify', backup)).said, /table jobs has 2 rows, 1 were written/)
    const [fan] = readdirSync(join(backup, 'files')).filter((name) => name.length === 2)
    const [file] = readdirSync(join(backup, 'files', fan), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.length > 60,
    )
    writeFileSync(join(backup, 'files', fan, file), 'damaged')
    assert.match((await fiducial({}, 'backup', 'verify', backup)).said, /file [0-9a-f]{64} is damaged/)
  } finally {
    await drill?.remove()
    await service.remove()
    await files.stop()
    rmSync(folder, { recursive: true })
    await first.drop()
    await second.drop()
  }
})

test('a service with its own PostgreSQL is backed up while it runs, and restored into a new folder with the key of the backup', async () => {
  const service = await ServiceProcess.start()
  const folder = makeFolder()
  const [backup, dataDir] = [join(folder, 'backup'), join(folder, 'restored')]
  let restored: ServiceProcess | null = null
  // Where the account of PostgreSQL gets in: else the restored database lies outside of the folder and stays.
  mkdirSync(dataDir)
  try {
    const { projectId } = await Tenant.create(new Api(service.baseUrl, service.adminKey), { name: 'Kept' }, {})
    const made = await fiducial({ DATA_DIR: service.dataDir }, 'backup', 'create', backup, '--with-secret-key')
    assert.equal(made.code, 0, made.said)
    const refused = await fiducial({ DATA_DIR: service.dataDir }, 'backup', 'restore', backup)
    assert.match(refused.said, /another Fiducial .* is running/)
    const done = await fiducial({ DATA_DIR: dataDir }, 'backup', 'restore', backup)
    assert.equal(done.code, 0, done.said)
    restored = await ServiceProcess.start({ dataDir })
    const { name } = await new Api(restored.baseUrl, restored.adminKey).get<{ name: string }>(
      `/v1/projects/${projectId}/details`,
    )
    assert.equal(name, 'Kept')
  } finally {
    await restored?.remove()
    await service.remove()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a backup goes to a folder of this machine; an address, or a disk that is full, is refused without a stack', async (t) => {
  const database = await createTestDatabase()
  const folder = makeFolder()
  const [disk, dataDir] = [join(folder, 'disk'), join(folder, 'data')]
  const create = (to: string) =>
    fiducial({ SECRET_KEY, DATABASE_URL: database.connectionString, DATA_DIR: dataDir }, 'backup', 'create', to)
  try {
    assert.match((await create('s3://bucket/backup')).said, /^s3:\/\/bucket\/backup: a backup is a folder/)
    mkdirSync(disk)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' })
    } catch {
      return t.skip('a small disk can be mounted by root alone')
    }
    try {
      writeFileSync(join(disk, 'filler'), Buffer.alloc(64 * 1024))
      const { code, said } = await create(join(disk, 'backup'))
      assert.equal(code, 1)
      assert.match(said, /^ENOSPC: no space left on device, write\s*$/)
    } finally {
      execFileSync('umount', ['-l', disk])
    }
  } finally {
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Names of all files of a storage: hashes of their bytes. */
async function filesOf(storage: string): Promise<string[]> {
  const names = readdirSync(storage, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.length > 60)
    .sort()
    .filter((name) => readFileSync(join(storage, name)).length > 0)
}
