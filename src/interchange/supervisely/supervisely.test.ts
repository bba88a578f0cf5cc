import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setOf } from '../../../test/interchange/exportJob.ts'
import { CUBOID_TAG, hardScenes } from '../../../test/interchange/hardScenes.ts'
import { readByPython } from '../../../test/interchange/python.ts'
import { assertRoundTrip, exported, textOf } from '../../../test/interchange/roundTrip.ts'
import fc from '../../../test/laws.ts'
import { eulerOf, quaternionOfEuler } from '../../geometry/euler.ts'
import { angleBetween, normalizeQuaternion } from '../../geometry/quaternion.ts'
import type { Episode } from './annotation.ts'
import { superviselyPointcloud } from './manifest.ts'

test('supervisely_pointcloud: an export that is imported and exported again is the same, attributes too', async () => {
  await fc.assert(
    fc.asyncProperty(hardScenes(), (job) =>
      assertRoundTrip(superviselyPointcloud, { tag: CUBOID_TAG, jobs: [job, { ...job, referenceId: 'drive/2' }] }),
    ),
    { numRuns: 8 },
  )
})

test('supervisely_pointcloud: every figure has its object, every key its number, every tag a meaning', async () => {
  await fc.assert(
    fc.asyncProperty(hardScenes(), async (job) => {
      const out = await exported(superviselyPointcloud, setOf({ tag: CUBOID_TAG, jobs: [job] }))
      const name = [...out.entries.keys()].find((entry) => entry.endsWith('annotation.json')) ?? ''
      const episode: Episode = JSON.parse(textOf(out, name))
      const ids = JSON.parse(textOf(out, 'key_id_map.json'))
      const meta = JSON.parse(textOf(out, 'meta.json'))
      const objects = new Set(episode.objects.map(({ key }) => key))
      const tags = new Set(meta.tags.map((tag: { name: string }) => tag.name))
      const figures = episode.frames.flatMap((frame) => frame.figures)
      for (const { key, objectKey } of figures) {
        assert.ok(objects.has(objectKey))
        assert.ok(ids.figures[key] > 0)
      }
      assert.equal(Object.keys(ids.figures).length, figures.length)
      for (const tag of [...episode.tags, ...episode.objects.flatMap((object) => object.tags)])
        assert.ok(tags.has(tag.name))
    }),
    { numRuns: 8 },
  )
})

test('supervisely_pointcloud: its SDK opens every episode, with all objects, figures and tags', async (t) => {
  const scenes = fc.sample(hardScenes(), { numRuns: 100, seed: 7 })
  const withBoxes = scenes.filter(({ data }) => JSON.stringify(data).includes('"cuboid"'))
  const jobs = withBoxes.slice(0, 12).map((job, index) => ({ ...job, referenceId: `drive/${index}` }))
  const out = await exported(superviselyPointcloud, setOf({ tag: CUBOID_TAG, jobs }))
  const read = await readByPython<{ figures: number; objects: number; tags: number }>(
    t,
    ['supervisely'],
    out,
    `import glob, json
from supervisely import KeyIdMap, PointcloudEpisodeAnnotation
from supervisely.project.project_meta import ProjectMeta
meta = ProjectMeta.from_json(json.load(open('meta.json', encoding='utf-8')))
ids = KeyIdMap()
found = {'figures': 0, 'objects': 0, 'tags': 0}
for path in glob.glob('*/annotation.json'):
    episode = PointcloudEpisodeAnnotation.from_json(json.load(open(path, encoding='utf-8')), meta, ids)
    found['figures'] += sum(len(frame.figures) for frame in episode.frames)
    found['objects'] += len(episode.objects)
    found['tags'] += len(episode.tags) + sum(len(one.tags) for one in episode.objects)
print(json.dumps(found))`,
  )
  if (!read) return
  const episodes: Episode[] = [...out.entries.keys()]
    .filter((name) => name.endsWith('annotation.json'))
    .map((name) => JSON.parse(textOf(out, name)))
  const sum = (count: (episode: Episode) => number) => episodes.reduce((all, one) => all + count(one), 0)
  assert.deepEqual(read, {
    figures: sum(({ frames }) => frames.reduce((all, { figures }) => all + figures.length, 0)),
    objects: sum(({ objects }) => objects.length),
    tags: sum(({ tags, objects }) => tags.length + objects.reduce((all, one) => all + one.tags.length, 0)),
  })
  assert.ok(read.figures > 0 && read.tags > 0)
})

test('angles about fixed axes give the rotation back, upright, leaning and straight up', () => {
  const part = fc.double({ min: -1, max: 1, noNaN: true })
  fc.assert(
    fc.property(part, part, part, fc.double({ min: 0.01, max: 1, noNaN: true }), (x, y, z, w) => {
      const heading = normalizeQuaternion({ w, x, y, z })
      assert.ok(angleBetween(quaternionOfEuler(eulerOf(heading)), heading) < 1e-6)
    }),
  )
  const up = normalizeQuaternion({ w: 1, x: 0, y: -1, z: 0 })
  assert.ok(angleBetween(quaternionOfEuler(eulerOf(up)), up) < 1e-6)
})
