import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { withDatabase } from '../../test/database.ts'
import { IMAGE_PROJECT } from '../../test/support/imageProject.ts'
import { LocalFiles } from '../store/files/localFiles.ts'
import { silentLog } from '../store/postgres/log.ts'
import type { Pool } from '../store/postgres/pools.ts'
import { insertProject } from '../store/project/projects/projects.ts'
import type { PipelineContext } from './context.ts'
import { tidyUp } from './housekeeping.ts'

const projectId = randomUUID()

async function rememberUrl(pool: Pool, sha256: string, ageDays: number) {
  await pool.query(
    `insert into fetched_urls (project_id, cache_key, sha256, bytes, fetched_at)
     values ($1, $2, $3, 1, now() - make_interval(days => $4))`,
    [projectId, randomBytes(32), sha256, ageDays],
  )
}

async function nameInJob(pool: Pool, sha256: string) {
  await pool.query(
    `insert into job_assets (project_id, job_id, field, kind, url, sha256, bytes, facts)
     values ($1, $2, 'data.image_url', 'image', 'https://data.example/a.png', $3, 1, '{}')`,
    [projectId, randomUUID(), sha256],
  )
}

test('URLs of long ago are forgotten with their files; files that a job or a fresh URL names stay', () =>
  withDatabase(async ({ pool }) => {
    const folder = mkdtempSync(join(tmpdir(), 'fiducial-tidy-'))
    try {
      const files = new LocalFiles(folder)
      const stored = async () => (await files.put(randomBytes(16))).sha256
      const [old, oldButUsed, fresh] = [await stored(), await stored(), await stored()]
      for (const sha256 of [old, oldButUsed]) await rememberUrl(pool, sha256, 31)
      await rememberUrl(pool, fresh, 29)
      await nameInJob(pool, oldButUsed)
      await tidyUp({ pool, files, log: silentLog } as unknown as PipelineContext)
      const there = await Promise.all(
        [old, oldButUsed, fresh].map(async (sha256) => (await files.stat(sha256)) !== null),
      )
      assert.deepEqual(there, [false, true, true])
      const { rows } = await pool.query('select sha256 from fetched_urls')
      assert.deepEqual(rows, [{ sha256: fresh }])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }))

test('archives of exports go when their days are over, the exports stay', () =>
  withDatabase(async ({ pool }) => {
    const folder = mkdtempSync(join(tmpdir(), 'fiducial-tidy-'))
    try {
      const files = new LocalFiles(folder)
      const id = await insertProject(pool, randomBytes(32), IMAGE_PROJECT)
      const stored = async (days: number) => {
        const { sha256 } = await files.put(randomBytes(16))
        await pool.query(
          `insert into exports (project_id, id, format, request, status, sha256, expires_at)
           values ($1, $2, 'coco', '{}', 'completed', $3, now() + make_interval(days => $4))`,
          [id, randomUUID(), sha256, days],
        )
        return sha256
      }
      const archives = [await stored(-1), await stored(1)]
      await tidyUp({ pool, files, log: silentLog } as unknown as PipelineContext)
      const there = await Promise.all(archives.map(async (sha256) => (await files.stat(sha256)) !== null))
      assert.deepEqual(there, [false, true])
      const { rows } = await pool.query('select sha256 from exports order by expires_at')
      assert.deepEqual(rows, [{ sha256: null }, { sha256: archives[1] }])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }))

test('Idempotency-Keys live for a day', () =>
  withDatabase(async ({ pool }) => {
    const folder = mkdtempSync(join(tmpdir(), 'fiducial-tidy-'))
    try {
      for (const [key, hours] of [
        ['kept', 23],
        ['gone', 25],
      ] as const) {
        await pool.query(
          `insert into idempotency_keys (project_id, key, body_sha256, answer, created_at)
           values ($1, $2, '', '{}', now() - make_interval(hours => $3))`,
          [projectId, key, hours],
        )
      }
      await tidyUp({ pool, files: new LocalFiles(folder), log: silentLog } as unknown as PipelineContext)
      const { rows } = await pool.query('select key from idempotency_keys')
      assert.deepEqual(rows, [{ key: 'kept' }])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }))
