import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { driveMessages, START_NS } from '../logs/drive.ts'
import { writtenMcap } from '../logs/writtenMcap.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { ingested, jobsOf, upload } from './ingesting.ts'

let stage: Stage
before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

async function ingestLog(name: string, log: Buffer) {
  const tenant = await Tenant.create(stage.admin, { base: 'SENSOR_FUSION' }, { drive: tagOf('cuboid3d') })
  const shown = await ingested(tenant, { source: { files: [await upload(tenant, name, log)] }, tag: 'drive' })
  return { tenant, shown, jobs: await jobsOf(tenant, shown) }
}

test('an MCAP log becomes a drive in the queue, whose files say that an ingest made them', async () => {
  const { tenant, shown, jobs } = await ingestLog('drive.mcap', await writtenMcap(driveMessages()))
  assert.deepEqual([shown.status, shown.layout, shown.failures, shown.error], ['completed', 'mcap', [], null])
  assert.equal(shown.plan?.with_poses, true)
  const [job] = jobs
  assert.deepEqual([jobs.length, job.reference_id, job.stage], [1, `drive@${START_NS}`, 'queued'])
  const { files } = await tenant.api.get<{ files: { source: string; url: string; sha256: string }[] }>(
    tenant.path(`/jobs/${job.job_id}/data`),
  )
  assert.deepEqual([files.length, new Set(files.map(({ source }) => source))], [2 * job.frames, new Set(['ingest'])])
  assert.equal((await fetch(new URL(files[0].url, stage.service.baseUrl))).status, 200)
})

test('a log that was cut gives its whole frames with a warning, and one without frames fails', async () => {
  const log = await writtenMcap(driveMessages(), { isIndexed: false, chunkBytes: 2048 })
  const cut = await ingestLog('cut.mcap', log.subarray(0, Math.floor(log.length * 0.4)))
  assert.equal(cut.shown.status, 'completed', JSON.stringify(cut.shown.error))
  assert.ok(cut.shown.plan?.warnings.some(({ code }) => code === 'LOG_TRUNCATED'))
  assert.deepEqual([cut.jobs.length, cut.jobs[0].stage], [1, 'queued'])
  const none = await ingestLog('none.mcap', log.subarray(0, 60))
  assert.deepEqual([none.shown.status, none.shown.error?.code, none.jobs], ['failed', 'LOG_INVALID', []])
})
