import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { coco } from '../../src/interchange/coco/manifest.ts'
import { cocoPanoptic } from '../../src/interchange/cocoPanoptic/manifest.ts'
import type { Format } from '../../src/interchange/core/format.ts'
import { cvatImages } from '../../src/interchange/cvat/manifest.ts'
import { datumaro } from '../../src/interchange/datumaro/manifest.ts'
import { labelStudio } from '../../src/interchange/labelStudio/manifest.ts'
import { masks } from '../../src/interchange/masks/manifest.ts'
import { voc } from '../../src/interchange/voc/manifest.ts'
import { yoloDetect, yoloObb, yoloPose } from '../../src/interchange/yolo/manifest.ts'
import { setOf } from './exportJob.ts'
import { IMAGE_TAG } from './hardImages.ts'
import { knownImage } from './knownImage.ts'
import { readByPython } from './python.ts'
import { exported } from './roundTrip.ts'

/** What the field's own readers find in an export of two images with known objects. */
async function read<T>(t: TestContext, format: Format, modules: readonly string[], script: string): Promise<T | null> {
  const jobs = [await knownImage('drive/1'), await knownImage('drive/2')]
  const out = await exported(format, setOf({ tag: IMAGE_TAG, jobs, includeFiles: true }))
  return readByPython<T>(t, modules, out, script)
}

/** Equal up to a thousandth. */
function near(actual: readonly number[], expected: readonly number[]): void {
  assert.equal(actual.length, expected.length)
  for (const [i, value] of actual.entries()) assert.ok(Math.abs(value - expected[i]) < 1e-3, `${actual} ≠ ${expected}`)
}

test('coco: pycocotools finds every area, and an export evaluated against itself is perfect', async (t) => {
  const found = await read<{ bbox: number; segm: number; areas: number[] }>(
    t,
    coco,
    ['pycocotools'],
    `import json, contextlib, io
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval
def evaluated(kind, gt):
    anns = [dict(a, score=1.0) for a in gt.loadAnns(gt.getAnnIds()) if a['segmentation']]
    e = COCOeval(gt, gt.loadRes(anns), kind)
    e.evaluate(); e.accumulate(); e.summarize()
    return e.stats[0]
with contextlib.redirect_stdout(io.StringIO()):
    gt = COCO('annotations/instances_default.json')
    gt.dataset['annotations'] = [a for a in gt.dataset['annotations'] if a['segmentation']]
    gt.createIndex()
    out = {'bbox': evaluated('bbox', gt), 'segm': evaluated('segm', gt)}
    first = min(gt.getImgIds())
    out['areas'] = sorted(a['area'] for a in gt.loadAnns(gt.getAnnIds(imgIds=[first])))
print(json.dumps(out))`,
  )
  if (!found) return
  near([found.bbox, found.segm], [1, 1])
  // Mask, ellipse as 72 corners, box, rotated box, polygon with a hole, polygon, the whole image.
  near(found.areas, [12, 100.4033, 200, 205, 256, 400, 4000])
})

for (const [format, isObb] of [
  [yoloDetect, false],
  [yoloObb, true],
] as const) {
  test(`${format.format}: supervision finds the boxes where they are`, async (t) => {
    const found = await read<{ boxes: number[][]; classes: string[] }>(
      t,
      format,
      ['supervision'],
      `import json, supervision as sv, yaml
d = sv.DetectionDataset.from_yolo('images/default', 'labels/default', 'data.yaml', is_obb=${isObb ? 'True' : 'False'})
path, image, detections = d[0]
names = yaml.safe_load(open('data.yaml'))['names']
print(json.dumps({'boxes': detections.xyxy.tolist(), 'classes': [names[i] for i in detections.class_id]}))`,
    )
    if (!found) return
    near(found.boxes[0], [10, 5, 30.5, 15])
    near(found.boxes[1], [0, 0, 80, 50])
    assert.deepEqual(found.classes.slice(0, 2), ['car', 'person of interest'])
    assert.equal(found.boxes.length, isObb ? 3 : 7)
  })
}

