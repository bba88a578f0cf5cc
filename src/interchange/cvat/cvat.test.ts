import { test } from 'node:test'
import { IMAGE_TAG, imageJobs } from '../../../test/interchange/hardImages.ts'
import { VIDEO_TAG, videoJobs } from '../../../test/interchange/hardVideos.ts'
import { assertRoundTrip } from '../../../test/interchange/roundTrip.ts'
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
