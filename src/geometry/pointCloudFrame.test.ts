import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { transformPoints } from './cloudOverlap.ts'
import { decidePointCloudFrame, framesToInspect, type PointCloudFrameDecision } from './pointCloudFrame.ts'
import { composePoses, invertPose, type Pose } from './pose.ts'
import { identityQuaternion, quaternionFromYaw } from './quaternion.ts'

const jobs = path.join(process.env.FIDUCIAL_FIXTURES ?? '../shared/fixtures', 'jobs')
const skip = existsSync(jobs) ? false : 'no fixtures'

type Recorded = { sensorPose: Pose; points: Float64Array }

function readAsciiPoints(file: string): Float64Array {
  const text = readFileSync(file, 'latin1')
  const lines = text
    .slice(text.indexOf('DATA ascii') + 11)
    .trim()
    .split('\n')
  const points = new Float64Array(3 * lines.length)
  lines.forEach((line, i) => {
    const values = line.trim().split(/\s+/, 3)
    for (let k = 0; k < 3; k++) points[3 * i + k] = Number(values[k])
  })
  return points
}

type JobSensor = { sensor_id: string; data_url: string; sensor_pose: Pose }

function readJob(name: string): Recorded[] {
  const { sensor_data } = JSON.parse(readFileSync(path.join(jobs, name, 'job.json'), 'utf8')).data
  const frames: { sensors: JobSensor[] }[] = sensor_data.frames ?? [sensor_data]
  return frames.map(({ sensors }) => {
    const lidar = sensors.find((sensor) => sensor.sensor_id === 'lidar')!
    const file = path.join(jobs, lidar.data_url.replace('{data_base}/', ''))
    return { sensorPose: lidar.sensor_pose, points: readAsciiPoints(file) }
  })
}

const inCommon = (frames: Recorded[]): Recorded[] =>
  frames.map(({ sensorPose, points }) => ({ sensorPose, points: transformPoints(points, sensorPose) }))

function decide(frames: Recorded[]): PointCloudFrameDecision {
  return decidePointCloudFrame(frames, new Map(framesToInspect(frames).map((i) => [i, frames[i].points])))
}

function assertFrame(frames: Recorded[], expected: 'sensor' | 'common'): void {
  const decision = decide(frames)
  assert.equal(decision.frame, expected, decision.why)
  assert.equal(decision.warning, undefined)
}

test('recorded drives are read right in both framings, over 1 m as over 4 m', { skip }, () => {
  const drive = readJob('pandaset_5f_3cam_small')
  for (const part of [drive, drive.slice(0, 2), drive.slice(0, 3), drive.toReversed()]) {
    assertFrame(part, 'sensor')
    assertFrame(inCommon(part), 'common')
  }
  const commonFromOther = { position: { x: 12, y: -30, z: 4 }, heading: quaternionFromYaw(2.2) }
  const elsewhere = drive.map((f) => ({ ...f, sensorPose: composePoses(commonFromOther, f.sensorPose) }))
  assertFrame(elsewhere, 'sensor')
  assertFrame(inCommon(elsewhere), 'common')
})

test('a drive in UTM metres is read right in both framings', { skip }, () => {
  const drive = readJob('pjlab_5f_utm')
  assertFrame(drive, 'sensor')
  assertFrame(inCommon(drive), 'common')
})

test('a sensor at the origin of the common frame needs no points and no warning', { skip }, () => {
  for (const name of ['seg_terrain_samp41', 'pjlab_l2c_manual_1f_1cam_small']) {
    const frames = readJob(name)
    assert.deepEqual(framesToInspect(frames), [])
    assertFrame(frames, 'sensor')
  }
})

const poseAt = (x: number, y = 0, yawRad = 0): Pose => ({
  position: { x, y, z: 1.8 },
  heading: quaternionFromYaw(yawRad),
})

/** A world of loose points, no ground: the same points in every frame. */
function scatter(count: number, height: number): Float64Array {
  let seed = 7
  const random = (): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed / 2147483648
  }
  return Float64Array.from({ length: 3 * count }, (_, i) => (i % 3 === 2 ? random() * height : random() * 60 - 30))
}

test('clouds of loose or flat points that repeat exactly are laid over one another', () => {
  for (const world of [scatter(2000, 3), scatter(300, 3), scatter(500, 0)]) {
    for (const poses of [
      [poseAt(0), poseAt(1)],
      [poseAt(3, 2), poseAt(3, 2, 0.5)],
      [poseAt(-10), poseAt(30, 5, 1)],
    ]) {
      const common = poses.map((sensorPose) => ({ sensorPose, points: world }))
      assertFrame(common, 'common')
      const sensor = common.map(({ sensorPose, points }) => ({
        sensorPose,
        points: transformPoints(points, invertPose(sensorPose)),
      }))
      assertFrame(sensor, 'sensor')
    }
  }
})

test('a sensor that stands still near the origin leaves it open: sensor, with a warning', () => {
  const frames = [poseAt(5), poseAt(5)].map((sensorPose) => ({ sensorPose, points: scatter(100, 2) }))
  assert.deepEqual(framesToInspect(frames), [])
  const decision = decide(frames)
  assert.equal(decision.frame, 'sensor')
  assert.match(decision.warning ?? '', /stands still/)
})

test('clouds without a finite point leave it open', () => {
  const points = new Float64Array(30).fill(Number.NaN)
  for (const poses of [
    [poseAt(0), poseAt(4)],
    [poseAt(900), poseAt(904)],
  ]) {
    const decision = decide(poses.map((sensorPose) => ({ sensorPose, points })))
    assert.equal(decision.frame, 'sensor')
    assert.ok(decision.warning)
  }
})

test('only the frames that matter are read', () => {
  const at = (...xs: number[]) => xs.map((x) => ({ sensorPose: poseAt(x) }))
  assert.deepEqual(framesToInspect([]), [])
  assert.deepEqual(
    framesToInspect([{ sensorPose: { position: { x: 0, y: 0, z: 0 }, heading: identityQuaternion } }]),
    [],
  )
  assert.deepEqual(framesToInspect(at(100, 300, 200)), [1])
  assert.deepEqual(framesToInspect(at(0, 2, 4)), [0, 2])
  assert.deepEqual(framesToInspect(at(0, 4, 8, 12, 16, 20)), [0, 2, 5])
  assert.deepEqual(framesToInspect(at(0, 5, 9, 5, 0)), [0, 2])
  assert.throws(() => decidePointCloudFrame(at(0, 2), new Map()), RangeError)
})
