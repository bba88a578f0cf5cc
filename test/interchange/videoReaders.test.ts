import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corners } from '../../src/formats/results/testJobs.ts'
import { cocoVideo } from '../../src/interchange/cocoVideo/manifest.ts'
import { cvatVideo } from '../../src/interchange/cvat/manifest.ts'
import { kittiTracking } from '../../src/interchange/kitti/manifest.ts'
import { mot } from '../../src/interchange/mot/manifest.ts'
import fc from '../laws.ts'
import { type GivenJob, setOf } from './exportJob.ts'
import { VIDEO_TAG, videoJobs } from './hardVideos.ts'
import { readByPython } from './python.ts'
import { exported, textOf } from './roundTrip.ts'

/** What the field's own readers find in an export of videos with gaps and hidden frames. */

interface Track {
  type: string
  frames: Record<string, { hidden: boolean; coordinates?: { x: number; y: number }[] }>
}

const SIZE = { widthPx: 64, heightPx: 48 }

const record = (left: number, top: number, hidden: boolean) => ({
  _id: `${left}/${top}`,
  type: 'rectangle',
  key_frame: true,
  source: 'manual',
  hidden,
  attributes: {},
  coordinates: corners(left / 64, top / 48, (left + 10) / 64, (top + 8) / 48),
})

/** Five frames: one track with a gap, one that is hidden for a while and ends early. */
function boxVideo(): GivenJob {
  const track = (track_id: string, label: string, frames: object) => ({
    _id: track_id,
    track_id,
    type: 'rectangle',
    label,
    class_id: `class-${label}`,
    attributes: {},
    frames,
  })
  const annotations = [
    track('a', 'car', { f0: record(1, 2, false), f1: record(3, 4, false), f3: record(9.5, 10.25, false) }),
    track('b', '行人', { f1: record(30, 20, false), f2: record(32, 20, true) }),
  ]
  const frames = Array.from({ length: 5 }, (_, i) => ({
    frameId: `f${i}`,
    timestampNs: BigInt(i) * 40_000_000n,
    worldFromEgo: null,
    files: [
      {
        sensorId: '',
        kind: 'image' as const,
        url: `https://data.example/${i}.jpg`,
        mediaType: 'image/jpeg',
        size: SIZE,
        commonFromSensor: null,
        open: async () => null,
      },
    ],
  }))
  const video_data = { frames: frames.map(({ frameId }) => ({ frame_id: frameId, src: '', width: 64, height: 48 })) }
  return { referenceId: 'drive/7', data: { annotation_data: { annotations }, video_data }, frames }
}

function boxesOf({ data }: GivenJob) {
  const { annotations } = (data as { annotation_data: { annotations: Track[] } }).annotation_data
  return annotations
    .filter(({ type }) => type === 'rectangle')
    .flatMap(({ frames }) =>
      Object.entries(frames).map(([frameId, { hidden, coordinates = [] }]) => ({
        frameId,
        hidden,
        left: coordinates[0].x * 64,
        top: coordinates[0].y * 48,
      })),
    )
}

const frameIndex = (job: GivenJob, frameId: string) => job.frames.findIndex((frame) => frame.frameId === frameId)

test('mot: motmetrics loads every box, and tracks compared with themselves are perfect', async (t) => {
  const job = boxVideo()
  const out = await exported(mot, setOf({ tag: VIDEO_TAG, jobs: [job] }))
  const found = await readByPython<{ rows: number[][]; mota: number; hidden: number }>(
    t,
    ['motmetrics'],
    out,
    `import glob, json, numpy as np
# motmetrics 1.4 calls what NumPy 2 no longer has.
np.asfarray = lambda a: np.asarray(a, dtype=float)
import motmetrics as mm
path = glob.glob('*/gt/gt.txt')[0]
gt = mm.io.loadtxt(path, fmt='mot15-2D', min_confidence=1)
acc = mm.utils.compare_to_groundtruth(gt, gt, 'iou', distth=0.5)
s = mm.metrics.create().compute(acc, metrics=['mota'], name='x')
rows = [[int(f), float(r.X), float(r.Y)] for (f, _), r in gt.iterrows()]
print(json.dumps({'rows': rows, 'mota': float(s['mota'].iloc[0]), 'hidden': int((gt.Visibility == 0).sum())}))`,
  )
  if (!found) return
  const boxes = boxesOf(job)
  assert.equal(found.mota, 1)
  assert.equal(found.rows.length, boxes.length)
  assert.equal(found.hidden, boxes.filter(({ hidden }) => hidden).length)
  // motmetrics makes the pixels that count from 1 count from 0.
  for (const { frameId, left, top } of boxes) {
    const frame = frameIndex(job, frameId) + 1
    assert.ok(
      found.rows.some(([f, x, y]) => f === frame && Math.hypot(x - left, y - top) < 1e-3),
      frameId,
    )
  }
})

