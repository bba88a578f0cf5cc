import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCamera } from '../../geometry/camera.ts'
import { applyPose } from '../../geometry/pose.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import { STREET_CLASSES } from './classes.ts'
import { linkedJob } from './jobs.ts'
import { withMarkings } from './markings.ts'
import { makeStreet } from './street.ts'

const street = makeStreet({ seed: 31, frames: 2, yawRad: 0.7, origin: { x: 5e5, y: 4e6, z: 50 } })
const naming = { referenceId: 'street-1', tag: 'street', baseUrl: 'https://data.example.com/street/' }

interface Submitted {
  annotation_data: {
    tracks: { track_id: string; label: string }[]
    annotations: { type: string; label: string; frame_id: string; track_id: string; points: Vec3[] }[]
  }
}
const plain = linkedJob(street, naming).submission()
const { annotation_data: made } = JSON.parse(JSON.stringify(withMarkings(street, plain))) as Submitted

test('lane lines match the white lines of the images, in the lens of each', () => {
  const edges = new Set(made.tracks.filter(({ label }) => label === 'lane_line').map(({ track_id }) => track_id))
  const [frame] = street.frames
  const shot = frame.cameras.find(({ sensorId }) => sensorId === 'front')
  assert.ok(shot)
  const camera = createCamera(shot.intrinsics, shot.commonFromCamera)
  const image = shot.render()
  const lines = made.annotations.filter(({ track_id, frame_id }) => edges.has(track_id) && frame_id === frame.frameId)
  assert.equal(lines.length, 3)
  let [white, seen] = [0, 0]
  // The first and the last are drawn through; between two points so near that a pixel is less than a line is wide.
  for (const { points } of [lines[0], lines[2]]) {
    for (let i = 0; i + 1 < points.length; i++) {
      for (let part = 0; part < 100; part++) {
        const [p, q] = [points[i], points[i + 1]]
        const along = (axis: keyof Vec3) => p[axis] + ((q[axis] - p[axis]) * part) / 100
        const place = { x: along('x'), y: along('y'), z: along('z') }
        const { position } = shot.commonFromCamera
        if (Math.hypot(place.x - position.x, place.y - position.y) > 9) continue
        const pixel = camera.imageFromCommon(place)
        if (!pixel || pixel.u < 0 || pixel.v < 0 || pixel.u > shot.width - 1 || pixel.v > shot.height - 1) continue
        seen++
        if (image.rgb[3 * (Math.round(pixel.v) * shot.width + Math.round(pixel.u))] > 150) white++
      }
    }
  }
  assert.ok(seen > 30, `${seen} places in view`)
  assert.ok(white > 0.7 * seen, `${white} of ${seen} on white`)
})

test('lamp posts stand where the lidar sees poles', () => {
  const [{ lidar }] = street.frames
  const posts = made.annotations.filter(({ label, frame_id }) => label === 'lamp_post' && frame_id === 'frame-000')
  assert.ok(posts.length > 0)
  const pole = STREET_CLASSES.findIndex(({ name }) => name === 'pole')
  let touched = 0
  for (const { points } of posts) {
    const [foot, top] = points
    assert.ok(Math.abs(top.z - foot.z - 5) < 1e-6)
    const isOnIt = (index: number): boolean => {
      const [x, y, z] = lidar.positions.subarray(3 * index, 3 * index + 3)
      const place = applyPose(lidar.commonFromSensor, { x, y, z })
      return lidar.classes[index] === pole && Math.hypot(place.x - foot.x, place.y - foot.y) < 0.25
    }
    if (Array.from(lidar.classes, (_, i) => i).some(isOnIt)) touched++
  }
  assert.ok(touched >= posts.length / 2, `${touched} of ${posts.length} have points`)
})
