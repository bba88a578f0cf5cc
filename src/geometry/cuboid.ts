import { applyInversePose, applyPose, type Pose, relativePose } from './pose.ts'
import type { Quaternion } from './quaternion.ts'
import type { Vec3 } from './vec3.ts'

/** Metres along the box's own axes: length on x (front), width on y (left), height on z (up). */
export type Dimensions = { length: number; width: number; height: number }

/** A box: `position` is its geometric centre. */
export type Cuboid = { position: Vec3; heading: Quaternion; dimensions: Dimensions }

export type FaceName = 'front' | 'back' | 'left' | 'right' | 'top' | 'bottom'

/** Corner i is at +x if bit 0 of i is set, +y if bit 1 is, +z if bit 2 is, otherwise at the negative side. */
export const CORNER_SIGNS: readonly Vec3[] = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => ({
  x: i & 1 ? 1 : -1,
  y: i & 2 ? 1 : -1,
  z: i & 4 ? 1 : -1,
}))

/** The twelve edges as corner numbers. */
export const CUBOID_EDGES: readonly (readonly [number, number])[] = [
  [0, 1],
  [2, 3],
  [4, 5],
  [6, 7],
  [0, 2],
  [1, 3],
  [4, 6],
  [5, 7],
  [0, 4],
  [1, 5],
  [2, 6],
  [3, 7],
]

/** The six faces, their corners counter-clockwise seen from outside. */
export const CUBOID_FACES: readonly { name: FaceName; normal: Vec3; corners: readonly number[] }[] = [
  { name: 'front', normal: { x: 1, y: 0, z: 0 }, corners: [1, 3, 7, 5] },
  { name: 'back', normal: { x: -1, y: 0, z: 0 }, corners: [0, 4, 6, 2] },
  { name: 'left', normal: { x: 0, y: 1, z: 0 }, corners: [2, 6, 7, 3] },
  { name: 'right', normal: { x: 0, y: -1, z: 0 }, corners: [0, 1, 5, 4] },
  { name: 'top', normal: { x: 0, y: 0, z: 1 }, corners: [4, 5, 7, 6] },
  { name: 'bottom', normal: { x: 0, y: 0, z: -1 }, corners: [0, 2, 3, 1] },
]

/** Box coordinates to those of the frame the cuboid is given in. */
export function frameFromBox(cuboid: Cuboid): Pose {
  return { position: cuboid.position, heading: cuboid.heading }
}

export function halfExtents(dimensions: Dimensions): Vec3 {
  return { x: dimensions.length / 2, y: dimensions.width / 2, z: dimensions.height / 2 }
}

/** Eight corners in the order of CORNER_SIGNS. */
export function cuboidCorners(cuboid: Cuboid): Vec3[] {
  const pose = frameFromBox(cuboid)
  const half = halfExtents(cuboid.dimensions)
  return CORNER_SIGNS.map((s) => applyPose(pose, { x: s.x * half.x, y: s.y * half.y, z: s.z * half.z }))
}

/** The cuboid of frame a, seen in b, where `aFromB` is b's pose in a. */
export function cuboidInFrame(aFromB: Pose, cuboidInA: Cuboid): Cuboid {
  return { ...relativePose(aFromB, frameFromBox(cuboidInA)), dimensions: cuboidInA.dimensions }
}

/** Whether the point is inside or within `toleranceM` of a face. NaN is inside nothing. */
export function cuboidContains(cuboid: Cuboid, point: Vec3, toleranceM = 1e-6): boolean {
  const p = applyInversePose(frameFromBox(cuboid), point)
  const half = halfExtents(cuboid.dimensions)
  return (
    Math.abs(p.x) <= half.x + toleranceM && Math.abs(p.y) <= half.y + toleranceM && Math.abs(p.z) <= half.z + toleranceM
  )
}
