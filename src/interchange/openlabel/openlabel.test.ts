import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { setOf } from '../../../test/interchange/exportJob.ts'
import { CUBOID_TAG, hardScenes, LINKED_TAG } from '../../../test/interchange/hardScenes.ts'
import { VIDEO_TAG, videoJobs } from '../../../test/interchange/hardVideos.ts'
import { assertRoundTrip, exported, textOf } from '../../../test/interchange/roundTrip.ts'
import fc from '../../../test/laws.ts'
import { openlabel } from './manifest.ts'

/** As published with the Video Content Description of Vicomtech (MIT, see the licence beside it). */
const SCHEMA = new URL('../../../test/interchange/openlabel-1.0.0.schema.json', import.meta.url)

test('openlabel: an export that is imported and exported again is the same, attributes and links too', async () => {
  await fc.assert(
    fc.asyncProperty(hardScenes(), (job) =>
      assertRoundTrip(openlabel, { tag: CUBOID_TAG, jobs: [job, { ...job, referenceId: 'drive/2' }] }),
    ),
    { numRuns: 6 },
  )
  await fc.assert(
    fc.asyncProperty(hardScenes({ isLinked: true }), (job) =>
      assertRoundTrip(openlabel, { tag: LINKED_TAG, jobs: [job] }),
    ),
    { numRuns: 10 },
  )
})

test('openlabel: every document is valid by the schema of the ASAM', async () => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  const validate = ajv.compile(JSON.parse(await readFile(SCHEMA, 'utf8')))
  await fc.assert(
    fc.asyncProperty(hardScenes({ isLinked: true }), async (job) => {
      const out = await exported(openlabel, setOf({ tag: LINKED_TAG, jobs: [job] }))
      const name = [...out.entries.keys()][0]
      const document = JSON.parse(textOf(out, name))
      const isValid = validate(JSON.parse(textOf(out, name)))
      assert.ok(isValid, JSON.stringify(validate.errors?.slice(0, 3)))
      const cuboids = Object.values<{ objects?: Record<string, { object_data: { cuboid?: unknown[] } }> }>(
        document.openlabel.frames,
      ).flatMap(({ objects = {} }) => Object.values(objects).flatMap(({ object_data }) => object_data.cuboid ?? []))
      const { annotations } = (job.data as { annotation_data: { annotations: { type: string }[] } }).annotation_data
      assert.equal(cuboids.length, annotations.filter(({ type }) => type === 'cuboid').length)
    }),
    { numRuns: 10 },
  )
})

test('openlabel: shapes of videos come back, hidden ones and values of frames too', async () => {
  await fc.assert(
    fc.asyncProperty(videoJobs, (jobs) => assertRoundTrip(openlabel, { tag: VIDEO_TAG, jobs })),
    { numRuns: 15, endOnFailure: true },
  )
})
