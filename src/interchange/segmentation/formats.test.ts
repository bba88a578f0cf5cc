import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setOf } from '../../../test/interchange/exportJob.ts'
import { cloudJob, hardClouds, POINTS_TAG } from '../../../test/interchange/hardClouds.ts'
import { readByPython } from '../../../test/interchange/python.ts'
import { assertRoundTrip, exported, textOf } from '../../../test/interchange/roundTrip.ts'
import fc from '../../../test/laws.ts'
import { las } from '../las/manifest.ts'
import { nuscenesLidarseg } from '../nuscenesPoints/lidarseg.ts'
import { nuscenesPanoptic } from '../nuscenesPoints/panoptic.ts'
import { pcd } from '../pcd/manifest.ts'
import { semanticKitti } from '../semantickitti/manifest.ts'

for (const format of [semanticKitti, nuscenesLidarseg, nuscenesPanoptic, las, pcd])
  test(`${format.format}: an export that is imported and exported again is the same`, async () => {
    await fc.assert(
      fc.asyncProperty(hardClouds, hardClouds, async (one, other) => {
        const jobs = [await cloudJob(one), await cloudJob(other, 'scan 2')]
        await assertRoundTrip(format, { tag: POINTS_TAG, jobs, includeFiles: true })
      }),
      { numRuns: 12 },
    )
  })

const someCloud = async () => cloudJob(fc.sample(hardClouds, { numRuns: 8, seed: 3 })[7])

test('las: laspy finds the points, their classes and instances', async (t) => {
  const job = await someCloud()
  const out = await exported(las, setOf({ tag: POINTS_TAG, jobs: [job] }))
  const read = await readByPython<{ version: string; xyz: number[][]; classes: number[]; instances: number[] }>(
    t,
    ['laspy'],
    out,
    `import glob, json, laspy
las = laspy.read(glob.glob('*.las')[0])
print(json.dumps({'version': str(las.header.version), 'xyz': las.xyz.tolist(),
  'classes': [int(c) for c in las.classification], 'instances': [int(i) for i in las['instance']]}))`,
  )
  if (!read || !job.labels) return
  const { cloud } = job.labels
  const finite = Array.from({ length: cloud.pointCount }, (_, i) => [
    ...cloud.positions.subarray(3 * i, 3 * i + 3),
  ]).filter(([x]) => !Number.isNaN(x))
  assert.equal(read.version, '1.4')
  assert.equal(read.xyz.length, finite.length)
  for (const [i, [x, y, z]] of read.xyz.entries())
    assert.ok(Math.hypot(x - finite[i][0], y - finite[i][1], z - finite[i][2]) < 2e-4)
  assert.ok(read.classes.every((value) => value <= 3) && read.classes.some((value) => value > 0))
  assert.ok(read.instances.some((value) => value > 0))
})

test('nuscenes_lidarseg and nuscenes_panoptic: the devkit counts the points of each class', async (t) => {
  const job = await someCloud()
  for (const [format, task] of [
    [nuscenesLidarseg, 'lidarseg'],
    [nuscenesPanoptic, 'panoptic'],
  ] as const) {
    const out = await exported(format, setOf({ tag: POINTS_TAG, jobs: [job], includeFiles: true }))
    const read = await readByPython<{ counts: number[]; points: number; names: string[] }>(
      t,
      ['nuscenes'],
      out,
      `import json, os
from nuscenes import NuScenes
from nuscenes.lidarseg.lidarseg_utils import get_stats
from nuscenes.utils.data_classes import LidarPointCloud
from nuscenes.utils.data_io import load_bin_file, panoptic_to_lidarseg
colors = json.load(open('v1.0-fiducial/colormap.json'))
nusc = NuScenes(version='v1.0-fiducial', dataroot='.', verbose=False, colormap=colors)
token = nusc.sample[0]['data']['LIDAR_TOP']
labels = load_bin_file(nusc.get('${task}', token)['filename'], type='${task}')
if '${task}' == 'panoptic': labels = panoptic_to_lidarseg(labels)
cloud = LidarPointCloud.from_file(nusc.get_sample_data_path(token))
print(json.dumps({'counts': [int(n) for n in get_stats(labels, len(nusc.lidarseg_idx2name_mapping))],
  'points': int(cloud.points.shape[1]), 'names': [nusc.lidarseg_idx2name_mapping[i] for i in range(len(colors))]}))`,
    )
    if (!read) return
    const { legend, point_count } = job.data as {
      legend: { value: string; point_count: number }[]
      point_count: number
    }
    assert.equal(read.points, point_count)
    assert.deepEqual(read.names, ['unlabelled', 'road', 'car', '行人', 'never used'])
    const expected = read.names.map((name) =>
      legend.filter(({ value }) => value.split('#', 1)[0] === name).reduce((sum, entry) => sum + entry.point_count, 0),
    )
    assert.deepEqual(read.counts, expected)
  }
})

test('semantickitti: the jobs of a batch are the scans of one sequence, when asked for', async () => {
  const cloud = fc.sample(hardClouds, { numRuns: 1, seed: 3 })[0]
  const given = await Promise.all(['b', 'a', 'c'].map((name) => cloudJob(cloud, name)))
  const jobs = given.map((job, index) => ({ ...job, batch: index < 2 ? 'Tour 1' : 'other' }))
  const set = { tag: POINTS_TAG, jobs, options: { sequence: 'batch' } }
  const out = await exported(semanticKitti, setOf(set))
  const labels = [...out.entries.keys()].filter((name) => name.endsWith('.label'))
  const [tour] = labels[0].split('/labels/')
  assert.deepEqual(labels, [
    `${tour}/labels/000000.label`,
    `${tour}/labels/000001.label`,
    'sequences/other/labels/000000.label',
  ])
  assert.match(textOf(out, 'semantic-kitti.yaml'), /default: \["Tour_1-[0-9a-f]{8}", "other"\]/)
  await assertRoundTrip(semanticKitti, set)
})
