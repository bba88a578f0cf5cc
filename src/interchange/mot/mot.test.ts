import { test } from 'node:test'
import { VIDEO_TAG, videoJobs } from '../../../test/interchange/hardVideos.ts'
import { assertRoundTrip } from '../../../test/interchange/roundTrip.ts'
import fc from '../../../test/laws.ts'
import { mot } from './manifest.ts'

test('mot: an export that is imported and exported again is the same, for any videos', async () => {
  await fc.assert(
    fc.asyncProperty(videoJobs, (jobs) => assertRoundTrip(mot, { tag: VIDEO_TAG, jobs })),
    { numRuns: 40 },
  )
})
