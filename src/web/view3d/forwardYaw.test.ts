import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCamera } from '../../geometry/camera.ts'
import { DEFAULT_INTRINSICS } from '../../geometry/intrinsics.ts'
import type { Pose } from '../../geometry/pose.ts'
import { multiplyQuaternions, quaternionFromYaw } from '../../geometry/quaternion.ts'
import { forwardYaw } from './forwardYaw.ts'
import type { FusionJob } from './fusionJob.ts'

const SIZE = { width: 10, height: 10 }
const OPTICAL = { w: 0.5, x: -0.5, y: 0.5, z: -0.5 }

/** A vehicle that drives `metres` a frame towards `wayRad`, its frame's x axis towards `headingRad`. */
function drive(metres: number, wayRad: number, headingRad: number | null, camera?: { id: string; yawRad: number }) {
  const frames = [0, 1, 2].map((i) => {
    const position = {
      x: 691_608 + metres * i * Math.cos(wayRad),
      y: 5_335_912 + metres * i * Math.sin(wayRad),
      z: 0,
    }
    const egoPose: Pose | null = headingRad === null ? null : { position, heading: quaternionFromYaw(headingRad) }
    const heading = multiplyQuaternions(quaternionFromYaw(camera?.yawRad ?? 0), OPTICAL)
    const intrinsics = { ...DEFAULT_INTRINSICS, fx: 5, fy: 5 }
    const shot = {
      sensorId: 'c',
      url: '',
      size: SIZE,
      tiles: null,
      camera: createCamera(intrinsics, { position, heading }),
    }
    return { frameId: String(i), egoPose, clouds: [], cameras: camera ? [shot] : [] }
  })
  const sensors = camera ? [{ id: 'c', name: camera.id, modality: 'camera', editable: true }] : []
  const originM = { x: 0, y: 0, z: 0 }
  return { frames, frameTimes: [0, 1], sensors, originM, primarySensorId: '', hasEgoPose: true } as FusionJob
}

const near = (actual: number, expected: number) => {
  const off = Math.atan2(Math.sin(actual - expected), Math.cos(actual - expected))
  assert.ok(Math.abs(off) < 1e-9, `${actual} is not ${expected}`)
}

test('the first view looks where the vehicle heads, standing or driving', () => {
  near(forwardYaw(drive(0, 0, 0.7), 0), 0.7)
  near(forwardYaw(drive(2, 0.75, 0.7), 0), 0.7)
  near(forwardYaw(drive(0, 0, null), 0), 0)
})

test('a vehicle’s frame whose y axis is forward is found by the direction it drives in, in every frame', () => {
  for (const frame of [0, 1, 2]) near(forwardYaw(drive(2, 0.8, 0.8 - Math.PI / 2), frame), 0.8)
})

test('who drives backwards still looks forward', () => {
  near(forwardYaw(drive(2, 0.7 + Math.PI, 0.7), 1), 0.7)
})

test('a standing vehicle, and one without ego pose, is found by its front camera, not by one that looks aside', () => {
  near(forwardYaw(drive(0.1, 0, 0, { id: 'Front camera', yawRad: 1.6 }), 0), Math.PI / 2)
  near(forwardYaw(drive(0, 0, null, { id: 'CAM_FRONT', yawRad: 1.5 }), 0), Math.PI / 2)
  near(forwardYaw(drive(0, 0, null, { id: 'front_left', yawRad: 1.5 }), 0), 0)
})

test('a frame without images is turned as those with the front camera are', () => {
  const job = drive(0, 0, null, { id: 'CAM_FRONT', yawRad: 1.5 })
  const [first, ...others] = job.frames
  near(forwardYaw({ ...job, frames: [{ ...first, cameras: [] }, ...others] }, 0), Math.PI / 2)
})
