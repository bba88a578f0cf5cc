import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { IngestShown } from '../../src/client/types/ingests.ts'
import type { Operation } from '../../src/client/types/words.ts'
import { zipOf } from '../imports/archives.ts'
import { pcdOf, pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { ingested, jobsOf, upload } from './ingesting.ts'

let stage: Stage
let archive: Buffer

const T0 = 1_700_000_000_000_000_000n
const at = (ms: number) => String(T0 + BigInt(ms) * 1_000_000n)
const AHEAD = { w: 1, x: 0, y: 0, z: 0 }
const FRAMES = 5

const CALIBRATION = {
  sensors: {
    lidar: { pose: { position: { x: 0, y: 0, z: 2 }, heading: AHEAD } },
    front: {
      pose: { position: { x: 1, y: 0, z: 1 }, heading: AHEAD },
      intrinsics: { fx: 100, fy: 100, cx: 4, cy: 3 },
    },
  },
}

before(async () => {
  stage = await setStage()
  const entries: Record<string, Buffer | string> = { 'street/drive/calibration.json': JSON.stringify(CALIBRATION) }
  const poses = ['timestamp,x,y,z,qw,qx,qy,qz']
  for (let frame = 0; frame < FRAMES; frame++) {
    entries[`street/drive/lidar/${at(frame * 100)}.pcd`] = pcdOf([
      [frame, 1, 2],
      [3, 4, 5 + frame],
    ])
    entries[`street/drive/front/${at(frame * 100 + 5)}.png`] = await pngOf(8, 6, frame + 1)
    poses.push(`${at(frame * 100)},${frame},0,0,1,0,0,0`)
  }
  entries['street/drive/poses.csv'] = poses.join('\n')
  archive = await zipOf(entries)
})
after(() => stage.clear())

async function drive(operation: Operation, options: object = {}): Promise<{ tenant: Tenant; shown: IngestShown }> {
  const tenant = await Tenant.create(stage.admin, {}, { work: tagOf(operation) })
  const files = [await upload(tenant, 'drive.zip', archive)]
  return { tenant, shown: await ingested(tenant, { source: { files }, tag: 'work', options }) }
}

const shapesOf = async (tenant: Tenant, shown: IngestShown) =>
  (await jobsOf(tenant, shown)).map(({ reference_id, frames, stage }) => [reference_id, frames, stage])

for (const operation of ['cuboid3d', 'cuboid3d_linked2d'] as const)
  test(`a folder of sensors is one job of all its frames under a tag of ${operation}`, async () => {
    const { tenant, shown } = await drive(operation)
    assert.deepEqual(
      [shown.status, shown.layout, shown.failures, shown.error],
      ['completed', 'sensor_folder', [], null],
    )
    assert.deepEqual(await shapesOf(tenant, shown), [['street/drive', FRAMES, 'queued']])
    const { plan } = shown
    assert.deepEqual([plan?.rate_hz, plan?.with_poses, plan?.files], [10, true, FRAMES * 2])
    assert.deepEqual(plan?.sensors, [
      { sensor_id: 'lidar', modality: 'lidar', frames: FRAMES, source: 'lidar', max_offset_ms: null },
      { sensor_id: 'front', modality: 'camera', frames: FRAMES, source: 'front', max_offset_ms: 5 },
    ])
  })

test('a drive is cut into pieces that overlap, named by their first frame', async () => {
  const { tenant, shown } = await drive('cuboid3d', { frames_per_job: 3, overlap_frames: 1, reference_prefix: 'set/' })
  assert.deepEqual(await shapesOf(tenant, shown), [
    ['set/street/drive', 3, 'queued'],
    ['set/street/drive@000002', 3, 'queued'],
  ])
})

test('every second frame, and no more than a rate', async () => {
  assert.equal((await drive('cuboid3d', { every: 2 })).shown.plan?.frames, 3)
  assert.equal((await drive('cuboid3d', { max_rate_hz: 5 })).shown.plan?.frames, 3)
  assert.equal((await drive('cuboid3d', { max_rate_hz: 10 })).shown.plan?.frames, FRAMES)
})

test('under a tag of clouds each cloud is a job', async () => {
  const { tenant, shown } = await drive('segmentation3d')
  assert.deepEqual(
    await shapesOf(tenant, shown),
    Array.from({ length: FRAMES }, (_, frame) => [`street/drive/lidar/${at(frame * 100)}.pcd`, 1, 'queued']),
  )
})

test('under a tag of pictures each picture is a job, and under one of videos the camera is one', async () => {
  const pictures = await drive('image2d')
  assert.deepEqual(
    await shapesOf(pictures.tenant, pictures.shown),
    Array.from({ length: FRAMES }, (_, frame) => [`street/drive/front/${at(frame * 100 + 5)}.png`, 1, 'queued']),
  )
  const video = await drive('video2d')
  assert.deepEqual(await shapesOf(video.tenant, video.shown), [['street/drive', FRAMES, 'queued']])
})

test('a wrong calibration fails with its field, and makes nothing', async () => {
  const tenant = await Tenant.create(stage.admin, {}, { work: tagOf('cuboid3d') })
  const files = [await upload(tenant, 'drive.zip', archive)]
  const calibration = await upload(
    tenant,
    'calibration.json',
    JSON.stringify({
      sensors: { front: { pose: { position: { x: 0, y: 0, z: 0 }, heading: { w: 2, x: 0, y: 0, z: 0 } } } },
    }),
  )
  const shown = await ingested(tenant, { source: { files }, tag: 'work', options: { calibration } })
  assert.deepEqual([shown.status, shown.error?.code, shown.created], ['failed', 'CALIBRATION_INVALID', 0])
  assert.deepEqual(
    shown.failures.map(({ file, field, type }) => [file, field, type]),
    [['options.calibration', 'sensors.front.pose.heading', 'INVALID_VALUE']],
  )
})

test('numbered pictures are a video, also across a rerun', async () => {
  const tenant = await Tenant.create(stage.admin, {}, { work: tagOf('video2d') })
  const entries: Record<string, Buffer> = {}
  for (let i = 1; i <= 4; i++) entries[`clip/frame_${i}.png`] = await pngOf(8, 6, i)
  const files = [await upload(tenant, 'clip.zip', await zipOf(entries))]
  const shown = await ingested(tenant, { source: { files }, tag: 'work' })
  assert.deepEqual([shown.layout, shown.created], ['image_sequence', 1], JSON.stringify(shown))
  assert.deepEqual(await shapesOf(tenant, shown), [['clip', 4, 'queued']])
  const again = await ingested(tenant, { source: { files }, tag: 'work' })
  assert.deepEqual([again.created, again.duplicates], [0, 1])
})
