import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import sharp from 'sharp'
import { type GivenJob, setOf, tagOf } from '../../../test/interchange/exportJob.ts'
import { BOX_TAG, boxScenes, OPTICAL, SENSORS } from '../../../test/interchange/hardBoxes.ts'
import { CUBOID_TAG, hardScenes } from '../../../test/interchange/hardScenes.ts'
import { readByPython } from '../../../test/interchange/python.ts'
import { assertRoundTrip, exported, textOf, type UnpackedExport } from '../../../test/interchange/roundTrip.ts'
import fc from '../../../test/laws.ts'
import { tagClass } from '../../formats/results/testJobs.ts'
import { DEFAULT_INTRINSICS } from '../../geometry/intrinsics.ts'
import { composePoses, type Pose } from '../../geometry/pose.ts'
import { quaternionFromYaw } from '../../geometry/quaternion.ts'
import { writePcd } from '../../pcd/pcdWriter.ts'
import { nuscenes } from './manifest.ts'

/** What the tests look at in rows of any table. */
interface Row {
  token: string
  sample_token: string
  ego_pose_token: string
  calibrated_sensor_token: string
  category_token: string
  first_annotation_token: string
  last_annotation_token: string
  next: string
  nbr_annotations: number
  channel: string
  translation: number[]
  timestamp: number
}

const table = (out: UnpackedExport, name: string): Row[] => JSON.parse(textOf(out, `v1.0-fiducial/${name}.json`))

test('nuscenes: every token leads somewhere, and lists run through first, next and last', async () => {
  await fc.assert(
    fc.asyncProperty(boxScenes(0.3), async ({ job }) => {
      const out = await exported(nuscenes, setOf({ tag: BOX_TAG, jobs: [job, { ...job, referenceId: 'drive/2' }] }))
      const [samples, data, annotations, instances] = ['sample', 'sample_data', 'sample_annotation', 'instance'].map(
        (name) => new Map(table(out, name).map((row) => [row.token, row])),
      )
      const tokensOf = (name: string) => new Set(table(out, name).map((row) => row.token))
      const [egoPoses, calibrations, categories] = ['ego_pose', 'calibrated_sensor', 'category'].map(tokensOf)
      for (const row of data.values()) {
        assert.ok(samples.has(row.sample_token) && egoPoses.has(row.ego_pose_token))
        assert.ok(calibrations.has(row.calibrated_sensor_token))
      }
      for (const instance of instances.values()) {
        assert.ok(categories.has(instance.category_token))
        const seen: string[] = []
        for (let at = instance.first_annotation_token; at !== ''; at = annotations.get(at)?.next ?? '') seen.push(at)
        assert.equal(seen.length, instance.nbr_annotations)
        assert.equal(seen.at(-1), instance.last_annotation_token)
      }
      const records = (
        job.data as { annotation_data: { annotations: { position: { x: number; y: number; z: number } }[] } }
      ).annotation_data.annotations
      assert.equal(annotations.size, 2 * records.length)
      const told = new Set([...annotations.values()].map(({ translation }) => JSON.stringify(translation)))
      for (const { position } of records) assert.ok(told.has(JSON.stringify([position.x, position.y, position.z])))
    }),
    { numRuns: 25 },
  )
})

test('nuscenes: a sensor that keeps its place on the vehicle is one calibration, in UTM coordinates too', async () => {
  const scenes = fc.sample(boxScenes(0), { numRuns: 20, seed: 7 })
  for (const { job } of scenes) {
    const out = await exported(nuscenes, setOf({ tag: BOX_TAG, jobs: [job] }))
    assert.equal(table(out, 'calibrated_sensor').length, 2)
    assert.deepEqual(
      table(out, 'sensor').map(({ channel }) => channel),
      ['LIDAR_TOP', 'CAM_FRONT'],
    )
  }
})

test('nuscenes: without ego poses and times the assumptions are counted', async () => {
  const [{ job }] = fc.sample(boxScenes(0), { numRuns: 1, seed: 3 })
  const frames = job.frames.map((frame) => ({ ...frame, worldFromEgo: null, timestampNs: null }))
  const out = await exported(nuscenes, setOf({ tag: BOX_TAG, jobs: [{ ...job, frames }] }))
  assert.deepEqual(
    out.losses.map(({ kind, count }) => [kind, count]),
    [
      ['ego_pose_assumed', frames.length],
      ['timestamp_assumed', frames.length],
    ],
  )
})

