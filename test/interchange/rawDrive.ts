import assert from 'node:assert/strict'
import type { Pose } from '../../src/geometry/pose.ts'
import { rotationMatrix } from '../../src/geometry/quaternion.ts'
import type { Entries } from './layouts.ts'

/** A drive as KITTI's raw data has it. */

export const RAW_DAY = '2020_01_01'
export const RAW_DRIVE = `${RAW_DAY}/${RAW_DAY}_drive_0001_sync`

export const P_RECT_02 = [700, 0, 600, 45, 0, 710, 170, -0.3, 0, 0, 1, 0]
const CAMERAS = `calib_time: 01-Jan-2020 12:00:00
corner_dist: 9.950000e-02
S_rect_00: 1.2e+03 3.7e+02
R_rect_00: 0.9998 -0.0199987 0 0.0199987 0.9998 0 0 0 1
R_rect_01: 1 0 0 0 1 0 0 0 1
R_rect_02: 1 0 0 0 1 0 0 0 1
R_rect_03: 1 0 0 0 1 0 0 0 1
P_rect_00: 700 0 600 0 0 710 170 0 0 0 1 0
P_rect_01: 700 0 600 -380 0 710 170 0 0 0 1 0
P_rect_02: ${P_RECT_02.join(' ')}
P_rect_03: 700 0 600 -330 0 710 170 0 0 0 1 0
`
const LIDAR = `calib_time: 01-Jan-2020 12:00:00
R: 0 -1 0 0 0 -1 1 0 0
T: -0.004 -0.076 -0.27
delta_f: 0 0
delta_c: 0 0
`
const EGO = `calib_time: 01-Jan-2020 12:00:00
R: 0.9999 -0.0141418 0 0.0141418 0.9999 0 0 0 1
T: -0.81 0.32 -0.8
`
const OXTS = [
  '49.011 8.416 116.4 0.02 0.01 -0.7',
  '49.01101 8.41602 116.5 0.03 -0.01 -0.6',
  '49.01102 8.41604 116.6 0.01 0.02 -0.5',
].map((start) => `${start} ${Array.from({ length: 24 }, () => 0).join(' ')}\n`)
export const RAW_TIMES = ['964389445', '974389445', '984389446'].map((ns) => `2020-01-01 12:00:00.${ns}\n`).join('')
const CLOUD = new Uint8Array(new Float32Array([10, 1, 0, 0.5, 12, -2, 0.5, 0.1]).buffer)

const stems = ['0000000000', '0000000001', '0000000002']

export const rawDrive = (folder = RAW_DRIVE): Entries => ({
  ...Object.fromEntries(
    stems.flatMap((stem, index) => [
      [`${folder}/velodyne_points/data/${stem}.bin`, CLOUD],
      [`${folder}/image_02/data/${stem}.png`, 'png'],
      [`${folder}/image_03/data/${stem}.png`, 'png'],
      [`${folder}/oxts/data/${stem}.txt`, OXTS[index]],
    ]),
  ),
  [`${folder}/velodyne_points/timestamps.txt`]: RAW_TIMES,
  [`${folder}/oxts/timestamps.txt`]: RAW_TIMES,
  [`${folder}/oxts/dataformat.txt`]: 'lat: latitude',
})
export const RAW_DAY_FILES: Entries = {
  [`${RAW_DAY}/calib_cam_to_cam.txt`]: CAMERAS,
  [`${RAW_DAY}/calib_velo_to_cam.txt`]: LIDAR,
  [`${RAW_DAY}/calib_imu_to_velo.txt`]: EGO,
}
export const RAW_DATA: Entries = { ...rawDrive(), ...RAW_DAY_FILES }

/** Row-major 4 × 4. */
export const matrixOf = ({ position: p, heading }: Pose): number[] => {
  const r = rotationMatrix(heading)
  return [...r.slice(0, 3), p.x, ...r.slice(3, 6), p.y, ...r.slice(6, 9), p.z, 0, 0, 0, 1]
}

export const assertNear = (actual: readonly number[], expected: readonly number[], within: number, what: string) => {
  assert.equal(actual.length, expected.length, what)
  for (const [index, value] of actual.entries())
    assert.ok(Math.abs(value - expected[index]) <= within, `${what} [${index}]: ${value}, expected ${expected[index]}`)
}
