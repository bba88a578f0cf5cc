import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { createCamera, imagePointFromNormalized, normalizeImagePoint } from './camera.ts'
import { type CameraIntrinsics, DEFAULT_INTRINSICS, isProjectable } from './intrinsics.ts'
import { norm, type Vec3 } from './vec3.ts'

const opencvFile = path.join(process.env.FIDUCIAL_FIXTURES ?? '../shared/fixtures', 'projection/opencv.json')

type OpencvCase = {
  intrinsics: Omit<CameraIntrinsics, 'cameraModel' | 'scaleFactor'> & {
    camera_model: CameraIntrinsics['cameraModel']
    scale_factor: number
  }
  points: [number, number, number][]
  pixels: [number, number][]
}

test('pixels agree with OpenCV within 1e-6 px, both ways', {
  skip: existsSync(opencvFile) ? false : 'no fixtures',
}, () => {
  const { cases } = JSON.parse(readFileSync(opencvFile, 'utf8')) as { cases: OpencvCase[] }
  assert.ok(cases.length >= 18)
  for (const { intrinsics, points, pixels } of cases) {
    const { camera_model, scale_factor, ...numbers } = intrinsics
    const camera = createCamera({ ...numbers, cameraModel: camera_model, scaleFactor: scale_factor })
    points.forEach(([x, y, z], i) => {
      const point = { x, y, z }
      const pixel = camera.imageFromCamera(point)
      assert.ok(pixel, `point ${i} is in the valid field`)
      assert.ok(Math.abs(pixel.u - pixels[i][0]) < 1e-6 && Math.abs(pixel.v - pixels[i][1]) < 1e-6)
      const ray = camera.cameraRayFromImage(pixels[i][0], pixels[i][1])
      assert.ok(ray)
      assertSameDirection(ray, point, 1e-8)
    })
  }
})

function assertSameDirection(ray: Vec3, point: Vec3, tolerance: number): void {
  const length = norm(point)
  const off = Math.hypot(ray.x - point.x / length, ray.y - point.y / length, ray.z - point.z / length)
  assert.ok(off < tolerance, `ray is ${off} away from the point it came from`)
}

const within = (min: number, max: number): fc.Arbitrary<number> =>
  fc.double({ min, max, noNaN: true, noDefaultInfinity: true })

const anyIntrinsics: fc.Arbitrary<CameraIntrinsics> = fc.record({
  cameraModel: fc.constantFrom('brown_conrady' as const, 'fisheye' as const),
  fx: within(200, 2000),
  fy: within(200, 2000),
  cx: within(0, 1000),
  cy: within(0, 1000),
  skew: within(-5, 5),
  k1: within(-0.4, 0.4),
  k2: within(-0.1, 0.1),
  k3: within(-0.05, 0.05),
  k4: within(-0.01, 0.01),
  p1: within(-0.003, 0.003),
  p2: within(-0.003, 0.003),
  scaleFactor: fc.constantFrom(1, 2, 0.5, 4),
})

test('a pixel looked up and projected again is the same pixel', () => {
  fc.assert(
    fc.property(anyIntrinsics, within(-200, 2200), within(-200, 2200), (intrinsics, u, v) => {
      const camera = createCamera(intrinsics)
      const ray = camera.cameraRayFromImage(u, v)
      if (ray === null) return
      assert.ok(Math.abs(norm(ray) - 1) < 1e-12)
      const back = camera.imageFromField(ray)
      assert.ok(Math.hypot(back.u - u, back.v - v) < 1e-5, `${back.u} ${back.v} for ${u} ${v}`)
    }),
    { numRuns: 2000 },
  )
})

