import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setOf } from '../../../test/interchange/exportJob.ts'
import { IMAGE_TAG } from '../../../test/interchange/hardImages.ts'
import { knownImage } from '../../../test/interchange/knownImage.ts'
import { exported, textOf } from '../../../test/interchange/roundTrip.ts'
import { coco } from '../coco/manifest.ts'
import { cvatImages } from '../cvat/manifest.ts'
import { datumaro } from '../datumaro/manifest.ts'
import { FORMATS } from '../formats.ts'
import { masks } from '../masks/manifest.ts'
import { yoloDetect } from '../yolo/manifest.ts'
import { MANIFEST_NAME, type ManifestClass } from './manifest.ts'

async function writtenBy(format: (typeof FORMATS)[number]) {
  const out = await exported(format, setOf({ tag: IMAGE_TAG, jobs: [await knownImage('1')] }))
  const { classes }: { classes: ManifestClass[] } = JSON.parse(textOf(out, MANIFEST_NAME))
  return { out, numbers: classes.map(({ id }) => id) }
}

test('manifest.json gives each class the number that the files of the format give it', async () => {
  const { out: cocoOut, numbers: ofCoco } = await writtenBy(coco)
  const { categories } = JSON.parse(textOf(cocoOut, 'annotations/instances_default.json'))
  assert.deepEqual(
    ofCoco,
    categories.map(({ id }: { id: number }) => id),
  )
  const { out: masksOut, numbers: ofMasks } = await writtenBy(masks)
  assert.deepEqual(
    ofMasks,
    JSON.parse(textOf(masksOut, 'classes.json')).classes.map(({ id }: { id: number }) => id),
  )
  const { out: yoloOut, numbers: ofYolo } = await writtenBy(yoloDetect)
  assert.deepEqual(
    ofYolo.map(String),
    [...textOf(yoloOut, 'data.yaml').matchAll(/^ {2}(\d+): /gm)].map(([, number]) => number),
  )
  assert.deepEqual((await writtenBy(datumaro)).numbers, [0, 1, 2])
})

test('a format that writes no numbers of classes has none in manifest.json', async () => {
  assert.deepEqual((await writtenBy(cvatImages)).numbers, [undefined, undefined, undefined])
  const without = FORMATS.filter(({ write, firstClassNumber }) => write && firstClassNumber === undefined)
  assert.deepEqual(without.map(({ format }) => format).sort(), [
    'argoverse2',
    'cvat_images',
    'cvat_video',
    'fiducial',
    'imagefolder',
    'jsonl',
    'kitti_object',
    'kitti_tracking',
    'label_studio',
    'mcap',
    'openlabel',
    'parquet',
    'pcd',
    'voc',
  ])
})
