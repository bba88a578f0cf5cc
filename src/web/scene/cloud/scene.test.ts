import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/laws.ts'
import { type Cuboid, cuboidContains } from '../../../geometry/cuboid.ts'
import { applyPose } from '../../../geometry/pose.ts'
import { quaternionFromAxisAngle, quaternionFromYaw } from '../../../geometry/quaternion.ts'
import { add, distance, scale, type Vec3 } from '../../../geometry/vec3.ts'
import { BOX_VIEWS, boxViewViewCamera } from '../../view3d/boxView.ts'
import { fittedOrbit, lookingAlong, type Orbit, orbitViewCamera, panned, zoomed } from '../../view3d/orbit.ts'
import { hitCuboid, pickCuboid } from '../../view3d/pickCuboid.ts'
import { pickPoint } from '../../view3d/pickPoint.ts'
import { relativeFromChunk, transformPoint, unitFromRelative } from '../../view3d/relativeMatrix.ts'
import {
  meetPlaneZ,
  projectionMatrix,
  rayThrough,
  screenOf,
  type ViewCamera,
  viewMatrix,
} from '../../view3d/viewCamera.ts'

const SIZE = { widthPx: 800, heightPx: 500 }
const ORBIT: Orbit = { kind: 'perspective', target: { x: 3, y: -2, z: 1 }, distanceM: 20, yawRad: 0.4, pitchRad: 0.6 }
const CAR: Cuboid = {
  position: { x: 10, y: 4, z: 0.8 },
  heading: quaternionFromYaw(0.7),
  dimensions: { length: 4.5, width: 1.9, height: 1.6 },
}
const near = (actual: number, expected: number, tolerance = 1e-9) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`)
const nearPoint = (actual: Vec3, expected: Vec3, tolerance = 1e-9) =>
  assert.ok(distance(actual, expected) <= tolerance, `${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`)

function throughMatrices(viewCamera: ViewCamera, p: Vec3) {
  const v = transformPoint(viewMatrix(viewCamera), p)
  const m = projectionMatrix(viewCamera)
  const w = m[3] * v.x + m[7] * v.y + m[11] * v.z + m[15]
  const c = transformPoint(m, v)
  return { x: ((c.x / w + 1) * viewCamera.widthPx) / 2, y: ((1 - c.y / w) * viewCamera.heightPx) / 2, z: c.z / w }
}

test('the GPU and picking agree: matrices and screen places, in every kind of view', () => {
  const views = [
    orbitViewCamera(ORBIT, SIZE),
    orbitViewCamera({ ...ORBIT, kind: 'top' }, SIZE),
    ...BOX_VIEWS.map((name) => boxViewViewCamera(CAR, name, SIZE)),
  ]
  for (const viewCamera of views) {
    const ray = rayThrough(viewCamera, { x: 250, y: 120 })
    const point = add(ray.origin, scale(ray.direction, 3.2))
    const at = screenOf(viewCamera, point)
    assert.ok(at)
    near(at.x, 250, 1e-6)
    near(at.y, 120, 1e-6)
    const drawn = throughMatrices(viewCamera, point)
    near(drawn.x, 250, 1e-6)
    near(drawn.y, 120, 1e-6)
    assert.ok(drawn.z > -1 && drawn.z < 1, `depth ${drawn.z} is cut off`)
  }
})

test('a cloud at 1e8 m stands to a tenth of a millimetre where it is, however sensor and file share the distance', () => {
  const large = fc.double({ min: -1e8, max: 1e8, noNaN: true })
  const vec = fc.record({ x: large, y: large, z: fc.double({ min: -1e4, max: 1e4, noNaN: true }) })
  fc.assert(
    fc.property(vec, fc.double({ min: -3, max: 3, noNaN: true }), fc.boolean(), (place, angle, inSensor) => {
      const origin = { x: Math.round(place.x), y: Math.round(place.y), z: Math.round(place.z) }
      const heading = quaternionFromAxisAngle({ x: 0.1, y: 0.2, z: 1 }, angle)
      const point = { x: 12.25, y: -3.5, z: 0.75 }
      const pose = inSensor
        ? { position: place, heading }
        : { position: { x: 0, y: 0, z: 0 }, heading: { w: 1, x: 0, y: 0, z: 0 } }
      const chunkOrigin = inSensor ? { x: 0, y: 0, z: 0 } : origin
      const relative = transformPoint(relativeFromChunk(origin, pose, chunkOrigin), point)
      const common = applyPose(pose, add(chunkOrigin, point))
      nearPoint(relative, { x: common.x - origin.x, y: common.y - origin.y, z: common.z - origin.z }, 1e-4)
    }),
  )
})

test('the unit box of the highlight holds exactly what the cuboid holds', () => {
  const m = unitFromRelative(CAR)
  fc.assert(
    fc.property(fc.double({ min: 6, max: 14, noNaN: true }), fc.double({ min: 0, max: 8, noNaN: true }), (x, y) => {
      const unit = transformPoint(m, { x, y, z: 1.1 })
      const isIn = Math.max(Math.abs(unit.x), Math.abs(unit.y), Math.abs(unit.z)) <= 1
      assert.equal(isIn, cuboidContains(CAR, { x, y, z: 1.1 }, 0))
    }),
  )
})

test('left in the rear view is left from above, and forward is up from above and right from the side', () => {
  const left = applyPose(CAR, { x: 0, y: 0.9, z: 0 })
  const front = applyPose(CAR, { x: 2, y: 0, z: 0 })
  const roof = applyPose(CAR, { x: 0, y: 0, z: 0.7 })
  const at = (name: (typeof BOX_VIEWS)[number], p: Vec3) => screenOf(boxViewViewCamera(CAR, name, SIZE), p)
  assert.ok(at('rear', left)!.x < 400 && at('top', left)!.x < 400)
  assert.ok(at('top', front)!.y < 250 && at('side', front)!.x > 400)
  assert.ok(at('rear', roof)!.y < 250 && at('side', roof)!.y < 250)
})

test('the ground follows the pointer while panning, and stays under it while zooming', () => {
  const from = { x: 300, y: 320 }
  const to = { x: 420, y: 280 }
  for (const kind of ['perspective', 'top'] as const) {
    const orbit = { ...ORBIT, kind }
    const ground = meetPlaneZ(rayThrough(orbitViewCamera(orbit, SIZE), from), orbit.target.z)!
    const moved = screenOf(orbitViewCamera(panned(orbit, SIZE, from, to), SIZE), ground)!
    near(moved.x, to.x, 1e-6)
    near(moved.y, to.y, 1e-6)
    const nearer = screenOf(orbitViewCamera(zoomed(orbit, SIZE, from, 0.8), SIZE), ground)!
    near(nearer.x, from.x, 1e-6)
    near(nearer.y, from.y, 1e-6)
  }
})

test('fitted bounds are in view from above', () => {
  const bounds = { min: { x: -40, y: -10, z: 0 }, max: { x: 60, y: 30, z: 5 } }
  const viewCamera = orbitViewCamera(fittedOrbit({ ...ORBIT, kind: 'top', yawRad: 0 }, bounds, SIZE), SIZE)
  for (const corner of [bounds.min, bounds.max]) {
    const at = screenOf(viewCamera, corner)!
    assert.ok(at.x >= 0 && at.x <= 800 && at.y >= 0 && at.y <= 500, JSON.stringify(at))
  }
})

test('looking along a camera ray, the eye stands where the camera stands', () => {
  const eye = { x: 1, y: 2, z: 1.5 }
  const direction = { x: 0.6, y: -0.7, z: -0.1 }
  const length = Math.hypot(0.6, 0.7, 0.1)
  const viewCamera = orbitViewCamera(lookingAlong(ORBIT, eye, scale(direction, 1 / length), 15), SIZE)
  nearPoint(viewCamera.eye, eye, 1e-9)
  nearPoint(viewCamera.forward, scale(direction, 1 / length), 1e-9)
})

test('a ray enters a cuboid by the face that it meets first', () => {
  const hit = hitCuboid({ origin: { x: 10, y: 4, z: 20 }, direction: { x: 0, y: 0, z: -1 } }, CAR)
  assert.equal(hit?.face, 'top')
  near(hit.point.z, 1.6)
  const ahead = applyPose(CAR, { x: 9, y: 0.2, z: 0.1 })
  const back = applyPose(CAR, { x: -1, y: 0, z: 0 })
  const ray = {
    origin: ahead,
    direction: scale({ x: back.x - ahead.x, y: back.y - ahead.y, z: back.z - ahead.z }, 0.1),
  }
  assert.equal(hitCuboid(ray, CAR)?.face, 'front')
  assert.equal(hitCuboid({ ...ray, direction: scale(ray.direction, -1) }, CAR), null)
})

test('the one of a thousand cuboids under the pointer is picked, and a far speck still within a few pixels', () => {
  const cuboids = Array.from({ length: 1000 }, (_, i) => ({
    trackId: String(i),
    cuboid: { ...CAR, position: { x: (i % 40) * 6, y: Math.floor(i / 40) * 6, z: 0.8 } },
  }))
  const viewCamera = orbitViewCamera({ ...ORBIT, kind: 'top', target: { x: 120, y: 72, z: 0 }, distanceM: 200 }, SIZE)
  for (const n of [0, 417, 999]) {
    const at = screenOf(viewCamera, cuboids[n].cuboid.position)!
    assert.equal(pickCuboid(viewCamera, at, cuboids)?.trackId, String(n))
  }
  const far = orbitViewCamera({ ...ORBIT, target: { x: 10, y: 4, z: 0 }, distanceM: 3000 }, SIZE)
  const at = screenOf(far, CAR.position)!
  assert.equal(pickCuboid(far, { x: at.x + 4, y: at.y + 3 }, [{ trackId: 'a', cuboid: CAR }])?.trackId, 'a')
  assert.equal(pickCuboid(far, { x: at.x + 40, y: at.y }, [{ trackId: 'a', cuboid: CAR }]), null)
})

test('a point is picked by its place in the file; missing points are passed over, the nearer one wins', () => {
  const viewCamera = orbitViewCamera(ORBIT, SIZE)
  const ray = rayThrough(viewCamera, { x: 500, y: 200 })
  const along = (m: number) => add(ray.origin, scale(ray.direction, m))
  const [far, close] = [along(30), along(12)]
  const positions = [Number.NaN, Number.NaN, Number.NaN, far.x, far.y, far.z, close.x, close.y, close.z]
  const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
  const picked = pickPoint(viewCamera, { x: 502, y: 201 }, [{ positions, relativeFromChunk: matrix }])
  assert.equal(picked?.index, 2)
  assert.equal(pickPoint(viewCamera, { x: 540, y: 200 }, [{ positions, relativeFromChunk: matrix }]), null)
})
