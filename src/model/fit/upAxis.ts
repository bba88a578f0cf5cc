import type { Positions } from '../../geometry/positions.ts'

const MOST_SAMPLED = 20_000
/** A street scene is this much flatter upwards than along the ground. */
const CLEARLY_FLATTER = 3

/**
 * The axis along which the cloud is by far the flattest: up, in a cloud of a street. null for a room or a single
 * object.
 */
export function flattestAxis(positions: Positions): 'x' | 'y' | 'z' | null {
  const step = 3 * Math.max(1, Math.floor(positions.length / 3 / MOST_SAMPLED))
  const spreads = [0, 1, 2].map((axis) => {
    const values: number[] = []
    for (let i = axis; i < positions.length; i += step) if (Number.isFinite(positions[i])) values.push(positions[i])
    values.sort((a, b) => a - b)
    return values.length > 0 ? values[Math.floor(0.9 * values.length)] - values[Math.floor(0.1 * values.length)] : 0
  })
  const flattest = spreads.indexOf(Math.min(...spreads))
  const others = spreads.filter((_, axis) => axis !== flattest)
  return Math.min(...others) > CLEARLY_FLATTER * spreads[flattest] ? (['x', 'y', 'z'] as const)[flattest] : null
}
