import { test } from 'node:test'
import { IMAGE_TAG, imageJobs } from '../../../test/interchange/hardImages.ts'
import { assertRoundTrip } from '../../../test/interchange/roundTrip.ts'
import fc from '../../../test/laws.ts'
import { datumaro } from './manifest.ts'

test('datumaro: an export that is imported and exported again is the same, for any images', async () => {
  await fc.assert(
    fc.asyncProperty(imageJobs, (jobs) => assertRoundTrip(datumaro, { tag: IMAGE_TAG, jobs })),
    { numRuns: 40 },
  )
})
