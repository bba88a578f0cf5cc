import type { Cuboid } from '../../geometry/cuboid.ts'
import type { Vec3 } from '../../geometry/vec3.ts'

/** The one cloud of a segmentation as picking reads it. */
export interface SlottedCloud {
  /** x y z after one another in the file's order, in the cloud's own frame; NaN where a point is missing. */
  positions: Float32Array
  /** By point: place of its label in `takes` and `shows`. */
  slots: Uint16Array
  /** Column-major 4 × 4, a rigid transform to the coordinates that views, limits and cuboids are given in. */
  relativeFromCloud: readonly number[]
}

/** Which points count. What a limit cuts away counts as hidden. */
export interface PointRules {
  /** By slot, 1 where its points may be taken. */
  takes: Uint8Array
  /** By slot, 1 if its points are shown: hidden ones are neither selected nor occluding. */
  shows: Uint8Array
  /** Least and most z, both included. */
  heightsM: readonly [number, number] | null
  crop: Cuboid | null
  /** Left out: points of all distances. */
  distances?: DistanceLimits
}

/** How far from the sensor points may be, seen from above; both limits included. */
export interface DistanceLimits {
  sensor: Vec3
  limitsM: readonly [number, number]
}

/** By slot: 1 where points are shown and may be taken. */
export function takenSlots({ takes, shows }: PointRules): Uint8Array {
  return takes.map((take, slot) => (take && shows[slot] ? 1 : 0))
}

/** a x + b y + c z + d of a point in the cloud's frame. */
export type Row = readonly [number, number, number, number]

/** The row that gives `axis` · (point − origin), where both are in the coordinates that the matrix leads to. */
export function rowAlong(
  relativeFromCloud: readonly number[],
  axis: { x: number; y: number; z: number },
  origin: { x: number; y: number; z: number },
): Row {
  const m = relativeFromCloud
  const along = (column: number) => axis.x * m[column] + axis.y * m[column + 1] + axis.z * m[column + 2]
  const d = axis.x * (m[12] - origin.x) + axis.y * (m[13] - origin.y) + axis.z * (m[14] - origin.z)
  return [along(0), along(4), along(8), d]
}