test('nuscenes: scenes without times are listed by the devkit and drawn in the colours of the classes', async (t) => {
  const given = await streetJob()
  const frames = given.frames.map((frame) => ({ ...frame, timestampNs: null }))
  const jobs = ['a', 'b', 'c'].map((referenceId) => ({ ...given, referenceId, frames }))
  const classes = [tagClass('vehicle.car', { color: 'rgb(1, 20, 200)' }), tagClass('human.pedestrian.adult')]
  const out = await exported(nuscenes, setOf({ tag: tagOf('cuboid3d', { classes }), jobs, includeFiles: true }))
  const colours = JSON.parse(textOf(out, 'v1.0-fiducial/colormap.json'))
  assert.deepEqual(colours['vehicle.car'], [1, 20, 200])
  const times = table(out, 'sample').map(({ timestamp }) => timestamp)
  assert.equal(new Set(times).size, times.length)
  assert.equal(times[1] - times[0], 100_000)
  const read = await readByPython<{ listed: number }>(
    t,
    ['nuscenes', 'matplotlib'],
    out,
    `import contextlib, io, json
import matplotlib; matplotlib.use('Agg')
from nuscenes import NuScenes
nusc = NuScenes(version='v1.0-fiducial', dataroot='.', verbose=False)
nusc.colormap = json.load(open('v1.0-fiducial/colormap.json'))
with contextlib.redirect_stdout(io.StringIO()) as out:
    nusc.list_scenes()
for token in nusc.sample[0]['data'].values():
    nusc.render_sample_data(token, out_path='drawn.png', underlay_map=False, verbose=False)
print(json.dumps({'listed': sum(line.startswith(('a', 'b', 'c')) for line in out.getvalue().splitlines())}))`,
  )
  if (read) assert.equal(read.listed, 3)
})

test('nuscenes: an export that is imported and exported again is the same', async () => {
  await fc.assert(
    fc.asyncProperty(hardScenes(), (job) =>
      assertRoundTrip(nuscenes, { tag: CUBOID_TAG, jobs: [job, { ...job, referenceId: 'drive/2' }] }),
    ),
    { numRuns: 8 },
  )
})

test('nuscenes: the devkit opens it, renders a sample, and finds an export equal to itself', async (t) => {
  const tag = tagOf('cuboid3d', { classes: [tagClass('vehicle.car'), tagClass('human.pedestrian.adult')] })
  const out = await exported(nuscenes, setOf({ tag, jobs: [await streetJob()], includeFiles: true }))
  const read = await readByPython<{ samples: number; boxes: number; ap: number[]; points: number; yaw: number }>(
    t,
    ['nuscenes', 'matplotlib'],
    out,
    `import json, os
import matplotlib; matplotlib.use('Agg')
from nuscenes import NuScenes
from nuscenes.eval.common.config import config_factory
from nuscenes.eval.detection.evaluate import DetectionEval
from nuscenes.utils.data_classes import LidarPointCloud
nusc = NuScenes(version='v1.0-fiducial', dataroot='.', verbose=False)
results = {s['token']: [] for s in nusc.sample}
for a in nusc.sample_annotation:
    name = {'vehicle.car': 'car', 'human.pedestrian.adult': 'pedestrian'}[a['category_name']]
    v = nusc.box_velocity(a['token'])[:2]
    results[a['sample_token']].append({'sample_token': a['sample_token'], 'translation': a['translation'], 'size': a['size'],
      'rotation': a['rotation'], 'velocity': [0.0 if x != x else float(x) for x in v], 'detection_name': name,
      'detection_score': 0.9, 'attribute_name': ''})
json.dump({'meta': {k: k == 'use_lidar' for k in ['use_camera', 'use_lidar', 'use_radar', 'use_map', 'use_external']},
  'results': results}, open('results.json', 'w'))
metrics, _ = DetectionEval(nusc, config_factory('detection_cvpr_2019'), 'results.json', 'default', 'evaluated',
  verbose=False).evaluate()
for c, token in nusc.sample[0]['data'].items():
    nusc.render_sample_data(token, out_path=c + '.png', underlay_map=False, verbose=False)
    assert os.path.getsize(c + '.png') > 1000
nusc.explorer.map_pointcloud_to_image(nusc.sample[0]['data']['LIDAR_TOP'], nusc.sample[0]['data']['CAM_FRONT'])
path, boxes, _ = nusc.get_sample_data(nusc.sample[0]['data']['LIDAR_TOP'])
print(json.dumps({'samples': len(nusc.sample), 'boxes': len(boxes), 'yaw': boxes[0].orientation.yaw_pitch_roll[0],
  'points': int(LidarPointCloud.from_file(path).points.shape[1]),
  'ap': [metrics.get_label_ap('car', d) for d in (0.5, 2.0)] + [metrics.get_label_ap('pedestrian', 2.0)]}))`,
  )
  if (!read) return
  assert.equal(read.samples, 2)
  assert.equal(read.boxes, 2)
  assert.equal(read.points, 500)
  assert.ok(Math.abs(read.yaw - 0.3) < 1e-6)
  for (const ap of read.ap) assert.ok(ap > 0.999, `average precision ${ap}`)
})

