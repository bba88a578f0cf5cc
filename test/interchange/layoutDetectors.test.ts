import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LAYOUTS } from '../../src/interchange/layouts/layouts.ts'
import { memorySource, planned } from './layouts.ts'

const PUBLISHED: ReadonlySet<string> = new Set([
  'kitti_raw',
  'kitti_object',
  'kitti_tracking',
  'semantickitti',
  'nuscenes',
  'argoverse2',
  'pandaset',
])
const published = LAYOUTS.filter(({ name }) => PUBLISHED.has(name))

/** Files of each kind of folder; null for those that are of no published data set. */
const FOLDERS: readonly [layout: string | null, files: readonly string[]][] = [
  [
    'kitti_raw',
    [
      '2011_09_26/calib_cam_to_cam.txt',
      '2011_09_26/2011_09_26_drive_0001_sync/velodyne_points/data/0000000000.bin',
      '2011_09_26/2011_09_26_drive_0001_sync/image_02/data/0000000000.png',
    ],
  ],
  ['kitti_raw', ['oxts/data/0000000000.txt', 'image_02/data/0000000000.png']],
  ['kitti_object', ['training/velodyne/000000.bin', 'training/calib/000000.txt']],
  ['kitti_object', ['image_2/000007.png', 'label_2/000007.txt']],
  ['kitti_tracking', ['training/velodyne/0000/000000.bin', 'training/calib/0000.txt']],
  ['kitti_tracking', ['image_02/0003/000000.png', 'label_02/0003.txt']],
  ['semantickitti', ['dataset/sequences/00/velodyne/000000.bin', 'dataset/sequences/00/labels/000000.label']],
  ['semantickitti', ['sequences/11/velodyne/000000.bin', 'sequences/11/calib.txt', 'sequences/11/image_2/000000.png']],
  [
    'nuscenes',
    [
      ...['scene', 'sample', 'sample_data', 'sensor', 'calibrated_sensor', 'ego_pose'].map(
        (name) => `v1.0-mini/${name}.json`,
      ),
      'samples/LIDAR_TOP/n015__LIDAR_TOP__1532402927647951.pcd.bin',
      'samples/CAM_FRONT/n015__CAM_FRONT__1532402927612460.jpg',
    ],
  ],
  [
    'argoverse2',
    [
      'val/02678d04/sensors/lidar/315966070559696000.feather',
      'val/02678d04/sensors/cameras/ring_front_center/315966070564927215.jpg',
      'val/02678d04/calibration/egovehicle_SE3_sensor.feather',
    ],
  ],
  ['pandaset', ['001/lidar/00.pkl.gz', '001/lidar/poses.json', '001/camera/front_camera/00.jpg', '001/meta/gps.json']],
  // Data of others with similar names.
  [null, ['data_3d_raw/2013_05_28_drive_0000_sync/velodyne_points/data/0000000000.bin']],
  [null, ['lidar/1700000000000000000.pcd', 'front/1700000000000000000.png', 'calibration.json', 'poses.csv']],
  [null, ['velodyne/000000.bin', 'velodyne/000001.bin']],
  [null, ['image_2/000000.png', 'image_2/000001.png']],
  [null, ['image_02/0001/000000.png', 'image_02/0001/000001.png']],
  [null, ['annotations/instances_default.json', 'images/1.jpg', 'scene.json', 'sample.json']],
  [null, ['lidar/00.pkl.gz', 'lidar/01.pkl.gz']],
  [null, ['sensors/lidar/315966070559696000.feather']],
  [null, ['table.feather', 'sequences/notes.txt', 'drive.mcap', 'bag/metadata.yaml', 'bag/bag_0.db3']],
  [null, []],
]

test('each published layout finds its own folders, and none of any other kind', async () => {
  for (const [expected, paths] of FOLDERS)
    for (const prefix of ['', 'upload/']) {
      const source = memorySource(Object.fromEntries(paths.map((path) => [`${prefix}${path}`, '{}'])))
      const found = []
      let first: string | null = null
      for (const layout of LAYOUTS) {
        const why = await layout.detect(source)
        if (why === null) continue
        first ??= layout.name
        if (!published.includes(layout)) continue
        found.push(layout.name)
        assert.match(why, /^has .{10,300}[^.]$/, layout.name)
      }
      assert.deepEqual(found, expected === null ? [] : [expected], `${prefix}${paths[0]}`)
      if (expected !== null) assert.equal(first, expected, 'the specific layout comes before the general one')
    }
})

test('a layout that is named for a folder of another kind says what it looks for', async () => {
  for (const layout of published) {
    const { sequences, error } = await planned(layout, memorySource({ 'a.jpg': 'jpg' }), 'cuboid3d')
    assert.deepEqual(sequences, [])
    assert.match(String(error), /^SourceError: the source has no /, layout.name)
  }
})

test('names of any characters and of 10,000 of them are no trouble to a detector', async () => {
  const long = `${'x'.repeat(5000)}/sequences/${'y'.repeat(5000)}/velodyne/000000.bin`
  const names = [
    long,
    '\u202e/velodyne_points/data/0.bin',
    'scene.json/',
    '/'.repeat(9000),
    `${'a/'.repeat(5000)}lidar/00.pkl.gz`,
  ]
  const source = memorySource(Object.fromEntries(names.map((name) => [name, ''])))
  for (const layout of published) {
    const why = await layout.detect(source)
    assert.equal(why === null, layout.name !== 'semantickitti', layout.name)
    assert.ok((why ?? '').length < 300)
  }
})
