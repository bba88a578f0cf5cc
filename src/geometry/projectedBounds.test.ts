import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { type Camera, type CameraPixel, createCamera, isInsideImage } from './camera.ts'
import { CUBOID_FACES, type Cuboid, cuboidContains, cuboidCorners } from './cuboid.ts'
import { DEFAULT_INTRINSICS } from './intrinsics.ts'
import { applyInversePose, applyPose, identityPose, type Pose } from './pose.ts'
import { type ImageBounds, projectedBounds } from './projectedBounds.ts'
import { projectedEdges } from './projectedEdges.ts'
import { identityQuaternion, normalizeQuaternion, quaternionFromYaw } from './quaternion.ts'
import { add, scale, subtract, type Vec3 } from './vec3.ts'

const size = { width: 640, height: 400 }
const brown = { ...DEFAULT_INTRINSICS, fx: 400, fy: 400, cx: 320, cy: 200, k1: -0.25, k2: 0.05, p1: 0.001, p2: -0.0008 }
const pinhole = { ...DEFAULT_INTRINSICS, fx: 400, fy: 400, cx: 319.5, cy: 199.5 }
const fisheye = {
  ...DEFAULT_INTRINSICS,
  cameraModel: 'fisheye' as const,
  fx: 120,
  fy: 120,
  cx: 320,
  cy: 200,
  k1: -0.01,
  k2: 0.002,
}
/** Vehicle axes (x forward, y left, z up) from optical axes (x right, y down, z forward). */
const vehicleFromOptical: Pose = {
  position: { x: 0, y: 0, z: 0 },
  heading: normalizeQuaternion({ w: 0.5, x: -0.5, y: 0.5, z: -0.5 }),
}

function box(position: Vec3, length: number, width: number, height: number, heading = identityQuaternion): Cuboid {
  return { position, heading, dimensions: { length, width, height } }
}

type SurfacePoint = { face: number; a: number; b: number }

function surfacePoint(corners: Vec3[], { face, a, b }: SurfacePoint): Vec3 {
  const [origin, along, , across] = CUBOID_FACES[face].corners.map((i) => corners[i])
  return add(origin, add(scale(subtract(along, origin), a), scale(subtract(across, origin), b)))
}

/**
 * The brute force: a grid over all faces, then from the best of it a search in ever smaller steps for each of the
 * four sides. It only ever finds points of the region, so it can fall short of the bounds but not exceed them.
 */
function searchedBounds(cuboid: Cuboid, camera: Camera, gridSteps = 120): ImageBounds | null {
  const corners = cuboidCorners(cuboid)
  const project = (s: SurfacePoint): CameraPixel | null => {
    const pixel = camera.imageFromCommon(surfacePoint(corners, s))
    return pixel !== null && isInsideImage(pixel, size) ? pixel : null
  }
  const samples: { at: SurfacePoint; pixel: CameraPixel }[] = []
  for (let face = 0; face < 6; face++) {
    for (let i = 0; i <= gridSteps; i++) {
      for (let j = 0; j <= gridSteps; j++) {
        const at = { face, a: i / gridSteps, b: j / gridSteps }
        const pixel = project(at)
        if (pixel) samples.push({ at, pixel })
      }
    }
  }
  if (samples.length === 0) return null
  let seed = 1
  const random = (): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed / 2147483648
  }
  const best = (worth: (p: CameraPixel) => number): number => {
    const starts = samples.toSorted((p, q) => worth(q.pixel) - worth(p.pixel)).slice(0, 12)
    let most = Number.NEGATIVE_INFINITY
    for (const start of starts) {
      let at = start.at
      let value = worth(start.pixel)
      for (let step = 2 / gridSteps; step > 1e-9; step *= 0.7) {
        for (let i = 0; i < 16; i++) {
          const clampTo = (x: number): number => Math.min(1, Math.max(0, x))
          const next = {
            face: at.face,
            a: i % 3 === 0 ? at.a : clampTo(at.a + (random() * 2 - 1) * step),
            b: i % 3 === 1 ? at.b : clampTo(at.b + (random() * 2 - 1) * step),
          }
          const pixel = project(next)
          if (pixel && worth(pixel) > value) {
            at = next
            value = worth(pixel)
          }
        }
      }
      most = Math.max(most, value)
    }
    return most
  }
  return { minU: -best((p) => -p.u), minV: -best((p) => -p.v), maxU: best((p) => p.u), maxV: best((p) => p.v) }
}

