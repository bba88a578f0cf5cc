import type { Camera, CameraPixel } from './camera.ts'
import { CUBOID_FACES, type Cuboid, cuboidCorners, frameFromBox, halfExtents } from './cuboid.ts'
import { unrotate } from './quaternion.ts'
import { dot, lerp, norm, scale, subtract, type Vec3 } from './vec3.ts'

/** A straight segment in the camera's frame. */
export type Segment = readonly [Vec3, Vec3]

/**
 * A segment as the eye sees it: the arc of directions from one end to the other. Equal steps on the arc are equal
 * angles, however near one end comes to the camera, which equal steps on the segment are not.
 */
export type ViewArc = { directionAt(angleRad: number): Vec3; ranges: readonly (readonly [number, number])[] }

/** The parts of the segment in the camera's valid field; `ranges` are angles along the arc. */
export function viewArc([start, end]: Segment, camera: Camera): ViewArc {
  const startNorm = norm(start)
  const first = startNorm > 0 ? scale(start, 1 / startNorm) : { x: 0, y: 0, z: 1 }
  const across = subtract(end, scale(first, dot(end, first)))
  const acrossNorm = norm(across)
  const second = acrossNorm > 0 ? scale(across, 1 / acrossNorm) : { x: 0, y: 0, z: 0 }
  const whole = startNorm > 0 ? Math.atan2(acrossNorm, dot(end, first)) : 0
  const directionAt = (angle: number): Vec3 => {
    const c = Math.cos(angle)
    const s = Math.sin(angle)
    return { x: first.x * c + second.x * s, y: first.y * c + second.y * s, z: first.z * c + second.z * s }
  }
  // In the field: z = first.z cos + second.z sin = swing cos(angle − peak) ≥ cos(maxOffAxis).
  const least = Math.cos(camera.lens.maxOffAxisRad)
  const swing = Math.hypot(first.z, second.z)
  const peak = Math.atan2(second.z, first.z)
  const borders = [0, whole]
  if (Math.abs(least) < swing) {
    const open = Math.acos(least / swing)
    for (const turn of [-2 * Math.PI, 0, 2 * Math.PI]) {
      for (const border of [peak - open + turn, peak + open + turn]) {
        if (border > 0 && border < whole) borders.push(border)
      }
    }
  }
  borders.sort((a, b) => a - b)
  const ranges: [number, number][] = []
  for (let i = 0; i + 1 < borders.length; i++) {
    const middle = (borders[i] + borders[i + 1]) / 2
    if (swing * Math.cos(middle - peak) >= least - 1e-12) ranges.push([borders[i], borders[i + 1]])
  }
  return { directionAt, ranges }
}

export function imageOnArc(arc: ViewArc, camera: Camera): (angleRad: number) => CameraPixel {
  return (angle) => camera.imageFromField(arc.directionAt(angle))
}

/** The part of the segment at z ≥ minDepthM. */
export function clipToDepth([a, b]: Segment, minDepthM: number): Segment | null {
  if (a.z >= minDepthM && b.z >= minDepthM) return [a, b]
  if (a.z < minDepthM && b.z < minDepthM) return null
  const cut = { ...lerp(a, b, (minDepthM - a.z) / (b.z - a.z)), z: minDepthM }
  return a.z >= minDepthM ? [a, cut] : [cut, b]
}

/** Where the faces cross the plane z = minDepthM: the border of the visible part of the surface there. */
export function depthCuts(cuboidInCamera: Cuboid, minDepthM: number): Segment[] {
  if (!Number.isFinite(minDepthM)) return []
  const corners = cuboidCorners(cuboidInCamera)
  const cuts: Segment[] = []
  for (const face of CUBOID_FACES) {
    const crossings: Vec3[] = []
    face.corners.forEach((from, i) => {
      const a = corners[from]
      const b = corners[face.corners[(i + 1) % 4]]
      if (a.z >= minDepthM !== b.z >= minDepthM) {
        crossings.push({ ...lerp(a, b, (minDepthM - a.z) / (b.z - a.z)), z: minDepthM })
      }
    })
    if (crossings.length === 2) cuts.push([crossings[0], crossings[1]])
  }
  return cuts
}

/** Whether a ray from the camera meets the cuboid's surface beyond the plane z = minDepthM. */
export function rayMeetsCuboid(ray: Vec3, cuboidInCamera: Cuboid, minDepthM: number): boolean {
  const { position, heading } = frameFromBox(cuboidInCamera)
  const origin = unrotate(heading, scale(position, -1))
  const direction = unrotate(heading, ray)
  const half = halfExtents(cuboidInCamera.dimensions)
  let near = 0
  if (Number.isFinite(minDepthM)) {
    if (!(ray.z > 0)) return false
    near = minDepthM / ray.z
  }
  let far = Number.POSITIVE_INFINITY
  for (const axis of ['x', 'y', 'z'] as const) {
    if (direction[axis] === 0) {
      if (Math.abs(origin[axis]) > half[axis]) return false
      continue
    }
    const one = (-half[axis] - origin[axis]) / direction[axis]
    const other = (half[axis] - origin[axis]) / direction[axis]
    near = Math.max(near, Math.min(one, other))
    far = Math.min(far, Math.max(one, other))
  }
  return near <= far
}
