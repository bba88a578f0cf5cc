import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setOf } from '../../../test/interchange/exportJob.ts'
import { cloudJob, hardClouds, POINTS_TAG } from '../../../test/interchange/hardClouds.ts'
import { CUBOID_TAG, hardScenes } from '../../../test/interchange/hardScenes.ts'
import { exported } from '../../../test/interchange/roundTrip.ts'
import { sentArchive } from '../../../test/interchange/sentArchive.ts'
import fc from '../../../test/laws.ts'
import { FORMATS } from '../formats.ts'
import type { Format } from './format.ts'
import { ImportError, type ImportFailure, type SentArchive } from './reader.ts'

const spatial = FORMATS.filter(
  ({ annotationTypes, read }) =>
    read && annotationTypes.some((type) => type === 'cuboid3d' || type === 'segmentation3d'),
)
const tagOf = ({ annotationTypes }: Format) => (annotationTypes.includes('cuboid3d') ? CUBOID_TAG : POINTS_TAG)

/** Reads all that can be read, and answers what was reported, the failure that ended it too. */
async function faultsOf(format: Format, archive: SentArchive): Promise<ImportFailure[]> {
  const faults: ImportFailure[] = []
  const target = { frames: [], sensors: [], pointCloudFrame: null }
  try {
    const request = { tag: tagOf(format), options: {}, fail: (failure: ImportFailure) => faults.push(failure) }
    for await (const job of format.read?.(archive, request) ?? []) await job.build(target, (label) => label)
  } catch (error) {
    // Anything else is a fault of the reader.
    if (!(error instanceof ImportError)) throw error
    faults.push(error.failure)
  }
  return faults
}

const jobOf = async (format: Format) => {
  if (format.annotationTypes.includes('cuboid3d')) return fc.sample(hardScenes({ lean: 0 }), { numRuns: 6, seed: 9 })[5]
  return cloudJob(fc.sample(hardClouds, { numRuns: 3, seed: 9 })[2])
}

for (const format of spatial) {
  test(`${format.format}: an archive of another kind is refused as such`, async () => {
    const archive = sentArchive({ 'readme.md': '# nothing', 'notes/data.txt': '1 2 3' })
    assert.deepEqual(
      (await faultsOf(format, archive)).map(({ type }) => type),
      ['NOT_THIS_FORMAT'],
    )
  })

  test(`${format.format}: entries that are cut, empty or corrupt are reported, and have no other effect`, async () => {
    const out = await exported(format, setOf({ tag: tagOf(format), jobs: [await jobOf(format)] }))
    const names = [...out.entries.keys()].filter((name) => name !== 'losses.json')
    const change = fc.record({
      name: fc.constantFrom(...names),
      cut: fc.double({ min: 0, max: 0.99, noNaN: true }),
      kind: fc.constantFrom('cut', 'bytes', 'other'),
      bytes: fc.uint8Array({ maxLength: 40 }),
      at: fc.nat(),
    })
    await fc.assert(
      fc.asyncProperty(change, async ({ name, cut, kind, bytes, at }) => {
        const whole = out.entries.get(name) ?? new Uint8Array()
        const changed = Uint8Array.from(
          kind === 'cut' ? whole.subarray(0, cut * whole.length) : kind === 'other' ? bytes : whole,
        )
        if (kind === 'bytes' && changed.length > 0)
          changed.set(bytes.subarray(0, changed.length), at % Math.max(changed.length - 40, 1))
        for (const { type } of await faultsOf(
          format,
          sentArchive({ ...Object.fromEntries(out.entries), [name]: changed }),
        ))
          assert.match(type, /^[A-Z_]+$/)
      }),
      { numRuns: 60 },
    )
  })
}
