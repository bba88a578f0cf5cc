import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { zipOf } from '../imports/archives.ts'
import { nuscenesEntries, nuscenesRows } from '../interchange/nuscenesTables.ts'
import { RAW_DATA, RAW_DRIVE } from '../interchange/rawDrive.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { ingested, jobsOf, upload } from './ingesting.ts'

let stage: Stage
before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

const points = (columns: number): Buffer =>
  Buffer.from(new Float32Array(Array.from({ length: 6 * columns }, (_, i) => 5 + i)).buffer)

/** With real pictures and clouds in place of their names. */
async function withContent(entries: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const filled: Record<string, Buffer> = {}
  for (const [name, content] of Object.entries(entries)) {
    if (/\.(png|jpg)$/.test(name)) filled[name] = await pngOf(8, 6, Object.keys(filled).length % 200)
    else if (name.endsWith('.pcd.bin')) filled[name] = points(5)
    else if (name.endsWith('.bin')) filled[name] = points(4)
    else filled[name] = Buffer.from(content)
  }
  return zipOf(filled)
}

async function made(entries: Readonly<Record<string, string | Uint8Array>>, options: object = {}) {
  const tenant = await Tenant.create(stage.admin, {}, { work: tagOf('cuboid3d') })
  const files = [await upload(tenant, 'set.zip', await withContent(entries))]
  const shown = await ingested(tenant, { source: { files }, tag: 'work', options })
  return { tenant, shown, jobs: await jobsOf(tenant, shown) }
}

test('a drive of KITTI becomes a job in the queue, with the poses of its receiver', async () => {
  const { shown, jobs } = await made(RAW_DATA)
  assert.deepEqual([shown.status, shown.layout, shown.failures, shown.error], ['completed', 'kitti_raw', [], null])
  assert.deepEqual(
    jobs.map(({ reference_id, frames, stage: at }) => [reference_id, frames, at]),
    [[RAW_DRIVE, 3, 'queued']],
  )
  assert.deepEqual([shown.plan?.with_poses, shown.plan?.rate_hz], [true, 100])
})

test('a scene of nuScenes becomes a job whose pre-annotation are its boxes', async () => {
  const { tenant, shown, jobs } = await made(nuscenesEntries(nuscenesRows()), { annotations: true })
  assert.deepEqual([shown.status, shown.layout, shown.error], ['completed', 'nuscenes', null])
  assert.deepEqual(
    jobs.map(({ reference_id, frames, stage: at }) => [reference_id, frames, at]),
    [['scene-0001', 2, 'queued']],
  )
  assert.ok(shown.failures.some(({ type, found }) => type === 'UNKNOWN' && found === 'animal'))
  const path = tenant.path(`/jobs/${jobs[0].job_id}/prediction`)
  const { data } = await tenant.api.get<{ data: { annotation_data: { annotations: { label: string }[] } } }>(path)
  assert.deepEqual(
    data.annotation_data.annotations.map(({ label }) => label),
    ['car', 'car'],
  )
})
