import type { Vec3 } from '../../geometry/vec3.ts'
import { pointsWhere } from './cuboidPoints.ts'
import { type PointRules, rowAlong, type SlottedCloud } from './pointCloud.ts'
import { VoxelMap } from './voxels.ts'

/** Points that belong together. */
export interface Cluster {
  /** Ascending. */
  indices: Uint32Array<ArrayBuffer>
  /** Mean of the points. */
  centre: Vec3
}

/** Beams of a lidar are farther apart than the points of one beam, so a vertical gap counts half. */
const UP_SHARE = 0.5
/** The most points of two neighbouring voxels that are compared; more would make dense clouds slow. */
const MOST_COMPARED = 24
const NEXT_GAP_M = 0.5
const NEXT_LEAST_POINTS = 10
const NEXT_REACHES_M = [20, 60, 200, Number.POSITIVE_INFINITY]

/** Clusters of what may be taken, linked over at most `gapM` (upwards twice that), largest first. */
export function pointClusters(cloud: SlottedCloud, gapM: number, leastPoints: number, rules: PointRules): Cluster[] {
  return clustered(
    cloud,
    pointsWhere(cloud, rules, () => true),
    gapM,
    leastPoints,
  )
}

/**
 * The largest cluster within 20 m of a place, above the ground; farther away if nothing is left there.
 * @param passed by point, 1 if it is excluded
 */
export function clusterNear(
  cloud: SlottedCloud,
  from: Vec3,
  rules: PointRules,
  passed: Uint8Array | null = null,
): Cluster | null {
  const east = rowAlong(cloud.relativeFromCloud, { x: 1, y: 0, z: 0 }, from)
  const north = rowAlong(cloud.relativeFromCloud, { x: 0, y: 1, z: 0 }, from)
  for (const reachM of NEXT_REACHES_M) {
    const isNear = (x: number, y: number, z: number) =>
      Math.hypot(
        east[0] * x + east[1] * y + east[2] * z + east[3],
        north[0] * x + north[1] * y + north[2] * z + north[3],
      ) <= reachM
    const all = pointsWhere(cloud, rules, isNear)
    const near = passed ? all.filter((index) => !passed[index]) : all
    const leastPoints = reachM === Number.POSITIVE_INFINITY ? 1 : NEXT_LEAST_POINTS
    const [largest] = clustered(cloud, near, NEXT_GAP_M, leastPoints)
    if (largest) return largest
  }
  return null
}

function clustered(cloud: SlottedCloud, indices: Uint32Array, gapM: number, leastPoints: number): Cluster[] {
  const points = relativePoints(cloud, indices)
  const rootOf = linked(points, gapM)
  const counts = new Map<number, number>()
  for (const root of rootOf) counts.set(root, (counts.get(root) ?? 0) + 1)
  const open = new Map<number, { cluster: Cluster; filled: number }>()
  for (const [root, count] of counts) {
    if (count < leastPoints) continue
    open.set(root, { cluster: { indices: new Uint32Array(count), centre: { x: 0, y: 0, z: 0 } }, filled: 0 })
  }
  for (let i = 0; i < indices.length; i++) {
    const entry = open.get(rootOf[i])
    if (!entry) continue
    const { cluster } = entry
    cluster.indices[entry.filled++] = indices[i]
    cluster.centre.x += (points[3 * i] - cluster.centre.x) / entry.filled
    cluster.centre.y += (points[3 * i + 1] - cluster.centre.y) / entry.filled
    cluster.centre.z += (points[3 * i + 2] / UP_SHARE - cluster.centre.z) / entry.filled
  }
  return [...open.values()].map(({ cluster }) => cluster).sort((a, b) => b.indices.length - a.indices.length)
}

