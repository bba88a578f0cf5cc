import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { withDatabase } from '../../../../test/database.ts'
import { IMAGE_PROJECT } from '../../../../test/support/imageProject.ts'
import { removeUnnamed } from '../../cluster/files/removal.ts'
import { writeJobs } from '../../cluster/jobs/writeJobs.ts'
import { LocalFiles } from '../../files/localFiles.ts'
import type { Pool } from '../../postgres/pools.ts'
import { insertProject } from '../projects/projects.ts'
import { addAssets } from './assets.ts'
import { findJob } from './jobs.ts'
import { removeJobData } from './removal.ts'

async function imageJob(pool: Pool, projectId: string, referenceId: string, tiles: string[]): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from batches where project_id = $1', [projectId])
  const jobId = randomUUID()
  const body = Buffer.from('{"data":{}}')
  const job = {
    projectId,
    jobId,
    batchId: rows[0].id,
    referenceId,
    tag: 'boxes',
    tagVersion: 1,
    annotationType: 'image2d' as const,
    priorityWeight: 5,
  }
  const rest = {
    frames: 1,
    payloadSha256: randomBytes(32),
    body,
    callbackUrl: null,
    warnings: [],
    keptSensors: null,
    metadata: {},
    fileIds: [],
  }
  await writeJobs(pool, [{ ...job, ...rest }])
  const size = { width: 9000, height: 9000, uprightWidth: 9000, uprightHeight: 9000 }
  const facts = { format: 'png', exifOrientation: 1, ...size }
  const asset = {
    field: 'data.image_url',
    frameIndex: 0,
    sensorId: null,
    kind: 'image',
    url: 'https://data.example/a',
  } as const
  const kept = { ...asset, sha256: tiles[0], bytes: 1, facts, derived: {}, tiles }
  await addAssets(pool, projectId, [{ jobId, asset: kept }])
  return jobId
}

test('a job whose data is deleted leaves no file and no result behind, except tiles that another job shows too', () =>
  withDatabase(async ({ pool }) => {
    const folder = mkdtempSync(join(tmpdir(), 'fiducial-removal-'))
    try {
      const files = new LocalFiles(folder)
      const [own, shared] = [await files.put(randomBytes(9)), await files.put(randomBytes(9))].map(
        (file) => file.sha256,
      )
      const projectId = await insertProject(pool, randomBytes(32), IMAGE_PROJECT)
      const jobId = await imageJob(pool, projectId, 'deleted', [own, shared])
      await imageJob(pool, projectId, 'kept', [shared])
      const told = {
        annotations: [{ job_id: jobId, status: 'COMPLETED', result: { url: 'https://x', data: { secret: 1 } } }],
      }
      await pool.query(
        `insert into events (project_id, position, job_id, status, body) values ($1, 1, $2, 'COMPLETED', $3)`,
        [projectId, jobId, Buffer.from(JSON.stringify(told))],
      )
      const named = await removeJobData(pool, (await findJob(pool, projectId, jobId))!)
      assert.equal(await removeUnnamed(pool, files, named), 1)
      assert.equal(await files.stat(own), null)
      assert.notEqual(await files.stat(shared), null)
      const { rows } = await pool.query<{ body: Buffer }>('select body from events where project_id = $1', [projectId])
      assert.deepEqual(JSON.parse(rows[0].body.toString('utf8')).annotations[0].result, { url: 'https://x' })
      const { rows: left } = await pool.query('select job_id from job_payloads where project_id = $1', [projectId])
      assert.equal(left.length, 1)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }))
