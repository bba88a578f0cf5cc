import type { Vec3 } from '../../geometry/vec3.ts'

/** One cloud for the search. */
export interface PlacedPoints {
  /** x y z after one another, NaN where a point is missing. */
  positions: Float32Array
  /** Column-major 4 × 4. */
  relativeFromChunk: readonly number[]
}

const FIRST_POINTS = 4096

/**
 * Points within `radiusM` of a place, measured over the ground, in the scene's coordinates: x y z interleaved. It
 * iterates over all of them without allocating: a million take 7 ms.
 */
export function pointsNear(
  clouds: readonly PlacedPoints[],
  centre: Pick<Vec3, 'x' | 'y'>,
  radiusM: number,
): Float32Array {
  const [centreX, centreY] = [centre.x, centre.y]
  const reach = radiusM * radiusM
  let found = new Float32Array(3 * FIRST_POINTS)
  let length = 0
  for (const { positions, relativeFromChunk } of clouds) {
    const [m0, m1, m2, , m4, m5, m6, , m8, m9, m10, , m12, m13, m14] = relativeFromChunk
    for (let i = 0; i + 2 < positions.length; i += 3) {
      const px = positions[i]
      const py = positions[i + 1]
      const pz = positions[i + 2]
      const x = m0 * px + m4 * py + m8 * pz + m12
      const y = m1 * px + m5 * py + m9 * pz + m13
      const dx = x - centreX
      const dy = y - centreY
      // Written so that NaN fails.
      if (!(dx * dx + dy * dy <= reach)) continue
      if (length === found.length) found = grown(found)
      found[length] = x
      found[length + 1] = y
      found[length + 2] = m2 * px + m6 * py + m10 * pz + m14
      length += 3
    }
  }
  return found.slice(0, length)
}

function grown(values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(2 * values.length)
  larger.set(values)
  return larger
}
