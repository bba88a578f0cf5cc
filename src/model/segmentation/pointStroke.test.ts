import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { createCamera } from '../../geometry/camera.ts'
import { type Cuboid, cuboidContains } from '../../geometry/cuboid.ts'
import { DEFAULT_INTRINSICS } from '../../geometry/intrinsics.ts'
import { applyPose, type Pose } from '../../geometry/pose.ts'
import { quaternionFromAxisAngle, quaternionFromYaw } from '../../geometry/quaternion.ts'
import { dot, subtract, type Vec3 } from '../../geometry/vec3.ts'
import { cuboidPoints } from './cuboidPoints.ts'
import { DepthMap } from './depthMap.ts'
import type { PointRules, SlottedCloud } from './pointCloud.ts'
import { PointLimits } from './pointLimits.ts'
import { CloudStroke } from './pointStroke.ts'
import { ImageSurface, type PointSurface, type ViewPlacement, ViewSurface } from './pointSurface.ts'
import { ScreenGrid } from './screenGrid.ts'
import type { SurfacePlace } from './screenPolygon.ts'
import { ALL, cloudOf, IDENTITY, randomOf, relativePoint, SIZE, testMatrix, testRules, viewFrom } from './testClouds.ts'

const POSE: Pose = {
  position: { x: 4, y: -7, z: 1.5 },
  heading: quaternionFromAxisAngle({ x: 0.2, y: -0.1, z: 1 }, 0.8),
}
const EYE = { x: -12, y: 3, z: 6 }

function strokeOn(cloud: SlottedCloud, surface: PointSurface, rules: PointRules = ALL, isVisibleOnly = false) {
  const limits = new PointLimits(cloud.relativeFromCloud, rules)
  const depths = isVisibleOnly ? new DepthMap(cloud, surface, rules.shows, limits) : null
  const grid = new ScreenGrid(cloud.positions, surface)
  return new CloudStroke({ cloud, surface, grid, depths, rules, found: new Uint8Array(cloud.slots.length) })
}

/** Points around the target, every seventh missing, in slots 0 to 3; their cloud is turned and shifted. */
function scattered(count: number, seed: number): SlottedCloud {
  const random = randomOf(seed)
  const points = Array.from({ length: count }, (_, i) => {
    const [x, y, z] = [random() * 20 - 10, random() * 20 - 10, random() * 6 - 2]
    return i % 7 === 3 ? { x: Number.NaN, y, z } : { x, y, z }
  })
  const slots = points.map((_, i) => i % 4)
  return { ...cloudOf(points, slots), relativeFromCloud: testMatrix(POSE) }
}

const pointOf = ({ positions }: SlottedCloud, i: number): Vec3 => ({
  x: positions[3 * i],
  y: positions[3 * i + 1],
  z: positions[3 * i + 2],
})

/** Where a point appears, by the book. */
function placeOf(view: ViewPlacement, point: Vec3): SurfacePlace | null {
  const d = subtract(point, view.eye)
  const depth = dot(d, view.forward)
  const px =
    view.projection.kind === 'perspective'
      ? view.heightPx / 2 / (view.projection.tanHalfFov * depth)
      : 1 / view.projection.metresPerPx
  const at = { x: view.widthPx / 2 + dot(d, view.right) * px, y: view.heightPx / 2 - dot(d, view.up) * px }
  const isSeen = at.x >= 0 && at.y >= 0 && at.x < view.widthPx && at.y < view.heightPx
  return depth > view.nearM && depth <= view.farM && isSeen ? at : null
}

function bruteForce(cloud: SlottedCloud, view: ViewPlacement, isMeant: (at: SurfacePlace) => boolean): number[] {
  return [...cloud.slots.keys()].filter((i) => {
    const at = placeOf(view, relativePoint(POSE, pointOf(cloud, i)))
    return at !== null && isMeant(at)
  })
}

/** Winding number by angles, which is another way than that of the code. */
function windsAround(corners: readonly SurfacePlace[], { x, y }: SurfacePlace): boolean {
  let angle = 0
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length]
    const turn = Math.atan2(b.y - y, b.x - x) - Math.atan2(a.y - y, a.x - x)
    angle += turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI))
  })
  return Math.round(angle / (2 * Math.PI)) !== 0
}

function segmentDistance(a: SurfacePlace, b: SurfacePlace, p: SurfacePlace): number {
  let best = Math.min(Math.hypot(p.x - a.x, p.y - a.y), Math.hypot(p.x - b.x, p.y - b.y))
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  const along = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length
  const across = ((p.y - a.y) * (b.x - a.x) - (p.x - a.x) * (b.y - a.y)) / length
  if (along > 0 && along < length) best = Math.min(best, Math.abs(across))
  return best
}

