import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GivenJob, setOf } from '../../../test/interchange/exportJob.ts'
import { IMAGE_TAG, imageJobs } from '../../../test/interchange/hardImages.ts'
import { CUBOID_TAG, hardScenes, LINKED_TAG } from '../../../test/interchange/hardScenes.ts'
import { VIDEO_TAG, videoJobs } from '../../../test/interchange/hardVideos.ts'
import { assertRoundTrip, exported, imported, textOf } from '../../../test/interchange/roundTrip.ts'
import fc from '../../../test/laws.ts'
import type { Tag } from '../../model/tag.ts'
import type { Format } from '../core/format.ts'
import { FORMATS } from '../formats.ts'
import { jsonl } from '../jsonl/manifest.ts'
import { labelStudio } from '../labelStudio/manifest.ts'
import { openlabel } from '../openlabel/manifest.ts'

const relatedTag = (tag: Tag): Tag => {
  const names = tag.classes.map(({ name }) => name)
  return { ...tag, relations: [{ name: 'beside', from: names, to: names }] }
}

interface Related {
  _id?: string
  track_id?: string
  relations?: { name: string; to: string }[]
}

interface GivenData {
  annotations?: Record<string, Related[]>
  annotation_data?: { tracks?: Related[]; annotations: Related[] }
}

const objectsOf = ({ annotations, annotation_data: boxes }: GivenData): Related[] =>
  annotations ? Object.values(annotations).flat() : (boxes?.tracks ?? boxes?.annotations ?? [])

const idOf = ({ _id = '', track_id = _id }: Related): string => track_id

/** The job with each of its objects related to the next one. */
function related(job: GivenJob): GivenJob {
  const data: GivenData = structuredClone(job.data)
  const objects = objectsOf(data)
  objects.forEach((object, i) => {
    object.relations = i + 1 < objects.length ? [{ name: 'beside', to: idOf(objects[i + 1]) }] : []
  })
  return { ...job, data }
}

/** The first ones that have some. */
function withRelations(jobs: fc.Arbitrary<GivenJob[]>): GivenJob[] {
  const found = fc.sample(jobs, { seed: 7, numRuns: 12 }).find((one) => relationsOf(one).length > 1)
  assert.ok(found, 'no sample has relations')
  return found
}

const images = imageJobs.map((jobs) => jobs.map(related))
const videos = videoJobs.map((jobs) => jobs.map(related))
const scenes = hardScenes({ isLinked: true }).map((job) => [related(job)])

const KEEPING: readonly [Format, Tag, fc.Arbitrary<GivenJob[]>][] = [
  [jsonl, IMAGE_TAG, images],
  [jsonl, VIDEO_TAG, videos],
  [openlabel, VIDEO_TAG, videos],
  [jsonl, LINKED_TAG, scenes],
  [openlabel, LINKED_TAG, scenes],
]

/** All relations of jobs, in any order. */
const relationsOf = (jobs: readonly GivenJob[]): string[] =>
  jobs
    .flatMap(({ referenceId, data }) => objectsOf(data).map((object) => ({ referenceId, object })))
    .flatMap(({ referenceId, object }) =>
      (object.relations ?? []).map(({ name, to }) => [referenceId, idOf(object), name, to].join(' ')),
    )
    .sort()

for (const [format, tag, jobs] of KEEPING) {
  test(`${format.format}: relations of ${tag.annotationType} come back from an export`, async () => {
    await fc.assert(
      fc.asyncProperty(jobs, async (given) => {
        const { jobs: read, failures } = await imported(format, { tag: relatedTag(tag), jobs: given })
        assert.deepEqual(failures, [])
        assert.deepEqual(relationsOf(read), relationsOf(given))
      }),
      { numRuns: 8, endOnFailure: true },
    )
  })
}

test('label_studio: relations of image2d come back from an export', async () => {
  await fc.assert(
    fc.asyncProperty(images, (given) => assertRoundTrip(labelStudio, { tag: relatedTag(IMAGE_TAG), jobs: given })),
    { numRuns: 8, endOnFailure: true },
  )
})

test('openlabel and label_studio: relations that the tag does not have are reported', async () => {
  for (const [format, tag, jobs] of [
    [openlabel, LINKED_TAG, scenes],
    [labelStudio, IMAGE_TAG, images],
  ] as const) {
    const { failures } = await imported(format, { tag, jobs: withRelations(jobs) })
    assert.ok(failures.length > 0 && failures.every(({ lost }) => lost === 'relation'))
  }
})

test('every other format counts the relations that it cannot carry, with an example', async () => {
  const given = { image2d: images, video2d: videos, cuboid3d: hardScenes().map((job) => [related(job)]) }
  const tags = { image2d: IMAGE_TAG, video2d: VIDEO_TAG, cuboid3d: CUBOID_TAG }
  for (const annotationType of ['image2d', 'video2d', 'cuboid3d'] as const) {
    const jobs = withRelations(given[annotationType])
    const count = relationsOf(jobs).length
    for (const format of FORMATS) {
      if (!format.write || !format.annotationTypes.includes(annotationType)) continue
      const { losses } = await exported(format, setOf({ tag: relatedTag(tags[annotationType]), jobs }))
      const loss = losses.find(({ kind }) => kind === 'relation_dropped')
      assert.equal(loss?.count, format.keepsRelations ? undefined : count, format.format)
      if (loss) assert.ok(loss.example.reference_id && loss.example.track_id)
    }
  }
})

test('openlabel and label_studio write relations as their readers know them', async () => {
  const scene = withRelations(scenes)
  const open = await exported(openlabel, setOf({ tag: relatedTag(LINKED_TAG), jobs: scene }))
  const { relations, objects } = JSON.parse(textOf(open, [...open.entries.keys()][0])).openlabel
  assert.partialDeepStrictEqual(relations['0'], { name: 'beside', type: 'beside', rdf_subjects: [{ type: 'object' }] })
  for (const { rdf_subjects, rdf_objects } of Object.values<Record<string, { uid: string }[]>>(relations))
    for (const { uid } of [...rdf_subjects, ...rdf_objects]) assert.ok(uid in objects)
  const box = (_id: string) => ({
    _id,
    type: 'rectangle',
    label: 'car',
    class_id: 'class-car',
    attributes: {},
    source: 'manual',
    coordinates: [[0.1, 0.1], [0.4, 0.1], [0.4, 0.4], [0.1, 0.4]].map(([x, y]) => ({ x, y })), // biome-ignore format: a corner each
  })
  const [[image]] = fc.sample(imageJobs, 1)
  const rectangles = [
    { ...box('a'), relations: [{ name: 'beside', to: 'b' }] },
    { ...box('b'), relations: [] },
  ]
  const data = { ...image.data, annotations: { rectangles, polygons: [], lines: [], cuboids: [], landmarks: [] } }
  const studio = await exported(labelStudio, setOf({ tag: relatedTag(IMAGE_TAG), jobs: [{ ...image, data }] }))
  const [{ annotations }] = JSON.parse(textOf(studio, 'tasks.json'))
  const found = annotations[0].result.filter(({ type }: { type: string }) => type === 'relation')
  assert.deepEqual(found, [{ type: 'relation', from_id: 'r0', to_id: 'r1', direction: 'right', labels: ['beside'] }])
  assert.match(textOf(studio, 'config.xml'), /<Relations>\s*<Relation value="beside"/)
})
