import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setOf } from '../../../test/interchange/exportJob.ts'
import { cloudJob, hardClouds, POINTS_TAG } from '../../../test/interchange/hardClouds.ts'
import { IMAGE_TAG, imageJobs } from '../../../test/interchange/hardImages.ts'
import { hardScenes, LINKED_TAG } from '../../../test/interchange/hardScenes.ts'
import { exported, imported, textOf } from '../../../test/interchange/roundTrip.ts'
import fc from '../../../test/laws.ts'
import { fiducial } from './manifest.ts'

type Given = Parameters<typeof setOf>[0]

/** Frames as they are sent stand in results too; the jobs of these tests have none. */
const compared = (text: string) => {
  const { data } = JSON.parse(text)
  const { coordinate_system: _, ...rest } = data
  return rest
}

async function assertSame(given: Given): Promise<void> {
  const first = await exported(fiducial, setOf(given))
  const { jobs, failures } = await imported(fiducial, given)
  assert.deepEqual(failures, [])
  const second = await exported(fiducial, setOf({ ...given, jobs }))
  for (const name of first.entries.keys())
    if (name.startsWith('results/') && name.endsWith('.json'))
      assert.deepEqual(sorted(compared(textOf(second, name))), sorted(compared(textOf(first, name))))
}

/** What a submission makes again is left out, as numbers that the first results did not have, and records stand by their id: tracks decide their order. */
function sorted(data: Record<string, unknown>): unknown {
  const text = JSON.stringify(data, (key, value) => {
    if (
      [
        'source',
        'url',
        'src',
        'image_url',
        'first_frame_id',
        'last_frame_id',
        'class_id',
        'color',
        'image',
        'number',
      ].includes(key)
    )
      return undefined
    if (key === 'image_attributes' && Object.keys(value).length === 0) return undefined
    if (Array.isArray(value) && value.some((entry) => entry?._id !== undefined))
      return [...value].sort((a, b) => (a._id < b._id ? -1 : 1))
    return value
  })
  return JSON.parse(text)
}

test('fiducial: results that are imported are the results that were exported, of every kind', async () => {
  await fc.assert(
    fc.asyncProperty(hardScenes({ isLinked: true }), (job) => assertSame({ tag: LINKED_TAG, jobs: [job] })),
    { numRuns: 6 },
  )
  await fc.assert(
    fc.asyncProperty(imageJobs, (jobs) => assertSame({ tag: IMAGE_TAG, jobs })),
    { numRuns: 10 },
  )
  await fc.assert(
    fc.asyncProperty(hardClouds, async (cloud) => assertSame({ tag: POINTS_TAG, jobs: [await cloudJob(cloud)] })),
    { numRuns: 10 },
  )
})
