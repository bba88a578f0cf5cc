import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Format } from '../../src/interchange/core/format.ts'
import { ImportError, type SentArchive } from '../../src/interchange/core/reader.ts'
import { rigJobData } from '../../src/interchange/core/sentRig.ts'
import { formatByName } from '../../src/interchange/formats.ts'
import fc from '../laws.ts'
import { type GivenJob, setOf } from './exportJob.ts'
import { filedScene } from './filedScene.ts'
import { cloudJob, hardClouds, POINTS_TAG } from './hardClouds.ts'
import { LINKED_TAG } from './hardScenes.ts'
import { exported } from './roundTrip.ts'
import { sentFiles } from './sentFiles.ts'

/** Data sets of sequences and of labelled clouds that are broken, of another format, or made to break the reader. */

const SCENES = [
  'nuscenes',
  'argoverse2',
  'kitti_object',
  'kitti_tracking',
  'openlabel',
  'supervisely_pointcloud',
  'jsonl',
]
const CLOUDS = ['semantickitti', 'nuscenes_lidarseg', 'nuscenes_panoptic', 'pcd', 'las', 'fiducial']

const named = (name: string): Format => {
  const format = formatByName(name)
  assert.ok(format, name)
  return format
}

const tagOfFormat = ({ format }: Format) => (CLOUDS.includes(format) ? POINTS_TAG : LINKED_TAG)

/** Reads labels and sensors, as imports do. Any error but an ImportError is a fault of the reader. */
async function readAll(format: Format, archive: SentArchive, job: GivenJob): Promise<ImportError | null> {
  const tag = tagOfFormat(format)
  const target = {
    frames: job.frames.map((frame) => ({ ...frame, files: frame.files.map((file) => ({ ...file, pointCount: 10 })) })),
    sensors: job.sensors ?? [],
    pointCloudFrame: 'sensor' as const,
  }
  try {
    for await (const part of format.read?.(archive, { tag, options: {}, fail: () => {} }) ?? []) {
      await part.build(target, (label) => label)
      const rig = await part.rig?.()
      if (rig && rig.frames.length > 0) rigJobData(rig, tag.annotationType, (source) => source)
    }
    return null
  } catch (error) {
    if (error instanceof ImportError) return error
    throw error
  }
}

const jobFor = async (name: string): Promise<GivenJob> =>
  CLOUDS.includes(name) ? cloudJob(fc.sample(hardClouds, { numRuns: 4, seed: 3 })[3], 'scan') : filedScene(true)

for (const name of [...SCENES, ...CLOUDS])
  test(`${name}: files that are cut, overwritten or of another encoding are refused or reported, never a crash`, async () => {
    const job = await jobFor(name)
    const out = await exported(named(name), setOf({ tag: tagOfFormat(named(name)), jobs: [job], includeFiles: true }))
    const files = Object.fromEntries(out.entries)
    // Images are not read.
    const names = Object.keys(files).filter((entry) => !/\.(png|jpe?g)$/.test(entry))
    const damage = fc.record({
      name: fc.constantFrom(...names),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
      isCut: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ name: entry, at, bytes, isCut }) => {
        const whole = files[entry]
        const place = Math.floor(at * whole.length)
        const damaged = isCut ? whole.slice(0, place) : whole.slice()
        if (!isCut) damaged.set(bytes.subarray(0, whole.length - place), place)
        await readAll(named(name), sentFiles({ ...files, [entry]: damaged }), job)
      }),
      { numRuns: 60 },
    )
    const other = await readAll(named(name), sentFiles({ 'notes.md': 'hello', 'a/b.txt': 'x' }), job)
    assert.equal(other?.failure.type, 'NOT_THIS_FORMAT')
  })

test('cyclic coordinate systems and invalid rotations do not move sensors that are known', async () => {
  const transform = { src: 'a', dst: 'b', transform_src_to_dst: { matrix4x4: Array(16).fill(0) } }
  const document = {
    openlabel: {
      metadata: { schema_version: '1.0.0' },
      coordinate_systems: { a: { type: 'sensor_cs', parent: 'b' }, b: { type: 'local_cs', parent: 'a' } },
      streams: { a: { type: 'lidar' } },
      frames: { 0: { frame_properties: { streams: { a: { uri: '1.pcd' } }, transforms: { t: transform } } } },
    },
  }
  const job = await filedScene(true)
  assert.equal(await readAll(named('openlabel'), sentFiles({ '1.json': JSON.stringify(document) }), job), null)
})

test('a label file that speaks of a frame in a billion makes no list of a billion', async () => {
  const line = '999999999 1 Car 0 0 0 1 1 9 9 1.5 1.6 3.9 1 1 20 0'
  const job = await filedScene(true)
  assert.equal(await readAll(named('kitti_tracking'), sentFiles({ 'label_02/0000.txt': line }), job), null)
})
