import type { Cuboid } from '../../geometry/cuboid.ts'
import type { Pose } from '../../geometry/pose.ts'
import { rotate, rotationMatrix } from '../../geometry/quaternion.ts'
import { add, subtract, type Vec3 } from '../../geometry/vec3.ts'

/**
 * Column-major 4 × 4 that takes a chunk's float32 positions to coordinates relative to the job's origin. Everything
 * large (UTM metres in poses, in chunk origins) cancels here in float64; the GPU sees small numbers only.
 */
export function relativeFromChunk(originM: Vec3, commonFromCloud: Pose, chunkOriginM: Vec3): number[] {
  const m = rotationMatrix(commonFromCloud.heading)
  const moved = rotate(commonFromCloud.heading, chunkOriginM)
  const t = add(subtract(commonFromCloud.position, originM), moved)
  return [m[0], m[3], m[6], 0, m[1], m[4], m[7], 0, m[2], m[5], m[8], 0, t.x, t.y, t.z, 1]
}

/** Coordinates relative to the job's origin to those of the unit box: inside means −1 to 1 on every axis. */
export function unitFromRelative(cuboidInRelative: Cuboid, marginM = 0): number[] {
  const { position: p, heading, dimensions: d } = cuboidInRelative
  const m = rotationMatrix(heading)
  const sx = 1 / (d.length / 2 + marginM)
  const sy = 1 / (d.width / 2 + marginM)
  const sz = 1 / (d.height / 2 + marginM)
  // Rows of the inverse rotation are columns of m.
  const tx = -(m[0] * p.x + m[3] * p.y + m[6] * p.z) * sx
  const ty = -(m[1] * p.x + m[4] * p.y + m[7] * p.z) * sy
  const tz = -(m[2] * p.x + m[5] * p.y + m[8] * p.z) * sz
  return [
    m[0] * sx,
    m[1] * sy,
    m[2] * sz,
    0,
    m[3] * sx,
    m[4] * sy,
    m[5] * sz,
    0,
    m[6] * sx,
    m[7] * sy,
    m[8] * sz,
    0,
    tx,
    ty,
    tz,
    1,
  ]
}

/** Applies a column-major 4 × 4 of a rigid or scaling transform. */
export function transformPoint(m: readonly number[], { x, y, z }: Vec3): Vec3 {
  return {
    x: m[0] * x + m[4] * y + m[8] * z + m[12],
    y: m[1] * x + m[5] * y + m[9] * z + m[13],
    z: m[2] * x + m[6] * y + m[10] * z + m[14],
  }
}

export function cuboidRelativeTo(originM: Vec3, cuboid: Cuboid): Cuboid {
  return { ...cuboid, position: subtract(cuboid.position, originM) }
}

export function cuboidFromRelative(originM: Vec3, cuboid: Cuboid): Cuboid {
  return { ...cuboid, position: add(cuboid.position, originM) }
}