const place = fc.record({
  x: fc.double({ min: -80, max: 880, noNaN: true }),
  y: fc.double({ min: -80, max: 580, noNaN: true }),
})
const projection = fc.constantFrom<ViewPlacement['projection']>(
  { kind: 'perspective', tanHalfFov: 0.45 },
  { kind: 'orthographic', metresPerPx: 0.03 },
)
const target = applyPose(POSE, { x: 0, y: 0, z: 0 })

test('a brush finds what a look at every single point finds, ascending, and nothing twice in a stroke', () => {
  fc.assert(
    fc.property(
      fc.nat(1000),
      projection,
      place,
      place,
      fc.double({ min: 1, max: 90, noNaN: true }),
      (seed, p, a, b, r) => {
        const cloud = scattered(600, seed)
        const view = viewFrom(EYE, target, p)
        const stroke = strokeOn(cloud, new ViewSurface(cloud.relativeFromCloud, view, 2))
        const found = [...stroke.brush([{ from: a, to: b, radiusPx: r }])]
        assert.deepEqual(
          found,
          bruteForce(cloud, view, (at) => segmentDistance(a, b, at) <= r),
        )
        assert.deepEqual([...stroke.brush([{ from: a, to: b, radiusPx: r }])], [])
      },
    ),
    { numRuns: 60 },
  )
})

test('a closed line finds what winds around points, even where it crosses itself or leaves the view', () => {
  fc.assert(
    fc.property(fc.nat(1000), projection, fc.array(place, { minLength: 3, maxLength: 12 }), (seed, p, corners) => {
      const cloud = scattered(600, seed)
      const view = viewFrom(EYE, target, p)
      const stroke = strokeOn(cloud, new ViewSurface(cloud.relativeFromCloud, view, 2))
      assert.deepEqual(
        [...stroke.polygon(corners)],
        bruteForce(cloud, view, (at) => windsAround(corners, at)),
      )
    }),
    { numRuns: 80 },
  )
})

test('a point on an edge belongs to one of the two polygons that share it', () => {
  const points = [0, 1, 2, 3, 4].map((i) => ({ x: 0, y: 0, z: i }))
  const cloud = cloudOf(points)
  const view = viewFrom({ x: -10, y: 0, z: 2 }, { x: 0, y: 0, z: 2 }, { kind: 'orthographic', metresPerPx: 0.02 })
  const stroke = strokeOn(cloud, new ViewSurface(IDENTITY, view, 2))
  const box = (left: number, right: number) => [
    { x: left, y: 150 },
    { x: right, y: 150 },
    { x: right, y: 350 },
    { x: left, y: 350 },
  ]
  const left = [...stroke.polygon(box(100, 400))]
  const right = [...stroke.polygon(box(400, 700))]
  assert.deepEqual(
    [...left, ...right].sort(),
    [1, 2, 3, 4].filter((i) => [...left, ...right].includes(i)),
  )
  assert.equal(new Set([...left, ...right]).size, left.length + right.length)
  assert.deepEqual([...left, ...right].length, 4)
})

test('slots that may not be taken, heights, distances and crop keep their points out', () => {
  const crop: Cuboid = {
    position: applyPose(POSE, { x: 2, y: 1, z: 0 }),
    heading: quaternionFromYaw(0.3),
    dimensions: { length: 9, width: 7, height: 4 },
  }
  const rules = testRules({
    takes: Uint8Array.of(1, 0, 1, 1),
    shows: Uint8Array.of(1, 1, 0, 1),
    heightsM: [1, 2.5],
    crop,
    distances: { sensor: target, limitsM: [1, 3.5] },
  })
  const cloud = scattered(5000, 5)
  const view = viewFrom(EYE, target)
  const everywhere = [0, 1, 2, 3].map((i) => ({ x: i % 3 ? 900 : -100, y: i < 2 ? -100 : 600 }))
  const expected = bruteForce(cloud, view, () => true).filter((i) => {
    const point = relativePoint(POSE, pointOf(cloud, i))
    const away = Math.hypot(point.x - target.x, point.y - target.y)
    const isWithin = point.z >= 1 && point.z <= 2.5 && away >= 1 && away <= 3.5
    return [0, 3].includes(cloud.slots[i]) && isWithin && cuboidContains(crop, point)
  })
  assert.ok(expected.length > 20)
  const stroke = strokeOn(cloud, new ViewSurface(cloud.relativeFromCloud, view, 2), rules)
  assert.deepEqual([...stroke.polygon(everywhere)], expected)
})