function assertBounds(actual: ImageBounds | null, expected: ImageBounds | null, tolerancePx = 0.05): void {
  assert.equal(actual === null, expected === null, `${JSON.stringify(actual)} for ${JSON.stringify(expected)}`)
  if (actual === null || expected === null) return
  for (const side of ['minU', 'minV', 'maxU', 'maxV'] as const) {
    assert.ok(
      Math.abs(actual[side] - expected[side]) <= tolerancePx,
      `${side} ${actual[side]} for ${expected[side]}: ${JSON.stringify({ actual, expected })}`,
    )
  }
}

test('a box before a pinhole camera is bounded by its corners', () => {
  const bounds = projectedBounds(box({ x: 0, y: 0, z: 11 }, 2, 1, 2), createCamera(pinhole), size)
  assertBounds(bounds, { minU: 319.5 - 40, maxU: 319.5 + 40, minV: 199.5 - 20, maxV: 199.5 + 20 }, 1e-9)
})

test('a box that spans the whole image, every corner outside, covers the image', () => {
  const whole = { minU: -0.5, minV: -0.5, maxU: 639.5, maxV: 399.5 }
  for (const intrinsics of [pinhole, brown]) {
    const wall = box({ x: 0, y: 0, z: 5 }, 12, 12, 1)
    const camera = createCamera(intrinsics)
    assertBounds(projectedBounds(wall, camera, size), whole, 0)
  }
})

test('a box around the camera covers what the lens sees', () => {
  const around = box({ x: 0, y: 0, z: 0 }, 4, 4, 4)
  assertBounds(projectedBounds(around, createCamera(pinhole), size), {
    minU: -0.5,
    minV: -0.5,
    maxU: 639.5,
    maxV: 399.5,
  })
  const small = createCamera({ ...fisheye, fx: 50, fy: 50, k1: 0, k2: 0 })
  const radius = 50 * Math.PI
  assertBounds(projectedBounds(around, small, size), {
    minU: 320 - radius,
    minV: 200 - radius,
    maxU: 320 + radius,
    maxV: 200 + radius,
  })
})

test('a box partly behind the camera is bounded by what is in front of it', () => {
  const bounds = projectedBounds(box({ x: 2, y: 1, z: 0 }, 1, 1, 20), createCamera(pinhole), size)
  assert.ok(bounds)
  assert.equal(bounds.maxU, 639.5)
  assert.ok(Math.abs(bounds.minU - (319.5 + (400 * 1.5) / 10)) < 0.02)
})

test('a box behind a brown_conrady camera, or outside its image, has no bounds', () => {
  for (const position of [
    { x: 0, y: 0, z: -5 },
    { x: 50, y: 0, z: 5 },
  ]) {
    assert.equal(projectedBounds(box(position, 2, 2, 2), createCamera(brown), size), null)
  }
})

test('bounds beyond the valid field follow its border, not clamped corners', () => {
  const camera = createCamera({ ...pinhole, fx: 200, fy: 200, k1: -0.3 })
  const border = (Math.sqrt(1 / 0.9) * 2) / 3
  const bounds = projectedBounds(box({ x: 10, y: 0, z: 5 }, 18, 1, 1), camera, size)
  assert.ok(bounds && Math.abs(bounds.maxU - (319.5 + 200 * border)) < 0.01)
})

test('a fisheye gives bounds for a box beyond 90° and for one right behind it', () => {
  const camera = createCamera(fisheye)
  for (const position of [
    { x: 3, y: 0, z: -2 },
    { x: 0.2, y: 0.1, z: -6 },
    { x: -2, y: 1, z: 0 },
  ]) {
    const cuboid = box(position, 2, 1.5, 1, quaternionFromYaw(0.3))
    const bounds = projectedBounds(cuboid, camera, size)
    assert.ok(bounds || position.z === -6)
    assertBounds(bounds, searchedBounds(cuboid, camera))
  }
})

test('bounds survive coordinates of 1e7 m', () => {
  const far = { position: { x: 11724271.1, y: 3123267.8, z: 18.8 }, heading: vehicleFromOptical.heading }
  const near = box({ x: 12, y: 2, z: -1 }, 4, 2, 1.5, quaternionFromYaw(0.4))
  const moved = { ...near, position: add(near.position, far.position) }
  assertBounds(
    projectedBounds(moved, createCamera(brown, far), size),
    projectedBounds(near, createCamera(brown, vehicleFromOptical), size),
    1e-5,
  )
})

