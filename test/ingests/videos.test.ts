import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { IngestShown } from '../../src/client/types/ingests.ts'
import { FFMPEG } from '../interchange/ffmpeg.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'
import { ingested, jobsOf, upload } from './ingesting.ts'

let own: OwnStage
let folder: string

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fiducial-video-'))
  own = await setOwnStage({ FFMPEG: FFMPEG ?? join(folder, 'none') })
})
after(async () => {
  await own?.clear()
  rmSync(folder, { recursive: true, force: true })
})

const shapesOf = async (tenant: Tenant, shown: IngestShown) =>
  (await jobsOf(tenant, shown)).map(({ reference_id, frames, stage }) => [reference_id, frames, stage])

test('a video is one job of its frames, in pieces where it is long', {
  skip: FFMPEG === null && 'ffmpeg is missing',
}, async () => {
  const tenant = await Tenant.create(own.admin, {}, { work: tagOf('video2d'), pictures: tagOf('image2d') })
  const path = join(folder, 'clip.mp4')
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=10:duration=1']
  execFileSync(FFMPEG ?? '', ['-v', 'error', ...source, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', path])
  const files = [await upload(tenant, 'drives/clip.mp4', readFileSync(path))]
  const options = { frames_per_job: 6, overlap_frames: 1 }
  const shown = await ingested(tenant, { source: { files }, tag: 'work', options })
  assert.deepEqual([shown.status, shown.layout, shown.failures, shown.error], ['completed', 'video', [], null])
  assert.deepEqual(await shapesOf(tenant, shown), [
    ['drives/clip.mp4', 6, 'queued'],
    ['drives/clip.mp4@000005', 5, 'queued'],
  ])
  assert.deepEqual([shown.plan?.rate_hz, shown.plan?.frames], [10, 11])
  const again = await ingested(tenant, { source: { files }, tag: 'work', options })
  assert.deepEqual([again.created, again.duplicates], [0, 2])
  const pictures = await ingested(tenant, { source: { files }, tag: 'pictures', options: { fps: 2 } })
  assert.deepEqual(await shapesOf(tenant, pictures), [
    ['drives/clip.mp4/000000.jpg', 1, 'queued'],
    ['drives/clip.mp4/000005.jpg', 1, 'queued'],
  ])
})
