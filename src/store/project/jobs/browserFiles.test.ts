import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { fillWithJobs } from '../../../../test/support/manyJobs.ts'
import { withTransaction } from '../../postgres/transactions.ts'
import { type Asset, addAssets, findBrowserFile } from './assets.ts'

const FILES = 5000
let database: TestDatabase
let projectId: string
let jobIds: string[]

const sha = (name: string) => createHash('sha256').update(name).digest('hex')
const FACTS = { format: 'png', width: 1, height: 1, uprightWidth: 1, uprightHeight: 1, exifOrientation: 1 }

const asset = (name: string, more: Partial<Asset>): Asset => ({
  field: name,
  frameIndex: 0,
  sensorId: null,
  kind: 'image',
  url: name,
  sha256: sha(name),
  bytes: 1,
  facts: FACTS,
  derived: {},
  tiles: [],
  ...more,
})

before(async () => {
  database = await createTestDatabase()
  projectId = (await fillWithJobs(database.pool, 300)).projectId
  const { rows } = await database.pool.query<{ id: string }>('select id from jobs limit 2')
  jobIds = rows.map(({ id }) => id)
  const clouds = Array.from({ length: FILES }, (_, i) =>
    asset(`cloud${i}`, { kind: 'cloud', derived: { chunks: sha(`chunks${i}`) } }),
  )
  const images = [
    asset('plain', { derived: { display_type: 'image/png' } }),
    asset('raw', { derived: { display_type: 'image/webp', display: sha('shown') } }),
    asset('huge', { derived: { display_type: 'image/jpeg', pyramid: sha('manifest') }, tiles: [sha('t1'), sha('t2')] }),
  ]
  await addAssets(
    database.pool,
    projectId,
    [...clouds, ...images].map((one) => ({ jobId: jobIds[0], asset: one })),
  )
  await database.pool.query('vacuum analyze job_assets')
})
after(() => database.drop())

const find = (name: string, jobId = jobIds[0]) => findBrowserFile(database.pool, projectId, jobId, sha(name))

test('files made for browsers are found by their hash, originals only if browsers show them', async () => {
  assert.deepEqual(await find('chunks77'), { imageType: null, tiles: [] })
  assert.deepEqual(await find('plain'), { imageType: 'image/png', tiles: [] })
  assert.deepEqual(await find('shown'), { imageType: 'image/webp', tiles: [] })
  assert.deepEqual(await find('t2'), { imageType: 'image/jpeg', tiles: [sha('t1'), sha('t2')] })
  for (const name of ['raw', 'huge', 'manifest', 'cloud77', 'nothing']) assert.equal(await find(name), null, name)
  assert.equal(await find('plain', jobIds[1]), null)
})

test('one file of thousands is found without reading the others', async () => {
  await withTransaction(database.pool, async (db) => {
    const read = async () =>
      Number(
        (
          await db.query<{ read: string }>(
            "select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'job_assets'",
          )
        ).rows[0].read,
      )
    const before = await read()
    assert.ok(await findBrowserFile(db, projectId, jobIds[0], sha('chunks77')))
    const rows = (await read()) - before
    assert.ok(rows < 50, `${rows} rows were read`)
  })
})
