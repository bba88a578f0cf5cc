import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { type CameraImageSize, createCamera } from '../../geometry/camera.ts'
import { type CameraIntrinsics, DEFAULT_INTRINSICS } from '../../geometry/intrinsics.ts'
import { identityPose, type Pose } from '../../geometry/pose.ts'
import { quaternionFromAxisAngle } from '../../geometry/quaternion.ts'
import { colorFromCameras, type SeeingCamera, UNSEEN_RGB } from './colorFromCameras.ts'

const SIZE: CameraImageSize = { width: 800, height: 600 }
const PINHOLE: CameraIntrinsics = { ...DEFAULT_INTRINSICS, fx: 500, fy: 500, cx: 399.5, cy: 299.5 }
const RED = [255, 0, 0]
const BLUE = [0, 0, 255]
const GREEN = [0, 128, 0]
const UNSEEN = [...UNSEEN_RGB]

/** `colorAt`: of a pixel of the image, whatever the size of the copy that is read. */
function cameraOf(
  intrinsics: CameraIntrinsics,
  colorAt: (x: number, y: number) => readonly number[],
  poses: readonly Pose[] = [identityPose],
  [width, height] = [SIZE.width, SIZE.height],
): SeeingCamera {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const color = colorAt(((column + 0.5) / width) * SIZE.width, ((row + 0.5) / height) * SIZE.height)
      data.set([...color, 255], (row * width + column) * 4)
    }
  }
  return { intrinsics, size: SIZE, pixels: { width, height, data }, cameraFromCloud: poses }
}
const halves = (x: number) => (x < 400 ? RED : BLUE)
const cloud = (...points: readonly (readonly [number, number, number])[]) => Float32Array.from(points.flat())
const pointsOf = (rgb: Uint8Array): number[][] =>
  Array.from({ length: rgb.length / 3 }, (_, i) => [...rgb.subarray(3 * i, 3 * i + 3)])

test('points at the left of a red and blue image are red, at the right blue, and outside it grey', () => {
  const points = cloud([-1, 0, 5], [1, 0.5, 5], [20, 0, 5], [0.3, 0, -5], [Number.NaN, 0, 5])
  for (const copies of [1, 2]) {
    const size: [number, number] = [800 / copies, 600 / copies]
    const [rgb] = colorFromCameras([points], [cameraOf(PINHOLE, halves, [identityPose], size)])
    assert.deepEqual(pointsOf(rgb), [RED, BLUE, UNSEEN, UNSEEN, UNSEEN])
  }
})

const FISHEYE: CameraIntrinsics = { ...PINHOLE, cameraModel: 'fisheye', fx: 180, fy: 180, k1: 0.02, k2: -0.004 }
const BARREL: CameraIntrinsics = { ...PINHOLE, k1: -0.28, k2: 0.06, p1: 0.001, skew: 2, scaleFactor: 1.25 }

test('the colour is that of the pixel that the whole lens model leads to, fisheye and distorted lenses alike', () => {
  // Red and green count the pixels in steps of four.
  const address = (x: number, y: number) => [Math.floor(x / 4), Math.floor(y / 4), 7]
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  for (const intrinsics of [FISHEYE, BARREL]) {
    const camera = createCamera(intrinsics)
    const seeing = cameraOf(intrinsics, address)
    fc.assert(
      fc.property(number(-6, 6), number(-6, 6), number(-1, 8), (x, y, z) => {
        const points = cloud([x, y, z])
        const at = camera.imageFromCamera({ x: points[0], y: points[1], z: points[2] })
        // At the border between two pixels either is right.
        fc.pre(!at || [at.u, at.v].every((place) => Math.abs(((place + 100_000) % 1) - 0.5) > 0.01))
        const isSeen = at && at.u >= -0.5 && at.u < 799.5 && at.v >= -0.5 && at.v < 599.5
        const expected = isSeen ? address(Math.floor(at.u + 0.5) + 0.5, Math.floor(at.v + 0.5) + 0.5) : UNSEEN
        assert.deepEqual([...colorFromCameras([points], [seeing])[0]], expected)
      }),
      { numRuns: 300 },
    )
  }
})

