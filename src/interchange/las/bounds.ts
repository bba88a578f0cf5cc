import type { PcdCloud } from '../../pcd/pcdReader.ts'

export const SCALE_M = 1e-4
const REACH_M = (2 ** 31 - 1) * SCALE_M

/** Where a cloud can be written from: coordinates are whole steps from `offset`. */
export interface LasPlacement {
  offset: readonly [number, number, number]
  min: readonly number[]
  max: readonly number[]
  /** Points that are written; the others have no coordinates, or are too far away for the format. */
  count: number
  holds(index: number): boolean
}

export function lasPlacement({ positions, pointCount }: PcdCloud): LasPlacement {
  const finite = boundsWhere(positions, pointCount, () => true)
  // The middle of all points, unless a few are so far away that nothing else would be in range.
  const first = firstFinite(positions, pointCount)
  const offset = first.map((value, axis) => {
    const isNear = finite.max[axis] - finite.min[axis] < 2 * REACH_M
    return Math.floor(isNear ? (finite.min[axis] + finite.max[axis]) / 2 : value)
  }) as [number, number, number]
  const holds = (index: number): boolean =>
    offset.every((value, axis) => Math.abs(positions[3 * index + axis] - value) <= REACH_M)
  const { min, max, count } = boundsWhere(positions, pointCount, holds)
  return { offset, min: count > 0 ? min : [0, 0, 0], max: count > 0 ? max : [0, 0, 0], count, holds }
}

function firstFinite(positions: PcdCloud['positions'], pointCount: number): number[] {
  for (let i = 0; i < pointCount; i++) if (isFinitePoint(positions, i)) return [...positions.subarray(3 * i, 3 * i + 3)]
  return [0, 0, 0]
}

const isFinitePoint = (positions: PcdCloud['positions'], index: number): boolean =>
  Number.isFinite(positions[3 * index] + positions[3 * index + 1] + positions[3 * index + 2])

function boundsWhere(positions: PcdCloud['positions'], pointCount: number, holds: (index: number) => boolean) {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  let count = 0
  for (let i = 0; i < pointCount; i++) {
    if (!isFinitePoint(positions, i) || !holds(i)) continue
    count++
    for (let axis = 0; axis < 3; axis++) {
      min[axis] = Math.min(min[axis], positions[3 * i + axis])
      max[axis] = Math.max(max[axis], positions[3 * i + axis])
    }
  }
  return { min, max, count }
}
