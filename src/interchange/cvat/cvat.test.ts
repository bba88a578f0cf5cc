import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IMAGE_TAG, imageJobs } from '../../../test/interchange/hardImages.ts'
import { VIDEO_TAG, videoJobs } from '../../../test/interchange/hardVideos.ts'
import { assertRoundTrip } from '../../../test/interchange/roundTrip.ts'
import { sentArchive } from '../../../test/interchange/sentArchive.ts'
import fc from '../../../test/laws.ts'
import { cvatImages, cvatVideo } from './manifest.ts'

test('cvat_images: an export that is imported and exported again is the same, for any images', async () => {
  await fc.assert(
    fc.asyncProperty(imageJobs, (jobs) => assertRoundTrip(cvatImages, { tag: IMAGE_TAG, jobs })),
    { numRuns: 40 },
  )
})

test('cvat_video: an export that is imported and exported again is the same, for any videos', async () => {
  await fc.assert(
    fc.asyncProperty(videoJobs, (jobs) => assertRoundTrip(cvatVideo, { tag: VIDEO_TAG, jobs })),
    { numRuns: 40 },
  )
})

test('cvat_video: a job that was exported alone is named by its source, as a task is', async () => {
  const meta = (kind: string) =>
    `<meta><${kind}><id>3</id><size>2</size><labels/><original_size><width>64</width><height>48</height></original_size>` +
    `<source>drive.mp4</source></${kind}><dumped>2026</dumped></meta>`
  for (const kind of ['task', 'job']) {
    const archive = sentArchive({ 'annotations.xml': `<annotations><version>1.1</version>${meta(kind)}</annotations>` })
    const fail = (failure: object) => assert.fail(JSON.stringify(failure))
    const parts = cvatVideo.read?.(archive, { tag: VIDEO_TAG, options: {}, fail }) ?? []
    const found: object[] = []
    for await (const { fileNames, imageSize } of parts) found.push({ fileNames, imageSize })
    assert.deepEqual(found, [{ fileNames: ['drive.mp4'], imageSize: { widthPx: 64, heightPx: 48 } }])
  }
})