/** Both kits compare the export with itself: HOTA and MOTA are 1 when they read every box of every track. */
const SUMMARY = `
from trackeval import Evaluator
from trackeval.metrics import HOTA, CLEAR, Identity
def figures(dataset, name):
    config = dict(Evaluator.get_default_eval_config(), PRINT_RESULTS=False, PRINT_CONFIG=False, TIME_PROGRESS=False,
        OUTPUT_SUMMARY=False, OUTPUT_DETAILED=False, PLOT_CURVES=False, BREAK_ON_ERROR=True, LOG_ON_ERROR=None)
    with contextlib.redirect_stdout(io.StringIO()):
        results, messages = Evaluator(config).evaluate([dataset], [HOTA(), CLEAR({'PRINT_CONFIG': False}),
            Identity({'PRINT_CONFIG': False})])
    found = results[name]['self']['COMBINED_SEQ']
    print(json.dumps({kind: {'hota': float(numpy.mean(one['HOTA']['HOTA'])), 'mota': float(one['CLEAR']['MOTA']),
        'boxes': int(one['CLEAR']['CLR_TP']), 'tracks': int(one['CLEAR']['MT'])} for kind, one in found.items()}))`
const HEAD = `
import contextlib, glob, io, json, os, shutil, numpy
import trackeval
# TrackEval uses names that NumPy has dropped.
for name, kind in (('int', int), ('float', float), ('bool', bool)):
    if not hasattr(numpy, name):
        setattr(numpy, name, kind)`

interface TrackEval {
  hota: number
  mota: number
  boxes: number
  tracks: number
}

test('mot: TrackEval finds tracks that equal themselves', async (t) => {
  const job = boxVideo()
  const out = await exported(mot, setOf({ tag: VIDEO_TAG, jobs: [job] }))
  const found = await readByPython<Record<string, TrackEval>>(
    t,
    ['trackeval'],
    out,
    `${HEAD}
sequence = os.path.dirname(os.path.dirname(glob.glob('*/gt/gt.txt')[0]))
os.makedirs('trackers/self/data')
rows = [line.split(',') for line in open(f'{sequence}/gt/gt.txt')]
# A tracker's output is boxes of all classes with a score; the kit evaluates pedestrians, class 1.
with open(f'{sequence}/gt/gt.txt', 'w') as gt, open(f'trackers/self/data/{sequence}.txt', 'w') as out:
    for row in rows:
        gt.write(','.join(row[:7] + ['1', '1']) + '\\n')
        out.write(','.join(row[:6] + ['1', '-1', '-1', '-1']) + '\\n')
with contextlib.redirect_stdout(io.StringIO()):
    dataset = trackeval.datasets.MotChallenge2DBox({'GT_FOLDER': '.', 'TRACKERS_FOLDER': 'trackers', 'SKIP_SPLIT_FOL': True,
        'SEQ_INFO': {sequence: None}, 'PRINT_CONFIG': False, 'DO_PREPROC': False})
${SUMMARY}
figures(dataset, 'MotChallenge2DBox')`,
  )
  if (!found) return
  assert.deepEqual(found.pedestrian, { hota: 1, mota: 1, boxes: boxesOf(job).length, tracks: 2 })
})