const within = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true })
const anyHeading = fc
  .tuple(within(-1, 1), within(-1, 1), within(-1, 1), within(-1, 1))
  .filter((q) => Math.hypot(...q) > 0.1)
  .map(([w, x, y, z]) => normalizeQuaternion({ w, x, y, z }))
const anyCuboid: fc.Arbitrary<Cuboid> = fc.record({
  position: fc.record({ x: within(-8, 8), y: within(-5, 5), z: within(-4, 15) }),
  heading: anyHeading,
  dimensions: fc.record({ length: within(0.3, 6), width: within(0.3, 6), height: within(0.3, 6) }),
})
/** From the camera, which stands at the origin, to the nearest side. */
function distanceToSides({ position, heading, dimensions: { length, width, height } }: Cuboid): number {
  const { x, y, z } = applyInversePose({ position, heading }, { x: 0, y: 0, z: 0 })
  const beyond = [Math.abs(x) - length / 2, Math.abs(y) - width / 2, Math.abs(z) - height / 2]
  const most = Math.max(...beyond)
  return most <= 0 ? -most : Math.hypot(...beyond.map((d) => Math.max(d, 0)))
}
/** Whether the box holds the direction straight behind the camera: one direction that a fisheye shows all along its rim. */
const hasRim = (cuboid: Cuboid, { lens }: Camera): boolean =>
  lens.maxOffAxisRad > 3.14 &&
  Array.from({ length: 400 }, (_, i) => ({ x: 0, y: 0, z: -0.05 * i })).some((p) => cuboidContains(cuboid, p, 0.1))
const anyCamera = fc
  .record({
    base: fc.constantFrom(brown, pinhole, fisheye, { ...brown, k1: -0.4 }, { ...fisheye, k1: -0.12 }),
    skew: within(-3, 3),
    zoom: within(0.5, 2),
  })
  .map(({ base, skew, zoom }) => createCamera({ ...base, skew, fx: base.fx * zoom, fy: base.fy * zoom }))

test('for any box and lens the bounds hold every point of the visible surface, and no less than a search finds', () => {
  fc.assert(
    fc.property(anyCuboid, anyCamera, (cuboid, camera) => {
      // No grid is fine enough for a side close to the camera: a few of its points fill the image.
      fc.pre(distanceToSides(cuboid) > 0.4)
      // Nor for the rim of a fisheye, which is one point of the box: that is held by an example above.
      fc.pre(!hasRim(cuboid, camera))
      const bounds = projectedBounds(cuboid, camera, size)
      // What is seen may lie between the points of the coarse grid, though it be large: close to the camera.
      const searched = searchedBounds(cuboid, camera, 40) ?? searchedBounds(cuboid, camera, 400)
      if (searched === null) {
        // A sliver may lie between those of the fine one, but it must be small.
        assert.ok(bounds === null || Math.min(bounds.maxU - bounds.minU, bounds.maxV - bounds.minV) < 20)
        return
      }
      assert.ok(bounds)
      assert.ok(bounds.minU <= searched.minU + 0.02 && bounds.minV <= searched.minV + 0.02)
      assert.ok(bounds.maxU >= searched.maxU - 0.02 && bounds.maxV >= searched.maxV - 0.02)
      const slack = Math.max(
        searched.minU - bounds.minU,
        searched.minV - bounds.minV,
        bounds.maxU - searched.maxU,
        bounds.maxV - searched.maxV,
      )
      // The search walks on a coarse grid and may stop short of a corner of a small visible part.
      if (slack > 0.05) assertBounds(bounds, searchedBounds(cuboid, camera, 400), 0.2)
    }),
    // Looking for a smaller case that fails would search for many minutes.
    { numRuns: 60, endOnFailure: true },
  )
})

test('drawn edges stay inside the image, in order, and on the edges of the box', () => {
  const cuboid = box({ x: 0.4, y: 0.2, z: 1.2 }, 3, 2, 2.2, quaternionFromYaw(0.4))
  for (const intrinsics of [brown, fisheye, pinhole]) {
    const camera = createCamera(intrinsics)
    const stretches = projectedEdges(cuboid, camera, size)
    assert.ok(stretches.length >= 4)
    for (const { points } of stretches) {
      assert.ok(points.length >= 2)
      for (const point of points) {
        assert.ok(isInsideImage(point, size))
        const ray = camera.cameraRayFromImage(point.u, point.v)
        assert.ok(ray)
        const hits = Array.from({ length: 4000 }, (_, i) => applyPose(identityPose, scale(ray, i * 0.001)))
        assert.ok(hits.some((p) => cuboidContains(cuboid, p, 0.02)))
      }
    }
  }
})