test('voc: supervision finds the boxes, datumaro the pixels of each object', async (t) => {
  const boxes = await read<number[][]>(
    t,
    voc,
    ['supervision'],
    `import json, supervision as sv
d = sv.DetectionDataset.from_pascal_voc('JPEGImages', 'Annotations')
print(json.dumps(d[0][2].xyxy.tolist()))`,
  )
  if (!boxes) return
  near(boxes[0], [10, 5, 30.5, 15])
  near(boxes[1], [0, 0, 80, 50])
  assert.equal(boxes.length, 7)
  const areas = await read<number[]>(
    t,
    voc,
    ['datumaro'],
    `import json
from datumaro.components.dataset import Dataset
d = Dataset.import_from('.', 'voc_segmentation')
item = next(iter(d))
print(json.dumps(sorted(int(a.image.sum()) for a in item.annotations if a.type.name == 'mask')))`,
  )
  if (areas) assert.deepEqual(areas.toSorted((a, b) => a - b).slice(0, 1), [12])
})

test('cvat_images: datumaro finds every shape that it knows', async (t) => {
  const found = await read<{ types: string[]; box: number[]; attributes: Record<string, unknown>; mask: number }>(
    t,
    cvatImages,
    ['datumaro'],
    `import json
from datumaro.components.dataset import Dataset
xml = open('annotations.xml', encoding='utf-8').read()
import re
# datumaro knows neither ellipses nor cuboids nor skeletons.
xml = re.sub(r'<skeleton.*?</skeleton>', '', xml, flags=re.S)
open('annotations.xml', 'w', encoding='utf-8').write(xml)
d = Dataset.import_from('.', 'cvat')
item = next(iter(d))
boxes = [a for a in item.annotations if a.type.name == 'bbox']
masks = [a for a in item.annotations if a.type.name == 'mask']
print(json.dumps({
  'types': sorted(a.type.name for a in item.annotations),
  'box': list(boxes[0].get_bbox()),
  'attributes': boxes[0].attributes,
  'mask': int(masks[-1].image.sum()),
}))`,
  )
  if (!found) return
  near(found.box, [10, 5, 20.5, 10])
  assert.equal(found.attributes.kind, 'Lastwagen ü')
  assert.equal(found.attributes.parked, true)
  assert.equal(found.mask, 12)
  assert.deepEqual(found.types, ['bbox', 'bbox', 'mask', 'mask', 'polygon', 'polyline', 'rotated_bbox'])
})

test('datumaro: its own package finds every shape', async (t) => {
  const found = await read<{ types: string[]; box: number[]; labels: string[]; areas: number[] }>(
    t,
    datumaro,
    ['datumaro'],
    `import json
from datumaro.components.dataset import Dataset
d = Dataset.import_from('.', 'datumaro')
item = next(iter(d))
names = [l.name for l in d.categories()[list(d.categories())[0]]]
boxes = [a for a in item.annotations if a.type.name == 'bbox']
print(json.dumps({
  'types': sorted(a.type.name for a in item.annotations),
  'box': list(boxes[0].get_bbox()),
  'labels': names,
  'areas': [int(a.image.sum()) for a in item.annotations if a.type.name == 'mask'],
}))`,
  )
  if (!found) return
  near(found.box, [10, 5, 20.5, 10])
  assert.deepEqual(found.labels, ['car', 'person of interest', '行人'])
  assert.deepEqual(found.areas, [256, 12])
  assert.deepEqual(found.types, [
    'bbox',
    'bbox',
    'bbox',
    'cuboid_2d',
    'ellipse',
    'mask',
    'mask',
    'points',
    'polygon',
    'polyline',
  ])
})

test('coco_panoptic: datumaro finds a mask for each segment, of the area that its list says', async (t) => {
  const found = await read<{ areas: number[]; listed: number[] }>(
    t,
    cocoPanoptic,
    ['datumaro'],
    `import json, shutil
from datumaro.components.dataset import Dataset
# datumaro looks for the folder beside the file.
shutil.move('panoptic_default', 'annotations/panoptic_default')
d = Dataset.import_from('.', 'coco_panoptic')
item = next(iter(d))
data = json.load(open('annotations/panoptic_default.json'))
listed = [s['area'] for s in data['annotations'][0]['segments_info']]
print(json.dumps({'areas': [int(a.image.sum()) for a in item.annotations], 'listed': listed}))`,
  )
  if (!found) return
  assert.deepEqual(found.areas, found.listed)
  assert.equal(
    found.areas.reduce((sum, area) => sum + area, 0),
    80 * 50,
  )
})