test('a cuboid takes the points inside, its faces included, and no missing point', () => {
  const cloud = scattered(3000, 9)
  const cuboid: Cuboid = { position: target, heading: POSE.heading, dimensions: { length: 8, width: 6, height: 3 } }
  const expected = [...cloud.slots.keys()].filter((i) => cuboidContains(cuboid, relativePoint(POSE, pointOf(cloud, i))))
  assert.ok(expected.length > 50)
  assert.deepEqual([...cuboidPoints(cloud, cuboid, ALL)], expected)
})

test('on an image points are found where the lens shows them, and nothing outside its field', () => {
  for (const intrinsics of [
    { ...DEFAULT_INTRINSICS, fx: 420, fy: 430, cx: 399, cy: 250, k1: -0.2, k2: 0.03 },
    { ...DEFAULT_INTRINSICS, cameraModel: 'fisheye' as const, fx: 260, fy: 260, cx: 400, cy: 250, k1: 0.02 },
  ]) {
    const cloud = scattered(4000, 3)
    const cameraFromRelative: Pose = {
      position: { x: 0.5, y: 1, z: 12 },
      heading: quaternionFromAxisAngle({ x: 1, y: 0.1, z: 0 }, 1.9),
    }
    const surface = new ImageSurface(cloud.relativeFromCloud, { intrinsics, cameraFromRelative, ...SIZE })
    const camera = createCamera(intrinsics)
    const middle = { x: 380.25, y: 240.5 }
    const expected = [...cloud.slots.keys()].filter((i) => {
      const at = camera.imageFromCamera(applyPose(cameraFromRelative, relativePoint(POSE, pointOf(cloud, i))))
      return at !== null && Math.hypot(at.u - middle.x, at.v - middle.y) <= 120
    })
    assert.ok(expected.length > 20, `${expected.length} points`)
    const found = strokeOn(cloud, surface).brush([{ from: middle, to: middle, radiusPx: 120 }])
    assert.deepEqual([...found], expected)
  }
})

/** A grid of points over a plane, with a little noise. */
function sheet(origin: Vec3, across: Vec3, up: Vec3, stepM: number, noiseM: number, random: () => number): Vec3[] {
  const points: Vec3[] = []
  const [width, height] = [Math.hypot(across.x, across.y, across.z), Math.hypot(up.x, up.y, up.z)]
  for (let a = 0; a <= width; a += stepM) {
    for (let b = 0; b <= height; b += stepM) {
      const [s, t] = [(a + stepM * (random() - 0.5)) / width, (b + stepM * (random() - 0.5)) / height]
      const n = () => noiseM * (random() - 0.5)
      points.push({
        x: origin.x + s * across.x + t * up.x + n(),
        y: origin.y + s * across.y + t * up.y + n(),
        z: origin.z + s * across.z + t * up.z + n(),
      })
    }
  }
  return points
}

const WHOLE = [
  { x: 0, y: 0 },
  { x: 800, y: 0 },
  { x: 800, y: 500 },
  { x: 0, y: 500 },
]

test('a lasso through a wall takes the wall and nothing behind it; without the rule, or with the wall hidden, it does', () => {
  const random = randomOf(4)
  const wall = sheet({ x: 10, y: -6, z: 0 }, { x: 0, y: 12, z: 0 }, { x: 0, y: 0, z: 6 }, 0.08, 0.02, random)
  const behind = sheet({ x: 16, y: -3, z: 1 }, { x: 0, y: 6, z: 0 }, { x: 3, y: 0, z: 2 }, 0.1, 0.02, random)
  const cloud = cloudOf([...wall, ...behind], [...wall.map(() => 0), ...behind.map(() => 1)])
  const surface = new ViewSurface(IDENTITY, viewFrom({ x: 0, y: 0, z: 3 }, { x: 10, y: 0, z: 3 }), 2)
  const countBehind = (found: Uint32Array) => found.filter((i) => i >= wall.length).length
  const lasso = [
    { x: 250, y: 150 },
    { x: 550, y: 150 },
    { x: 550, y: 350 },
    { x: 250, y: 350 },
  ]
  const all = strokeOn(cloud, surface, ALL).polygon(lasso)
  const visible = strokeOn(cloud, surface, ALL, true).polygon(lasso)
  assert.ok(countBehind(all) > 500)
  assert.equal(countBehind(visible), 0)
  assert.equal(visible.length, all.length - countBehind(all), 'the wall itself is taken whole')
  const unwalled = strokeOn(cloud, surface, testRules({ shows: Uint8Array.of(0, 1) }), true).polygon(lasso)
  assert.equal(countBehind(unwalled), countBehind(all))
  const cut = strokeOn(cloud, surface, testRules({ crop: boxFrom(12) }), true).polygon(lasso)
  assert.equal(countBehind(cut), countBehind(all), 'what the crop cuts away is not in the way')
})