/** A short drive with a cloud and an image in each frame. */
async function streetJob(): Promise<GivenJob> {
  const image = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#446688' } })
    .jpeg()
    .toBuffer()
  const positions = Float32Array.from({ length: 1500 }, (_, i) => ((i * 37) % 400) / 10 - 20)
  const cloud = writePcd({ positions, intensity: new Float32Array(500) }, 'binary')
  const bytes = (content: Uint8Array) => async () => Readable.from([content])
  const egoAt = (index: number): Pose => ({
    position: { x: 1000 + 2 * index, y: 500, z: 0 },
    heading: quaternionFromYaw(0.4),
  })
  const frames = [0, 1].map((index) => ({
    frameId: `f${index}`,
    timestampNs: BigInt(index) * 500_000_000n,
    worldFromEgo: egoAt(index),
    files: [
      {
        sensorId: 'lidar',
        kind: 'cloud' as const,
        url: `https://data.example/${index}.pcd`,
        mediaType: null,
        size: null,
        commonFromSensor: egoAt(index),
        open: bytes(cloud),
      },
      {
        sensorId: 'front',
        kind: 'image' as const,
        url: `https://data.example/${index}.jpg`,
        mediaType: 'image/jpeg',
        size: { widthPx: 320, heightPx: 180 },
        commonFromSensor: composePoses(egoAt(index), { position: { x: 1, y: 0, z: 1 }, heading: OPTICAL }),
        open: bytes(image),
      },
    ],
  }))
  const classes = ['vehicle.car', 'human.pedestrian.adult']
  const annotations = frames.flatMap(({ frameId, worldFromEgo }, index) =>
    classes.map((label, track) => ({
      _id: `${frameId}-${track}`,
      type: 'cuboid',
      track_id: `t${track}`,
      frame_id: frameId,
      sensor_id: 'lidar',
      label,
      class_id: label,
      color: 'rgb(1, 2, 3)',
      key_frame: true,
      source: 'manual',
      ...composePoses(worldFromEgo, {
        position: { x: 12 + index, y: 4 - 6 * track, z: 0.5 },
        heading: quaternionFromYaw(0.3),
      }),
      dimensions: { length: 4 - 3 * track, width: 1.8 - track, height: 1.6 },
      point_count: 9,
      attributes: {},
    })),
  )
  const tracks = classes.map((label, track) => ({ track_id: `t${track}`, label, stationary: false, attributes: {} }))
  const [lidar, front] = SENSORS
  const intrinsics = { ...DEFAULT_INTRINSICS, fx: 250, fy: 250, cx: 160, cy: 90 }
  return {
    referenceId: 'street',
    data: { annotation_data: { tracks, annotations }, sensor_data: { frames: [] } },
    frames,
    sensors: [lidar, { ...front, intrinsics }],
  }
}