test('masks: Pillow reads the class and the instance of each pixel', async (t) => {
  const found = await read<{ classes: number[]; instances: number[]; shape: number[] }>(
    t,
    masks,
    ['PIL', 'numpy'],
    `import json, glob, numpy as np
from PIL import Image
c = np.array(Image.open(sorted(glob.glob('class/*.png'))[0]))
i = np.array(Image.open(sorted(glob.glob('instance/*.png'))[0]))
print(json.dumps({'classes': [int(c[41, 71]), int(c[0, 0])], 'instances': [int(i[41, 71]), len(np.unique(i))], 'shape': list(c.shape)}))`,
  )
  if (!found) return
  assert.deepEqual(found, { classes: [1, 2], instances: [6, 6], shape: [50, 80] })
})

test('label_studio: its SDK takes the configuration and every task, and finds the boxes and the pixels of the brush', async (t) => {
  const found = await read<{ boxes: number[][]; brush: number[]; names: string[] }>(
    t,
    labelStudio,
    ['label_studio_sdk'],
    `import contextlib, io, json, os
from label_studio_sdk.converter import Converter
from label_studio_sdk.converter.brush import decode_rle
from label_studio_sdk.label_interface import LabelInterface
config = open('config.xml', encoding='utf-8').read()
interface = LabelInterface(config)
interface.validate()
tasks = json.load(open('tasks.json', encoding='utf-8'))
for task in tasks:
    assert interface.validate_task({'data': task['data']})
    for annotation in task['annotations']:
        assert interface.validate_annotation(annotation)
with contextlib.redirect_stdout(io.StringIO()):
    Converter(config, '.', download_resources=False).convert('tasks.json', 'yolo', 'YOLO', is_dir=False)
lines = [line.split() for line in open('yolo/labels/' + sorted(os.listdir('yolo/labels'))[0])]
boxes = []
for _, x, y, w, h in (map(float, line) for line in lines if len(line) == 5):
    boxes.append([(x - w / 2) * 80, (y - h / 2) * 50, (x + w / 2) * 80, (y + h / 2) * 50])
brush = [r for r in tasks[0]['annotations'][0]['result'] if r['type'] == 'brushlabels'][-1]
mask = decode_rle(brush['value']['rle']).reshape(50, 80, 4)[:, :, 3] > 0
ys, xs = mask.nonzero()
print(json.dumps({'boxes': boxes, 'brush': [int(n) for n in (mask.sum(), xs.min(), ys.min(), xs.max(), ys.max())],
  'names': open('yolo/classes.txt', encoding='utf-8').read().split('\\n')}))`,
  )
  if (!found) return
  near(found.boxes[0], [10, 5, 30.5, 15])
  near(found.boxes[1], [0, 0, 80, 50])
  assert.deepEqual(found.brush, [12, 70, 40, 73, 42])
  for (const name of ['car', 'person of interest', '行人']) assert.ok(found.names.includes(name), name)
})

test('yolo_pose: Ultralytics takes the data set and reads the key points where they are', async (t) => {
  const found = await read<{ points: number[][]; shape: number[] }>(
    t,
    yoloPose,
    ['ultralytics', 'torch'],
    `import importlib.metadata as metadata, json, os
os.environ['YOLO_CONFIG_DIR'] = os.getcwd()
version = metadata.version
# Ultralytics asks for the version of torchvision when it starts; nothing here needs it.
metadata.version = lambda name: '0.0.0' if name == 'torchvision' else version(name)
from ultralytics.data.utils import check_det_dataset, verify_image_label
data = check_det_dataset('data.yaml')
name = sorted(os.listdir('images/default'))[0]
label = 'labels/default/' + name.rsplit('.', 1)[0] + '.txt'
count, size = data['kpt_shape']
found = verify_image_label(('images/default/' + name, label, '', True, len(data['names']), count, size, False))
points = [[float(x) * 80, float(y) * 50, float(v)] for x, y, v in found[4][0]]
print(json.dumps({'points': [p for p in points if p[2] > 0], 'shape': [count, size]}))`,
  )
  if (!found) return
  near(found.points.flat(), [50, 20, 2, 52, 24, 1])
  assert.equal(found.shape[1], 3)
})