test('a fisheye colours what is next to it and behind its own plane', () => {
  const [rgb] = colorFromCameras([cloud([-4, 0, -0.3])], [cameraOf(FISHEYE, halves)])
  assert.deepEqual(pointsOf(rgb), [RED])
})

test('a polynomial that folds back colours nothing beyond the field where it is valid', () => {
  const folding = { ...PINHOLE, k1: -0.5 }
  // The formula alone would put this point into the image: r (1 - 0.5 r²) at r = 1.2.
  const [rgb] = colorFromCameras([cloud([1.2, 0, 1], [0.5, 0, 1])], [cameraOf(folding, halves)])
  assert.deepEqual(pointsOf(rgb), [UNSEEN, BLUE])
})

/** Points over a plane z = const, as a lidar's rings hit it: dense along a ring, with gaps between rings. */
function wall(z: number, from: readonly [number, number], to: readonly [number, number], ringDeg = 1): Float32Array {
  const points: [number, number, number][] = []
  const rad = Math.PI / 180
  for (let elevation = -20; elevation <= 20; elevation += ringDeg) {
    for (let azimuth = -40; azimuth <= 40; azimuth += 0.25) {
      const x = z * Math.tan(azimuth * rad)
      const y = Math.hypot(x, z) * Math.tan(elevation * rad)
      if (x >= from[0] && x <= to[0] && y >= from[1] && y <= to[1]) points.push([x, y, z])
    }
  }
  return cloud(...points)
}

test('a wall hides what is behind it, also between the rings of the lidar, and from another lidar too', () => {
  const front = wall(10, [-2, -2], [2, 2])
  // Seen from elsewhere: denser rings in the gaps of the wall's.
  const behind = wall(20, [-8, -4], [8, 4], 0.37)
  const camera = cameraOf(PINHOLE, halves, [identityPose, identityPose])
  const [ofFront, ofBehind] = colorFromCameras([front, behind], [camera])
  assert.ok(pointsOf(ofFront).every((color, i) => String(color) === String(front[3 * i] < 0 ? RED : BLUE)))
  let hidden = 0
  let shown = 0
  pointsOf(ofBehind).forEach((color, i) => {
    const [x, y] = [behind[3 * i] / 2, behind[3 * i + 1] / 2]
    const isUnseen = String(color) === String(UNSEEN)
    // Within a hand's breadth of the wall's border either is right.
    if (Math.abs(x) < 1.9 && Math.abs(y) < 1.75) {
      assert.ok(isUnseen, `${x} ${y} shines through`)
      hidden++
    } else if (Math.abs(x) > 2.1 || Math.abs(y) > 2.25) {
      assert.ok(!isUnseen, `${x} ${y} is lost`)
      shown++
    }
  })
  assert.ok(hidden > 500 && shown > 500, `${hidden} ${shown}`)
})

test('a road that runs away to the horizon does not hide itself', () => {
  const points: [number, number, number][] = []
  for (let depression = 1.6; depression < 25; depression += 0.4) {
    const reach = 1.8 / Math.tan((depression * Math.PI) / 180)
    for (let azimuth = -35; azimuth <= 35; azimuth += 0.3) {
      const angle = (azimuth * Math.PI) / 180
      points.push([reach * Math.sin(angle), 1.8, reach * Math.cos(angle)])
    }
  }
  const [rgb] = colorFromCameras([cloud(...points)], [cameraOf(PINHOLE, () => GREEN)])
  const lost = pointsOf(rgb).filter((color) => String(color) === String(UNSEEN)).length
  assert.ok(lost < points.length * 0.01, `${lost} of ${points.length} points of the road are lost`)
})

test('where two cameras see a point, the one that has it nearer to its axis gives the colour, in any order', () => {
  const turned: Pose = {
    position: { x: 0, y: 0, z: 0 },
    heading: quaternionFromAxisAngle({ x: 0, y: 1, z: 0 }, -0.5),
  }
  const one = cameraOf(PINHOLE, () => RED)
  const other = cameraOf(PINHOLE, () => GREEN, [turned])
  const points = cloud([0, 0, 8], [8 * Math.tan(0.5), 0, 8])
  for (const cameras of [
    [one, other],
    [other, one],
  ]) {
    assert.deepEqual(pointsOf(colorFromCameras([points], cameras)[0]), [RED, GREEN])
  }
})
