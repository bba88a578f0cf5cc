import { test } from 'node:test'
import { IMAGE_TAG, imageJobs } from '../../../test/interchange/hardImages.ts'
import { hardScenes, LINKED_TAG } from '../../../test/interchange/hardScenes.ts'
import { assertRoundTrip } from '../../../test/interchange/roundTrip.ts'
import fc from '../../../test/laws.ts'
import { jsonl } from './manifest.ts'

const PRE_ANNOTATED = 'pre_annotation'

test('jsonl: an export that is imported and exported again is the same, ids and attributes too', async () => {
  await fc.assert(
    fc.asyncProperty(hardScenes({ isLinked: true }), (job) =>
      assertRoundTrip(jsonl, { tag: LINKED_TAG, jobs: [job, { ...job, referenceId: 'drive/2' }] }),
    ),
    { numRuns: 8 },
  )
  await fc.assert(
    fc.asyncProperty(imageJobs, (jobs) =>
      // Labels that were imported say where they come from.
      assertRoundTrip(jsonl, { tag: IMAGE_TAG, jobs: jobs.map((job) => ({ ...job, data: fromMachine(job.data) })) }),
    ),
    { numRuns: 12 },
  )
})

const fromMachine = (data: object): object =>
  JSON.parse(JSON.stringify(data, (key, value) => (key === 'source' ? PRE_ANNOTATED : value)))