test('a point well inside the valid field is found again from its pixel', () => {
  fc.assert(
    fc.property(
      anyIntrinsics,
      within(0, 0.9),
      within(-Math.PI, Math.PI),
      within(0.1, 1e4),
      (intrinsics, part, azimuth, depth) => {
        const camera = createCamera(intrinsics)
        const theta = Math.min(camera.lens.maxOffAxisRad, intrinsics.cameraModel === 'fisheye' ? 3 : 1.2) * part
        const point = {
          x: depth * Math.sin(theta) * Math.cos(azimuth),
          y: depth * Math.sin(theta) * Math.sin(azimuth),
          z: depth * Math.cos(theta),
        }
        const pixel = camera.imageFromCamera(point)
        if (intrinsics.cameraModel === 'brown_conrady' && point.z <= 0.05) return assert.equal(pixel, null)
        assert.ok(pixel)
        const ray = camera.cameraRayFromImage(pixel.u, pixel.v)
        assert.ok(ray, `no ray at ${pixel.u} ${pixel.v}`)
        assertSameDirection(ray, point, 1e-5)
      },
    ),
    { numRuns: 2000 },
  )
})

test('beyond the first stationary point of the radial mapping nothing is shown', () => {
  const camera = createCamera({ ...DEFAULT_INTRINSICS, fx: 1000, fy: 1000, k1: -0.3 })
  const border = Math.sqrt(1 / 0.9)
  assert.ok(Math.abs(Math.tan(camera.lens.maxOffAxisRad) - border) < 1e-12)
  assert.ok(camera.imageFromCamera({ x: border * 0.9999, y: 0, z: 1 }))
  assert.equal(camera.imageFromCamera({ x: border * 1.0001, y: 0, z: 1 }), null)
  const last = camera.imageFromCamera({ x: border * (1 - 1e-12), y: 0, z: 1 })
  assert.ok(last)
  assert.ok(camera.cameraRayFromImage(last.u - 1e-9, 0))
  assert.equal(camera.cameraRayFromImage(last.u + 1e-3, 0), null)
})

test('points behind a brown_conrady camera, or nearer than 5 cm, are not shown', () => {
  const camera = createCamera({ ...DEFAULT_INTRINSICS, fx: 1000, fy: 1000 })
  assert.equal(camera.imageFromCamera({ x: 0, y: 0, z: 0.05 }), null)
  assert.equal(camera.imageFromCamera({ x: 0, y: 0, z: -3 }), null)
  assert.ok(camera.imageFromCamera({ x: 0, y: 0, z: 0.051 }))
  assert.equal(camera.imageFromCamera({ x: Number.NaN, y: 0, z: 1 }), null)
})

test('a fisheye sees behind the camera plane, to its stationary point or straight back', () => {
  const wide = createCamera({ ...DEFAULT_INTRINSICS, cameraModel: 'fisheye', fx: 300, fy: 300 })
  const pixel = wide.imageFromCamera({ x: 1, y: 0, z: -1 })
  assert.ok(pixel && Math.abs(pixel.u - (300 * 3 * Math.PI) / 4) < 1e-9)
  const narrow = createCamera({ ...DEFAULT_INTRINSICS, cameraModel: 'fisheye', fx: 300, fy: 300, k1: -0.1 })
  assert.ok(Math.abs(narrow.lens.maxOffAxisRad - Math.sqrt(1 / 0.3)) < 1e-12)
  assert.equal(narrow.imageFromCamera({ x: Math.sin(1.83), y: 0, z: Math.cos(1.83) }), null)
})

test('a camera without focal length cannot project', () => {
  assert.equal(isProjectable(DEFAULT_INTRINSICS), false)
  assert.equal(isProjectable({ ...DEFAULT_INTRINSICS, fx: 1 }), false)
  assert.equal(isProjectable({ ...DEFAULT_INTRINSICS, fx: 1, fy: 1 }), true)
  assert.throws(() => createCamera(DEFAULT_INTRINSICS), RangeError)
})

test('normalised coordinates run over the image edges and back', () => {
  const size = { width: 640, height: 400 }
  assert.deepEqual(normalizeImagePoint({ u: -0.5, v: 399.5 }, size), { x: 0, y: 1 })
  assert.deepEqual(imagePointFromNormalized({ x: 1, y: 0 }, size), { u: 639.5, v: -0.5 })
})