test('kitti_tracking: TrackEval finds tracks that equal themselves, by its map of sequences', async (t) => {
  const job = boxVideo()
  const out = await exported(kittiTracking, setOf({ tag: VIDEO_TAG, jobs: [job] }))
  const found = await readByPython<Record<string, TrackEval>>(
    t,
    ['trackeval'],
    out,
    `${HEAD}
path = glob.glob('label_02/*.txt')[0]
# The kit knows its own classes alone.
text = open(path).read().replace(' 行人 ', ' Pedestrian ')
open(path, 'w').write(text)
os.makedirs('trackers/self/data')
with open('trackers/self/data/' + os.path.basename(path), 'w') as out:
    for line in text.splitlines():
        out.write(line + ' 1\\n')
shutil.copy('evaluate_tracking.seqmap.default', 'evaluate_tracking.seqmap.training')
with contextlib.redirect_stdout(io.StringIO()):
    dataset = trackeval.datasets.Kitti2DBox({'GT_FOLDER': '.', 'TRACKERS_FOLDER': 'trackers', 'SPLIT_TO_EVAL': 'training',
        'CLASSES_TO_EVAL': ['car', 'pedestrian'], 'PRINT_CONFIG': False})
${SUMMARY}
figures(dataset, 'Kitti2DBox')`,
  )
  if (!found) return
  assert.deepEqual([found.car.mota, found.car.hota, found.car.boxes], [1, 1, 3])
})

test('cvat_video: datumaro finds each box in its frame, outside in the gaps', async (t) => {
  const job = boxVideo()
  const out = await exported(cvatVideo, setOf({ tag: VIDEO_TAG, jobs: [job] }))
  const found = await readByPython<{ inside: [number, number, number, boolean][] }>(
    t,
    ['datumaro'],
    out,
    `import glob, json
from datumaro.components.dataset import Dataset
d = Dataset.import_from(glob.glob('*/annotations.xml')[0], 'cvat')
inside = [[i.attributes['frame'], a.points[0], a.points[1], a.attributes['occluded']]
  for i in d for a in i.annotations if not a.attributes['outside']]
print(json.dumps({'inside': inside}))`,
  )
  if (!found) return
  const boxes = boxesOf(job)
  assert.equal(found.inside.length, boxes.length)
  for (const { frameId, left, top, hidden } of boxes) {
    const frame = frameIndex(job, frameId)
    const isThere = found.inside.some(
      ([f, x, y, occluded]) => f === frame && Math.hypot(x - left, y - top) < 0.02 && occluded === hidden,
    )
    assert.ok(isThere, frameId)
  }
})

test('coco_video: every record is an annotation of its frame with the id of its track', async () => {
  const jobs = fc.sample(videoJobs, { numRuns: 8, seed: 9 }).filter((some) => some.length > 0)
  for (const some of jobs.slice(0, 8)) {
    const out = await exported(cocoVideo, setOf({ tag: VIDEO_TAG, jobs: some }))
    const file = JSON.parse(textOf(out, 'annotations/instances_default.json'))
    const frames = new Map(file.images.map((image: { id: number; video_id: number }) => [image.id, image.video_id]))
    const tracks = new Map(file.tracks.map((track: { id: number; video_id: number }) => [track.id, track.video_id]))
    for (const { image_id, track_id, video_id } of file.annotations) {
      assert.equal(frames.get(image_id), video_id)
      assert.equal(tracks.get(track_id), video_id)
    }
    const records = some.flatMap(({ data }) =>
      (data as { annotation_data: { annotations: Track[] } }).annotation_data.annotations.flatMap(({ frames: one }) =>
        Object.keys(one),
      ),
    )
    const dropped = out.losses
      .filter(({ kind }) => ['line_dropped', 'cuboid_dropped', 'ellipse_dropped'].includes(kind))
      .reduce((sum, { count }) => sum + count, 0)
    assert.equal(file.annotations.length + dropped, records.length)
    assert.equal(
      file.images.length,
      some.reduce((sum, { frames: all }) => sum + all.length, 0),
    )
  }
})
