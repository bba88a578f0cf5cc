import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identityPose } from '../../src/geometry/pose.ts'
import type { Format } from '../../src/interchange/core/format.ts'
import { FORMATS } from '../../src/interchange/formats.ts'
import type { AnnotationType } from '../../src/model/annotationType.ts'
import type { Tag } from '../../src/model/tag.ts'
import fc from '../laws.ts'
import { type GivenJob, setOf } from './exportJob.ts'
import { IMAGE_TAG, imageJobs } from './hardImages.ts'
import { CUBOID_TAG, hardScenes, LINKED_TAG } from './hardScenes.ts'
import { VIDEO_TAG, videoJobs } from './hardVideos.ts'
import { exported, imported } from './roundTrip.ts'

/** What comes back of an export that names no loss is what was exported: the document, not only the files. */

type Json = Readonly<Record<string, unknown>>

/** Left out: what is made anew by a submission, and ids, which formats number as they please. */
const ANEW = new Set([
  '_id',
  'source',
  'url',
  'src',
  'image_url',
  'class_id',
  'color',
  'image',
  'coordinate_system',
  'video_data',
  'sensor_data',
  'first_frame_id',
  'last_frame_id',
  'track_id',
  'linked_id',
  'key_frame',
  'tracks',
  'point_count',
  'projected_coordinates',
  'stationary',
  'number',
])

/** Formats round pixels and metres; half a pixel of small images, since KITTI clips centres of pixels. */
const TOLERANCE = 0.0105

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The document without what is made anew, lists of records in an order of their own. */
function told(value: unknown): unknown {
  if (typeof value === 'number') return value
  if (Array.isArray(value))
    return value.every(isObject) && value.some((one) => 'label' in one) ? sorted(value) : value.map(told)
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(([name, one]) => !ANEW.has(name) && !isEmpty(one))
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, told(one)]))
}

const isEmpty = (value: unknown): boolean =>
  (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.values(value).every(isEmpty))

const sorted = (records: readonly Json[]): unknown[] =>
  records.map(told).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

/** Where two documents differ; null where they say the same. */
function difference(a: unknown, b: unknown, path = ''): string | null {
  if (typeof a === 'number' && typeof b === 'number') {
    // A whole turn more is the same angle.
    const apart = path.endsWith('.rotation') ? Math.atan2(Math.sin(a - b), Math.cos(a - b)) : a - b
    return Math.abs(apart) <= TOLERANCE ? null : `${path}: ${a} and ${b}`
  }
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length)
    return a.map((one, i) => difference(one, b[i], `${path}[${i}]`)).find((found) => found !== null) ?? null
  if (isObject(a) && isObject(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)])
    return (
      [...names].map((name) => difference(a[name], b[name], `${path}.${name}`)).find((found) => found !== null) ?? null
    )
  }
  return a === b ? null : `${path}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`
}

const scenes = (isLinked: boolean) => hardScenes({ lean: 0, isLinked }).map((job) => [plainRig(firstRecord(job))])

const SETS: readonly { type: AnnotationType; tag: Tag; jobs: fc.Arbitrary<readonly GivenJob[]> }[] = [
  { type: 'image2d', tag: IMAGE_TAG, jobs: imageJobs.map((jobs) => jobs.slice(0, 1).map(firstRecord)) },
  { type: 'video2d', tag: VIDEO_TAG, jobs: videoJobs.map((jobs) => jobs.slice(0, 1).map(firstRecord)) },
  { type: 'cuboid3d', tag: CUBOID_TAG, jobs: scenes(false) },
  { type: 'cuboid3d_linked2d', tag: LINKED_TAG, jobs: scenes(true) },
]

/** KITTI has a box in the image for each in space: those come back where a person drew none. */
const ADDS_RECTANGLES: ReadonlySet<string> = new Set(['kitti_object', 'kitti_tracking'])

interface Records {
  annotations?: Record<string, { rotation?: number }[]>
  annotation_data?: { annotations: { track_id: string }[]; tracks?: { track_id: string }[] }
}

