import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ExportShown } from '../../src/client/types/exports.ts'
import type { ImportShown } from '../../src/client/types/imports.ts'
import { dataOf, until } from '../support/apiClient.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'
import { cocoOf, zipOf } from './archives.ts'

/** So slow that the process can be killed in the middle: jobs are made as fast as a key may send them. */
const JOBS_A_SECOND = 6
const JOBS = 18

let stage: OwnStage
let tenant: Tenant

before(async () => {
  stage = await setOwnStage({ RATE_LIMIT: String(JOBS_A_SECOND) })
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const image = await pngOf(40, 30)
  stage.files.fallback = () => image
})
after(() => stage.clear())

async function killedAndStarted(): Promise<void> {
  await stage.service.kill()
  await stage.service.start()
}

test('an import whose process is killed in the middle continues: each job is made once, with its labels', async () => {
  const boxes = Array.from({ length: JOBS }, (_, i) => ({
    image: `${i}.png`,
    label: 'car',
    bbox: [0, 0, 4 + i, 3] as [number, number, number, number],
  }))
  const query = { format: 'coco', tag: 'boxes', into: 'jobs', data_base: stage.files.baseUrl }
  const sent = await tenant.api.call('POST', tenant.path(`/imports?${new URLSearchParams(query)}`), {
    body: await zipOf({ 'a.json': cocoOf(boxes) }),
    headers: { 'content-type': 'application/zip' },
  })
  const { import_id } = dataOf<{ import_id: string }>(sent)
  const shown = () => tenant.api.get<ImportShown>(tenant.path(`/imports/${import_id}`))
  await until(async () => (await shown()).created > 0)
  assert.equal((await shown()).status, 'running')
  await killedAndStarted()
  const end = await until(async () => {
    const now = await shown()
    return now.status === 'running' || now.status === 'queued' ? null : now
  })
  assert.deepEqual(
    [end.status, end.created, end.matched, end.failures, end.unmatched],
    ['completed', JOBS, JOBS, [], []],
  )
  for (const { image, bbox } of boxes) {
    const job = await tenant.api.get<{ job_id: string }>(tenant.path(`/jobs?reference_id=${image}`))
    const { data } = await tenant.api.get<{
      data: { annotations: { rectangles: { coordinates: { x: number }[] }[] } }
    }>(tenant.path(`/jobs/${job.job_id}/prediction`))
    assert.deepEqual(
      data.annotations.rectangles.map(({ coordinates }) => coordinates[1].x),
      [bbox[2] / 40],
    )
  }
})

test('an export whose process is killed in the middle begins again, with the same result', async () => {
  for (let i = 0; i < 4; i++) {
    const job = await tenant.api.get<{ job_id: string }>(tenant.path(`/jobs?reference_id=${i}.png`))
    const { data } = await tenant.api.get<{ data: object }>(tenant.path(`/jobs/${job.job_id}/prediction`))
    await tenant.submitResult(job.job_id, data)
    await tenant.reached(job.job_id, 'completed')
  }
  const create = () =>
    tenant.api.post<{ export_id: string }>(tenant.path('/exports'), { format: 'coco', files: 'include' })
  const shown = (id: string) => tenant.api.get<ExportShown>(tenant.path(`/exports/${id}`))
  const done = (id: string) =>
    until(async () => {
      const now = await shown(id)
      return now.status === 'completed' ? now : null
    })
  const { export_id } = await create()
  await until(async () => (await shown(export_id)).status !== 'queued')
  await killedAndStarted()
  const disturbed = await done(export_id)
  const calm = await done((await create()).export_id)
  assert.equal(disturbed.progress.jobs_done, 4)
  assert.equal(disturbed.content_sha256, calm.content_sha256)
  assert.equal(disturbed.sha256, calm.sha256)
})