/** x y z of these points, heights shrunk. */
function relativePoints({ positions, relativeFromCloud }: SlottedCloud, indices: Uint32Array): Float32Array {
  const m = relativeFromCloud
  const points = new Float32Array(indices.length * 3)
  for (let i = 0; i < indices.length; i++) {
    const at = indices[i] * 3
    const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]]
    points[3 * i] = m[0] * x + m[4] * y + m[8] * z + m[12]
    points[3 * i + 1] = m[1] * x + m[5] * y + m[9] * z + m[13]
    points[3 * i + 2] = UP_SHARE * (m[2] * x + m[6] * y + m[10] * z + m[14])
  }
  return points
}

/** By point: the voxel that represents its cluster. Linear in the number of points. */
function linked(points: Float32Array, gapM: number): Int32Array {
  // Two points of one voxel are always linked, those of voxels more than two apart never.
  const voxelM = gapM / Math.sqrt(3)
  const count = points.length / 3
  const voxels = new VoxelMap()
  const voxelOf = new Int32Array(count)
  for (let i = 0; i < count; i++) {
    const x = Math.floor(points[3 * i] / voxelM)
    const y = Math.floor(points[3 * i + 1] / voxelM)
    voxelOf[i] = voxels.findOrAdd(x, y, Math.floor(points[3 * i + 2] / voxelM))
  }
  const inVoxel = grouped(voxelOf, voxels.size)
  const parent = Int32Array.from({ length: voxels.size }, (_, i) => i)
  const root = (voxel: number): number => {
    let at = voxel
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]]
      at = parent[at]
    }
    return at
  }
  for (let voxel = 0; voxel < voxels.size; voxel++) {
    const [x, y, z] = [voxels.xs[voxel], voxels.ys[voxel], voxels.zs[voxel]]
    for (let at = 0; at < OFFSETS.length; at += 3) {
      const other = voxels.find(x + OFFSETS[at], y + OFFSETS[at + 1], z + OFFSETS[at + 2])
      if (other < 0 || root(other) === root(voxel)) continue
      if (anyWithin(points, inVoxel, voxel, other, gapM)) parent[root(other)] = root(voxel)
    }
  }
  return voxelOf.map(root)
}

/** Half of the 5 × 5 × 5 voxels around, nearest first: the other half looks from its own side. */
const OFFSETS = Int8Array.from(
  Array.from({ length: 62 }, (_, i) => i + 63)
    .map((step) => [(step % 5) - 2, (Math.floor(step / 5) % 5) - 2, Math.floor(step / 25) - 2])
    .sort((a, b) => Math.hypot(...a) - Math.hypot(...b))
    .flat(),
)

interface Grouped {
  /** Points of voxel v are order[starts[v] .. starts[v + 1]]. */
  starts: Uint32Array
  order: Uint32Array
}

function grouped(voxelOf: Int32Array, voxelCount: number): Grouped {
  const starts = new Uint32Array(voxelCount + 1)
  for (const voxel of voxelOf) starts[voxel + 1]++
  for (let voxel = 1; voxel <= voxelCount; voxel++) starts[voxel] += starts[voxel - 1]
  const next = starts.slice()
  const order = new Uint32Array(voxelOf.length)
  for (let i = 0; i < voxelOf.length; i++) order[next[voxelOf[i]]++] = i
  return { starts, order }
}

function anyWithin(
  points: Float32Array,
  { starts, order }: Grouped,
  one: number,
  other: number,
  gapM: number,
): boolean {
  const step = (voxel: number) => Math.max(1, Math.ceil((starts[voxel + 1] - starts[voxel]) / MOST_COMPARED))
  const [stepOne, stepOther] = [step(one), step(other)]
  for (let k = starts[one]; k < starts[one + 1]; k += stepOne) {
    const i = 3 * order[k]
    for (let l = starts[other]; l < starts[other + 1]; l += stepOther) {
      const j = 3 * order[l]
      const dx = points[i] - points[j]
      const dy = points[i + 1] - points[j + 1]
      const dz = points[i + 2] - points[j + 2]
      if (dx * dx + dy * dy + dz * dz <= gapM * gapM) return true
    }
  }
  return false
}