/** With the records of one object alone: a loss of others would speak for it. */
function firstRecord(job: GivenJob): GivenJob {
  const data: Records = JSON.parse(JSON.stringify(job.data))
  const { annotations, annotation_data: tracked } = data
  if (annotations) {
    // A turned box that is not turned is a box.
    const lists = Object.entries(annotations).map(
      ([name, list]) => [name, list.filter((one) => one.rotation !== 0)] as const,
    )
    const found = lists.find(([, list]) => list.length > 0)
    for (const [name] of lists) annotations[name] = name === found?.[0] ? found[1].slice(0, 1) : []
  }
  if (tracked) {
    const [first] = tracked.annotations
    const ofFirst = ({ track_id }: { track_id: string }) => track_id === first?.track_id
    tracked.annotations = tracked.annotations.filter(ofFirst)
    if (tracked.tracks) tracked.tracks = tracked.tracks.filter(ofFirst)
  }
  return { ...job, data }
}

/** Times, the way of the vehicle and lenses without distortion: what formats assume or drop otherwise. */
const plainRig = (job: GivenJob): GivenJob => ({
  ...job,
  frames: job.frames.map((frame, index) => ({
    ...frame,
    timestampNs: frame.timestampNs ?? BigInt(index) * 100_000_000n,
    worldFromEgo: frame.worldFromEgo ?? identityPose,
  })),
  sensors: job.sensors?.filter(({ intrinsics }) => intrinsics?.cameraModel !== 'fisheye'),
})

async function assertTold(format: Format, tag: Tag, jobs: readonly GivenJob[]): Promise<boolean> {
  let losses: readonly unknown[]
  try {
    losses = (await exported(format, setOf({ tag, jobs }))).losses
  } catch {
    return false
  }
  if (losses.length > 0) return false
  const back = await imported(format, { tag, jobs })
  assert.deepEqual(back.failures, [])
  for (const job of jobs) {
    const found = back.jobs.find(({ referenceId }) => referenceId === job.referenceId)
    if (found) assert.equal(difference(told(found.data), told(job.data)), null)
    else assert.ok(isEmpty(told(job.data)), 'the job did not come back')
  }
  return true
}

const isCompared = ({ format, read, write, annotationTypes }: Format, type: AnnotationType): boolean =>
  read !== undefined &&
  write !== undefined &&
  annotationTypes.includes(type) &&
  !(type === 'cuboid3d_linked2d' && ADDS_RECTANGLES.has(format))

for (const { type, tag, jobs } of SETS)
  for (const format of FORMATS.filter((one) => isCompared(one, type)))
    test(`${format.format}, ${type}: what is not named as lost comes back as it was`, async () => {
      let compared = 0
      await fc.assert(
        fc.asyncProperty(jobs, async (given) => {
          if (await assertTold(format, tag, given)) compared++
        }),
        { numRuns: type === 'video2d' ? 8 : 30 },
      )
      assert.ok(compared > 0, 'every export named a loss')
    })

/** Values of a document's records: those of a track go with each of its records. */
function valuesOf(records: readonly Json[], ofTrack: Json = {}): number {
  return records.reduce((sum, { attributes, frames }) => {
    const own = Object.keys({ ...ofTrack, ...(attributes as Json | undefined) }).length
    return sum + (isObject(frames) ? valuesOf(Object.values(frames).filter(isObject), attributes as Json) : own)
  }, 0)
}

for (const { type, tag, jobs } of SETS.filter((set) => set.type.endsWith('2d') && !set.type.startsWith('cuboid')))
  for (const format of FORMATS.filter((one) => one.write && one.annotationTypes.includes(type)))
    test(`${format.format}, ${type}: the values of a record that is left out are counted too`, async () => {
      await fc.assert(
        fc.asyncProperty(jobs, async ([job]) => {
          if (!job) return
          const options = format.format === 'imagefolder' ? { attribute: 'weather' } : {}
          const { losses } = await exported(format, setOf({ tag, jobs: [job], options }))
          const { annotations, annotation_data: tracked }: Records = JSON.parse(JSON.stringify(job.data))
          const records = annotations ? Object.values(annotations).flat() : (tracked?.annotations ?? [])
          const count = (kind: string) => losses.find((loss) => loss.kind === kind)?.count ?? 0
          const written = tracked
            ? records.flatMap(({ frames = {} }: { frames?: object }) => Object.keys(frames))
            : records
          const [first] = records
          if (!first || count(`${(first as Json).type}_dropped`) < written.length) return
          assert.ok(count('attribute_dropped') >= valuesOf(records), JSON.stringify(losses))
        }),
        { numRuns: type === 'video2d' ? 8 : 30 },
      )
    })
