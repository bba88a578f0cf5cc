import type { Cuboid } from '../../../geometry/cuboid.ts'
import { identityQuaternion } from '../../../geometry/quaternion.ts'
import type { Vec3 } from '../../../geometry/vec3.ts'
import type { LegendEntry, PointLabels } from '../../../model/document/document.ts'
import { PointLimits } from '../../../model/segmentation/pointLimits.ts'
import type { ShownCloud } from '../../scene/cloud/cloudLayer.ts'
import { distanceRule, isCutAway, isShown, type LabelFilters } from '../../tools/points/labelFilters.ts'
import type { Bounds } from '../../view3d/orbit.ts'
import type { PointIndices } from '../../view3d/pointPicker.ts'
import { transformPoint } from '../../view3d/relativeMatrix.ts'

/** Larger than any cloud, also one that is far from the job’s origin, as in UTM. */
export const EVERYWHERE: Cuboid = {
  position: { x: 0, y: 0, z: 0 },
  heading: identityQuaternion,
  dimensions: { length: 1e9, width: 1e9, height: 1e9 },
}

/** Relative to the job's origin; NaN where the point is missing. */
export function pointAt({ chunk: { positions }, relativeFromChunk }: ShownCloud, index: number): Vec3 {
  const at = index * 3
  return transformPoint(relativeFromChunk, { x: positions[at], y: positions[at + 1], z: positions[at + 2] })
}

/** Around the finite ones of these points; null when there are none. */
export function cloudBounds(cloud: ShownCloud, indices: Iterable<number>): Bounds | null {
  const min = { x: Infinity, y: Infinity, z: Infinity }
  const max = { x: -Infinity, y: -Infinity, z: -Infinity }
  for (const index of indices) {
    const { x, y, z } = pointAt(cloud, index)
    if (!Number.isFinite(x + y + z)) continue
    min.x = Math.min(min.x, x)
    min.y = Math.min(min.y, y)
    min.z = Math.min(min.z, z)
    max.x = Math.max(max.x, x)
    max.y = Math.max(max.y, y)
    max.z = Math.max(max.z, z)
  }
  return min.x <= max.x ? { min, max } : null
}

export function indicesOf(labels: PointLabels, labelKeys: ReadonlySet<number>): PointIndices {
  const indices: number[] = []
  let last = -1
  let isIn = false
  for (let index = 0; index < labels.length; index++) {
    // The set is asked once a run: neighbours mostly share their label.
    if (labels[index] !== last) {
      last = labels[index]
      isIn = labelKeys.has(last)
    }
    if (isIn) indices.push(index)
  }
  return Uint32Array.from(indices)
}

/** Those of the points that have no label. Written out: of a million points a call for each would be felt. */
export function unlabelledOf(indices: PointIndices, slots: Uint16Array): PointIndices {
  const left = new Uint32Array(indices.length)
  let count = 0
  for (let i = 0; i < indices.length; i++) if (slots[indices[i]] === 0) left[count++] = indices[i]
  return left.subarray(0, count)
}

/** At most about so many of them, evenly. */
export function someOf(indices: PointIndices, count: number): PointIndices {
  const step = Math.max(1, Math.floor(indices.length / count))
  return Uint32Array.from({ length: Math.ceil(indices.length / step) }, (_, i) => indices[i * step])
}

/** Whether a point is seen through the filters, for picking single ones. */
export function shownTest(
  cloud: ShownCloud,
  labels: PointLabels,
  legend: readonly LegendEntry[],
  filters: LabelFilters,
): (index: number) => boolean {
  const unlabelled = isShown(filters, null)
  const shown = new Map(legend.map((entry) => [entry.labelKey, isShown(filters, entry)]))
  const isUncut = uncutTest(cloud, filters)
  return (index) => {
    const key = labels[index]
    return (key === 0 ? unlabelled : (shown.get(key) ?? unlabelled)) && (isUncut === null || isUncut(index))
  }
}

/** Whether a point lies within heights, distances and crop, and not on a ground that is hidden; null: all do. */
export function uncutTest(cloud: ShownCloud, filters: LabelFilters): ((index: number) => boolean) | null {
  if (!isCutAway(filters)) return null
  const limits = new PointLimits(cloud.relativeFromChunk, { ...filters, ...distanceRule(filters, cloud.sensor) })
  const { positions, ground } = cloud.chunk
  const isHidden = (index: number) => filters.hidesGround && ground?.[index] === 1
  return (index) =>
    !isHidden(index) && limits.contains(positions[3 * index], positions[3 * index + 1], positions[3 * index + 2])
}