test('on an image, too, points behind a wall stay unchanged', () => {
  const random = randomOf(6)
  const wall = sheet({ x: 10, y: -6, z: -3 }, { x: 0, y: 12, z: 0 }, { x: 0, y: 0, z: 6 }, 0.15, 0.02, random)
  const behind = sheet({ x: 15, y: -2, z: -2 }, { x: 0, y: 4, z: 0 }, { x: 2, y: 0, z: 3 }, 0.1, 0.02, random)
  const cloud = cloudOf([...wall, ...behind])
  const intrinsics = { ...DEFAULT_INTRINSICS, fx: 500, fy: 500, cx: 400, cy: 250, k1: -0.1 }
  // Optical axes: x right, y down, z along the scene's x.
  const cameraFromRelative: Pose = { position: { x: 0, y: 0, z: 0 }, heading: { w: 0.5, x: 0.5, y: -0.5, z: 0.5 } }
  const surface = new ImageSurface(IDENTITY, { intrinsics, cameraFromRelative, ...SIZE })
  const middle = { from: { x: 400, y: 250 }, to: { x: 420, y: 240 }, radiusPx: 60 }
  const all = strokeOn(cloud, surface).brush([middle])
  const visible = strokeOn(cloud, surface, ALL, true).brush([middle])
  assert.ok(all.filter((i) => i >= wall.length).length > 100)
  assert.deepEqual(
    visible,
    all.filter((i) => i < wall.length),
  )
})

const boxFrom = (x: number): Cuboid => ({
  position: { x: x + 50, y: 0, z: 0 },
  heading: { w: 1, x: 0, y: 0, z: 0 },
  dimensions: { length: 100, width: 100, height: 100 },
})

test('no plane hides itself, dense or thin, however grazing the view', () => {
  fc.assert(
    fc.property(
      fc.nat(1000),
      fc.double({ min: 0.3, max: 30, noNaN: true }),
      fc.constantFrom(0.25, 0.6, 2),
      fc.double({ min: -0.3, max: 0.3, noNaN: true }),
      (seed, eyeM, stepM, slope) => {
        const random = randomOf(seed)
        const far = { x: 90, y: 0, z: 90 * slope * 0.2 }
        const ground = sheet({ x: 2, y: -20, z: 0 }, far, { x: 0, y: 40, z: 40 * slope }, stepM, 0, random)
        const cloud = cloudOf(ground)
        const surface = new ViewSurface(IDENTITY, viewFrom({ x: -3, y: 0, z: eyeM + 8 }, { x: 30, y: 0, z: 0 }), 2)
        const all = strokeOn(cloud, surface).polygon(WHOLE)
        const visible = strokeOn(cloud, surface, ALL, true).polygon(WHOLE)
        assert.equal(visible.length, all.length)
      },
    ),
    { numRuns: 15 },
  )
})

test('a rough street seen from a car stays whole but for specks', () => {
  const street = sheet({ x: 3, y: -10, z: 0 }, { x: 60, y: 0, z: 0 }, { x: 0, y: 20, z: 0 }, 0.12, 0.06, randomOf(8))
  const surface = new ViewSurface(IDENTITY, viewFrom({ x: 0, y: 0, z: 1.8 }, { x: 30, y: 0, z: 0 }), 2)
  const cloud = cloudOf(street)
  const all = strokeOn(cloud, surface).polygon(WHOLE)
  const visible = strokeOn(cloud, surface, ALL, true).polygon(WHOLE)
  assert.ok(visible.length > 0.98 * all.length, `${visible.length} of ${all.length}`)
})

test('visible points are among all points', () => {
  fc.assert(
    fc.property(fc.nat(1000), projection, fc.array(place, { minLength: 3, maxLength: 8 }), (seed, p, corners) => {
      const cloud = scattered(2000, seed)
      const surface = new ViewSurface(cloud.relativeFromCloud, viewFrom(EYE, target, p), 3)
      const all = new Set(strokeOn(cloud, surface).polygon(corners))
      const visible = strokeOn(cloud, surface, ALL, true).polygon(corners)
      assert.ok(visible.every((index) => all.has(index)))
    }),
    { numRuns: 30 },
  )
})
