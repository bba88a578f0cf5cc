import type { Entries } from './layouts.ts'

/** A small set of tables of nuScenes: one scene of two samples with a lidar, a camera and a radar, and a sweep. */

const Q = Math.SQRT1_2
const rowOf = <M extends object>(token: string, members: M) => ({ token, ...members })

export type NuscenesRows = Record<string, Record<string, unknown>[]>

export function nuscenesRows(): NuscenesRows {
  const data = (
    token: string,
    sample: string,
    calibration: string,
    timestamp: number,
    filename: string,
    isKey = true,
  ) =>
    rowOf(token, {
      sample_token: sample,
      ego_pose_token: `e-${token}`,
      calibrated_sensor_token: calibration,
      timestamp,
      fileformat: filename.endsWith('jpg') ? 'jpg' : 'pcd',
      is_key_frame: isKey,
      height: 900,
      width: 1600,
      filename,
      prev: '',
      next: '',
    })
  const sample_data = [
    data('l0', 's0', 'c-lidar', 1_500_000_000_000_000, 'samples/LIDAR_TOP/n__0.pcd.bin'),
    data('w0', 's0', 'c-lidar', 1_500_000_000_050_000, 'sweeps/LIDAR_TOP/n__05.pcd.bin', false),
    data('k0', 's0', 'c-cam', 1_500_000_000_012_000, 'samples/CAM_FRONT/n__0.jpg'),
    data('r0', 's0', 'c-radar', 1_500_000_000_020_000, 'samples/RADAR_FRONT/n__0.pcd'),
    data('l1', 's1', 'c-lidar', 1_500_000_000_500_000, 'samples/LIDAR_TOP/n__1.pcd.bin'),
    data('k1', 's1', 'c-cam', 1_500_000_000_480_000, 'samples/CAM_FRONT/n__1.jpg'),
  ]
  const ego_pose = sample_data.map(({ token, timestamp }, index) =>
    rowOf(`e-${token}`, { timestamp, rotation: [Q, 0, 0, Q], translation: [600 + index, 1600, 0] }),
  )
  return {
    scene: [
      rowOf('sc', {
        log_token: 'log',
        nbr_samples: 2,
        first_sample_token: 's0',
        last_sample_token: 's1',
        name: 'scene-0001',
        description: '',
      }),
    ],
    // Out of order, and in a circle: times order them.
    sample: [
      rowOf('s1', { timestamp: 1_500_000_000_500_000, prev: 's0', next: 's0', scene_token: 'sc' }),
      rowOf('s0', { timestamp: 1_500_000_000_000_000, prev: 's1', next: 's1', scene_token: 'sc' }),
    ],
    sample_data,
    ego_pose,
    sensor: [
      rowOf('lidar', { channel: 'LIDAR_TOP', modality: 'lidar' }),
      rowOf('cam', { channel: 'CAM_FRONT', modality: 'camera' }),
      rowOf('radar', { channel: 'RADAR_FRONT', modality: 'radar' }),
    ],
    calibrated_sensor: [
      rowOf('c-lidar', {
        sensor_token: 'lidar',
        translation: [0.9, 0, 1.8],
        rotation: [1, 0, 0, 0],
        camera_intrinsic: [],
      }),
      rowOf('c-cam', {
        sensor_token: 'cam',
        translation: [1.7, 0, 1.5],
        rotation: [0.5, -0.5, 0.5, -0.5],
        camera_intrinsic: [
          [1266, 0, 816],
          [0, 1267, 491],
          [0, 0, 1],
        ],
      }),
      rowOf('c-radar', {
        sensor_token: 'radar',
        translation: [3, 0, 0.5],
        rotation: [1, 0, 0, 0],
        camera_intrinsic: [],
      }),
    ],
    category: [rowOf('cat', { name: 'car', description: '' }), rowOf('cat2', { name: 'animal', description: '' })],
    attribute: [],
    visibility: [rowOf('1', { level: 'v0-40', description: '' })],
    instance: [
      rowOf('i0', { category_token: 'cat', nbr_annotations: 2 }),
      rowOf('i1', { category_token: 'cat2', nbr_annotations: 1 }),
    ],
    sample_annotation: [
      ['a0', 's0', 'i0', 610],
      ['a1', 's1', 'i0', 611],
      ['a2', 's1', 'i1', 620],
    ].map(([token, sample_token, instance_token, x]) =>
      rowOf(String(token), {
        sample_token,
        instance_token,
        attribute_tokens: [],
        visibility_token: '1',
        translation: [x, 1605, 1],
        size: [1.9, 4.5, 1.6],
        rotation: [1, 0, 0, 0],
        num_lidar_pts: 3,
        num_radar_pts: 0,
        prev: '',
        next: '',
      }),
    ),
    log: [],
    map: [],
  }
}

export function nuscenesEntries(rows: NuscenesRows, folder = 'v1.0-mini'): Entries {
  const tables = Object.entries(rows).map(([name, list]) => [`${folder}/${name}.json`, JSON.stringify(list, null, 1)])
  const files = (rows.sample_data ?? []).flatMap(({ filename }) =>
    typeof filename === 'string' ? [[filename, 'content']] : [],
  )
  return Object.fromEntries([...tables, ...files])
}
