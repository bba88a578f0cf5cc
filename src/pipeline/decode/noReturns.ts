import type { PcdCloud } from '../../pcd/pcdReader.ts'
import type { PcdBounds } from '../../pcd/pointStore.ts'

const isAtOrigin = (positions: PcdCloud['positions'], at: number): boolean =>
  positions[at] === 0 && positions[at + 1] === 0 && positions[at + 2] === 0

/**
 * Many drivers write beams without a return as points at exactly 0 0 0. They become missing points, like those with NaN,
 * and keep their places in the file's order. One alone may have been measured. Writes to the positions.
 */
export function withoutNoReturns(cloud: PcdCloud): PcdCloud {
  const { positions } = cloud
  let count = 0
  for (let at = 0; at < positions.length; at += 3) if (isAtOrigin(positions, at)) count++
  if (count < 2) return cloud
  for (let at = 0; at < positions.length; at += 3) if (isAtOrigin(positions, at)) positions.fill(Number.NaN, at, at + 3)
  const { bounds: _, ...others } = cloud
  const finiteCount = cloud.finiteCount - count
  return { ...others, finiteCount, ...(finiteCount > 0 && { bounds: boundsOf(positions) }) }
}

function boundsOf(positions: PcdCloud['positions']): PcdBounds {
  const min: PcdBounds['min'] = [Infinity, Infinity, Infinity]
  const max: PcdBounds['max'] = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < positions.length; at += 3) {
    if (Number.isNaN(positions[at] + positions[at + 1] + positions[at + 2])) continue
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[at + axis]
      if (value < min[axis]) min[axis] = value
      if (value > max[axis]) max[axis] = value
    }
  }
  return { min, max }
}
