import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import type { Pose } from '../../src/geometry/pose.ts'
import type { Layout } from '../../src/interchange/layouts/layout.ts'
import { MCAP } from '../../src/interchange/layouts/mcap/layout.ts'
import { ROSBAG1 } from '../../src/interchange/layouts/rosbag1/layout.ts'
import { ROSBAG2 } from '../../src/interchange/layouts/rosbag2/layout.ts'
import { readPcd } from '../../src/pcd/pcdReader.ts'
import { FRAME_NS, START_NS } from './drive.ts'
import { writtenByPython } from './python.ts'
import { made, PCD_LIMITS, scan, sourceOf } from './scanned.ts'

const SCRIPT = await readFile(new URL('writeDrive.py', import.meta.url), 'utf8')

/** How the drive is written: definitions, file, and the arguments of its writer. */
const FORMS: readonly [form: string, layout: Layout, path: string, why: RegExp][] = [
  ['ros1 bag -', ROSBAG1, 'drive', /^drive\.bag is a ROS 1 bag$/],
  ['ros1 bag LZ4', ROSBAG1, 'drive', /^drive\.bag is a ROS 1 bag$/],
  ['ros1 bag BZ2', ROSBAG1, 'drive', /^drive\.bag is a ROS 1 bag$/],
  ['ros1 mcap LZ4', MCAP, 'drive', /^drive\.mcap is an MCAP log$/],
  ['ros2 mcap LZ4', MCAP, 'drive', /^drive\.mcap is an MCAP log$/],
  ['ros2 mcap ZSTD', MCAP, 'drive', /^drive\.mcap is an MCAP log$/],
  ['ros2 mcap NONE', MCAP, 'drive', /^drive\.mcap is an MCAP log$/],
  ['ros2 ros2bag SQLITE3 -', ROSBAG2, 'drive', /^drive\/metadata\.yaml describes a ROS 2 bag with 5 topics$/],
  ['ros2 ros2bag SQLITE3 FILE', ROSBAG2, 'drive', /^drive\/metadata\.yaml describes a ROS 2 bag with 5 topics$/],
  ['ros2 ros2bag SQLITE3 MESSAGE', ROSBAG2, 'drive', /^drive\/metadata\.yaml describes a ROS 2 bag with 5 topics$/],
  ['ros2 ros2bag MCAP -', ROSBAG2, 'drive', /^drive\/metadata\.yaml describes a ROS 2 bag with 5 topics$/],
  ['ros2 ros2bag MCAP STORAGE', ROSBAG2, 'drive', /^drive\/metadata\.yaml describes a ROS 2 bag with 5 topics$/],
]

const translated = (x: number, y: number, z: number): Pose['position'] => ({ x, y, z })

for (const [form, layout, name, why] of FORMS) {
  test(`a drive that others wrote as ${form} has equal clouds, pictures, calibration and poses`, async (t) => {
    const set = `from pathlib import Path\nFORM = '${form}'\nOUT = Path('.')\n`
    const written = await writtenByPython(t, ['rosbags', 'mcap', 'numpy'], set + SCRIPT)
    if (!written) return
    const workFolder = await mkdtemp(join(tmpdir(), 'fiducial-work-'))
    t.after(() => rm(workFolder, { recursive: true, force: true }))
    const source = sourceOf(written.files)
    assert.match((await layout.detect(source)) ?? '', why)
    const localPath = async ({ path }: { path: string }) => join(written.path, path)
    const { sequences, warnings, failures } = await scan(layout, source, { localPath, workFolder })
    assert.deepEqual([warnings, failures], [[], []])
    const [{ path, sensors, frames }] = sequences
    assert.equal(path, `${name}@${START_NS}`)
    assert.deepEqual(
      sensors.map(({ id, source, maxOffsetMs }) => [id, source, maxOffsetMs]),
      [
        ['points', '/points', null],
        ['front_image_raw', '/front/image_raw', 25],
      ],
    )
    const { cameraModel, fx, fy, cx, cy, k1, k2, k3, k4 } = sensors[1].intrinsics ?? {}
    assert.deepEqual([cameraModel, fx, fy, cx, cy], ['fisheye', 6, 7, 4, 2])
    assert.deepEqual([k1, k2, k3, k4], [0.1, -0.05, 0.001, 0.002])
    assert.equal(frames.length, 4)
    for (const [index, { timestampNs, worldFromEgo, files }] of frames.entries()) {
      assert.equal(timestampNs, START_NS + BigInt(index) * FRAME_NS)
      assert.deepEqual(worldFromEgo?.position, translated(index, 0, 0))
      const [lidar, camera] = files
      assert.deepEqual(lidar.commonFromSensor.position, translated(index + 1, 0, 2))
      // The last picture is after the last pose, which holds.
      assert.ok(Math.abs(camera.commonFromSensor.position.x - Math.min(index + 0.25, 3) - 1.5) < 1e-9)
      await assertCloud(await made(lidar.file), index)
      const { data } = await sharp(await made(camera.file))
        .raw()
        .toBuffer({ resolveWithObject: true })
      const bgr = Array.from({ length: 96 }, (_, at) => (at * 7 + index * 31) % 256)
      assert.deepEqual(
        [...data],
        bgr.map((_, at) => bgr[at - (at % 3) + 2 - (at % 3)]),
      )
    }
  })
}

async function assertCloud(pcd: Buffer, frame: number): Promise<void> {
  const { positions, intensity } = await readPcd(pcd, PCD_LIMITS)
  const expected = Array.from({ length: 30 }, (_, n) => [n + frame, n * 0.5, -1.5])
  assert.deepEqual([...positions], expected.flat())
  assert.deepEqual(
    [...(intensity ?? [])],
    expected.map((_, n) => n / 32),
  )
  const header = pcd.toString('latin1', 0, pcd.indexOf('DATA binary\n'))
  assert.match(header, /^FIELDS x y z intensity ring t time_ns$/m)
  assert.match(header, /^TYPE F F F F U U I$/m)
  const rows = pcd.subarray(pcd.indexOf('DATA binary\n') + 'DATA binary\n'.length)
  const bytes = 4 * 4 + 2 + 4 + 8
  for (let point = 0; point < 30; point++) {
    assert.equal(rows.readUInt16LE(point * bytes + 16), point % 16)
    assert.equal(rows.readBigInt64LE(point * bytes + 22), BigInt(point) * 3_000_000n)
  }
}
